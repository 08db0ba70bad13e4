import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type {
  Callback,
  CallbackFilter,
  CallbackReading,
  CallbackVerdict,
  RawCallback,
} from '#shared/domain/callback.ts';
import type { Refusal } from '#shared/dialect/schema.ts';
import type { CustomerSuggestion, PastRequest } from '#shared/domain/customer.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { RequestHistory, TravelledAnswer, TravelledRequest } from '#shared/domain/history.ts';
import type { IntentId, MerchantId, ProfileId, RemoteId } from '#shared/domain/ids.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { Backup, LogHealth, VerifyReport } from '#shared/domain/logHealth.ts';
import type { DepositRequest, Operator, SettledStage } from '#shared/domain/request.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Result } from '#shared/domain/result.ts';
import type { ShiftReport } from '#shared/domain/shift.ts';
import type {
  DailyTotal,
  DayRange,
  IndexState,
  LogFacets,
  LogRow,
} from '#shared/domain/logSearch.ts';
import type { PastAnswers } from '#shared/domain/teaching.ts';

import type { VaultFault } from '../ports.ts';
import type { NewEvent, PreparedBody } from './events.ts';
import type { DaySpan, MerchantDays } from '#shared/domain/merchantDays.ts';
import type { Moment, ResolvedQuery } from '../search/query.ts';
import type { OrderDay } from './orderId.ts';
import type { SampleEvent } from './sample/sampleRequests.ts';

/** The disk said no. Nothing of the call is in the log. */
export type NotRecorded = { readonly code: 'not_recorded'; readonly detail: string };

export type OrderNumbering = {
  readonly pattern: string;
  readonly flow: Flow;
  /** The merchant's own. */
  readonly day: OrderDay;
  readonly random: string;
};

/** Left out of `readBack`: nobody read the clipboard back. */
export type Copy = Omit<OperationInput<'request.recordCopy'>, 'intentId'> & {
  readonly operator: Operator;
};
export type Finding = OperationInput<'request.resolve'>['finding'];

export type TypedRequisites = OperationInput<'request.correct'>['typedByHand'];

/** Who took which rows away, and in what file. */
export type Exported = Extract<NewEvent, { kind: 'exported' }>['body'];

export type SearchAnswer = OperationOutput<'log.search'>;
export type SearchRows = OperationOutput<'log.rows'>;

export type CallbackPage = OperationOutput<'callback.page'>;
/** Callbacks by their events. `next`: to go on with as `before`; `total`: of those that the filter leaves. */
export type CallbackSeqs = {
  readonly seqs: readonly number[];
  readonly next: number | null;
  readonly total: number;
};
export type CallbackCounts = OperationOutput<'callback.counts'>;

export type Overview = OperationOutput<'overview.read'>;
/** Whose requests of which range, and whose days those are. */
export type OverviewQuestion = Moment & {
  readonly profileId: ProfileId;
  readonly range: DayRange;
  readonly days: MerchantDays;
};

/** Whose shift ends, and which day of the merchant it was. */
export type ShiftQuestion = {
  readonly profileId: ProfileId;
  readonly day: DaySpan;
  /** Every profile there is, each with its own day. */
  readonly profiles: readonly { readonly profileId: ProfileId; readonly day: DaySpan }[];
};
/** Among the profiles is every one that was asked for, and any other that has something open. */
export type Shift = Omit<ShiftReport, 'at' | 'from'>;

/** What came to a profile's address. `merchant` and `mode` are the profile's. */
export type CallbackArrival = {
  readonly profileId: ProfileId;
  readonly merchant: MerchantId;
  readonly mode: Profile['mode'];
  readonly raw: RawCallback;
  readonly reading: CallbackReading;
  readonly verdict: CallbackVerdict;
  /** Of a verified one: the SHA-256 of the text that its signature covers, in hexadecimal. */
  readonly signedText?: string;
};

