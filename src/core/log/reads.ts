import type { Callback, RawCallback } from '#shared/domain/callback.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { RequestHistory } from '#shared/domain/history.ts';
import type { IntentId, MerchantId, ProfileId, RemoteId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import type { FirstCallback } from './events.ts';
import type { CallbackPage, LogCursor, LogPage } from './port.ts';
import { isRequestEvent, toHistoryEvent } from './project.ts';
import type { Store } from './store.ts';

/** Small enough to be answered between two commits. Without a store there is nothing to be found. */
export function createPointReads(store: () => Store | null) {
  return {
    find: (intentId: IntentId): DepositRequest | null =>
      store()?.projection.rows.find(intentId) ?? null,
    findByRemoteId: (merchant: MerchantId, remoteId: RemoteId): DepositRequest | null =>
      store()?.projection.rows.findByRemoteId(merchant, remoteId) ?? null,
    now: (profileId: ProfileId): readonly DepositRequest[] =>
      store()?.projection.rows.now(profileId) ?? [],
    inFlight: (): readonly DepositRequest[] => store()?.projection.rows.inFlight() ?? [],
    interrupted: (): readonly DepositRequest[] => store()?.projection.rows.interrupted() ?? [],
    latestLimits(profileId: ProfileId, source: string): LimitsSnapshot | null {
      const seq = store()?.projection.limits.latest(profileId, source) ?? null;
      const event = seq === null ? null : store()?.events.bySeq(seq);
      return event?.kind === 'limits' ? event.body.snapshot : null;
    },
  };
}
export type PointReads = ReturnType<typeof createPointReads>;

/** For a thread of their own. */
export function createLongReads({ events, projection: { rows, callbacks } }: Store) {
  function first(seq: number): FirstCallback | null {
    const event = events.bySeq(seq);
    return event?.kind === 'callback' || event?.kind === 'callback_apart' ? event : null;
  }
  function shown(seq: number): readonly Callback[] {
    const event = first(seq);
    if (event === null) return [];
    const { count, lastSeq } = callbacks.repeatsOf(seq);
    const last = lastSeq === null ? null : events.bySeq(lastSeq);
    return [{ ...toCallback(event), repeats: count, lastRepeatAt: last?.at ?? null }];
  }
  return {
    page: (before: LogCursor, pageSize: number): LogPage => rows.page(before, pageSize),
    history(intentId: IntentId): RequestHistory | null {
      const request = rows.find(intentId);
      if (request === null) return null;
      const own = events.ofIntent(intentId).filter(isRequestEvent);
      return { request, events: own.map(toHistoryEvent), related: rows.related(request) };
    },
    callbackPage(before: number | null, pageSize: number): CallbackPage {
      // One more than asked for tells whether there is a next page.
      const seqs = callbacks.page(before, pageSize + 1);
      const own = seqs.slice(0, pageSize);
      const next = seqs.length > pageSize ? (own.at(-1) ?? null) : null;
      return { callbacks: own.flatMap(shown), next, total: callbacks.count() };
    },
    rawCallback: (seq: number): RawCallback | null => first(seq)?.body.raw ?? null,
  };
}

/** As the Inbox shows it, without what came again. */
function toCallback(event: FirstCallback): Omit<Callback, 'repeats' | 'lastRepeatAt'> {
  const { seq, at } = event;
  const { profileId, reading, verdict } = event.body;
  const match: Callback['match'] =
    event.kind === 'callback_apart'
      ? { kind: 'apart', why: event.body.why }
      : {
          kind: 'request',
          intentId: event.body.intentId,
          by: event.body.by,
          contradicts: event.body.contradicts,
        };
  return { seq, at, profileId, reading, verdict, match };
}
export type LongReads = ReturnType<typeof createLongReads>;
