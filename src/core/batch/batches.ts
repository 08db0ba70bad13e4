import type { Host } from '#shared/contract/host.ts';
import type { OperationInput } from '#shared/contract/operations.ts';
import type { Batch, BatchOutcome, BatchPace } from '#shared/domain/batch.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { intentIdSchema } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { Operator } from '#shared/domain/request.ts';
import type { OpenBatch } from '#shared/domain/handOver.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Eyes } from '../eyes/eyes.ts';
import type { Guard } from '../eyes/guard.ts';
import type { Imports } from '../importing/imports.ts';
import type { Issuing } from '../issuing/openIssuing.ts';
import { MAX_PLANNED_AT_ONCE } from '../log/store/events.ts';
import { isOwn } from '../people/owner.ts';
import type { Actor, People } from '../people/people.ts';
import { planSeen, resumeSeen } from './planSeen.ts';
import { type PlanDeps, freezePlan } from './plan.ts';
import type { Run } from './runner.ts';
import {
  type Runs,
  type RunsDeps,
  isUnderWay,
  listBatches,
  openBatches,
  openRuns,
  plannedProfile,
  runOf,
  shownBatch,
} from './runs.ts';

export type BatchesDeps = RunsDeps &
  Pick<PlanDeps, 'chance' | 'deskCode'> &
  Pick<Issuing, 'liveConfirmations'> & {
    readonly imports: Imports;
    readonly people: Pick<People, 'isInUse'>;
    readonly eyes: Pick<Eyes, 'rulesOf'>;
    readonly guard: Guard;
    readonly host: Host;
  };

type Answer = Promise<Result<Batch, Failure>>;

export type Batches = {
  /** Freezes the plan and begins. The same id again is the same batch. */
  readonly start: (input: OperationInput<'batch.start'>, actor: Actor) => Answer;
  /** Newest first. */
  readonly list: () => Promise<readonly Batch[]>;
  /** What the next person has to go on with; newest first. */
  readonly open: (since: string) => Promise<readonly OpenBatch[]>;
  readonly get: (batchId: string) => Answer;
  readonly pause: (batchId: string) => Answer;
  readonly resume: (batchId: string, pace: BatchPace, actor: Actor) => Answer;
  readonly stop: (batchId: string, operator: Operator) => Answer;
  readonly queueAgain: (batchId: string, rows: readonly number[] | null, actor: Actor) => Answer;
  /** This person was archived: whatever runs in their name pauses until another person resumes it. */
  readonly pauseOf: (personId: string) => void;
  /** Begins nothing any more: the desk closes. */
  readonly halt: () => void;
  readonly close: () => Promise<void>;
};

type Desk = { readonly deps: BatchesDeps; readonly runs: Runs };

/** The batches of the log, and those that run in this process. After a restart every unfinished one is paused. */
export function createBatches(deps: BatchesDeps): Batches {
  const { runs, unlisten } = openRuns(deps);
  const desk = { deps, runs };
  const inTurn = createTurns();
  return {
    // One after the other: a plan is in force with its last part, and the next one must see its orders.
    start: (input, actor) => inTurn(() => freezeAndRun(desk, input, actor)),
    list: () => listBatches(runs),
    open: (since) => openBatches(runs, since),
    get: (batchId) => answerOf(desk, batchId),
    pause: (batchId) => pause(desk, batchId),
    resume: (batchId, pace, actor) => resume(desk, batchId, pace, actor),
    stop: (batchId, operator) => stop(desk, batchId, operator),
    queueAgain: (batchId, rows, actor) => queueAgain(desk, batchId, rows, actor),
    pauseOf(personId) {
      for (const run of runs.running.values()) {
        const { phase, pause: reason } = run.state();
        const goesOn = phase === 'running' || (reason !== null && reason.untilMs !== null);
        if (goesOn && run.operator().personId === personId) run.pause('author_archived');
      }
    },
    halt() {
      runs.isClosing = true;
      unlisten();
      for (const timer of runs.telling.values()) clearTimeout(timer);
      for (const run of runs.running.values()) run.halt();
    },
    async close() {
      await Promise.allSettled([...runs.running.values()].map((run) => run.settled()));
    },
  };
}

/** Begins each work when the one before it has ended, however it ended. */
function createTurns() {
  let last: Promise<unknown> = Promise.resolve();
  return <T>(work: () => Promise<T>): Promise<T> => {
    const turn = last.then(work);
    last = turn.catch(() => undefined);
    return turn;
  };
}

async function answerOf({ runs }: Desk, batchId: string): Answer {
  const batch = await shownBatch(runs, batchId);
  return batch === null ? err(failure('batch_not_found')) : ok(batch);
}

/** What would pause the batch at its first row is said at once. */
function usableProfile(
  deps: BatchesDeps,
  profile: Result<Profile, Failure>,
  actor: Actor,
): Result<Profile, Failure> {
  if (!profile.ok || profile.value.mode !== 'live') return profile;
  if (!deps.host.live) return err(failure('live_not_allowed'));
  if (!actor.may('supervise')) return NOT_PERMITTED;
  const isConfirmed = deps.liveConfirmations.isConfirmed(profile.value);
  return isConfirmed ? profile : err(failure('live_not_confirmed'));
}

const NOT_PERMITTED = err(failure('not_permitted', 'supervise'));
const ANOTHER_PERSONS = err(failure('batch_not_possible', 'another person began it'));
const CHECK_CHANGED = err(failure('batch_check_changed'));

