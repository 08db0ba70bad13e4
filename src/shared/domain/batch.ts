import { z } from 'zod';

import { flowSchema } from './deposit.ts';
import {
  intentIdSchema,
  limitsSnapshotIdSchema,
  merchantIdSchema,
  profileIdSchema,
  timestampSchema,
} from './ids.ts';
import { batchFieldSchema, currencyTotalSchema } from './importing.ts';
import { minorUnitsSchema } from './money.ts';
import { profileModeSchema } from './profile.ts';
import { operatorSchema } from './request.ts';

/** How fast a batch issues, and after how many bad outcomes in a row it pauses by itself. */
export const batchPaceSchema = z.strictObject({
  atOnce: z.int().min(1).max(16),
  /** Null: as fast as `atOnce` allows. */
  perMinute: z.int().min(1).max(6000).nullable(),
  pauseAfter: z.int().min(1).max(100),
});
export type BatchPace = z.infer<typeof batchPaceSchema>;
export const DEFAULT_PACE: BatchPace = { atOnce: 2, perMinute: null, pauseAfter: 3 };

/** `stopping`: no new request is begun, what is in flight finishes. `stopped` is final: it can not be resumed. */
export const BATCH_STATES = [
  'running',
  'pausing',
  'paused',
  'stopping',
  'stopped',
  'done',
] as const;

export const PAUSE_REASONS = [
  'operator',
  /** The desk was closed or killed while it ran. */
  'restarted',
  /** The person in whose name it ran was archived. */
  'author_archived',
  'unknowns',
  /** By the provider, or by the desk itself before W1 (`refused`). */
  'rejections',
  'not_sent',
  /** 429: it goes on by itself at `until`. */
  'rate_limited',
  'log_unavailable',
  'live_not_confirmed',
  'profile_not_usable',
  /** A four-eyes rule asks for a second person, who approves the plan when the batch is resumed. */
  'approval_needed',
] as const;

/**
 * `waiting`: not begun. `refused`: the desk itself refused it before W1. `cancelled`: the batch was stopped before it was begun.
 * The rest are outcomes of requests.
 */
export const BATCH_OUTCOMES = [
  'waiting',
  'in_flight',
  'accepted',
  'rejected',
  'not_sent',
  'unknown',
  'refused',
  'cancelled',
] as const;
export type BatchOutcome = (typeof BATCH_OUTCOMES)[number];

/** What is frozen about a batch as a whole. */
const plan = {
  profileId: profileIdSchema,
  profileName: z.string(),
  /** With origin and merchant where its requests go: a row is never sent elsewhere. */
  mode: profileModeSchema,
  /** Of the provider's address. */
  origin: z.string(),
  merchant: merchantIdSchema,
  flow: flowSchema,
  /** The file's name; null: pasted rows. */
  file: z.string().nullable(),
  sha256: z.string(),
  headers: z.array(z.string()).readonly(),
  operator: operatorSchema,
  pace: batchPaceSchema,
  rows: z.int().nonnegative(),
  totals: z.array(currencyTotalSchema).readonly(),
};
export const batchPlanSchema = z.strictObject({
  ...plan,
  /** The limits that the rows were held against. */
  limitsSnapshotId: limitsSnapshotIdSchema.nullable(),
});
export type BatchPlan = z.infer<typeof batchPlanSchema>;

/** A batch by what operators call it. */
export const namedBatchSchema = z.strictObject({
  batchId: z.uuid(),
  file: plan.file,
  createdAt: timestampSchema,
});
export type NamedBatch = z.infer<typeof namedBatchSchema>;

/** `pace` is the one in force, which the operator may choose anew with every `Resume`. */
export const batchSchema = z.strictObject({
  batchId: z.uuid(),
  ...plan,
  createdAt: timestampSchema,
  state: z.enum(BATCH_STATES),
  /** Why it is paused; null while it is not. */
  pause: z
    .strictObject({ reason: z.enum(PAUSE_REASONS), until: timestampSchema.nullable() })
    .nullable(),
  counts: z.record(z.enum(BATCH_OUTCOMES), z.int().nonnegative()),
  /** Accepted rows whose message or requisites were copied and read back. */
  handedOut: z.int().nonnegative(),
  /** Rows that `Queue again` would take. */
  repeatable: z.int().nonnegative(),
  /** Null: cannot be said. */
  secondsLeft: z.int().nonnegative().nullable(),
});
export type Batch = z.infer<typeof batchSchema>;

export const batchRowSchema = z.strictObject({
  /** Its number in the file, from 1, header included. */
  row: z.int().positive(),
  /** The original cells, untouched. */
  cells: z.array(z.string()).readonly(),
  fields: z.partialRecord(batchFieldSchema, z.string()),
  /** Null where the row of the plan is lost. */
  cents: minorUnitsSchema.nullable(),
  orderId: z.string(),
  /** Of the newest attempt. */
  intentId: intentIdSchema,
  attempt: z.int().positive(),
  outcome: z.enum(BATCH_OUTCOMES),
  /** Code of the outcome's reason, or of the failure where the desk itself refused (`refused`). */
  reasonCode: z.string().nullable(),
  detail: z.string().nullable(),
  remoteId: z.string().nullable(),
  resolution: z.enum(['found', 'absent', 'reissued']).nullable(),
  handedOutAt: timestampSchema.nullable(),
  mayQueueAgain: z.boolean(),
});
export type BatchRow = z.infer<typeof batchRowSchema>;
