import { z } from 'zod';

import {
  CONTRADICTIONS,
  MATCHED_BY,
  WHY_APART,
  rawCallbackSchema,
} from '#shared/domain/callback.ts';
import { depositBodySchema, paymentDataSchema } from '#shared/domain/deposit.ts';
import {
  COPIED_PARTS,
  READ_BACKS,
  travelledAnswerSchema,
  travelledRequestSchema,
} from '#shared/domain/history.ts';
import {
  type IntentId,
  intentIdSchema,
  limitsSnapshotIdSchema,
  profileIdSchema,
  timestampSchema,
} from '#shared/domain/ids.ts';
import { limitsSnapshotSchema } from '#shared/domain/limits.ts';
import { profileModeSchema } from '#shared/domain/profile.ts';
import { backupSchema, missingRangeSchema } from '#shared/domain/logHealth.ts';
import {
  DISPOSITIONS,
  depositRequestSchema,
  operatorSchema,
  resolutionSchema,
} from '#shared/domain/request.ts';

import { callbackSaid, epochSchema, restoreProofSchema } from './eventParts.ts';

const [, , accepted, rejected, notSent, unknown] = depositRequestSchema.options;

const settledStageSchema = z.discriminatedUnion('outcome', [
  accepted.pick({ outcome: true, answer: true }),
  rejected.pick({ outcome: true, reason: true }),
  notSent.pick({ outcome: true, reason: true }),
  unknown.pick({ outcome: true, reason: true }),
]);

/**
 * Why a key's epoch began: with the log; the old key is gone; the log grew while no key could be read; the same key
 * stamps on after a restore.
 */

const placed = { seq: z.int().positive(), at: timestampSchema };

const preparedBodySchema = z.strictObject({
  intentId: intentIdSchema,
  profileId: profileIdSchema,
  profileName: z.string(),
  mode: profileModeSchema,
  operator: operatorSchema,
  body: depositBodySchema,
  stringToSign: z.string(),
  limitsSnapshotId: limitsSnapshotIdSchema.nullable(),
  /** Not there in events written before an unknown could be issued again. */
  reissueOf: intentIdSchema.nullable().default(null),
  /** Not there: no unknown for the same customer and amount was without an answer. */
  repeats: intentIdSchema.optional(),
  sample: z.literal(true).optional(),
});
export type PreparedBody = z.infer<typeof preparedBodySchema>;

/**
 * The log's truth. The intent id stands inside the body too, because the chain covers the body and not the column.
 * What is once written here must stay readable for good: add kinds and optional fields, never change one.
 */
