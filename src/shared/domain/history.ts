import { z } from 'zod';

import {
  CALLBACK_VERDICTS,
  CONTRADICTIONS,
  MATCHED_BY,
  callbackReadingSchema,
} from './callback.ts';
import { paymentDataSchema } from './deposit.ts';
import { intentIdSchema, statementPlaceSchema, timestampSchema } from './ids.ts';
import { approvalSchema } from './operator.ts';
import { keptPictureSchema } from './picture.ts';
import { depositRequestSchema, operatorSchema, resolutionSchema } from './request.ts';
import { STATEMENT_FINDINGS } from './statementFinding.ts';

const headersSchema = z.array(z.tuple([z.string(), z.string()])).readonly();

/** The exact bytes that travel, secret values dotted. */
export const travelledRequestSchema = z.strictObject({
  method: z.string(),
  url: z.string(),
  headers: headersSchema,
  body: z.string(),
  /** Where the connection went: address and port; the TLS version where there is one. */
  remoteAddress: z.string(),
  tls: z.string().nullable(),
});
export type TravelledRequest = z.infer<typeof travelledRequestSchema>;

export const travelledAnswerSchema = z.strictObject({
  httpStatus: z.int(),
  headers: headersSchema,
  body: z.string(),
  elapsedMs: z.int().nonnegative(),
});
export type TravelledAnswer = z.infer<typeof travelledAnswerSchema>;

/** What can be copied from a result card. */
export const COPIED_PARTS = [
  'number',
  'name',
  'bank_name',
  'bic',
  'payment_reason',
  'url',
  'other',
  /** The whole message to the customer. */
  'message',
  /** The link as a picture: the text is the link. */
  'qr',
  /** For the provider's support: holds no requisites. */
  'support',
] as const;

/** Whether the clipboard was found to hold what was put there. `undone`: the operator says that the customer did not get it. */
export const READ_BACKS = ['same', 'different', 'undone'] as const;

/** Everything that ever happened to one request, in order. The log's truth; a request row is its projection. */
const historyEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('prepared'),
    seq: z.int(),
    at: timestampSchema,
    operator: operatorSchema,
    /** The operator typed the order id of this earlier request, which had no answer. */
    repeats: intentIdSchema.optional(),
    /** Earlier requests that the operator was shown and asked about. */
    askedAbout: z.array(intentIdSchema).readonly().optional(),
    /** Issued for this row of a batch. */
    batchRow: z.int().positive().optional(),
    /** The second person, and how they agreed. */
    approval: approvalSchema.optional(),
  }),
  z.strictObject({
    kind: z.literal('sending'),
    seq: z.int(),
    at: timestampSchema,
    sent: travelledRequestSchema,
  }),
  z.strictObject({
    kind: z.literal('settled'),
    seq: z.int(),
    at: timestampSchema,
    outcome: z.enum(['accepted', 'rejected', 'not_sent', 'unknown']),
    reasonCode: z.string().nullable(),
    answer: travelledAnswerSchema.nullable(),
  }),
  z.strictObject({
    kind: z.literal('late_answer'),
    seq: z.int(),
    at: timestampSchema,
    outcome: z.enum(['accepted', 'rejected', 'not_sent', 'unknown']),
    reasonCode: z.string().nullable(),
    answer: travelledAnswerSchema,
  }),
  z.strictObject({
    kind: z.literal('earlier_answered'),
    seq: z.int(),
    at: timestampSchema,
    of: intentIdSchema,
  }),
  z.strictObject({
    kind: z.literal('sent_elsewhere'),
    seq: z.int(),
    at: timestampSchema,
    desk: z.string(),
  }),
  z.strictObject({
    kind: z.literal('copied'),
    seq: z.int(),
    at: timestampSchema,
    operator: operatorSchema,
    part: z.enum(COPIED_PARTS),
    text: z.string(),
    readBack: z.enum(READ_BACKS).optional(),
  }),
  z.strictObject({
    kind: z.literal('amount_acknowledged'),
    seq: z.int(),
    at: timestampSchema,
    operator: operatorSchema,
  }),
  z.strictObject({
    kind: z.literal('resolved'),
    seq: z.int(),
    at: timestampSchema,
    resolution: resolutionSchema,
  }),
  z.strictObject({
    kind: z.literal('reopened'),
    seq: z.int(),
    at: timestampSchema,
    reissue: intentIdSchema,
  }),
  z.strictObject({
    kind: z.literal('callback'),
    seq: z.int(),
    at: timestampSchema,
    reading: callbackReadingSchema,
    verdict: z.enum(CALLBACK_VERDICTS),
    by: z.enum(MATCHED_BY),
    contradicts: z.enum(CONTRADICTIONS).nullable(),
    /** It was read again: the event it came with. */
    replayOf: z.int().positive().nullable(),
  }),
  z.strictObject({
    kind: z.literal('mismatch_settled'),
    seq: z.int(),
    at: timestampSchema,
    operator: operatorSchema,
    note: z.string(),
    /** As the callback said it, verbatim. */
    paid: z.string(),
  }),
  z.strictObject({
    kind: z.literal('corrected'),
    seq: z.int(),
    at: timestampSchema,
    operator: operatorSchema,
    before: paymentDataSchema.nullable(),
    typedByHand: paymentDataSchema.nullable(),
  }),
  z.strictObject({
    kind: z.literal('revealed'),
    seq: z.int(),
    at: timestampSchema,
    operator: operatorSchema,
  }),
  z.strictObject({
    kind: z.literal('noted'),
    seq: z.int(),
    at: timestampSchema,
    operator: operatorSchema,
    text: z.string(),
  }),
  z.strictObject({
    kind: z.literal('flagged'),
    seq: z.int(),
    at: timestampSchema,
    operator: operatorSchema,
    flagged: z.boolean(),
  }),
  /** The requisites, and everything that could repeat them, were erased: so many records. */
  z.strictObject({
    kind: z.literal('requisites_erased'),
    seq: z.int(),
    at: timestampSchema,
    bodies: z.int(),
  }),
  z.strictObject({
    kind: z.literal('compared'),
    seq: z.int(),
    at: timestampSchema,
    operator: operatorSchema,
    statement: statementPlaceSchema,
    /** Null: the statement agrees with the log by now. */
    finding: z.enum(STATEMENT_FINDINGS).nullable(),
  }),
  z.strictObject({
    kind: z.literal('pictured'),
    seq: z.int(),
    at: timestampSchema,
    operator: operatorSchema,
    picture: keptPictureSchema,
  }),
  z.strictObject({
    kind: z.literal('taken'),
    seq: z.int(),
    at: timestampSchema,
    operator: operatorSchema,
    taken: z.boolean(),
  }),
]);
export type HistoryEvent = z.infer<typeof historyEventSchema>;

export const requestHistorySchema = z.strictObject({
  request: depositRequestSchema,
  events: z.array(historyEventSchema).readonly(),
  /** Other requests this one has to do with, newest first: same order at the merchant, reissued from or as. */
  related: z.array(depositRequestSchema).readonly(),
});
export type RequestHistory = z.infer<typeof requestHistorySchema>;
