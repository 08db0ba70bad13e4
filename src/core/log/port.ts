import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { Batch, BatchPlan, BatchRow } from '#shared/domain/batch.ts';
import type { CallbackReading, CallbackVerdict, RawCallback } from '#shared/domain/callback.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId, MerchantId, ProfileId } from '#shared/domain/ids.ts';
import type { ImportCheck } from '#shared/domain/importing.ts';
import type { Backup, LogHealth, VerifyReport } from '#shared/domain/logHealth.ts';
import type { DayRange, IndexState } from '#shared/domain/logSearch.ts';
import type { DaySpan, MerchantDays } from '#shared/domain/merchantDays.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { MerchantMode } from '#shared/domain/orderUse.ts';
import type { Approval } from '#shared/domain/operator.ts';
import type { DepositRequest, Operator } from '#shared/domain/request.ts';
import type { StatementFindingKind } from '#shared/domain/statementFinding.ts';
import type { Result } from '#shared/domain/result.ts';
import type { HandOverReport } from '#shared/domain/handOver.ts';
import type { StatedCoverage, StatementRow } from '#shared/domain/statement.ts';
import type { StatementItem } from '#shared/domain/statementComparison.ts';

import type { VaultFault } from '../ports.ts';
import type { KeyRing } from '../protection/keyRing.ts';
import type { NewEvent } from './store/events.ts';
import type { Moment } from '../search/query.ts';
import type { Operations } from './operations.ts';
import type { FileHolder } from './readers.ts';
import type { OrderHolder } from './store/heldOrders.ts';
import type { OrderDay } from './store/orderId.ts';

/** The write failed, and no part of it is in the log. */
export type NotRecorded = { readonly code: 'not_recorded'; readonly detail: string };

/** What W1 needs to know about four eyes besides the request. `origin`: of the provider's address. */
export type W1Eyes = {
  readonly origin: string;
  readonly digestKey: string;
  readonly approval: Approval | null;
};

/** An earlier request that the operator was asked about, and its order id as typed; empty where nothing had to be typed. */
export type EarlierAnswer = { readonly of: IntentId; readonly confirmation: string };

/** What W1 needs to know about earlier requests. `windowMin`: how long the same customer and amount is asked about. */
export type W1Asked = {
  readonly answers: readonly EarlierAnswer[];
  readonly windowMin: number;
};

/** One order id for each of `randoms`. */
export type OrderNumberings = {
  readonly pattern: string;
  readonly flow: Flow;
  /** A day of the merchant's time zone. */
  readonly day: OrderDay;
  readonly randoms: readonly string[];
  /** Numbers begin after this one at least. */
  readonly after: number;
};

/** `last`: the newest number; 0 where the pattern has none. */
export type ReservedOrderIds = { readonly orderIds: readonly string[]; readonly last: number };

/** A batch whose plan is whole, with the counts of this moment. `pace` is the newest. */
export type StoredBatch = Pick<
  Batch,
  'batchId' | 'createdAt' | 'pace' | 'counts' | 'handedOut' | 'repeatable'
> & {
  readonly plan: BatchPlan;
  /** Unknowns that are not resolved. */
  readonly unresolved: number;
  readonly stopped: 'operator' | 'restored' | null;
};
export type WaitingRow = {
  readonly row: number;
  readonly attempt: number;
  readonly intentId: IntentId;
  readonly draft: DepositDraft;
  readonly note: string;
};
export type BatchReportRow = { readonly row: BatchRow; readonly request: DepositRequest | null };
/** `name`: of its file, empty for pasted rows. */
export type EarlierBatch = NonNullable<ImportCheck['sameBefore']>;