export type RecordedCallback = {
  /** Where the very same came before: of the first. */
  readonly seq: number;
  readonly intentId: IntentId | null;
  /** The request that it is about, before and after it, unless it only came again. */
  readonly changed: { readonly was: DepositRequest; readonly request: DepositRequest } | null;
};

/** A callback that is in the log, read again. `merchant` and `mode` are those that the profile has now. */
export type CallbackRereading = Pick<
  CallbackArrival,
  'merchant' | 'mode' | 'reading' | 'verdict' | 'signedText'
> & {
  readonly seq: number;
  /** Who decided that it counts although another final state was heard before; null: nobody, it is only read again. */
  readonly decidedBy: Operator | null;
};
export type WaitingCallback = { readonly seq: number; readonly profileId: ProfileId };
export type KnownCallback = { readonly profileId: ProfileId; readonly raw: RawCallback };

export type Disposing = Omit<OperationInput<'request.dispose'>, 'intentId'>;

/** The key that stamps checkpoints and the anchor, as the vault keeps it: hexadecimal text. */
export type AnchorKey = {
  /** null: none is stored, so that one has never been made here or was lost. */
  readonly read: () => Promise<Result<string | null, VaultFault>>;
  readonly write: (key: string) => Promise<Result<void, VaultFault>>;
};

export type Indexed = IndexState & {
  /** Every event that was there when it was asked for. */
  readonly isWhole: boolean;
};

/** Figures of the file alone: nothing of what is in it. */
export type LogStanding = {
  readonly schema: number;
  readonly indexForm: number;
  readonly bytes: number;
  readonly rows: { readonly events: number; readonly requests: number };
  /** SQLite's own look at its pages; `too_large`: not looked at, it would take minutes. */
  readonly quickCheck: 'ok' | 'faults' | 'too_large';
};

/**
 * The log lives in threads of its own. It opens whatever its state: while `health` is `damaged` every write is refused and
 * every read finds nothing. `health` never says `not_writing`: who holds the unwritten answers says that.
 */
