import { z } from 'zod';

import { depositBodySchema } from '#shared/domain/deposit.ts';
import {
  COPIED_PARTS,
  travelledAnswerSchema,
  travelledRequestSchema,
} from '#shared/domain/history.ts';
import {
  intentIdSchema,
  limitsSnapshotIdSchema,
  profileIdSchema,
  timestampSchema,
} from '#shared/domain/ids.ts';
import { limitsSnapshotSchema } from '#shared/domain/limits.ts';
import { profileModeSchema } from '#shared/domain/profile.ts';
import { depositRequestSchema, operatorSchema } from '#shared/domain/request.ts';

const [, , accepted, rejected, notSent, unknown] = depositRequestSchema.options;

const settledStageSchema = z.discriminatedUnion('outcome', [
  accepted.pick({ outcome: true, answer: true }),
  rejected.pick({ outcome: true, reason: true }),
  notSent.pick({ outcome: true, reason: true }),
  unknown.pick({ outcome: true, reason: true }),
]);

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
  z.strictObject({
    ...placed,
    kind: z.literal('copied'),
    body: z.strictObject({
      intentId: intentIdSchema,
      operator: operatorSchema,
      part: z.enum(COPIED_PARTS),
      text: z.string(),
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
]);
export type LogEvent = z.infer<typeof logEventSchema>;
export type RequestEvent = Exclude<LogEvent, { kind: 'limits' }>;

type WithoutPlace<E> = E extends LogEvent ? Omit<E, 'seq' | 'at'> : never;
/** An event before the log has given it its place. */
export type NewEvent = WithoutPlace<LogEvent>;
