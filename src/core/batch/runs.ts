import type { Batch } from '#shared/domain/batch.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Profile, type WhereTo, goesTo } from '#shared/domain/profile.ts';
import type { OpenBatch } from '#shared/domain/handOver.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { Issuing } from '../issuing/openIssuing.ts';
import type { Clock } from '../ports.ts';
import type { Profiles } from '../profiles/profiles.ts';
import { type Run, createRun } from './runner.ts';
import { batchStateOf } from './runState.ts';
import type { LogPort } from '../log/openLog.ts';
import type { StoredBatch } from '../log/reads/batchReads.ts';

export type RunsDeps = Pick<Issuing, 'issueDeposit' | 'underWay' | 'typed'> & {
  readonly log: LogPort;
  readonly events: DeskEvents;
  readonly profiles: Pick<Profiles, 'findInUse'>;
  readonly clock: Clock;
  readonly onBug: (error: unknown) => void;
};

/** The runs of this process, and what pages are told of them. */
export type Runs = {
  readonly deps: RunsDeps;
  readonly running: Map<string, Run>;
  /** As last read, for the figures that a run does not keep. */
  readonly lastRead: Map<string, StoredBatch>;
  readonly telling: Map<string, NodeJS.Timeout>;
  isClosing: boolean;
};

/** A page hears of a running batch at most four times a second. */
const TELL_EVERY_MS = 250;

/** Returns with the runs what stops listening. */
export function openRuns(deps: RunsDeps): { readonly runs: Runs; readonly unlisten: () => void } {
  const runs: Runs = {
    deps,
    running: new Map(),
    lastRead: new Map(),
    telling: new Map(),
    isClosing: false,
  };
  const unlisten = deps.events.onEvent((event) => {
    if (event.name === 'request.changed' && event.request.batch !== undefined) {
      const { batchId } = event.request.batch;
      // What a run itself changes it counts itself. This is a copy, a callback or a resolution.
      if (runs.running.get(batchId)?.holds(event.request.intentId) === true) return;
      runs.lastRead.delete(batchId);
      tellLater(runs, batchId);
    }
    // The log was replaced: its batches are stopped, and none of these runs is of it.
    if (event.name === 'health.changed' && event.health.state === 'restored') {
      for (const run of runs.running.values()) run.halt();
      runs.running.clear();
      runs.lastRead.clear();
    }
  });
  return { runs, unlisten };
}

function tellLater(runs: Runs, batchId: string): void {
  const { deps, telling } = runs;
  if (telling.has(batchId) || runs.isClosing) return;
  const tell = async (): Promise<void> => {
    telling.delete(batchId);
    const batch = await shownBatch(runs, batchId);
    if (batch !== null && !runs.isClosing) deps.events.emit({ name: 'batch.changed', batch });
  };
  const timer = setTimeout(() => void tell().catch(deps.onBug), TELL_EVERY_MS).unref();
  telling.set(batchId, timer);
}

/** While it runs from its own figures, so that the log need not count at every row; at rest as the log has it. */
export async function shownBatch(runs: Runs, batchId: string): Promise<Batch | null> {
  const { deps, running, lastRead } = runs;
  const run = running.get(batchId) ?? null;
  const wasUnderWay = isUnderWay(run);
  const known = wasUnderWay ? lastRead.get(batchId) : undefined;
  const stored = known ?? (await deps.log.batch(batchId));
  if (stored === null) return null;
  // It came to rest while the log was read: its last outcomes may be missing in what was read.
  if (wasUnderWay && !isUnderWay(run)) return shownBatch(runs, batchId);
  lastRead.set(batchId, stored);
  return batchOf(stored, run);
}

export async function listBatches(runs: Runs): Promise<readonly Batch[]> {
  const all = await runs.deps.log.batches();
  const shown = all.map(async (stored) =>
    runs.running.has(stored.batchId) ? shownBatch(runs, stored.batchId) : batchOf(stored, null),
  );
  return (await Promise.all(shown)).filter((batch) => batch !== null);
}

