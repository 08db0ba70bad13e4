import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { Flow } from '#shared/domain/deposit.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

export type OrderCounter = {
  readonly next: (profileId: ProfileId, flow: Flow, day: string) => number;
};

export function createOrderCounter(db: Database): OrderCounter {
  const next = db.prepare(`
    INSERT INTO order_counter (profile_id, flow, day, last) VALUES (?, ?, ?, 1)
    ON CONFLICT (profile_id, flow, day) DO UPDATE SET last = last + 1
    RETURNING last`);
  return {
    next: (profileId, flow, day) =>
      z.object({ last: z.int() }).parse(next.get(profileId, flow, day)).last,
  };
}
