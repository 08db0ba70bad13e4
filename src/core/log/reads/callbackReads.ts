import type { Callback } from '#shared/domain/callback.ts';
import { isPaidUnsettled } from '#shared/domain/paid.ts';

import type { FirstCallback } from '../store/events.ts';
import type { CallbackPage, KnownCallback, WaitingCallback } from '../port.ts';
import type { Store } from '../store/store.ts';

/** For the Inbox. */
export function createCallbackReads({ events, projection: { callbacks, rows } }: Store) {
  function shown(seq: number): readonly Callback[] {
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
  }
  return {
    callbackPage(before: number | null, pageSize: number): CallbackPage {
      // One more than asked for tells whether there is a next page.
      const seqs = callbacks.page(before, pageSize + 1);
      const own = seqs.slice(0, pageSize);
      const next = seqs.length > pageSize ? (own.at(-1) ?? null) : null;
      return { callbacks: own.flatMap(shown), next, total: callbacks.count() };
    },
    callbacksOf: (seqs: readonly number[]): readonly Callback[] => seqs.flatMap(shown),
    waitingCallbacks: (after: number, most: number): readonly WaitingCallback[] =>
      callbacks.waiting(after, most).flatMap((seq) => {
        const event = events.callbackAt(seq);
        return event === null ? [] : [{ seq, profileId: event.body.profileId }];
      }),
    knownCallback(seq: number): KnownCallback | null {
      const known = events.callbackAt(seq);
      return known === null ? null : { profileId: known.body.profileId, raw: known.body.raw };
    },
  };
}

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
