import type { BatchOutcome, BatchPace } from '#shared/domain/batch.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { mayExist } from '#shared/domain/orderUse.ts';
import type { Operator } from '#shared/domain/request.ts';

import type { Clock } from '../ports.ts';
import { type IssueRowDeps, issueRow } from './issueRow.ts';
import {
  type PauseReason,
  type RowEnd,
  type RunEvent,
  type RunState,
  delayBeforeNext,
  pausedRun,
  reduceRun,
} from './runState.ts';
import type { LogPort } from '../log/openLog.ts';
import type { StoredBatch, WaitingRow } from '../log/reads/batchReads.ts';

/** Rows are read from the log in pages of this many. */
const PAGE = 500;
/** setTimeout knows no longer times. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

export type RunDeps = IssueRowDeps & {
  readonly log: Pick<LogPort, 'waitingRows'>;
  readonly clock: Clock;
  readonly onChanged: () => void;
};

export type Run = {
  readonly state: () => RunState;
  /** By the wall clock, for people; null: it does not go on by itself. */
  readonly pausedUntil: () => string | null;
  /** In whose name its rows are issued: who started it, or who resumed it last. */
  readonly operator: () => Operator;
  /** As counted at the beginning, and changed with every row since. */
  readonly figures: () => Figures;
  readonly holds: (intentId: IntentId) => boolean;
  readonly pause: (reason: PauseReason) => void;
  readonly resume: (pace: BatchPace, operator: Operator) => void;
  /** Cancels what has not reached W2. */
  readonly stop: () => void;
  /** Rows wait again that had these outcomes. */
  readonly queued: (outcomes: readonly BatchOutcome[]) => void;
  /** Begins nothing any more. */
  readonly halt: () => void;
  /** Resolves once nothing of it is in flight. */
  readonly settled: () => Promise<void>;
};

type Figures = {
  readonly counts: Readonly<Record<BatchOutcome, number>>;
  readonly repeatable: number;
  readonly secondsLeft: number | null;
};

/** A run as its functions share it. */
type Running = {
  readonly batchId: string;
  readonly deps: RunDeps;
  state: RunState;
  operator: Operator;
  readonly counts: Record<BatchOutcome, number>;
  repeatable: number;
  /** Every intent that was handed on since the last row was begun: none is handed on twice, whatever a page of the log still shows. */
  readonly begun: Set<IntentId>;
  readonly inFlight: Map<IntentId, Promise<void>>;
  queue: WaitingRow[];
  readUpTo: number;
  /** Grows when rows are queued again: a page that was asked for before may lack them. */
  reading: number;
  isPumping: boolean;
  isHalted: boolean;
  timer: NodeJS.Timeout | undefined;
  since: { readonly atMs: number; ended: number };
};

/** Issues the waiting rows of one batch in the order of the file. It begins paused. */
export function createRun(stored: StoredBatch, deps: RunDeps): Run {
  const run: Running = {
    batchId: stored.batchId,
    deps,
    state: pausedRun(stored.pace, 'restarted'),
    operator: stored.plan.operator,
    counts: { ...stored.counts },
    repeatable: stored.repeatable,
    begun: new Set(),
    inFlight: new Map(),
    queue: [],
    readUpTo: 0,
    reading: 0,
    isPumping: false,
    isHalted: false,
    timer: undefined,
    since: { atMs: 0, ended: 0 },
  };
  return {
    state: () => run.state,
    pausedUntil() {
      const untilMs = run.state.pause?.untilMs ?? null;
      if (untilMs === null) return null;
      return new Date(deps.clock.now().getTime() + untilMs - nowMs()).toISOString();
    },
    operator: () => run.operator,
    figures: () => ({
      counts: { ...run.counts },
      repeatable: run.repeatable,
      secondsLeft: secondsLeft(run),
    }),
    holds: (intentId) => run.inFlight.has(intentId),
    pause: (reason) => apply(run, { kind: 'pause', reason }),
    resume(pace, operator) {
      run.operator = operator;
      run.since = { atMs: nowMs(), ended: 0 };
      apply(run, { kind: 'resume', pace });
    },
    stop() {
      run.counts.cancelled += run.counts.waiting;
      [run.counts.waiting, run.repeatable] = [0, 0];
      apply(run, { kind: 'stop' });
      deps.cancelUnsent([...run.inFlight.keys()]);
    },
    queued(outcomes) {
      for (const outcome of outcomes) move(run, outcome, 'waiting');
      run.repeatable -= outcomes.length;
      [run.queue, run.readUpTo] = [[], 0];
      run.reading += 1;
      apply(run, { kind: 'queued' });
    },
    halt() {
      run.isHalted = true;
      clearTimeout(run.timer);
    },
    async settled() {
      await Promise.all(run.inFlight.values());
    },
  };
}

