import { z } from 'zod';

import {
  callbackCountsSchema,
  callbackFilterSchema,
  callbackSchema,
  listenerSettingsSchema,
  listenerStateSchema,
  rawCallbackSchema,
} from '../domain/callback.ts';
import { intentIdSchema, profileIdSchema } from '../domain/ids.ts';
import { depositRequestSchema } from '../domain/request.ts';
import { ofProfile } from './inputs.ts';

/** Messages that the provider sends by itself. */
export const CALLBACKS_OPERATIONS = {
  'callback.listener': { permission: 'signed_in', input: ofProfile, output: listenerStateSchema },
  /** What cannot be listened on is kept and said in the answer's `problem`. `newPath`: the old address is forgotten. */
  'callback.setListener': {
    permission: 'set_up',
    input: z.strictObject({
      profileId: profileIdSchema,
      settings: listenerSettingsSchema,
      newPath: z.boolean(),
    }),
    output: listenerStateSchema,
  },
  /** The Inbox, newest first. What came again is counted at its first. */
  'callback.page': {
    permission: 'read_log',
    input: z.strictObject({
      before: z.int().positive().nullable(),
      pageSize: z.int().min(1).max(200),
      filter: callbackFilterSchema,
    }),
    output: z.strictObject({
      callbacks: z.array(callbackSchema).readonly(),
      next: z.int().positive().nullable(),
      /** Of those that the filter leaves. */
      total: z.int().nonnegative(),
    }),
  },
  'callback.raw': {
    permission: 'read_log',
    input: z.strictObject({ seq: z.int().positive() }),
    output: rawCallbackSchema,
  },
  'callback.counts': {
    permission: 'read_log',
    input: z.strictObject({ filter: callbackFilterSchema }),
    output: callbackCountsSchema,
  },
  /**
   * Reads it again by the provider format of now, and matches it against the log of now. What comes out otherwise than before is
   * recorded beside it and counts from then on; null: it comes out the same, and nothing is recorded. `decided`: the operator says
   * that its state counts, although another final state was heard before.
   */
  'callback.replay': {
    permission: 'resolve',
    input: z.strictObject({ seq: z.int().positive(), decided: z.boolean() }),
    output: z.strictObject({ replayed: callbackSchema.nullable() }),
  },
  /** Closes a payment of another amount, or after the requisites ended. `paidSeq`: the callback that the operator saw. */
  'request.settleMismatch': {
    permission: 'resolve',
    input: z.strictObject({
      intentId: intentIdSchema,
      paidSeq: z.int().positive(),
      note: z.string().trim().min(1).max(2000),
    }),
    output: depositRequestSchema,
  },
} as const;
