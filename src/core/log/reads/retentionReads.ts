import type { Retention } from '#shared/domain/retention.ts';

import type { ReadsOf } from '../operations.ts';
import { findDue, lastEventBefore } from '../store/dueToErase.ts';
import { retentionOf } from '../store/erasing.ts';
import type { Store } from '../store/store.ts';

const DAY_MS = 86_400_000;

/** How long requisites are kept, and what another time would mean. */
export function createRetentionReads(
  store: Store,
): Pick<ReadsOf<'reader'>, 'retention' | 'dueToErase'> {
  return {
    retention: (): Retention => retentionIn(store),
    dueToErase(days, now) {
      const cutoff = new Date(Date.parse(now) - days * DAY_MS).toISOString();
      return findDue(store, { cutoff, cutoffSeq: lastEventBefore(store, cutoff) }).count();
    },
  };
}

export function retentionIn(store: Store): Retention {
  const set = retentionOf(store);
  if (set === null) return { days: null, setAt: null, operator: null };
  return { days: set.body.days, setAt: set.at, operator: set.body.operator };
}
