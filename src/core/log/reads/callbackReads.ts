import type { Callback, RawCallback } from '#shared/domain/callback.ts';
import { isPaidUnsettled } from '#shared/domain/paid.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import type { FirstCallback } from '../store/events.ts';
import type { Store } from '../store/store.ts';
import { read } from '../call.ts';

export type CallbackPage = OperationOutput<'callback.page'>;

export type WaitingCallback = { readonly seq: number; readonly profileId: ProfileId };

export type KnownCallback = { readonly profileId: ProfileId; readonly raw: RawCallback };

function shown(
  { events, projection: { callbacks, rows } }: Store,
  seqs: readonly number[],
): readonly Callback[] {
  return seqs.flatMap((seq) => {
    const event = events.callbackAt(seq);
    if (event === null) return [];
    const { count, lastSeq } = callbacks.repeatsOf(seq);
    const last = lastSeq === null ? null : events.bySeq(lastSeq);
    const reading = callbacks.readingOf(seq);
    const again = reading === seq ? {} : { replayedAs: reading };
    const request = event.kind === 'callback' ? rows.find(event.body.intentId) : null;
    return [
      {
        ...toCallback(event),
        ...again,
        isPaidUnsettled: request !== null && isPaidUnsettled(request),
        repeats: count,
        lastRepeatAt: last?.at ?? null,
      },
    ];
  });
}

/** For the Inbox. */
export const callbackReads = {
  /** Newest first. */
  callbackPage: read.onReader(
    (store, before: number | null, pageSize: number): CallbackPage => {
      const { callbacks } = store.projection;
      // One more than asked for tells whether there is a next page.
      const seqs = callbacks.page(before, pageSize + 1);
      const own = seqs.slice(0, pageSize);
      const next = seqs.length > pageSize ? (own.at(-1) ?? null) : null;
      return { callbacks: shown(store, own), next, total: callbacks.count() };
    },
    { callbacks: [], next: null, total: 0 },
  ),
  /** In the order of `seqs`, without events that are no callback or only a repeat. */
  callbacksOf: read.onReader((store, seqs: readonly number[]) => shown(store, seqs), []),
  /** Oldest first, after event `after`: callbacks whose signature could not be checked yet. */
  waitingCallbacks: read.onReader(
    ({ events, projection }, after: number, most: number): readonly WaitingCallback[] =>
      projection.callbacks.waiting(after, most).flatMap((seq) => {
        const event = events.callbackAt(seq);
        return event === null ? [] : [{ seq, profileId: event.body.profileId }];
      }),
    [],
  ),
  knownCallback: read.onReader(({ events }, seq: number): KnownCallback | null => {
    const known = events.callbackAt(seq);
    return known === null ? null : { profileId: known.body.profileId, raw: known.body.raw };
  }, null),
};

/** What its own event says. */
function toCallback(
  event: FirstCallback,
): Omit<Callback, 'replayedAs' | 'isPaidUnsettled' | 'repeats' | 'lastRepeatAt'> {
  const { seq, at } = event;
  const { profileId, reading, verdict, replayOf = null } = event.body;
  return { seq, at, profileId, reading, verdict, match: matchOf(event), replayOf };
}

function matchOf(event: FirstCallback): Callback['match'] {
  if (event.kind === 'callback_apart') {
    const { why, suggests } = event.body;
    return { kind: 'apart', why, ...(suggests === undefined ? {} : { suggests }) };
  }
  const { intentId, by, contradicts, known } = event.body;
  return { kind: 'request', intentId, by, contradicts, ...(known === undefined ? {} : { known }) };
}
