import { z } from 'zod';

import { billSchema } from '../domain/bill.ts';
import { customerSuggestionSchema, pastRequestSchema } from '../domain/customer.ts';
import { flowSchema } from '../domain/deposit.ts';
import { intentIdSchema, profileIdSchema } from '../domain/ids.ts';
import { presetSchema } from '../domain/preset.ts';
import { depositRequestSchema, typedRequisitesSchema } from '../domain/request.ts';
import { savedDraftSchema } from '../domain/savedDraft.ts';
import { scenarioSchema } from '../domain/scenario.ts';
import { shiftReportSchema } from '../domain/shift.ts';
import { stageSchema } from '../domain/stage.ts';
import { templateSchema } from '../domain/template.ts';

const nothing = z.strictObject({});
const ofProfile = z.strictObject({ profileId: profileIdSchema });
const ofId = z.strictObject({ id: z.uuid() });
const ofForm = { pageId: z.uuid(), profileId: profileIdSchema, flow: flowSchema };

/** What makes the operator's hands fast: a part of the one map, which is in operations.ts. */
export const DESK_OPERATIONS = {
  /** Customers of the profile whose name holds the text (as the log's search folds it), those of late first. Empty text: the latest. */
  'customer.suggest': {
    input: z.strictObject({ profileId: profileIdSchema, text: z.string().max(255) }),
    output: z.array(customerSuggestionSchema).readonly(),
  },
  /** The newest requests for exactly this customer. */
  'customer.recall': {
    input: z.strictObject({ profileId: profileIdSchema, customer: z.string().min(1).max(4096) }),
    output: z.array(pastRequestSchema).readonly(),
  },
  /** Requisites that were typed by hand for a found one, once more. Null: none. What they were stays in the history. */
  'request.correct': {
    input: z.strictObject({
      intentId: intentIdSchema,
      typedByHand: typedRequisitesSchema.nullable(),
    }),
    output: depositRequestSchema,
  },
  /** Requests of the profile under exactly this order id, newest first. */
  'order.uses': {
    input: z.strictObject({ profileId: profileIdSchema, orderId: z.string().min(1).max(4096) }),
    output: z.array(pastRequestSchema).readonly(),
  },
  /** Null: the form was emptied, or its request recorded. Durable when answered. */
  'draft.keep': {
    input: z.strictObject({ ...ofForm, draft: savedDraftSchema.nullable() }),
    output: nothing,
  },
  /**
   * This page's own draft; else the newest one left behind by a run of the desk that is over, which is this page's from then
   * on. Never one of another page of this run: two forms with one intent would be one request.
   */
  'draft.adopt': { input: z.strictObject(ofForm), output: savedDraftSchema.nullable() },
  'preset.list': { input: nothing, output: z.array(presetSchema).readonly() },
  /** One of the same id is replaced; a digit that another one had is taken from it. */
  'preset.save': { input: presetSchema, output: z.array(presetSchema).readonly() },
  'preset.delete': { input: ofId, output: z.array(presetSchema).readonly() },
  'template.list': { input: nothing, output: z.array(templateSchema).readonly() },
  /** One of the same id, or for the same language, channel and payment type, is replaced. */
  'template.save': { input: templateSchema, output: z.array(templateSchema).readonly() },
  /** The desk's own wording holds again. */
  'template.delete': { input: ofId, output: z.array(templateSchema).readonly() },
  /**
   * `unsupported`: this host cannot, the page does it itself and cannot be sure. `not_written`, `not_read`: the system's clipboard
   * did not take the text, or did not give it back, within the deadline. `linkOf`: the text is the payment link of that
   * request; one that must stay text is refused with `link_not_safe`, and the page does not copy it either.
   */
  'clipboard.copy': {
    input: z.strictObject({
      text: z.string().min(1).max(8192),
      linkOf: intentIdSchema.optional(),
    }),
    output: z.strictObject({
      readBack: z.enum(['same', 'different', 'unsupported', 'not_written', 'not_read']),
    }),
  },
  /** The picture behind an accepted request's payment_bill_url, fetched by the desk and checked. */
  'bill.fetch': { input: z.strictObject({ intentId: intentIdSchema }), output: billSchema },
  /** What the embedded provider is to do with the request of this order id; once. */
  'sandbox.arm': {
    input: z.strictObject({ orderId: z.string().min(1).max(255), scenario: scenarioSchema }),
    output: nothing,
  },
  /** Everything under way, and how far it is. */
  'request.stages': {
    input: nothing,
    output: z.array(z.strictObject({ intentId: intentIdSchema, stage: stageSchema })).readonly(),
  },
  /** Live profiles that somebody has confirmed since the desk was started. */
  'profile.confirmedLive': { input: nothing, output: z.array(profileIdSchema).readonly() },
  'profile.confirmLive': { input: ofProfile, output: z.array(profileIdSchema).readonly() },
  'shift.report': { input: ofProfile, output: shiftReportSchema },
} as const;
