import type { Refusal } from '#shared/dialect/schema.ts';
import type { Callback, CallbackFilter } from '#shared/domain/callback.ts';
import type {
  CustomerFigures,
  CustomerRecord,
  CustomerSuggestion,
  PastRequest,
} from '#shared/domain/customer.ts';
import { NO_PREFERENCE } from '#shared/domain/customer.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { RequestHistory, TravelledAnswer, TravelledRequest } from '#shared/domain/history.ts';
import type { IntentId, MerchantId, ProfileId, RemoteId } from '#shared/domain/ids.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { Backup } from '#shared/domain/logHealth.ts';
import type { DailyTotal, LogFacets, LogRow } from '#shared/domain/logSearch.ts';
import type { DaySpan } from '#shared/domain/merchantDays.ts';
import type { KeptPicture } from '#shared/domain/picture.ts';
import type { ProtectionChange } from '#shared/domain/protection.ts';
import type { MerchantMode } from '#shared/domain/orderUse.ts';
import type { DepositRequest, Operator, SettledStage } from '#shared/domain/request.ts';
import type { Result } from '#shared/domain/result.ts';
import { NEVER_SET, type Retention, type RetentionSetting } from '#shared/domain/retention.ts';
import type { HandOverText } from '#shared/domain/handOver.ts';
import type { SentClaim } from '#shared/domain/team.ts';
import type { PastAnswers } from '#shared/contract/format.ts';

import {
  EMPTY_OVERVIEW,
  EMPTY_SEARCH,
  EMPTY_HAND_OVER,
  NO_CALLBACK_COUNTS,
  NO_MATCHES,
} from './emptyAnswers.ts';
import type { PreparedBody } from './store/events.ts';
import type { Moment, ResolvedQuery } from '../search/query.ts';
import type * as port from './port.ts';
import { BATCH_ROWS } from './spineBatches.ts';
import { EYES_ROWS } from './spineEyes.ts';
import { PEOPLE_ROWS } from './spinePeople.ts';
import { read, write } from './spineRows.ts';
import { STATEMENT_ROWS } from './spineStatements.ts';
import type { SampleEvent } from './sample/sampleDay.ts';

type Request = DepositRequest;

/**
 * Every operation of the log: its signature, the thread that runs it, whether it reads or writes, and its answer while the
 * log is unavailable. operations.ts derives the rest from it: the port's type, the calls to the threads, the watching of writes.
 *
 * A new write is one row here and one function of the same name in a group of writes.ts. Without either it does not compile.
 */
