import { z } from 'zod';

import { centsSumSchema } from './centsSum.ts';
import { currencySchema } from './currency.ts';
import { intentIdSchema, timestampSchema } from './ids.ts';
import { OUTCOMES, indexStateSchema } from './logSearch.ts';
import { depositRequestSchema, operatorSchema } from './request.ts';

const count = z.int().nonnegative();

/** How many of each are listed; the totals say how many there are. */
export const MOST_HANDED_OVER = 200;

/** What the next shift has to know of one profile. "Today" is the merchant's, by its zone and day cut. */
export const shiftReportSchema = z.strictObject({
  at: timestampSchema,
  from: timestampSchema,
  /** Without an answer and not resolved, of whatever day; newest first. */
  unknowns: z.array(depositRequestSchema).readonly(),
  unknownsTotal: count,
  flagged: z.array(depositRequestSchema).readonly(),
  flaggedTotal: count,
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
  /** Requested today, never "received". */
  sums: z
    .array(
      z.strictObject({
        currency: currencySchema,
        outcome: z.enum(OUTCOMES),
        count,
        requestedCents: centsSumSchema,
      }),
    )
    .readonly(),
  index: indexStateSchema,
});
export type ShiftReport = z.infer<typeof shiftReportSchema>;
