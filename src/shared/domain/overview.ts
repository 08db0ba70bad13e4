import { z } from 'zod';

import { callbackCountsSchema } from './callback.ts';
import { centsSumSchema } from './money.ts';
import { currencySchema } from './currency.ts';
import { flowSchema } from './deposit.ts';
import { timestampSchema } from './ids.ts';
import { OUTCOMES, indexStateSchema, logRowSchema } from './logSearch.ts';
import { namedPersonSchema } from './people.ts';

/** Up to two days by the hour, up to a quarter of a year by the merchant's days, beyond that by months of such days. */
export const OVERVIEW_STEPS = ['hour', 'day', 'month'] as const;

const count = z.int().nonnegative();
/** What was asked for, never what was received. */
const requestedCents = centsSumSchema;

const overviewStepSchema = z.strictObject({
  /** `to` is not in it any more. The first and the last are cut where the range is. */
  from: timestampSchema,
  to: timestampSchema,
  counts: z
    .array(
      z.strictObject({
        currency: currencySchema,
        outcome: z.enum(OUTCOMES),
        count,
        requestedCents,
      }),
    )
    .readonly(),
});
export type OverviewStep = z.infer<typeof overviewStepSchema>;

/** One profile's requests of a range. Whatever is counted is told by currency; nothing with a count of 0 is listed. */
export const overviewSchema = z.strictObject({
  /** Null: from the first request on, up to now. */
  from: timestampSchema.nullable(),
  to: timestampSchema.nullable(),
  totals: z
    .array(
      z.strictObject({
        currency: currencySchema,
        flow: flowSchema,
        outcome: z.enum(OUTCOMES),
        count,
        requestedCents,
      }),
    )
    .readonly(),
  /** Of them: issued by batches. */
  fromBatches: z.array(z.strictObject({ currency: currencySchema, count })).readonly(),
  /** By the person who issued them. Requests without a person are in none. Empty where one person was asked for. */
  people: z
    .array(
      z.strictObject({
        ...namedPersonSchema.shape,
        sums: z
          .array(
            z.strictObject({
              currency: currencySchema,
              count,
              requestedCents,
              /** Of them: accepted. */
              acceptedCount: count,
              acceptedCents: centsSumSchema,
            }),
          )
          .readonly(),
      }),
    )
    .readonly(),
  step: z.enum(OVERVIEW_STEPS),
  /** Oldest first, without gaps: a step without requests is listed with no counts. */
  overTime: z.array(overviewStepSchema).readonly(),
  /** Waiting now, whenever they were issued; the oldest first, a few of them. */
  unknowns: z.strictObject({ count, oldest: z.array(logRowSchema).readonly() }),
  /** What came to the profile's address in the range. */
  callbacks: callbackCountsSchema,
  index: indexStateSchema,
});
export type Overview = z.infer<typeof overviewSchema>;
