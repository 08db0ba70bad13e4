import { NEVER_SET, type Retention } from '#shared/domain/retention.ts';
import type { ProfileId, IntentId } from '#shared/domain/ids.ts';
import { ok } from '#shared/domain/result.ts';

import { DAY_MS, dateInDoubt, oldUpTo } from '../store/age.ts';
import { findDue } from '../store/dueToErase.ts';
import { retentionOf } from '../store/erasing.ts';
import type { Store } from '../store/store.ts';
import { read } from '../call.ts';

/** A request whose requisites were erased. */
export type ErasedRequest = {
  readonly profileId: ProfileId;
  readonly intentId: IntentId;
  readonly at: string;
};

/** A page shows far fewer. */
const MAX_TOLD = 4000;

/** How long requisites are kept, and what another time would mean. */
export const retentionReads = {
  'log.retention': read.onReader((store) => ok(retentionIn(store)), ok(NEVER_SET)),
  /** Requests whose requisites were erased after this moment, oldest first; at most some thousand of the newest. */
  erasedSince: read.onReader((store, at: string) => erasedSince(store, at), []),
  /** How many requests would be erased at that moment if requisites were kept for so many days. */
  dueToErase: read.onReader((store, days: number, now: string) => {
    const cutoff = new Date(Date.parse(now) - days * DAY_MS).toISOString();
    return findDue(store, oldUpTo(store, cutoff)).count();
  }, 0),
};

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
  if (set === null) return NEVER_SET;
  const { days, operator } = set.body;
  const moved = days === null ? null : dateInDoubt(store);
  const jump = moved === null ? null : { from: moved.body.expected, to: moved.at };
  return { days, setAt: set.at, operator, jump };
}