/** What a comparison needs to know besides the log. */
export type CompareQuestion = {
  readonly statementId: string;
  readonly whose: MerchantMode;
  readonly stated: StatedCoverage;
  readonly stateWords: Profile['stateWords'];
  readonly at: string;
};
export type StatementPage = OperationOutput<'statement.rows'>;
/** The request itself is read from the writer, which has its newest state. */
export type StatementPair = Pick<OperationOutput<'statement.pair'>, 'item' | 'rows'>;
export type SettleSkip = OperationOutput<'statement.settle'>['skipped'][number];
/** What a comparison has found out about a request. `kind`: null where it has taken an earlier finding back. */
export type FoundByStatement = {
  readonly intentId: IntentId;
  readonly kind: StatementFindingKind | null;
  readonly row: number | null;
  readonly cents: number | null;
};
/** A line of the report, with every row of the file that belongs to it. */
export type StatementReportLine = {
  readonly item: StatementItem;
  readonly rows: readonly StatementRow[];
};

/** Without `readBack` where the host cannot read the clipboard. */
export type Copy = Omit<OperationInput<'request.recordCopy'>, 'intentId'> & {
  readonly operator: Operator;
};
export type Finding = OperationInput<'request.resolve'>['finding'];

export type TypedRequisites = OperationInput<'request.correct'>['typedByHand'];

/** The operator, the rows and the file of one export. */
export type Exported = Extract<NewEvent, { kind: 'exported' }>['body'];

/** A request whose requisites were erased. */
export type ErasedRequest = {
  readonly profileId: ProfileId;
  readonly intentId: IntentId;
  readonly at: string;
};

/** A setting that was changed, by whom, and how. */
export type SettingChange = Extract<NewEvent, { kind: 'setting_changed' }>['body'];
/** An event of Activity. `failures`: of a wrong PIN, how many were wrong in a row with it. */
export type ActivityPlace = {
  readonly seq: number;
  readonly failures: number | null;
};
export type ActivityPlaces = Omit<OperationOutput<'activity.page'>, 'rows'> & {
  readonly places: readonly ActivityPlace[];
};

export type SearchAnswer = OperationOutput<'log.search'>;
export type SearchRows = OperationOutput<'log.rows'>;

export type CallbackPage = OperationOutput<'callback.page'>;
/** Callbacks by the seq of their events. `next` is the `before` of the next page, `total` the count under the filter. */
export type CallbackSeqs = {
  readonly seqs: readonly number[];
  readonly next: number | null;
  readonly total: number;
};
export type CallbackCounts = OperationOutput<'callback.counts'>;

/** People have no names here: the finder knows only their ids. */
export type Overview = Omit<OperationOutput<'overview.read'>, 'people'> & {
  readonly people: readonly Omit<OperationOutput<'overview.read'>['people'][number], 'name'>[];
};
/** The profile and range to count; `days` are the merchant's. */
export type OverviewQuestion = Moment & {
  readonly profileId: ProfileId;
  readonly range: DayRange;
  readonly days: MerchantDays;
  /** Only this person's requests. */
  readonly personId?: string | undefined;
};

/** A customer by the exact name, as a profile issued for them. */
export type CustomerOf = OperationInput<'customer.record'>;
export type PreferenceChange = Omit<OperationInput<'customer.prefer'>, keyof CustomerOf>;
/** `stateWords`: what the profile says of the provider's own words. */
export type CustomerQuestion = Moment & CustomerOf & Pick<Profile, 'stateWords'>;

/** A request, or a row of a plan that is still to be sent, by what makes another one the same again. */
export type SameAgain = OrderHolder & {
  readonly customer: string;
  readonly currency: string;
  readonly cents: number;
};
export type OrderInUse = { readonly orderId: string } & OrderHolder;
/** `next`: where to read on; null: the rest is older. */
export type RecentRequests = {
  readonly requests: readonly SameAgain[];
  readonly next: number | null;
};

/** The profile in front, and its day in the merchant's time zone. */
export type HandOverQuestion = {
  readonly profileId: ProfileId;
  readonly day: DaySpan;
  /** Every profile of the desk, each with its own day. */
  readonly profiles: readonly { readonly profileId: ProfileId; readonly day: DaySpan }[];
  /** Unknowns, flags and mismatches are listed of every profile, not only of the one. */
  readonly isOfAll: boolean;
  /** Unmatched callbacks also from before the day: since the person took over. Null: of the day alone. */
  readonly sinceMs: number | null;
};
/** Its profiles are those of the question, and every other profile with an open request. */
export type HandOver = Omit<
  HandOverReport,
  'at' | 'from' | 'since' | 'text' | 'batches' | 'callbacks'
