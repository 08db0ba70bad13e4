import type { Retention } from '#shared/domain/retention.ts';

import type { ReadsOf } from '../operations.ts';
import type { ErasedRequest } from '../port.ts';
import { findDue, lastEventBefore } from '../store/dueToErase.ts';
import { retentionOf } from '../store/erasing.ts';
import type { Store } from '../store/store.ts';

const DAY_MS = 86_400_000;
/** A page shows far fewer. */
const MAX_TOLD = 4000;

/** How long requisites are kept, and what another time would mean. */
export function createRetentionReads(
  store: Store,
): Pick<ReadsOf<'reader'>, 'retention' | 'erasedSince' | 'dueToErase'> {
  return {
    retention: (): Retention => retentionIn(store),
    erasedSince: (at) => erasedSince(store, at),
    dueToErase(days, now) {
      const cutoff = new Date(Date.parse(now) - days * DAY_MS).toISOString();
      return findDue(store, { cutoff, cutoffSeq: lastEventBefore(store, cutoff) }).count();
    },
  };
}

function erasedSince({ db, events }: Store, at: string): readonly ErasedRequest[] {
  const seqs = db.prepare('SELECT seq FROM erasure ORDER BY seq DESC LIMIT ?').pluck();
  const found: ErasedRequest[] = [];
  for (const seq of seqs.all(MAX_TOLD)) {
    const event = events.bySeq(Number(seq));
    if (event === null || event.at <= at) break;
    if (event.kind !== 'requisites_erased') continue;
    const { intentId, kept } = event.body;
    found.push({ profileId: kept.profileId, intentId, at: event.at });
  }
  return found.toReversed();
}

export function retentionIn(store: Store): Retention {
  const set = retentionOf(store);
  if (set === null) return { days: null, setAt: null, operator: null };
  return { days: set.body.days, setAt: set.at, operator: set.body.operator };
}