export const logEventSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...placed, kind: z.literal('prepared'), body: preparedBodySchema }),
  z.strictObject({
    ...placed,
    kind: z.literal('sending'),
    body: z.strictObject({ intentId: intentIdSchema, sent: travelledRequestSchema }),
  }),
  z.strictObject({
    ...placed,
    kind: z.literal('settled'),
    body: z.strictObject({
      intentId: intentIdSchema,
      stage: settledStageSchema,
      answer: travelledAnswerSchema.nullable(),
    }),
  }),
  /** It came after the outcome was decided, which it does not change. */
  z.strictObject({
    ...placed,
    kind: z.literal('late_answer'),
    body: z.strictObject({
      intentId: intentIdSchema,
      stage: settledStageSchema,
      answer: travelledAnswerSchema,
    }),
  }),
  /** The request that this one was issued again for was accepted after all, as `lateSeq` says. */
  z.strictObject({
    ...placed,
    kind: z.literal('earlier_answered'),
    body: z.strictObject({
      intentId: intentIdSchema,
      of: intentIdSchema,
      lateSeq: z.int().positive(),
    }),
  }),
  z.strictObject({
    ...placed,
    kind: z.literal('copied'),
    body: z.strictObject({
      intentId: intentIdSchema,
      operator: operatorSchema,
      part: z.enum(COPIED_PARTS),
      text: z.string(),
      /** Not there in events from before the clipboard was read back, nor where a host cannot. */
      readBack: z.enum(READ_BACKS).optional(),
    }),
  }),
  z.strictObject({
    ...placed,
    kind: z.literal('limits'),
    body: z.strictObject({
      /** Which provider and merchant answered: a profile can be pointed elsewhere later. */
      source: z.string(),
      snapshot: limitsSnapshotSchema,
    }),
  }),
  z.strictObject({
    ...placed,
    kind: z.literal('amount_acknowledged'),
    body: z.strictObject({ intentId: intentIdSchema, operator: operatorSchema }),
  }),
  z.strictObject({
    ...placed,
    kind: z.literal('resolved'),
    body: z.strictObject({ intentId: intentIdSchema, resolution: resolutionSchema }),
  }),
  /** The operator has seen the list of what a crash interrupted: everything interrupted before this event. */
  z.strictObject({
    ...placed,
    kind: z.literal('recovery_acknowledged'),
    body: z.strictObject({ operator: operatorSchema }),
  }),
  /** From here on the log goes on from a backup. What the file before it held beyond that is missing. */
  z.strictObject({
    ...placed,
    kind: z.literal('restored'),
    body: z.strictObject({
      operator: operatorSchema,
      from: backupSchema,
      missing: missingRangeSchema.nullable(),
      /** The anchor that this restore puts out of force. */
      anchor: z.strictObject({ seq: z.int(), hash: z.string() }).nullable(),
      /** Higher with each restore: orders copies of the log taken before and after one. */
      generation: z.int().positive().optional(),
      /** Absent in events from before it was recorded, and in forged ones. */
      proof: restoreProofSchema.optional(),
    }),
  }),
  z.strictObject({
    ...placed,
    kind: z.literal('restore_acknowledged'),
    body: z.strictObject({ operator: operatorSchema }),
  }),
  /** The provider called back about this request. It changes no outcome. */
  z.strictObject({
    ...placed,
    kind: z.literal('callback'),
    body: z.strictObject({
      intentId: intentIdSchema,
      ...callbackSaid,
      by: z.enum(MATCHED_BY),
      /** Where it contradicts what was issued it is kept, and changes nothing. */
      contradicts: z.enum(CONTRADICTIONS).nullable(),
      /** What was known instead. */
      known: z.string().optional(),
      /** With `replayOf`: who decided that its state counts although another final state was heard before. */
      decidedBy: operatorSchema.optional(),
    }),
  }),
  /** It called back about nothing that is known here. */
  z.strictObject({
    ...placed,
    kind: z.literal('callback_apart'),
    body: z.strictObject({
      ...callbackSaid,
      why: z.enum(WHY_APART),
      suggests: intentIdSchema.optional(),
    }),
  }),
  /** The same came again. What the signature does not cover can be new: headers, and the query or the body. */
  z.strictObject({
    ...placed,
    kind: z.literal('callback_repeated'),
    body: z.strictObject({
      profileId: profileIdSchema,
      ofSeq: z.int().positive(),
      headers: rawCallbackSchema.shape.headers,
      /** Where it differs from the first. */
      query: z.string().optional(),
      body: z.string().optional(),
    }),
  }),
  z.strictObject({
    ...placed,
    kind: z.literal('revealed'),
    body: z.strictObject({ intentId: intentIdSchema, operator: operatorSchema }),
  }),
  z.strictObject({
    ...placed,
    kind: z.literal('noted'),
    body: z.strictObject({ intentId: intentIdSchema, operator: operatorSchema, text: z.string() }),
  }),
  z.strictObject({
    ...placed,
    kind: z.literal('flagged'),
    body: z.strictObject({
      intentId: intentIdSchema,
      operator: operatorSchema,
      flagged: z.boolean(),
    }),
  }),
  /** What was agreed about another paid amount. `paid` as the callback of `paidSeq` said it. */
  z.strictObject({
    ...placed,
    kind: z.literal('disposed'),
    body: z.strictObject({
      intentId: intentIdSchema,
      operator: operatorSchema,
      disposition: z.enum(DISPOSITIONS),
      note: z.string(),
      paidSeq: z.int().positive(),
      paid: z.string(),
    }),
  }),
  /** Requisites typed by hand for a found request, once more. `before`: what they were. */
  z.strictObject({
    ...placed,
    kind: z.literal('corrected'),
    body: z.strictObject({
      intentId: intentIdSchema,
      operator: operatorSchema,
      before: paymentDataSchema.nullable(),
      typedByHand: paymentDataSchema.nullable(),
    }),
  }),
  /** Rows were taken away in a file. */
  z.strictObject({
    ...placed,
    kind: z.literal('exported'),
    body: z.strictObject({
      operator: operatorSchema,
      file: z.string(),
      rows: z.int().nonnegative(),
      requisites: z.enum(['masked', 'whole']),
      sha256: z.string(),
    }),
  }),
  /** From here on another key stamps the log. `epoch` names the key without giving it away. */
  z.strictObject({
    ...placed,
    kind: z.literal('epoch'),
    body: epochSchema,
  }),
  /** The desk started without the keyed anchor of a log that had been stamped: it was removed, or has lost its stamp. */
  z.strictObject({
    ...placed,
    kind: z.literal('anchor_missing'),
    body: z.strictObject({ found: z.enum(['nothing', 'not_stamped', 'behind']) }),
  }),
  /** The keyed stamp on the event before this one. */
  z.strictObject({
    ...placed,
    kind: z.literal('checkpoint'),
    body: z.strictObject({ epoch: z.string(), ofSeq: z.int(), mac: z.string() }),
  }),
]);
export type LogEvent = z.infer<typeof logEventSchema>;
export type RequestEvent = Extract<LogEvent, { body: { intentId: IntentId } }>;

export type FirstCallback = Extract<LogEvent, { kind: 'callback' | 'callback_apart' }>;
export type CallbackEvent = FirstCallback | Extract<LogEvent, { kind: 'callback_repeated' }>;

type WithoutPlace<E> = E extends LogEvent ? Omit<E, 'seq' | 'at'> : never;
/** An event before the log has given it its place. */
export type NewEvent = WithoutPlace<LogEvent>;
export type NewFirstCallback = WithoutPlace<FirstCallback>;