> & {
  /** Callbacks that match no request, newest first. */
  readonly apartSeqs: readonly number[];
};

/** A callback received at a profile's address. `merchant` and `mode` are the profile's. */
export type CallbackArrival = {
  readonly profileId: ProfileId;
  readonly merchant: MerchantId;
  readonly mode: Profile['mode'];
  readonly raw: RawCallback;
  readonly reading: CallbackReading;
  readonly verdict: CallbackVerdict;
  /** Where its signature is right: the SHA-256 of the text that the signature covers, in hexadecimal. */
  readonly signedText?: string;
  /** Of a verified callback: the SHA-256 of the signature itself, in hexadecimal. */
  readonly signature?: string;
  /** Where its state means paid: how long the profile's requisites hold, in minutes. */
  readonly paidWithinMin?: number;
};

export type RecordedCallback = {
  /** Of a repeat: the seq of the first. */
  readonly seq: number;
  readonly intentId: IntentId | null;
  /** The matched request before and after this callback; null for a repeat or without a match. */
  readonly changed: { readonly was: DepositRequest; readonly request: DepositRequest } | null;
};

/** A recorded callback, read again. `merchant` and `mode` are the profile's present ones. */
export type CallbackRereading = Pick<
  CallbackArrival,
  'merchant' | 'mode' | 'reading' | 'verdict' | 'signedText' | 'signature' | 'paidWithinMin'
> & {
  readonly seq: number;
  /** The operator who decided that it counts although it contradicts an earlier final state; null when it is only read again. */
  readonly decidedBy: Operator | null;
};
export type WaitingCallback = { readonly seq: number; readonly profileId: ProfileId };
export type KnownCallback = { readonly profileId: ProfileId; readonly raw: RawCallback };

export type MismatchSettling = Omit<OperationInput<'request.settleMismatch'>, 'intentId'>;

/** The key that stamps checkpoints and the anchor, as the vault keeps it: hexadecimal text. */
export type AnchorKey = {
  /** Null when the vault has no key: none was made on this machine yet, or it was lost. */
  readonly read: () => Promise<Result<string | null, VaultFault>>;
  readonly write: (key: string) => Promise<Result<void, VaultFault>>;
};

export type Indexed = IndexState & {
  /** True when every event recorded before the question is indexed. */
  readonly isWhole: boolean;
};

/** Figures of the file, without any content of the log. */
export type LogStanding = {
  readonly schema: number;
  readonly indexForm: number;
  readonly bytes: number;
  readonly rows: { readonly events: number; readonly requests: number };
  /** SQLite's quick_check; `too_large` when it was left out because it would take minutes. */
  readonly quickCheck: 'ok' | 'faults' | 'too_large';
};

/**
 * The log as the rest of core sees it: the operations of spine.ts, and the care of the file. It opens whatever its state: while
 * `health` is `damaged` every write is refused and every read finds nothing. `health` never says `not_writing`: the holder of
 * the unwritten answers (deskHealth.ts) says that.
 */
export type LogPort = Operations & {
  readonly health: () => LogHealth;
  readonly verify: () => Promise<Result<VerifyReport, Failure>>;
  readonly backUp: () => Promise<Result<Backup, Failure>>;
  /** The log in place is set aside, never deleted. Requests that the backup shows in flight become `unknown`. */
  readonly restore: (name: string, operator: Operator) => Promise<Result<LogHealth, Failure>>;
  /** Every file of the data directory gets the ring's current key, or none. Gives the ids of the keys that files still need. */
  readonly switchKey: (ring: KeyRing) => Promise<Result<readonly string[], Failure>>;
  readonly acknowledgeRestore: (operator: Operator) => Promise<Result<LogHealth, Failure>>;
  /** From now on the holder is told before the log's file is replaced. */
  readonly shareFile: (holder: FileHolder) => void;
  /** Waits for the writes already asked for, takes a backup if the log changed, and ends the threads. */
  readonly close: () => Promise<void>;
};
