import type { OperationInput, OperationOutput } from '#shared/contract/operations.ts';
import type { Flow } from '#shared/domain/deposit.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { RequestHistory, TravelledAnswer, TravelledRequest } from '#shared/domain/history.ts';
import type { IntentId, MerchantId, ProfileId, RemoteId } from '#shared/domain/ids.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import type { DepositRequest, Operator, SettledStage } from '#shared/domain/request.ts';
import type { Result } from '#shared/domain/result.ts';

import type { PreparedBody } from './events.ts';

/** The disk said no. Nothing of the call is in the log. */
export type NotRecorded = { readonly code: 'not_recorded'; readonly detail: string };

type CopiedPart = OperationInput<'request.recordCopy'>['part'];
type Copy = {
  readonly operator: Operator;
  readonly part: CopiedPart;
  readonly text: string;
};
export type LogPage = OperationOutput<'log.page'>;
export type LogCursor = OperationInput<'log.page'>['before'];

/** Asynchronous although SQLite is not: callers must not come to rely on the log being in their own thread. */
export type LogPort = {
  /**
   * W1. The same intent with the same content gives the request that is already there (`fresh: false`); with other content it
   * is refused, and so is an order of this merchant that is still open.
   */
  readonly prepare: (
    prepared: PreparedBody,
  ) => Promise<Result<{ readonly request: DepositRequest; readonly fresh: boolean }, Failure>>;
  /** W2. */
  readonly markSending: (
    intentId: IntentId,
    sent: TravelledRequest,
  ) => Promise<Result<DepositRequest, NotRecorded>>;
  /** W3. An accepted answer whose id already belongs to another request of the merchant is recorded as unknown. */
  readonly settle: (
    intentId: IntentId,
    stage: SettledStage,
    answer: TravelledAnswer | null,
  ) => Promise<Result<DepositRequest, NotRecorded>>;
  readonly recordCopy: (intentId: IntentId, copy: Copy) => Promise<Result<DepositRequest, Failure>>;

  readonly find: (intentId: IntentId) => Promise<DepositRequest | null>;
  readonly findByRemoteId: (
    merchant: MerchantId,
    remoteId: RemoteId,
  ) => Promise<DepositRequest | null>;
  /** Of one profile: everything in flight or unknown, and the last ten. Newest first. */
  readonly now: (profileId: ProfileId) => Promise<readonly DepositRequest[]>;
  readonly page: (before: LogCursor, pageSize: number) => Promise<LogPage>;
  readonly history: (intentId: IntentId) => Promise<RequestHistory | null>;
  /** Everything that has W1 and no W3, of every profile. */
  readonly inFlight: () => Promise<readonly DepositRequest[]>;

  /** An order id that this desk has neither suggested nor recorded before. `day` is MMDD. */
  readonly nextOrderId: (
    profileId: ProfileId,
    flow: Flow,
    day: string,
  ) => Promise<Result<string, NotRecorded>>;

  readonly saveLimits: (
    source: string,
    snapshot: LimitsSnapshot,
  ) => Promise<Result<void, NotRecorded>>;
  readonly latestLimits: (profileId: ProfileId, source: string) => Promise<LimitsSnapshot | null>;

  readonly close: () => Promise<void>;
};
