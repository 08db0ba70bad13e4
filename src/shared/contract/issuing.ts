import { z } from 'zod';

import { customerSuggestionSchema, pastRequestSchema } from '../domain/customer.ts';
import { flowSchema } from '../domain/deposit.ts';
import {
  buildDraftSchema,
  createDraftSchema,
  fieldFaultSchema,
  savedDraftSchema,
} from '../domain/draft.ts';
import { intentIdSchema, limitsSnapshotIdSchema, profileIdSchema } from '../domain/ids.ts';
import { limitsChangeSchema, limitsSnapshotSchema } from '../domain/limits.ts';
import { whereToSchema } from '../domain/profile.ts';
import { depositRequestSchema, typedRequisitesSchema } from '../domain/request.ts';
import { scenarioSchema } from '../domain/scenario.ts';
import { stageSchema } from '../domain/stage.ts';
import { nothing, ofCustomer, ofProfile, ofRequest } from './inputs.ts';

/** The request as recorded by W1, and the warnings that did not stop it. What follows arrives as events. */
const issued = z.strictObject({
  request: depositRequestSchema,
  warnings: z.array(fieldFaultSchema).readonly(),
});

const confirmedOrder = z.strictObject({ of: intentIdSchema, confirmation: z.string().max(4096) });
/** Issuing again for an unknown: the only way past the block on its order. The operator types the old order id. */
const reissue = confirmedOrder.nullable();

/**
 * Earlier requests that the operator was asked about, each with its order id as typed, or empty where nothing had to be typed:
 * one without an answer for this customer and amount, one that has this order id, one for this customer and amount of late.
 */
const earlierAnswers = z.array(confirmedOrder).max(3).readonly().optional();

/** Where the page showed that the profile's requests go. `profile_changed` where the profile was pointed elsewhere since. */
const shown = whereToSchema.optional();

/** What can be said of an unknown without issuing anything. */
export const findingSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('found'),
    remoteId: z.string().trim().min(1).max(255),
    typedByHand: typedRequisitesSchema.nullable(),
    /** The late answer that the operator confirms: the requisites are then its own, whatever is given here. */
    lateSeq: z.int().positive().optional(),
  }),
  z.strictObject({ kind: z.literal('absent') }),
]);

const ofForm = { pageId: z.uuid(), profileId: profileIdSchema, flow: flowSchema };