/** Batches since a moment that an operator has to go on with, newest first. */
export async function openBatches(runs: Runs, since: string): Promise<readonly OpenBatch[]> {
  const all = await runs.deps.log.batches(since);
  return all
    .map((stored) => {
      const batch = batchOf(stored, runs.running.get(stored.batchId) ?? null);
      const { batchId, file, createdAt, profileName, state, counts, handedOut } = batch;
      return {
        batchId,
        file,
        createdAt,
        profileName,
        state,
        waiting: counts.waiting + counts.in_flight,
        // What a run has counted since the log was read is not resolved yet.
        unknown: stored.unresolved + counts.unknown - stored.counts.unknown,
        toHandOut: Math.max(0, counts.accepted - handedOut),
      };
    })
    .filter(({ waiting, unknown, toHandOut }) => waiting + unknown + toHandOut > 0);
}

/** The run of a batch of the log; it begins paused. */
export async function runOf(runs: Runs, batchId: string): Promise<Result<Run, Failure>> {
  const there = runs.running.get(batchId);
  if (there !== undefined) return ok(there);
  const stored = await runs.deps.log.batch(batchId);
  if (stored === null) return err(failure('batch_not_found'));
  if (stored.stopped !== null) return err(failure('batch_not_possible', 'stopped'));
  // Another call may have made it while the log was read.
  const run = runs.running.get(batchId) ?? makeRun(runs, stored);
  runs.running.set(batchId, run);
  return ok(run);
}

function makeRun(runs: Runs, stored: StoredBatch): Run {
  const { deps } = runs;
  const { batchId, plan } = stored;
  const run = createRun(stored, {
    ...deps,
    async issue({ row, intentId, draft, note }, operator, mayPrepare) {
      const profile = plannedProfile(deps, plan);
      if (!profile.ok) return profile;
      const batch = { place: { batchId, row }, note, mayPrepare };
      const who = { profile: profile.value, operator };
      return deps.issueDeposit({ intentId, ...who, draft, reissue: null, batch });
    },
    cancelUnsent: deps.underWay.cancelUnsent,
    typedGone: deps.typed.none,
    onChanged: () => tellLater(runs, batchId),
  });
  if (runs.isClosing) run.halt();
  return run;
}

/** The profile of a plan, as long as it leads to where the plan was made for. Every row and every resume ask this. */
export function plannedProfile(
  { profiles }: Pick<RunsDeps, 'profiles'>,
  { profileId, ...to }: Pick<Batch, 'profileId' | keyof WhereTo>,
): Result<Profile, Failure> {
  const profile = profiles.findInUse(profileId);
  if (!profile.ok) return profile;
  return goesTo(profile.value, to) ? profile : err(failure('profile_elsewhere'));
}

export function isUnderWay(run: Run | null): run is Run {
  if (run === null) return false;
  const { phase, inFlight, isExhausted } = run.state();
  return inFlight > 0 || (phase === 'running' && !isExhausted);
}

function batchOf(stored: StoredBatch, run: Run | null): Batch {
  const { batchId, createdAt, plan, stopped: _, unresolved: __, ...figures } = stored;
  const { limitsSnapshotId: ___, ...frozen } = plan;
  const shown = { batchId, createdAt, ...frozen, ...figures };
  if (!isUnderWay(run)) return { ...shown, ...restingAs(stored, run), secondsLeft: null };
  const { pace } = run.state();
  const state = batchStateOf(run.state());
  return { ...shown, pace, ...run.figures(), state, pause: pauseOf(run) };
}

function restingAs(
  { stopped, counts }: StoredBatch,
  run: Run | null,
): Pick<Batch, 'state' | 'pause'> {
  if (stopped !== null) return { state: 'stopped', pause: null };
  // Requests in flight without a run are those whose outcome could not be recorded yet.
  if (counts.waiting + counts.in_flight === 0) return { state: 'done', pause: null };
  const restarted = { reason: 'restarted' as const, until: null };
  return { state: 'paused', pause: run === null ? restarted : (pauseOf(run) ?? restarted) };
}

function pauseOf(run: Run): Batch['pause'] {
  const { pause } = run.state();
  if (pause === null) return null;
  return { reason: pause.reason, until: run.pausedUntil() };
}
