import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { Flow } from '#shared/domain/deposit.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

export type OrderCounter = {
  /** After a restore: past whatever was suggested and used in the part that is missing. */
  readonly skip: (count: number, today: string) => void;
  readonly next: (profileId: ProfileId, flow: Flow, day: string) => number;
};

export function createOrderCounter(db: Database): OrderCounter {
  const next = db.prepare(`
    INSERT INTO order_counter (profile_id, flow, day, last) VALUES (?, ?, ?, 1)
    ON CONFLICT (profile_id, flow, day) DO UPDATE SET last = last + 1
    RETURNING last`);
  const skip = db.prepare('UPDATE order_counter SET last = last + ?');
  const begin = db.prepare(`
    INSERT INTO order_counter (profile_id, flow, day, last)
    SELECT profile_id, flow, :today, 0 FROM (
      SELECT profile_id FROM order_counter UNION SELECT profile_id FROM request
    ) CROSS JOIN (SELECT 'create' AS flow UNION SELECT 'build')
    WHERE true ON CONFLICT DO NOTHING`);
  return {
    skip(count, today) {
      begin.run({ today });
      skip.run(count);
    },
    next: (profileId, flow, day) =>
      z.object({ last: z.int() }).parse(next.get(profileId, flow, day)).last,
  };
}