/** Issuing a request, from the form to the resolved outcome. */
export const ISSUING_OPERATIONS = {
  'limits.read': {
    permission: 'signed_in',
    /** `refresh: false` takes a fresh snapshot in hand; `true` always asks the provider. */
    input: z.strictObject({ profileId: profileIdSchema, refresh: z.boolean() }),
    output: z.strictObject({
      /** The newest answer in hand, however old. */
      snapshot: limitsSnapshotSchema.nullable(),
      /** Why the last reading brought none. */
      problem: z.string().nullable(),
      /** What the provider answered to that reading. Not there: nothing, or limits. */
      problemAnswer: z.string().optional(),
      /** HTTP status of that answer. */
      problemStatus: z.int().optional(),
      /** What the newest answer changed against the one before it. */
      change: limitsChangeSchema.nullable(),
    }),
  },
  'limits.snapshot': {
    permission: 'signed_in',
    input: z.strictObject({ id: limitsSnapshotIdSchema }),
    output: limitsSnapshotSchema,
  },
  'order.suggest': {
    permission: 'issue',
    input: z.strictObject({ profileId: profileIdSchema, flow: flowSchema }),
    output: z.strictObject({ orderId: z.string() }),
  },
  /** Requests of the profile under exactly this order id, newest first. */
  'order.uses': {
    permission: 'issue',
    input: z.strictObject({ profileId: profileIdSchema, orderId: z.string().min(1).max(4096) }),
    output: z.array(pastRequestSchema).readonly(),
  },
  /** Customers of the profile whose name holds the text (as the log's search folds it), those of late first. Empty text: the latest. */
  'customer.suggest': {
    permission: 'issue',
    input: z.strictObject({ profileId: profileIdSchema, text: z.string().max(255) }),
    output: z.array(customerSuggestionSchema).readonly(),
  },
  /** The newest requests for exactly this customer. */
  'customer.recall': {
    permission: 'issue',
    input: ofCustomer,
    output: z.array(pastRequestSchema).readonly(),
  },
  /** Null: the form was emptied, or its request recorded. Durable when answered. */
  'draft.keep': {
    permission: 'issue',
    input: z.strictObject({ ...ofForm, draft: savedDraftSchema.nullable() }),
    output: nothing,
  },
  /**
   * This page's own draft; else the newest one left behind by a run of the desk that is over, which is this page's from then
   * on. Never one of another page of this run: two forms with one intent would be one request.
   */
  'draft.adopt': {
    permission: 'issue',
    input: z.strictObject(ofForm),
    output: savedDraftSchema.nullable(),
  },
  /** What the embedded provider is to do with the request of this order id; once. */
  'sandbox.arm': {
    permission: 'issue',
    input: z.strictObject({ orderId: z.string().min(1).max(255), scenario: scenarioSchema }),
    output: nothing,
  },
  /** Live profiles that the operator has confirmed since the desk was started. */
  'profile.confirmedLive': {
    permission: 'issue',
    input: nothing,
    output: z.array(profileIdSchema).readonly(),
  },
  'profile.confirmLive': {
    permission: 'issue',
    input: ofProfile.extend({ shown }),
    output: z.array(profileIdSchema).readonly(),
  },
  /** The operator types: a connection to the provider is opened ahead of the request. Nothing is sent on it. */
  'issue.prepare': { permission: 'issue', input: ofProfile, output: nothing },
  'issue.create': {
    permission: 'issue',
    input: z.strictObject({
      intentId: intentIdSchema,
      profileId: profileIdSchema,
      shown,
      fields: createDraftSchema,
      reissue,
      repeat: earlierAnswers,
    }),
    output: issued,
  },
  'issue.build': {
    permission: 'issue',
    input: z.strictObject({
      intentId: intentIdSchema,
      profileId: profileIdSchema,
      shown,
      fields: buildDraftSchema,
      reissue,
      repeat: earlierAnswers,
    }),
    output: issued,
  },
  /** Everything under way, and how far it is. */
  'request.stages': {
    permission: 'signed_in',
    input: nothing,
    output: z.array(z.strictObject({ intentId: intentIdSchema, stage: stageSchema })).readonly(),
  },
  /** Before W2 it is not sent; after it the answer is given up and the request is unknown. */
  'request.cancel': { permission: 'issue', input: ofRequest, output: depositRequestSchema },
  'request.acknowledgeAmount': {
    permission: 'issue',
    input: ofRequest,
    output: depositRequestSchema,
  },
  /** One or many at once; either all are recorded or none. */
  'request.resolve': {
    permission: 'resolve',
    input: z.strictObject({
      intentIds: z.array(intentIdSchema).min(1).max(500).readonly(),
      finding: findingSchema,
      note: z.string().max(2000),
    }),
    output: z.array(depositRequestSchema).readonly(),
  },
  /** One click on "the provider knows it": found, with the id that the operator saw in its callback. */
  'request.confirmKnown': {
    permission: 'resolve',
    input: z.strictObject({ intentId: intentIdSchema, remoteId: z.string().min(1).max(255) }),
    output: depositRequestSchema,
  },
  /** Requisites that were typed by hand for a found one, once more. Null: none. What they were stays in the history. */
  'request.correct': {
    permission: 'resolve',
    input: z.strictObject({
      intentId: intentIdSchema,
      typedByHand: typedRequisitesSchema.nullable(),
    }),
    output: depositRequestSchema,
  },
  /** Requests that a crash or kill interrupted and no operator has acknowledged yet. */
  'recovery.report': {
    permission: 'issue',
    input: nothing,
    output: z.array(depositRequestSchema).readonly(),
  },
  'recovery.acknowledge': { permission: 'issue', input: nothing, output: nothing },
} as const;
