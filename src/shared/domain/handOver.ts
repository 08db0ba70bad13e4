import { z } from 'zod';

import { batchSchema, namedBatchSchema } from './batch.ts';
import { callbackSchema } from './callback.ts';
import { centsSumSchema } from './money.ts';
import { currencySchema } from './currency.ts';
import { intentIdSchema, profileIdSchema, timestampSchema } from './ids.ts';
import { OUTCOMES, indexStateSchema } from './logSearch.ts';
import { depositRequestSchema, operatorSchema } from './request.ts';

const count = z.int().nonnegative();

/** How many of each are listed; the totals say how many there are. */
export const MOST_HANDED_OVER = 200;

/** Requested today, by answer; never "received". */
const sumsSchema = z
  .array(
    z.strictObject({
      currency: currencySchema,
      outcome: z.enum(OUTCOMES),
      count,
      requestedCents: centsSumSchema,
      /** Of those without an answer: how many were resolved since. */
      resolved: count.optional(),
    }),
  )
  .readonly();

/** As long as a note. */
export const MAX_HAND_OVER_TEXT = 2000;

/** What one person wrote for the next, in their own words. */
const handOverTextSchema = z.strictObject({
  at: timestampSchema,
  operator: operatorSchema,
  text: z.string(),
});
export type HandOverText = z.infer<typeof handOverTextSchema>;

/** What is open at one profile, of whatever day, and what it requested on its own today. */
const profileHandOverSchema = z.strictObject({
  profileId: profileIdSchema,
  name: z.string(),
  /** Without an answer and not resolved. */
  unknown: count,
  /** Issued, and not answered yet. */
  waiting: count,
  /** Another amount was paid, and it is not settled. */
  mismatched: count,
  flagged: count,
  /** Callbacks that match no request, of today or since the person took over. */
  callbacks: count,
  sums: sumsSchema,
});
export type ProfileHandOver = z.infer<typeof profileHandOverSchema>;

/** What one person leaves to the next, of every profile together. */
export const openWorkSchema = profileHandOverSchema
  .pick({ unknown: true, flagged: true, mismatched: true, callbacks: true })
  .extend({ batches: count });
export type OpenWork = z.infer<typeof openWorkSchema>;

/** A batch that the next person has to go on with. */
const openBatchSchema = z.strictObject({
  ...namedBatchSchema.shape,
  profileName: z.string(),
  state: batchSchema.shape.state,
  /** Rows that are not issued yet, or on their way. */
  waiting: count,
  /** Without an answer and not resolved. */
  unknown: count,
  /** Accepted, and no copy was read back yet. */
  toHandOut: count,
});
export type OpenBatch = z.infer<typeof openBatchSchema>;

/**
 * What the next person has to know: in detail of one profile, or, at a desk with people, of all; in figures of all. "Today" is
 * each merchant's, by its zone and day cut.
 */
export const handOverReportSchema = z.strictObject({
  at: timestampSchema,
  from: timestampSchema,
  /** At a desk with people: when the one at the page took over; else, and after a day, the last local midnight. Null: without people. */
  since: timestampSchema.nullable(),
  /** Of the whole desk. Null: none was written, or it was removed. */
  text: handOverTextSchema.nullable(),
  /** Without an answer and not resolved, of whatever day; newest first. */
  unknowns: z.array(depositRequestSchema).readonly(),
  unknownsTotal: count,
  flagged: z.array(depositRequestSchema).readonly(),
  flaggedTotal: count,
  /** Another amount was paid, and it is not settled. */
  mismatched: z.array(depositRequestSchema).readonly(),
  mismatchedTotal: count,
  /** Of every profile, newest first: those that match no request and were not read again since. */
  callbacks: z.array(callbackSchema).readonly(),
  /** Of every profile, newest first: late answers that still need the operator. For resolved requests, those of today and the day before. */
  late: z.array(depositRequestSchema).readonly(),
  lateTotal: count,
  /** Of every profile and the last seven days, newest first. */
  batches: z.array(openBatchSchema).readonly(),
  /** Written today, newest first. */
  notes: z
    .array(
      z.strictObject({
        at: timestampSchema,
        operator: operatorSchema,
        text: z.string(),
        intentId: intentIdSchema,
        orderId: z.string(),
        customer: z.string().nullable(),
      }),
    )
    .readonly(),
  notesTotal: count,
  sums: sumsSchema,
  /** The profile itself first, then every other that has something open or requested something today. None: the log cannot be read. */
  profiles: z.array(profileHandOverSchema).readonly(),
  index: indexStateSchema,
});
export type HandOverReport = z.infer<typeof handOverReportSchema>;
