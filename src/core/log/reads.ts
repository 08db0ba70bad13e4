import type { Refusal } from '#shared/dialect/schema.ts';
import { MOST_RECALLED, type PastRequest } from '#shared/domain/customer.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { RequestHistory } from '#shared/domain/history.ts';
import type { IntentId, MerchantId, ProfileId, RemoteId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type { PastAnswers } from '#shared/domain/teaching.ts';

import { createAnswersLike } from './answersLike.ts';
import { createCallbackReads } from './callbackReads.ts';
import { pastRequestOf } from './pastRequest.ts';
import { toHistoryEvent } from './historyEvent.ts';
import { isRequestEvent } from './project.ts';
import type { Store } from './store.ts';

/** Small enough to be answered between two commits. Without a store there is nothing to be found. */
export function createPointReads(store: () => Store | null) {
  return {
    find: (intentId: IntentId): DepositRequest | null =>
      store()?.projection.rows.find(intentId) ?? null,
    findByRemoteId: (merchant: MerchantId, remoteId: RemoteId): DepositRequest | null =>
      store()?.projection.rows.findByRemoteId(merchant, remoteId) ?? null,
    hasRequests: (profileId: ProfileId): boolean =>
      store()?.projection.rows.hasAnyOf(profileId) ?? false,
    now: (profileId: ProfileId): readonly DepositRequest[] =>
      store()?.projection.rows.now(profileId) ?? [],
    inFlight: (): readonly DepositRequest[] => store()?.projection.rows.inFlight() ?? [],
    interrupted: (): readonly DepositRequest[] => store()?.projection.rows.interrupted() ?? [],
    unansweredFor: (profileId: ProfileId, customer: string): readonly PastRequest[] =>
      (store()?.projection.rows.unansweredFor(profileId, customer) ?? []).map(pastRequestOf),
    unanswered: (): number => store()?.projection.rows.unanswered() ?? 0,
    latestLimits: (profileId: ProfileId, source: string): LimitsSnapshot | null =>
      snapshotAt(store(), store()?.projection.limits.latest(profileId, source) ?? null),
    limitsBefore: (
      profileId: ProfileId,
      source: string,
      id: LimitsSnapshot['id'],
    ): LimitsSnapshot | null =>
      snapshotAt(store(), store()?.projection.limits.before(profileId, source, id) ?? null),
    limitsSnapshot: (id: LimitsSnapshot['id']): LimitsSnapshot | null =>
      snapshotAt(store(), store()?.projection.limits.find(id) ?? null),
  };
}

function snapshotAt(store: Store | null, seq: number | null): LimitsSnapshot | null {
  const event = seq === null ? null : store?.events.bySeq(seq);
  return event?.kind === 'limits' ? event.body.snapshot : null;
}

export type PointReads = ReturnType<typeof createPointReads>;

/** For a thread of their own. */
export function createLongReads(store: Store) {
  const { db, events } = store;
  const { rows } = store.projection;
  const answersLike = createAnswersLike(db);
  return {
    history(intentId: IntentId): RequestHistory | null {
      const request = rows.find(intentId);
      if (request === null) return null;
      const own = events.ofIntent(intentId).filter(isRequestEvent);
      return { request, events: own.map(toHistoryEvent), related: rows.related(request) };
    },
    orderUses: (profileId: ProfileId, orderId: string): readonly PastRequest[] =>
      rows.usesOf(profileId, orderId, MOST_RECALLED).map(pastRequestOf),
    ...createCallbackReads(store),
    answersLike: (profileId: ProfileId, refusal: Refusal): PastAnswers =>
      answersLike(profileId, refusal),
  };
}
export type LongReads = ReturnType<typeof createLongReads>;