async function freezeAndRun(
  desk: Desk,
  input: OperationInput<'batch.start'>,
  actor: Actor,
): Answer {
  const { deps, runs } = desk;
  const { batchId, importId, requests, digest, pace } = input;
  const there = await shownBatch(runs, batchId);
  if (there !== null) return isOwn(there.operator, actor) ? ok(there) : ANOTHER_PERSONS;
  const ready = await deps.imports.ready(importId, actor);
  if (!ready.ok) return ready;
  if (ready.value.digest !== digest) return CHECK_CHANGED;
  if (ready.value.count !== requests) {
    return err(failure('batch_count_differs', String(ready.value.count)));
  }
  const inUse = deps.profiles.findInUse(ready.value.profileId);
  const profile = usableProfile(deps, inUse, actor);
  if (!profile.ok) return profile;
  const { operator } = actor;
  const what = { batchId, importId, ready: ready.value, pace };
  const seen = await planSeen(deps, profile.value, { batchId, ready: ready.value, operator });
  if (!seen.ok) return seen;
  const frozen = await freezePlan({ ...what, profile: profile.value, operator }, deps);
  if (!frozen.ok) return frozen.error.code === 'order_held' ? CHECK_CHANGED : frozen;
  const run = await runOf(runs, batchId);
  if (!run.ok) return run;
  begin(deps, run.value, pace, operator);
  return answerOf(desk, batchId);
}

/** Freezing a plan takes its time: its author may have been archived meanwhile. */
function begin(deps: BatchesDeps, run: Run, pace: BatchPace, operator: Operator): void {
  if (deps.people.isInUse(operator)) run.resume(pace, operator);
  else run.pause('author_archived');
}

async function pause(desk: Desk, batchId: string): Answer {
  const run = desk.runs.running.get(batchId) ?? null;
  // A rate limit goes on by itself, so that the operator may want to keep it from that.
  const isLimited = run?.state().pause?.reason === 'rate_limited';
  if (run !== null && (isLimited || isUnderWay(run))) {
    run.pause('operator');
    return answerOf(desk, batchId);
  }
  const there = await shownBatch(desk.runs, batchId);
  return err(failure(there === null ? 'batch_not_found' : 'batch_not_possible'));
}

async function resume(desk: Desk, batchId: string, pace: BatchPace, actor: Actor): Answer {
  const { deps, runs } = desk;
  const run = await runOf(runs, batchId);
  if (!run.ok) return run;
  const batch = await shownBatch(runs, batchId);
  if (batch === null) return err(failure('batch_not_found'));
  const { state } = batch;
  if (state !== 'paused' && state !== 'pausing') return err(failure('batch_not_possible', state));
  const profile = usableProfile(deps, plannedProfile(deps, batch), actor);
  if (!profile.ok) return profile;
  const { operator } = actor;
  const seen = await resumeSeen(deps, profile.value, batch, operator);
  if (!seen.ok) return seen;
  const recorded = await deps.log.resumeBatch(batchId, operator, pace);
  if (!recorded.ok) return recorded;
  runs.lastRead.delete(batchId);
  begin(deps, run.value, pace, operator);
  return answerOf(desk, batchId);
}

async function stop(desk: Desk, batchId: string, operator: Operator): Answer {
  const { deps, runs } = desk;
  const run = await runOf(runs, batchId);
  if (!run.ok) return run;
  const there = await shownBatch(runs, batchId);
  if (there?.state === 'done') return err(failure('batch_not_possible', 'done'));
  // Nothing new begins while the stop is being recorded; where it cannot be, the batch stays paused.
  run.value.pause('operator');
  const recorded = await deps.log.stopBatch(batchId, operator);
  if (!recorded.ok) return recorded;
  runs.lastRead.delete(batchId);
  run.value.stop();
  return answerOf(desk, batchId);
}

async function queueAgain(
  desk: Desk,
  batchId: string,
  rows: readonly number[] | null,
  actor: Actor,
): Answer {
  const { deps, runs } = desk;
  const run = await runOf(runs, batchId);
  if (!run.ok) return run;
  const before = await shownBatch(runs, batchId);
  // A batch that runs issues them without being resumed.
  if (before?.mode === 'live' && !actor.may('supervise')) return NOT_PERMITTED;
  const by = { ...deps, operator: actor.operator };
  const queued =
    rows === null ? await queueAllAfter(by, batchId, 0) : await queueRows(by, batchId, rows);
  if (!queued.ok) return queued;
  if (queued.value.length === 0) return err(failure('batch_not_possible', 'no such row'));
  runs.lastRead.delete(batchId);
  // A batch that was done goes on; one that the operator or a rule has paused waits for `Resume`.
  if (before?.state === 'done') run.value.pause('operator');
  run.value.queued(queued.value);
  if (before?.state === 'done') await resume(desk, batchId, before.pace, actor);
  return answerOf(desk, batchId);
}

type Queueing = Pick<BatchesDeps, 'log' | 'chance'> & { readonly operator: Operator };

/** Every row gets a new intent, on record before it is issued. Returns the outcomes that the queued rows had. */
function queueRows(
  { log, operator, chance }: Queueing,
  batchId: string,
  rows: readonly number[],
): Promise<Result<readonly BatchOutcome[], Failure>> {
  const attempts = rows.map((row) => ({ row, intentId: intentIdSchema.parse(chance.uuid()) }));
  return log.queueBatchRows(batchId, operator, attempts);
}

async function queueAllAfter(
  deps: Queueing,
  batchId: string,
  after: number,
): Promise<Result<readonly BatchOutcome[], Failure>> {
  const rows = await deps.log.repeatableRows(batchId, after, MAX_PLANNED_AT_ONCE);
  const queued = await queueRows(deps, batchId, rows);
  if (!queued.ok || rows.length < MAX_PLANNED_AT_ONCE) return queued;
  const rest = await queueAllAfter(deps, batchId, rows.at(-1) ?? after);
  // What is queued is queued: the rest can be asked for again.
  return rest.ok ? ok([...queued.value, ...rest.value]) : queued;
}
