import { z } from 'zod';

import { flowSchema } from '../../src/shared/domain/deposit.ts';

/** What the victim is told, and what it says, one line of JSON each. */
const deskSchema = z.strictObject({
  dataDir: z.string(),
  baseUrl: z.string(),
  merchant: z.string(),
  secret: z.string(),
  anchorKey: z.string(),
  backupEveryMs: z.int().positive().optional(),
});

const outcomeSchema = z.enum([
  'prepared',
  'sending',
  'accepted',
  'rejected',
  'not_sent',
  'unknown',
]);
export type Outcome = z.infer<typeof outcomeSchema>;

const common = {
  desk: deskSchema,
  /** How many requests of this log have been looked at before. */
  known: z.int().nonnegative(),
};
const one = { flow: flowSchema, intentId: z.string(), orderId: z.string() };

/** Row `n` of a batch has the order id `<prefix>-<n>`. */
const batch = { batchId: z.uuid(), prefix: z.string(), rows: z.int().positive() };

export const taskSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...common, kind: z.literal('look') }),
  /** Does nothing, for as long as it lives. */
  z.strictObject({ ...common, kind: z.literal('rest') }),
  /** Issues many at once, for as long as it lives. */
  z.strictObject({ ...common, kind: z.literal('load'), prefix: z.string() }),
  /** Issues one when it is given the word, and stops or dies in the moment a stage has been recorded. */
  z.strictObject({
    ...common,
    kind: z.literal('one'),
    ...one,
    dieAt: outcomeSchema.nullable(),
    stopAt: outcomeSchema.nullable(),
    /** A connection is opened first, as the operator's typing does. */
    isReady: z.boolean(),
  }),
  /** The operator clicks again after the restart, and where the order is still open tries it under another intent. */
  z.strictObject({
    ...common,
    kind: z.literal('again'),
    ...one,
    isFresh: z.boolean(),
    isOpen: z.boolean(),
  }),
  /** Starts a batch and dies at a moment of its life. */
  z.strictObject({
    ...common,
    kind: z.literal('batch'),
    ...batch,
    /**
     * `running`, `again`: with event number `after` about its requests, of which `again` counts those of the second attempts.
     * `queueing`, `stopping`: `after` milliseconds into it. `queued`: the new attempts were answered for, and wait for Resume.
     * `stopped`: the stop was answered for.
     */
    dieAt: z.enum([
      'part_frozen',
      'frozen',
      'running',
      'queueing',
      'queued',
      'again',
      'stopping',
      'stopped',
    ]),
    after: z.int().nonnegative(),
    /** `stopping`, `stopped`: the operator stops it after this many events about its requests. */
    stopAfter: z.int().nonnegative(),
  }),
  /** Says what the restart found of the batch, resumes it unless it was stopped, and says what became of it. */
  z.strictObject({ ...common, kind: z.literal('batch again'), ...batch }),
]);
export type Task = z.infer<typeof taskSchema>;

const rowSchema = z.strictObject({
  intentId: z.string(),
  orderId: z.string(),
  outcome: outcomeSchema,
  reason: z.string().nullable(),
  remoteId: z.string().nullable(),
});
export type Row = z.infer<typeof rowSchema>;

const found = {
  rows: z.array(rowSchema),
  interrupted: z.array(z.string()),
  verdict: z.string(),
  key: z.string(),
  detail: z.string().nullable(),
  events: z.int(),
};
const foundSchema = z.strictObject(found);
export type Found = z.infer<typeof foundSchema>;

const batchFound = {
  /** Null: the log has no such batch. */
  state: z.string().nullable(),
  rows: z.array(
    z.strictObject({ orderId: z.string(), outcome: z.string(), attempt: z.int().positive() }),
  ),
};
export type BatchFound = z.infer<z.ZodObject<typeof batchFound>>;

export const lineSchema = z.discriminatedUnion('say', [
  z.strictObject({ say: z.literal('found'), ...found }),
  z.strictObject({ say: z.literal('ready') }),
  z.strictObject({ say: z.literal('stopped') }),
  z.strictObject({ say: z.literal('asked'), intentId: z.string(), orderId: z.string() }),
  z.strictObject({ say: z.literal('told'), intentId: z.string(), outcome: outcomeSchema }),
  z.strictObject({ say: z.literal('batch found'), ...batchFound }),
  z.strictObject({ say: z.literal('batch ended'), ...batchFound }),
  z.strictObject({ say: z.literal('again'), same: z.string(), other: z.string().nullable() }),
]);
export type Line = z.infer<typeof lineSchema>;
