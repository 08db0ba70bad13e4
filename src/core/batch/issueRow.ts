import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest, Operator } from '#shared/domain/request.ts';

import type { IssueDeposit } from '../issuing/issueDeposit.ts';
import type { BatchRefusal } from '../log/store/events.ts';
import { type PauseReason, type RowEnd, type Settled, limitedFor } from './runState.ts';
import type { LogPort } from '../log/openLog.ts';
import type { WaitingRow } from '../log/reads/batchReads.ts';

export type IssueRowDeps = {
  readonly log: Pick<LogPort, 'refuseBatchRow'>;
  /** By the use case of a typed request. `mayPrepare` is asked right before W1. */
  readonly issue: (
    row: WaitingRow,
    operator: Operator,
    mayPrepare: () => Promise<boolean>,
  ) => ReturnType<IssueDeposit>;
  /** Cancels requests of which not one byte has left; the others are left alone. */
  readonly cancelUnsent: (intentIds: readonly IntentId[]) => void;
  /** Resolves once no typed request waits for its W1. */
  readonly typedGone: () => Promise<void>;
  readonly onBug: (error: unknown) => void;
};

/** The run that a row is issued in, as it is at the moment of asking. */
type Surroundings = {
  readonly batchId: string;
  readonly operator: Operator;
  /** It was neither paused nor stopped, and the desk is not closing. */
  readonly isRunning: () => boolean;
  readonly isStopped: () => boolean;
  readonly nowMs: () => number;
};

/** From W1 to the outcome of one row. Never rejects. */
export async function issueRow(
  row: WaitingRow,
  run: Surroundings,
  deps: IssueRowDeps,
): Promise<RowEnd> {
  const mayPrepare = async (): Promise<boolean> => {
    await deps.typedGone();
    return run.isRunning();
  };
  try {
    const issued = await deps.issue(row, run.operator, mayPrepare);
    if (!issued.ok) return await notIssued(row, issued.error, run, deps);
    // W1 was on its way when the batch was stopped.
    if (run.isStopped()) deps.cancelUnsent([row.intentId]);
    return endAs(await settledOf(issued.value.settled, deps), run.nowMs());
  } catch (error) {
    deps.onBug(error);
    return { kind: 'returned', reason: 'log_unavailable' };
  }
}

/** After W1 the row never waits again, whatever is thrown. */
async function settledOf(
  settled: Promise<DepositRequest>,
  { onBug }: IssueRowDeps,
): Promise<DepositRequest | null> {
  try {
    return await settled;
  } catch (error) {
    onBug(error);
    return null;
  }
}

async function notIssued(
  { row, attempt }: WaitingRow,
  error: Failure,
  { batchId, isRunning }: Surroundings,
  { log }: IssueRowDeps,
): Promise<RowEnd> {
  if (error.code === 'batch_not_possible') {
    // Expected where the operator paused or stopped; else the log has another plan than this run.
    return { kind: 'returned', reason: isRunning() ? 'log_unavailable' : null };
  }
  const reason = PAUSED_BY.get(error.code);
  if (reason !== undefined) return { kind: 'returned', reason };
  const refused = await log.refuseBatchRow({ batchId, row }, attempt, refusalOf(error));
  return refused.ok ? { kind: 'refused' } : { kind: 'returned', reason: 'log_unavailable' };
}

/** What keeps every row from being issued, not this one. */
const PAUSED_BY: ReadonlyMap<Failure['code'], PauseReason> = new Map([
  ['live_not_allowed', 'live_not_confirmed'],
  ['live_not_confirmed', 'live_not_confirmed'],
  ['profile_not_found', 'profile_not_usable'],
  ['profile_archived', 'profile_not_usable'],
  ['profile_elsewhere', 'profile_not_usable'],
  ['log_unavailable', 'log_unavailable'],
  ['not_recorded', 'log_unavailable'],
  ['approval_needed', 'approval_needed'],
  ['person_not_found', 'author_archived'],
]);

function refusalOf(error: Failure): BatchRefusal {
  switch (error.code) {
    case 'invalid_fields': {
      const faults = error.faults.filter(({ force }) => force === 'refuse');
      const [first] = faults;
      return {
        code: first?.code ?? error.code,
        detail: faults.map(({ field, code }) => `${field}: ${code}`).join(', '),
      };
    }
    case 'order_open':
      return { code: error.code, detail: error.orderId };
    case 'approval_needed':
      return { code: error.code, detail: error.reasons.join(', ') };
    case 'unanswered_before':
    case 'issued_before':
      return { code: error.code, detail: error.past.orderId };
    default:
      return { code: error.code, detail: 'detail' in error ? error.detail : null };
  }
}

function endAs(request: DepositRequest | null, nowMs: number): RowEnd {
  const isLimited = request?.outcome === 'rejected' && request.reason.code === 'rate_limited';
  const limitedForMs = isLimited ? limitedFor(request.reason.retryAfter, nowMs) : null;
  return { kind: 'outcome', outcome: settledOutcome(request), limitedForMs };
}

/** A request whose outcome could not be recorded is shown as unknown, and so it counts. */
function settledOutcome(request: DepositRequest | null): Settled {
  switch (request?.outcome) {
    case 'accepted':
    case 'rejected':
    case 'not_sent':
      return request.outcome;
    default:
      return 'unknown';
  }
}
