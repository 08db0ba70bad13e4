import { MOST_RECALLED, pastRequestOf, NO_PREFERENCE } from '#shared/domain/customer.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { DepositRequest, Operator } from '#shared/domain/request.ts';
import type { IntentId, MerchantId, ProfileId, RemoteId } from '#shared/domain/ids.ts';
import type { MerchantMode } from '#shared/domain/orderUse.ts';
import type { WhereTo } from '#shared/domain/profile.ts';
import type { EyesBook } from '#shared/domain/eyes.ts';
import type { RequestHistory } from '#shared/domain/history.ts';
import { ok, err } from '#shared/domain/result.ts';
import { failure } from '#shared/domain/failure.ts';
import type { OperationInput } from '#shared/contract/operations.ts';

import { activityReads } from './activityReads.ts';
import { batchReads } from './batchReads.ts';
import { answersLike } from './answersLike.ts';
import { callbackReads } from './callbackReads.ts';
import { importReads } from './importReads.ts';
import { handOverTextOf, openingOf } from './handOver.ts';
import { toHistoryEvent } from './historyEvent.ts';
import { retentionReads } from './retentionReads.ts';
import { statementReads } from './statementReads.ts';
import { customerRecordOf } from '../store/customerRows.ts';
import { eyesBookOf, hasBatchApproval } from '../writes/fourEyes.ts';
import { peopleStateOf, type PeopleState } from '../store/peopleRows.ts';
import { isRequestEvent } from '../store/project.ts';
import type { Store } from '../store/store.ts';
import { read } from '../call.ts';
import type { CustomerOf } from '../writes/customers.ts';

/** Short enough to be answered between two commits. */
export const POINT_READS = {
  find: read.onWriter(({ projection }, intentId: IntentId) => projection.rows.find(intentId), null),
  findByRemoteId: read.onWriter(
    ({ projection }, merchant: MerchantId, remoteId: RemoteId) =>
      projection.rows.findByRemoteId(merchant, remoteId),
    null,
  ),
  /** Of one profile: everything in flight or unresolved, and the last ten. Newest first. */
  now: read.onWriter(({ projection }, profileId: ProfileId) => projection.rows.now(profileId), []),
  /** Whether the profile has ever issued a request. */
  hasRequests: read.onWriter(
    ({ projection }, profileId: ProfileId) => projection.rows.hasAnyOf(profileId),
    false,
  ),
  /** Every request with W1 and without W3, of every profile. */
  inFlight: read.onWriter(({ projection }) => projection.rows.inFlight(), []),
  /** Settled as `interrupted_…` and not acknowledged since. Oldest first. */
  'recovery.report': read.onWriter((store) => ok(interruptedIn(store)), ok([])),
  /** Newest first: unknown and unresolved, for exactly this customer. */
  unansweredFor: read.onWriter(
    ({ projection }, whose: MerchantMode, customer: string) =>
      projection.rows.unansweredFor(whose, customer).map(pastRequestOf),
    [],
  ),
  /** The number of unresolved unknowns of every profile. */
  unanswered: read.onWriter(({ projection }) => projection.rows.unanswered(), 0),
  /** What one person wrote last for the next; null where it is empty. */
  handOverText: read.onWriter((store) => handOverTextOf(store), null),
  /** When the person's work began. */
  opening: read.onWriter(
    (store, personId: string, at: string): string | null => openingOf(store, personId, at),
    null,
  ),
  /** Null: the log cannot be read, so that it is not known whether there are people. */
  people: read.onWriter((store): PeopleState | null => peopleStateOf(store), null),
  /** Null: the log cannot be read, so that the rules are not known. */
  eyesBook: read.onWriter((store): EyesBook | null => eyesBookOf(store), null),
  /** Whether the person may issue the rows of this batch to this place: a second person approved its plan. */
  hasBatchApproval: read.onWriter(
    (store, batchId: string, operator: Operator, to: WhereTo) =>
      hasBatchApproval(store, batchId, operator, to),
    false,
  ),
  latestLimits: read.onWriter(
    (store, profileId: ProfileId, source: string) =>
      snapshotAt(store, store.projection.limits.latest(profileId, source)),
    null,
  ),
  /** The snapshot before this one, from the same source. */
  limitsBefore: read.onWriter(
    (store, profileId: ProfileId, source: string, id: LimitsSnapshot['id']) =>
      snapshotAt(store, store.projection.limits.before(profileId, source, id)),
    null,
  ),
  'limits.snapshot': read.onWriter(
    (store, { id }: OperationInput<'limits.snapshot'>) => {
      const snapshot = snapshotAt(store, store.projection.limits.find(id));
      return snapshot === null ? noLimits(id) : ok(snapshot);
    },
    err(failure('request_not_found')),
  ),
};

/** Without rows of a batch that were queued again since: they are dealt with. */
export function interruptedIn({ projection }: Store): readonly DepositRequest[] {
  return projection.rows.interrupted().filter(({ batch, intentId }) => {
    const newest =
      batch === undefined ? null : projection.batches.attemptOf(batch.batchId, batch.row);
    return newest === null || newest.intentId === intentId;
  });
}

function noLimits(id: string) {
  return err(failure('request_not_found', `no limits ${id}`));
}

function snapshotAt({ events }: Store, seq: number | null): LimitsSnapshot | null {
  const event = seq === null ? null : events.bySeq(seq);
  return event?.kind === 'limits' ? event.body.snapshot : null;
}

/** The reads of the reader thread. */
export const LONG_READS = {
  history: read.onReader(
    ({ events, projection: { rows } }, intentId: IntentId): RequestHistory | null => {
      const request = rows.find(intentId);
      if (request === null) return null;
      const own = events.ofIntent(intentId).filter(isRequestEvent);
      return { request, events: own.map(toHistoryEvent), related: rows.related(request) };
    },
    null,
  ),
  customerRecord: read.onReader(
    (store, { profileId, customer }: CustomerOf) => customerRecordOf(store, profileId, customer),
    { preference: NO_PREFERENCE, notes: [] },
  ),
  /** Newest first, a few: every request with exactly this order id. */
  orderUses: read.onReader(
    ({ projection }, whose: MerchantMode, orderId: string) =>
      projection.rows.usesOf(whose, orderId, MOST_RECALLED).map(pastRequestOf),
    [],
  ),
  answersLike,
  ...callbackReads,
  ...batchReads,
  ...importReads,
  ...statementReads,
  ...retentionReads,
  ...activityReads,
};
