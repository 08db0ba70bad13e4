import { z } from 'zod';

/** Born with the draft; also the local key of the request it becomes. */
export const intentIdSchema = z.guid().brand<'IntentId'>();
export type IntentId = z.infer<typeof intentIdSchema>;

/** Ids that differ only in the case of their letters are one intent: new requests are recorded under this spelling. */
export function canonicalIntentId(intentId: IntentId): IntentId {
  return intentIdSchema.parse(intentId.toLowerCase());
}

/** The merchant's UUID at the provider (2.1). */
export const merchantIdSchema = z.guid().brand<'MerchantId'>();
export type MerchantId = z.infer<typeof merchantIdSchema>;

/** The provider's own identifier: `id` of create, `uuid` of build. */
export const remoteIdSchema = z.guid().brand<'RemoteId'>();
export type RemoteId = z.infer<typeof remoteIdSchema>;

/** One merchant set-up on this desk. `constructor` is the one such name that every plain object answers to. */
export const profileIdSchema = z
  .string()
  .regex(/^(?!constructor$)[a-z0-9-]{1,64}$/)
  .brand<'ProfileId'>();
export type ProfileId = z.infer<typeof profileIdSchema>;

/** One answer of GET limit, as kept in the log. */
export const limitsSnapshotIdSchema = z.guid().brand<'LimitsSnapshotId'>();

/** ISO-8601 in UTC with milliseconds, as `Date.prototype.toISOString` writes it. */
export const timestampSchema = z.iso.datetime({ precision: 3 });

/** The row of a batch that a request was issued for: the row's number in the file, from 1, header included. */
export const batchPlaceSchema = z.strictObject({ batchId: z.uuid(), row: z.int().positive() });
export type BatchPlace = z.infer<typeof batchPlaceSchema>;

/** A provider's statement that shows something about a request: the file by its SHA-256, and the row in it. */
export const statementPlaceSchema = z.strictObject({
  statementId: z.uuid(),
  sha256: z.string(),
  /** Null: every row of the file is about something else. */
  row: z.int().positive().nullable(),
});
export type StatementPlace = z.infer<typeof statementPlaceSchema>;