/** Monotonic: a wall clock that is set back an hour would stop the batch for an hour. */
function nowMs(): number {
  return performance.now();
}

function apply(run: Running, event: RunEvent): void {
  run.state = reduceRun(run.state, event);
  const { state, begun, deps } = run;
  // The log has a request for each of them by now.
  if (state.isExhausted && state.inFlight === 0) begun.clear();
  clearTimeout(run.timer);
  const untilMs = state.pause?.untilMs ?? null;
  if (untilMs !== null) wakeAfter(run, untilMs - nowMs());
  deps.onChanged();
  void pump(run);
}

function wakeAfter(run: Running, ms: number): void {
  clearTimeout(run.timer);
  if (run.isHalted) return;
  const wake = (): void => apply(run, { kind: 'tick', atMs: nowMs() });
  run.timer = setTimeout(wake, Math.min(Math.max(0, ms), LONGEST_TIMER_MS)).unref();
}

function move({ counts }: Running, from: BatchOutcome, to: BatchOutcome): void {
  counts[from] -= 1;
  counts[to] += 1;
}

async function pump(run: Running): Promise<void> {
  if (run.isPumping) return;
  run.isPumping = true;
  try {
    await beginRows(run);
  } catch (error) {
    run.deps.onBug(error);
    run.state = reduceRun(run.state, { kind: 'pause', reason: 'log_unavailable' });
    run.deps.onChanged();
  } finally {
    run.isPumping = false;
  }
}

function delayOf(run: Running): number | null {
  return run.isHalted ? null : delayBeforeNext(run.state, nowMs());
}

async function beginRows(run: Running): Promise<void> {
  for (let delay = delayOf(run); run.queue.length > 0; delay = delayOf(run)) {
    if (delay !== 0) break;
    const row = run.queue.shift();
    if (row !== undefined && !run.begun.has(row.intentId)) begin(run, row);
  }
  const delay = delayOf(run);
  if (delay === null) return;
  if (delay > 0) {
    wakeAfter(run, delay);
    return;
  }
  if (!(await readOn(run))) {
    // An empty page while rows are waiting: the log could not be read.
    const isWaiting = run.counts.waiting > 0;
    apply(run, isWaiting ? { kind: 'pause', reason: 'log_unavailable' } : { kind: 'exhausted' });
  }
  await beginRows(run);
}

/** False: no row is waiting. */
async function readOn(run: Running): Promise<boolean> {
  const asked = run.reading;
  const page = await run.deps.log.waitingRows(run.batchId, run.readUpTo, PAGE);
  if (asked !== run.reading) return true;
  run.readUpTo = page.at(-1)?.row ?? run.readUpTo;
  run.queue.push(...page);
  return run.queue.length > 0;
}

function begin(run: Running, row: WaitingRow): void {
  run.begun.add(row.intentId);
  run.state = reduceRun(run.state, { kind: 'began', atMs: nowMs() });
  move(run, 'waiting', 'in_flight');
  run.inFlight.set(row.intentId, issueOne(run, row));
  run.deps.onChanged();
}

async function issueOne(run: Running, row: WaitingRow): Promise<void> {
  const { batchId, operator, deps } = run;
  const end = await issueRow(
    row,
    {
      batchId,
      operator,
      isRunning: () => run.state.phase === 'running' && !run.isHalted,
      isStopped: () => run.state.phase === 'stopped',
      nowMs: () => deps.clock.now().getTime(),
    },
    deps,
  );
  run.inFlight.delete(row.intentId);
  run.since.ended += 1;
  count(run, row, end);
  apply(run, { kind: 'ended', atMs: nowMs(), end });
}

function count(run: Running, row: WaitingRow, end: RowEnd): void {
  if (end.kind === 'returned') {
    run.begun.delete(row.intentId);
    run.queue.unshift(row);
    move(run, 'in_flight', run.state.phase === 'stopped' ? 'cancelled' : 'waiting');
    return;
  }
  const outcome = end.kind === 'refused' ? 'refused' : end.outcome;
  move(run, 'in_flight', outcome);
  const isRepeatable = end.kind === 'refused' || !mayExist(end);
  if (isRepeatable && run.state.phase !== 'stopped') run.repeatable += 1;
}

function secondsLeft(run: Running): number | null {
  const { state, since, counts } = run;
  if (state.phase !== 'running' || since.ended === 0) return null;
  const perRowMs = (nowMs() - since.atMs) / since.ended;
  return Math.ceil(((counts.waiting + counts.in_flight) * perRowMs) / 1000);
}
