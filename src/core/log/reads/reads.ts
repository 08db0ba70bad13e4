import { MOST_RECALLED, pastRequestOf } from '#shared/domain/customer.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import type { PointReads, ReadsOf } from '../operations.ts';
import { createActivityReads } from './activityReads.ts';
import { createBatchReads } from './batchReads.ts';
import { createAnswersLike } from './answersLike.ts';
import { createCallbackReads } from './callbackReads.ts';
import { createImportReads } from './importReads.ts';
import { handOverTextOf, openingOf } from './handOver.ts';
import { toHistoryEvent } from './historyEvent.ts';
import { createRetentionReads } from './retentionReads.ts';
import { createStatementReads } from './statementReads.ts';
import { customerRecordOf } from '../store/customerRows.ts';
import { eyesBookOf, hasBatchApproval } from '../writes/fourEyes.ts';
import { peopleStateOf } from '../store/peopleRows.ts';
import { isRequestEvent } from '../store/project.ts';
import type { LogPaths } from '../store/paths.ts';
import type { Store } from '../store/store.ts';

/** Short enough to be answered between two commits. */
export const POINT_READS: PointReads = {
  find: ({ projection }, intentId) => projection.rows.find(intentId),
  findByRemoteId: ({ projection }, merchant, remoteId) =>
    projection.rows.findByRemoteId(merchant, remoteId),
  hasRequests: ({ projection }, profileId) => projection.rows.hasAnyOf(profileId),
  now: ({ projection }, profileId) => projection.rows.now(profileId),
  inFlight: ({ projection }) => projection.rows.inFlight(),
  interrupted: interruptedIn,
  unansweredFor: ({ projection }, whose, customer) =>
    projection.rows.unansweredFor(whose, customer).map(pastRequestOf),
  unanswered: ({ projection }) => projection.rows.unanswered(),
  handOverText: handOverTextOf,
  opening: openingOf,
  people: peopleStateOf,
  eyesBook: eyesBookOf,
  hasBatchApproval,
  latestLimits: (store, profileId, source) =>
    snapshotAt(store, store.projection.limits.latest(profileId, source)),
  limitsBefore: (store, profileId, source, id) =>
    snapshotAt(store, store.projection.limits.before(profileId, source, id)),
  limitsSnapshot: (store, id) => snapshotAt(store, store.projection.limits.find(id)),
};

/** Without rows of a batch that were queued again since: they are dealt with. */
export function interruptedIn({ projection }: Store): readonly DepositRequest[] {
  return projection.rows.interrupted().filter(({ batch, intentId }) => {
    const newest =
      batch === undefined ? null : projection.batches.attemptOf(batch.batchId, batch.row);
    return newest === null || newest.intentId === intentId;
  });
}

function snapshotAt({ events }: Store, seq: number | null): LimitsSnapshot | null {
  const event = seq === null ? null : events.bySeq(seq);
  return event?.kind === 'limits' ? event.body.snapshot : null;
}

/** The reads of the reader thread. */
export function createLongReads(
  store: Store,
  paths: Pick<LogPaths, 'file' | 'index'>,
): ReadsOf<'reader'> {
  const { events } = store;
  const { rows } = store.projection;
  return {
    history(intentId) {
      const request = rows.find(intentId);
      if (request === null) return null;
      const own = events.ofIntent(intentId).filter(isRequestEvent);
      return { request, events: own.map(toHistoryEvent), related: rows.related(request) };
    },
    customerRecord: ({ profileId, customer }) => customerRecordOf(store, profileId, customer),
    orderUses: (whose, orderId) => rows.usesOf(whose, orderId, MOST_RECALLED).map(pastRequestOf),
    ...createCallbackReads(store),
    ...createBatchReads(store),
    answersLike: createAnswersLike(store),
    ...createImportReads(store),
    ...createStatementReads(store, paths),
    ...createRetentionReads(store),
    ...createActivityReads(store),
  };
}