export const SPINE = {
  ...BATCH_ROWS,
  ...STATEMENT_ROWS,
  ...PEOPLE_ROWS,
  ...EYES_ROWS,
  /**
   * W1. The same intent with the same content returns the recorded request (`fresh: false`); with other content it is refused,
   * and so is an order of this merchant that is still open: `prepared`, `sending`, or `unknown` and unresolved. With
   * `reissueOf` the old request is resolved as `reissued` in the same transaction, the only way past its block; it is
   * `not_resolvable` unless it is an unresolved unknown. A row of a batch is `batch_not_possible` unless its plan is whole, not
   * stopped, and the intent is the row's newest. `note`: recorded with it. `approval_needed` where a four-eyes rule of the profile
   * asks for a second person and `eyes` has no approval of exactly this request; an approval is used up by being recorded with it.
   * `asked`: of a typed request. `issued_before` where the operator was not asked about the newest request that this one resembles.
   */
  prepare: write<
    (
      prepared: PreparedBody,
      note?: string,
      eyes?: port.W1Eyes,
      asked?: port.W1Asked | null,
    ) => Result<{ readonly request: Request; readonly fresh: boolean }, Failure>
  >({ needsHealthyLog: true }),
  /** W2. */
  markSending:
    write<
      (
        intentId: IntentId,
        sent: TravelledRequest,
        claim?: SentClaim,
      ) => Result<Request, port.NotRecorded>
    >(),
  /**
   * W3. An accepted answer whose id already belongs to another request of the merchant is recorded as unknown. On a full disk
   * the reserve is released and the write tried again before the answer is `not_recorded`.
   */
  settle: write<
    (
      intentId: IntentId,
      stage: SettledStage,
      answer: TravelledAnswer | null,
    ) => Result<Request, port.NotRecorded>
  >({ mayUseReserve: true }),
  /**
   * An answer that came after the outcome was recorded as unknown; the outcome stays unknown. Returns every request that
   * changed: also the one issued again for it, where the late answer accepts. `not_resolvable` unless the request is unknown.
   */
  recordLateAnswer:
    write<
      (
        intentId: IntentId,
        stage: SettledStage,
        answer: TravelledAnswer,
      ) => Result<readonly Request[], Failure>
    >(),
  recordCopy: write<(intentId: IntentId, copy: port.Copy) => Result<Request, Failure>>(),
  /** Recorded once; a second time, or where the amount did not change, the request is returned as it is. */
  acknowledgeAmount: write<(intentId: IntentId, operator: Operator) => Result<Request, Failure>>(),
  /** All or none: `not_resolvable` if one of them is not an unresolved unknown, or the found id belongs to another request. */
  resolve:
    write<
      (
        intentIds: readonly IntentId[],
        finding: port.Finding,
        operator: Operator,
        note: string,
      ) => Result<readonly Request[], Failure>
    >(),
  /** `not_resolvable` unless it was resolved as found; the same requisites again return the request as it is. */
  correct:
    write<
      (
        intentId: IntentId,
        operator: Operator,
        typedByHand: port.TypedRequisites,
      ) => Result<Request, Failure>
    >(),
  /** The operator looked at its requisites. `copy_locked` while quarantined, `not_resolvable` where it has none. */
  reveal: write<(intentId: IntentId, operator: Operator) => Result<Request, Failure>>(),
  note: write<(intentId: IntentId, operator: Operator, text: string) => Result<Request, Failure>>(),
  /** Only a change is an event. */
  flag: write<
    (intentId: IntentId, operator: Operator, flagged: boolean) => Result<Request, Failure>
  >(),
  /** A picture whose file is on the disk already. The same picture again returns the request as it is. */
  addPicture:
    write<
      (intentId: IntentId, operator: Operator, picture: KeptPicture) => Result<Request, Failure>
    >(),
  /** `not_resolvable` where an operator would take what is no unresolved unknown. Only a change is an event. */
  take: write<
    (intentId: IntentId, operator: Operator, taken: boolean) => Result<Request, Failure>
  >(),
  /** Only a change is an event. What `change` leaves out stays. */
  preferCustomer:
    write<
      (
        of: port.CustomerOf,
        operator: Operator,
        change: port.PreferenceChange,
      ) => Result<CustomerRecord, port.NotRecorded>
    >(),
  noteCustomer:
    write<
      (
        of: port.CustomerOf,
        operator: Operator,
        text: string,
      ) => Result<CustomerRecord, port.NotRecorded>
    >(),
  /**
   * Closes a payment that differs. `no_mismatch` where none differs, the provider has named another amount since, or it is settled
   * with another note; with the same note again it returns the request as it is.
   */
  settleMismatch:
    write<
      (
        intentId: IntentId,
        operator: Operator,
        settling: port.MismatchSettling,
      ) => Result<Request, Failure>
    >(),
  /** All in one transaction, into a log without requests: else `log_not_empty`. Returns the number of requests. */
  loadSample: write<(day: readonly SampleEvent[]) => Result<number, Failure>>(),
  /** Only a change is an event. */
  writeHandOverText: write<(operator: Operator, text: string) => Result<void, port.NotRecorded>>(),
  /** Only a change is an event, or a date that is confirmed. `clock_moved`: it is another date than the person was shown. */
  setRetention:
    write<(operator: Operator, setting: RetentionSetting) => Result<Retention, Failure>>(),
  recordProtection:
    write<(operator: Operator, change: ProtectionChange) => Result<void, port.NotRecorded>>(),
  recordExport: write<(exported: port.Exported) => Result<void, port.NotRecorded>>(),
  acknowledgeInterrupted: write<(operator: Operator) => Result<void, port.NotRecorded>>(),
  /** Another desk of the team sent the same order. Null: the log has no such request, or says so already. */
  noteSentElsewhere:
    write<(intentId: IntentId, desk: string) => Result<Request | null, port.NotRecorded>>(),
  /** Past whatever was suggested and used in a part of the log that may be missing. */
  skipOrderIds: write<() => Result<void, port.NotRecorded>>(),
  saveLimits: write<(source: string, snapshot: LimitsSnapshot) => Result<void, port.NotRecorded>>(),
  /** Durable once it resolves. Changes no outcome: the request stores only what the provider said last. */
  recordCallback:
    write<(arrival: port.CallbackArrival) => Result<port.RecordedCallback, port.NotRecorded>>(),
  /** Matched anew. Null when the reading is the one that the log has already: nothing is recorded. */
  replayCallback:
    write<(rereading: port.CallbackRereading) => Result<port.RecordedCallback | null, Failure>>(),

  find: read.onWriter<(intentId: IntentId) => Request | null>(null),
  findByRemoteId: read.onWriter<(merchant: MerchantId, remoteId: RemoteId) => Request | null>(null),
  /** Of one profile: everything in flight or unresolved, and the last ten. Newest first. */
  now: read.onWriter<(profileId: ProfileId) => readonly Request[]>([]),
  /** Whether the profile has ever issued a request. */
  hasRequests: read.onWriter<(profileId: ProfileId) => boolean>(false),
  /** Every request with W1 and without W3, of every profile. */
  inFlight: read.onWriter<() => readonly Request[]>([]),
  /** Settled as `interrupted_…` and not acknowledged since. Oldest first. */
  interrupted: read.onWriter<() => readonly Request[]>([]),
  /** Newest first: unknown and unresolved, for exactly this customer. */
  unansweredFor: read.onWriter<(whose: MerchantMode, customer: string) => readonly PastRequest[]>(
    [],
  ),
  /** The number of unresolved unknowns of every profile. */
  unanswered: read.onWriter<() => number>(0),
  /** What one person wrote last for the next; null where it is empty. */
  handOverText: read.onWriter<() => HandOverText | null>(null),
  /** When the person's work began. */
  opening: read.onWriter<(personId: string, at: string) => string | null>(null),
  latestLimits:
    read.onWriter<(profileId: ProfileId, source: string) => LimitsSnapshot | null>(null),
  /** The snapshot before this one, from the same source. */
  limitsBefore:
    read.onWriter<
      (profileId: ProfileId, source: string, id: LimitsSnapshot['id']) => LimitsSnapshot | null
    >(null),
  limitsSnapshot: read.onWriter<(id: LimitsSnapshot['id']) => LimitsSnapshot | null>(null),

  retention: read.onReader<() => Retention>(NEVER_SET),
  /** Requests whose requisites were erased after this moment, oldest first; at most some thousand of the newest. */
  erasedSince: read.onReader<(at: string) => readonly port.ErasedRequest[]>([]),
  /** How many requests would be erased at that moment if requisites were kept for so many days. */
  dueToErase: read.onReader<(days: number, now: string) => number>(0),
  history: read.onReader<(intentId: IntentId) => RequestHistory | null>(null),
  customerRecord: read.onReader<(of: port.CustomerOf) => CustomerRecord>({
    preference: NO_PREFERENCE,
    notes: [],
  }),
  /** Newest first, a few: every request with exactly this order id. */
  orderUses: read.onReader<(whose: MerchantMode, orderId: string) => readonly PastRequest[]>([]),
  /** The answers among the profile's newest thousand that a refusal matches, newest first. */
  answersLike: read.onReader<(profileId: ProfileId, refusal: Refusal) => PastAnswers>({
    looked: 0,
    matched: [],
  }),
  /** Newest first. */
  callbackPage: read.onReader<(before: number | null, pageSize: number) => port.CallbackPage>({
    callbacks: [],
    next: null,
    total: 0,
  }),
  /** In the order of `seqs`, without events that are no callback or only a repeat. */
  callbacksOf: read.onReader<(seqs: readonly number[]) => readonly Callback[]>([]),
  knownCallback: read.onReader<(seq: number) => port.KnownCallback | null>(null),
  /** Oldest first, after event `after`: callbacks whose signature could not be checked yet. */
  waitingCallbacks: read.onReader<(after: number, most: number) => readonly port.WaitingCallback[]>(
    [],
  ),
  /** Those of these order ids that a request or a plan has. Some hundred at a time. */
  ordersInUse: read.onReader<
    (whose: MerchantMode, orderIds: readonly string[]) => readonly port.OrderInUse[]
  >([]),
  /** Unknown and unresolved. Oldest first. */
  unansweredRequests: read.onReader<(whose: MerchantMode) => readonly port.SameAgain[]>([]),
  /** A piece of the requests since a moment, newest first, from `before` on (null: from the newest). */
  recentRequests: read.onReader<
    (whose: MerchantMode, since: string, before: number | null) => port.RecentRequests
  >({ requests: [], next: null }),

  /** Null when a newer search with the same id has replaced it. */
  search:
    read.onFinder<
      (searchId: string, query: ResolvedQuery, pageSize: number) => port.SearchAnswer | null
    >(EMPTY_SEARCH),
  /** Null when the finder has no search with this id, or no longer. */
  rows: read.onFinder<(searchId: string, from: number, count: number) => port.SearchRows | null>({
    rows: [],
    matches: NO_MATCHES,
  }),
  /** In the order of `intentIds`, without those that are not in the log. */
  rowsOf: read.onFinder<(intentIds: readonly IntentId[], moment: Moment) => readonly LogRow[]>([]),
  count: read.onFinder<(searchId: string) => port.SearchRows['matches'] | null>(NO_MATCHES),
  facets: read.onFinder<() => Omit<LogFacets, 'batches'>>({
    states: [],
    paymentTypes: [],
    operators: [],
    profiles: [],
  }),
  daily: read.onFinder<(profileId: ProfileId, days: readonly DaySpan[]) => readonly DailyTotal[]>(
    [],
  ),
  overview: read.onFinder<(question: port.OverviewQuestion) => port.Overview>(EMPTY_OVERVIEW),
  /** Of the profile, the most recent first. While the index is first filled: among the newest thousand requests. */
  suggestCustomers: read.onFinder<
    (profileId: ProfileId, text: string) => readonly CustomerSuggestion[]
  >([]),
  /** Newest first, a few. While the index is first filled: of the newest thousand requests. */
  recallCustomer: read.onFinder<(profileId: ProfileId, customer: string) => readonly PastRequest[]>(
    [],
  ),
  customerFigures: read.onFinder<(question: port.CustomerQuestion) => CustomerFigures>({
    requests: 0,
    sums: [],
    open: [],
    index: { indexed: 0, total: 0 },
  }),
  handOver: read.onFinder<(question: port.HandOverQuestion) => port.HandOver>(EMPTY_HAND_OVER),
  /**
   * From the search index, by time of arrival, newest first. Without repeats; with callbacks that were read again, at the
   * time of that reading. While the index is first filled the log may have more.
   */
  callbackSeqs: read.onFinder<
    (filter: CallbackFilter, before: number | null, count: number) => port.CallbackSeqs
  >({ seqs: [], next: null, total: 0 }),
  /** With a `taken`, `repeated` counts the repeats of those callbacks. */
  callbackCounts:
    read.onFinder<(filter: CallbackFilter) => port.CallbackCounts>(NO_CALLBACK_COUNTS),
  /** Resolves when every event recorded so far is indexed, or indexing cannot go on. An export waits for it. */
  indexed: read.onFinder<() => port.Indexed>({ indexed: 0, total: 0, isWhole: false }),

  /** Figures of the file for diagnostics. Null when the log cannot be read. */
  standing: read.onThrowAway<() => port.LogStanding | null>(null),
  /** Newest first. The folder of backups is listed whatever the state of the log. */
  backups: read.onThrowAway<() => readonly Backup[]>(),
};
