import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { Flow } from '#shared/domain/deposit.ts';

export type OrderCounter = {
  /** After a restore: past whatever was suggested and used in the part that is missing, in these series and every known one. */
  readonly skip: (count: number, series: readonly string[]) => void;
  /** Of the whole desk: two profiles may number for one merchant. */
  readonly next: (flow: Flow, series: string) => number;
};

const lastSchema = z.object({ last: z.int() });

/** Rows without a profile count; those with one are of before the counter was the desk's, and are counted on from. */
export function createOrderCounter(db: Database): OrderCounter {
  const next = db.prepare(`
    UPDATE order_counter SET last = last + 1
    WHERE profile_id = '' AND flow = :flow AND day = :series RETURNING last`);
  const begin = db.prepare(`
    INSERT INTO order_counter (profile_id, flow, day, last)
    SELECT '', :flow, :series, coalesce(max(last), 0) FROM order_counter
    WHERE flow = :flow AND day = :series
    ON CONFLICT DO NOTHING`);
  const skip = db.prepare('UPDATE order_counter SET last = last + ?');
  return {
    skip(count, series) {
      for (const flow of ['create', 'build'] satisfies Flow[]) {
        for (const one of series) begin.run({ flow, series: one });
      }
      skip.run(count);
    },
    next(flow, series) {
      const counted = next.get({ flow, series });
      if (counted !== undefined) return lastSchema.parse(counted).last;
      begin.run({ flow, series });
      return lastSchema.parse(next.get({ flow, series })).last;
    },
  };
}