export type LogPort = {
  /**
   * W1. The same intent with the same content gives the request that is already there (`fresh: false`); with other content it
   * is refused, and so is an order of this merchant that is still open: `prepared`, `sending`, or `unknown` and unresolved.
   * With `reissueOf` the old request is resolved as `reissued` in the same transaction, the only way past its block; it is
   * `not_resolvable` unless it is an unresolved unknown. `log_unavailable` unless the log's health is `ok`.
   */
  readonly prepare: (
    prepared: PreparedBody,
  ) => Promise<Result<{ readonly request: DepositRequest; readonly fresh: boolean }, Failure>>;
  /** W2. */
  readonly markSending: (
    intentId: IntentId,
    sent: TravelledRequest,
  ) => Promise<Result<DepositRequest, NotRecorded>>;
  /**
   * W3. An accepted answer whose id already belongs to another request of the merchant is recorded as unknown. On a full disk
   * the reserve is released and the write tried again before this says `not_recorded`.
   */
  readonly settle: (
    intentId: IntentId,
    stage: SettledStage,
    answer: TravelledAnswer | null,
  ) => Promise<Result<DepositRequest, NotRecorded>>;
  /**
   * An answer that came after the request's outcome was recorded as unknown. It stays unknown. Gives every request that changed:
   * one that was issued again for it, too, where this one was accepted. `not_resolvable` unless it is unknown.
   */
  readonly recordLateAnswer: (
    intentId: IntentId,
    stage: SettledStage,
    answer: TravelledAnswer,
  ) => Promise<Result<readonly DepositRequest[], Failure>>;
  readonly recordCopy: (intentId: IntentId, copy: Copy) => Promise<Result<DepositRequest, Failure>>;
  /** Once; again, or where the amount did not change, it gives the request as it is. */
  readonly acknowledgeAmount: (
    intentId: IntentId,
    operator: Operator,
  ) => Promise<Result<DepositRequest, Failure>>;
  /** All or none: `not_resolvable` if one of them is not an unresolved unknown, or the found id belongs to another request. */
  readonly resolve: (
    intentIds: readonly IntentId[],
    finding: Finding,
    operator: Operator,
    note: string,
  ) => Promise<Result<readonly DepositRequest[], Failure>>;
  /** `not_resolvable` unless it was resolved as found; the same once more gives the request as it is. */
  readonly correct: (
    intentId: IntentId,
    operator: Operator,
    typedByHand: TypedRequisites,
  ) => Promise<Result<DepositRequest, Failure>>;
  /** Its requisites were looked at. `copy_locked` while it is quarantined, `not_resolvable` where there are none. */
  readonly reveal: (
    intentId: IntentId,
    operator: Operator,
  ) => Promise<Result<DepositRequest, Failure>>;
  readonly note: (
    intentId: IntentId,
    operator: Operator,
    text: string,
  ) => Promise<Result<DepositRequest, Failure>>;
  /** Only a change is an event. */
  readonly flag: (
    intentId: IntentId,
    operator: Operator,
    flagged: boolean,
  ) => Promise<Result<DepositRequest, Failure>>;
  /**
   * What was agreed about another paid amount. `not_disposable` where none differs, or another one was named since; the same
   * once more gives the request as it is.
   */
  readonly dispose: (
    intentId: IntentId,
    operator: Operator,
    disposing: Disposing,
  ) => Promise<Result<DepositRequest, Failure>>;
  /** All in one transaction, into a log without a single request: else `log_not_empty`. Gives how many requests there are now. */
  readonly loadSample: (day: readonly SampleEvent[]) => Promise<Result<number, Failure>>;
  readonly recordExport: (exported: Exported) => Promise<Result<void, NotRecorded>>;

  readonly find: (intentId: IntentId) => Promise<DepositRequest | null>;
  readonly findByRemoteId: (
    merchant: MerchantId,
    remoteId: RemoteId,
  ) => Promise<DepositRequest | null>;
  /** Of one profile: everything in flight or unresolved, and the last ten. Newest first. */
  readonly now: (profileId: ProfileId) => Promise<readonly DepositRequest[]>;
  /** Whether the profile has ever issued anything. */
  readonly hasRequests: (profileId: ProfileId) => Promise<boolean>;
  /** Null: a newer search under the same id made it useless. */
  readonly search: (
    searchId: string,
    query: ResolvedQuery,
    pageSize: number,
  ) => Promise<SearchAnswer | null>;
  /** Null: there is no such search (any more). */
  readonly rows: (searchId: string, from: number, count: number) => Promise<SearchRows | null>;
  /** In the order asked for; one that is not in the log is left out. */
  readonly rowsOf: (intentIds: readonly IntentId[], moment: Moment) => Promise<readonly LogRow[]>;
  readonly count: (searchId: string) => Promise<SearchRows['matches'] | null>;
  readonly facets: () => Promise<LogFacets>;
  readonly daily: (
    profileId: ProfileId,
    days: readonly DaySpan[],
  ) => Promise<readonly DailyTotal[]>;
  readonly overview: (question: OverviewQuestion) => Promise<Overview>;
  /** Of the profile, those of late first. While the index is first filled, among the newest thousand requests. */
  readonly suggestCustomers: (
    profileId: ProfileId,
    text: string,
  ) => Promise<readonly CustomerSuggestion[]>;
  /** Newest first, a few; while the index is first filled, of the newest thousand requests. */
  readonly recallCustomer: (
    profileId: ProfileId,
    customer: string,
  ) => Promise<readonly PastRequest[]>;
  /** Newest first, a few: everything under exactly this order id. */
  readonly orderUses: (profileId: ProfileId, orderId: string) => Promise<readonly PastRequest[]>;
  readonly shift: (question: ShiftQuestion) => Promise<Shift>;
  /**
   * From the search index. By when they came, newest first; what came again is not among them, what was read again is, with the
   * moment at which it was read. While the index is first filled there may be more than it knows.
   */
  readonly callbackSeqs: (
    filter: CallbackFilter,
    before: number | null,
    count: number,
  ) => Promise<CallbackSeqs>;
  /** With a `taken`, `repeated` counts what came again of those. */
  readonly callbackCounts: (filter: CallbackFilter) => Promise<CallbackCounts>;
  /** Once everything recorded so far can be found, or nothing more can be done for it: what an export waits for. */
  readonly indexed: () => Promise<Indexed>;
  readonly history: (intentId: IntentId) => Promise<RequestHistory | null>;
  /** Which of the profile's newest thousand answers a refusal matches, newest first. */
  readonly answersLike: (profileId: ProfileId, refusal: Refusal) => Promise<PastAnswers>;
  /** Everything that has W1 and no W3, of every profile. */
  readonly inFlight: () => Promise<readonly DepositRequest[]>;
  /** Settled as `interrupted_…` and not acknowledged since. Oldest first. */
  readonly interrupted: () => Promise<readonly DepositRequest[]>;
  /** Newest first: unknown and unresolved, for exactly this customer of the profile. */
  readonly unansweredFor: (
    profileId: ProfileId,
    customer: string,
  ) => Promise<readonly PastRequest[]>;
  /** How many are unknown and unresolved, of every profile. */
  readonly unanswered: () => Promise<number>;
  readonly acknowledgeInterrupted: (operator: Operator) => Promise<Result<void, NotRecorded>>;

  /** An order id that this desk has neither suggested nor recorded before. null: that random part is taken. */
  readonly nextOrderId: (numbering: OrderNumbering) => Promise<Result<string | null, NotRecorded>>;

  readonly saveLimits: (
    source: string,
    snapshot: LimitsSnapshot,
  ) => Promise<Result<void, NotRecorded>>;
  /** Durable once it resolves. Changes no outcome: the request only knows then what was last heard of it. */
  readonly recordCallback: (
    arrival: CallbackArrival,
  ) => Promise<Result<RecordedCallback, NotRecorded>>;
  /** Matched anew. Null: it comes out as it is in the log already, and nothing is recorded. */
  readonly replayCallback: (
    rereading: CallbackRereading,
  ) => Promise<Result<RecordedCallback | null, Failure>>;
  /** Newest first. */
  readonly callbackPage: (before: number | null, pageSize: number) => Promise<CallbackPage>;
  /** In the order asked for; what is no callback, or only came again, is left out. */
  readonly callbacksOf: (seqs: readonly number[]) => Promise<readonly Callback[]>;
  readonly knownCallback: (seq: number) => Promise<KnownCallback | null>;
  /** Oldest first, after that event: callbacks whose signature could not be checked, nor was since. */
  readonly waitingCallbacks: (after: number, most: number) => Promise<readonly WaitingCallback[]>;
  readonly latestLimits: (profileId: ProfileId, source: string) => Promise<LimitsSnapshot | null>;
  /** The one before it from the same source. */
  readonly limitsBefore: (
    profileId: ProfileId,
    source: string,
    id: LimitsSnapshot['id'],
  ) => Promise<LimitsSnapshot | null>;
  readonly limitsSnapshot: (id: LimitsSnapshot['id']) => Promise<LimitsSnapshot | null>;

  readonly health: () => LogHealth;
  readonly verify: () => Promise<Result<VerifyReport, Failure>>;
  /** What somebody who helps asks first. Null: the log cannot be read. */
  readonly standing: () => Promise<LogStanding | null>;
  /** Newest first. */
  readonly backups: () => Promise<readonly Backup[]>;
  readonly backUp: () => Promise<Result<Backup, Failure>>;
  /** The log that was there is set aside, never deleted. What the backup shows in flight becomes `unknown`. */
  readonly restore: (name: string, operator: Operator) => Promise<Result<LogHealth, Failure>>;
  readonly acknowledgeRestore: (operator: Operator) => Promise<Result<LogHealth, Failure>>;

  /** Writes what was asked for before, takes a backup if something changed, and ends the threads. */
  readonly close: () => Promise<void>;
};
