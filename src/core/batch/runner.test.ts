import fc from 'fast-check';
import { expect, it } from 'vitest';

import { BATCH_OUTCOMES, type BatchOutcome, batchSchema } from '#shared/domain/batch.ts';
import { failure } from '#shared/domain/failure.ts';
import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest, SettledStage } from '#shared/domain/request.ts';
import { err, ok } from '#shared/domain/result.ts';

import { type TypedRequests, createTypedRequests } from '../issuing/typedRequests.ts';
import { applyEvent } from '../log/store/project.ts';
import type { Clock } from '../ports.ts';
import {
  MERCHANT,
  OPERATOR,
  chance,
  createDraftOf,
  intent,
  preparedOf,
} from '../testing/builders.ts';
import { UNKNOWN, acceptedAs } from '../testing/fillLog.ts';
import { SANDBOX } from '../testing/openedDesk.ts';
import { readyRowsOf, unnumbered } from '../testing/memoryImports.ts';
import { type Run, createRun } from './runner.ts';
import { batchStateOf } from './runState.ts';
import type { StoredBatch, WaitingRow } from '../log/reads/batchReads.ts';

const ROWS = 12;
const PACE = { atOnce: 3, perMinute: null, pauseAfter: 3 };
const turns = (): Promise<void> => new Promise((resolve) => void setTimeout(resolve, 0));

type Fate = 'accepted' | 'rejected' | 'unknown' | 'refused' | 'live_not_confirmed';
type Step = 'end' | 'pause' | 'resume' | 'stop' | 'again';

type ModelRow = {
  readonly row: number;
  attempt: number;
  intentId: IntentId;
  outcome: BatchOutcome;
};

const AT = '2026-11-17T10:00:00.000Z';
const PREPARED = applyEvent(null, { kind: 'prepared', seq: 1, at: AT, body: preparedOf('R-1') });

function settledAs(stage: SettledStage): DepositRequest {
  const body = { intentId: intent('R-1'), stage, answer: null };
  return applyEvent(PREPARED, { kind: 'settled', seq: 2, at: AT, body });
}
const NO = { httpStatus: 422, detail: null, retryAfter: null, wording: null };
const REQUESTS = {
  accepted: settledAs(acceptedAs('R-1')),
  rejected: settledAs({ outcome: 'rejected', reason: { code: 'refused_by_provider', ...NO } }),
  unknown: settledAs(UNKNOWN),
};

/** A log that knows of each row its newest intent and whether that has a request, as the real one does. */
function createModel(fates: readonly Fate[]) {
  const rows = Array.from({ length: ROWS }, (_, at): ModelRow => {
    return { row: at + 2, attempt: 1, intentId: intent(`row-${at}`), outcome: 'waiting' };
  });
  const issued: string[] = [];
  const open: (() => void)[] = [];
  let isStopped = false;
  let mostAtOnce = 0;
  let atOnce = 0;
  let given = 0;
  const rowOf = ({ row }: { readonly row: number }) => {
    const found = rows.find((one) => one.row === row);
    if (found === undefined) throw new Error(`no row ${row}`);
    return found;
  };
  return {
    rows,
    issued,
    mostAtOnce: () => mostAtOnce,
    endOne: () => open.shift()?.(),
    stop: () => {
      isStopped = true;
    },
    again(): readonly BatchOutcome[] {
      const repeatable = rows.filter(
        ({ outcome }) => outcome === 'rejected' || outcome === 'refused',
      );
      return repeatable.map((row) => {
        const was = row.outcome;
        row.attempt += 1;
        row.intentId = intentIdSchema.parse(chance.uuid());
        row.outcome = 'waiting';
        return was;
      });
    },
    waitingRows: async (
      _: string,
      after: number,
      count: number,
    ): Promise<readonly WaitingRow[]> => {
      const page = rows
        .filter(({ row, outcome }) => row > after && outcome === 'waiting')
        .slice(0, count)
        .map(({ row, attempt, intentId }) => {
          return { row, attempt, intentId, draft: createDraftOf(), note: '' };
        });
      await turns();
      return page;
    },
    async refuse(row: number) {
      rowOf({ row }).outcome = 'refused';
      return ok(undefined);
    },
    async issue(waiting: WaitingRow, mayPrepare: () => Promise<boolean>) {
      const fate = fates[given % fates.length] ?? 'accepted';
      given += 1;
      await turns();
      if (fate === 'refused' || fate === 'live_not_confirmed') {
        return err(failure(fate === 'refused' ? 'intent_conflict' : fate));
      }
      if (!(await mayPrepare())) return err(failure('batch_not_possible'));
      expect(isStopped).toBe(false);
      expect(issued).not.toContain(waiting.intentId);
      issued.push(waiting.intentId);
      const row = rowOf(waiting);
      row.outcome = 'in_flight';
      atOnce += 1;
      mostAtOnce = Math.max(mostAtOnce, atOnce);
      const settled = new Promise<DepositRequest>((resolve) => {
        open.push(() => {
          atOnce -= 1;
          row.outcome = fate;
          resolve(REQUESTS[fate]);
        });
      });
      return ok({ request: PREPARED, warnings: [], settled });
    },
  };
}

const NONE = {
  in_flight: 0,
  accepted: 0,
  rejected: 0,
  not_sent: 0,
  unknown: 0,
  refused: 0,
  cancelled: 0,
};

function storedOf(): StoredBatch {
  const { profileId, flow, file, sha256, headers, totals, limitsSnapshotId, count } = readyRowsOf(
    SANDBOX,
    ROWS,
    unnumbered,
  );
  const about = {
    profileId,
    profileName: 'Shop',
    mode: 'sandbox' as const,
    origin: 'https://provider.example',
    merchant: MERCHANT,
    flow,
    operator: OPERATOR,
  };
  const read = { file, sha256, headers, totals, limitsSnapshotId, rows: count };
  return {
    batchId: chance.uuid(),
    createdAt: AT,
    plan: { ...about, ...read, pace: PACE },
    pace: PACE,
    stopped: null,
    counts: { ...NONE, waiting: ROWS },
    handedOut: 0,
    repeatable: 0,
    unresolved: 0,
  };
}

function runOver(
  model: ReturnType<typeof createModel>,
  typed: TypedRequests = createTypedRequests(),
  clock: Clock = { now: () => new Date() },
): Run {
  return createRun(storedOf(), {
    log: {
      waitingRows: model.waitingRows,
      refuseBatchRow: ({ row }) => model.refuse(row),
    },
    issue: (row, _, mayPrepare) => model.issue(row, mayPrepare),
    cancelUnsent: () => undefined,
    typedGone: typed.none,
    clock,
    onChanged: () => undefined,
    onBug: (error) => {
      throw error;
    },
  });
}

const anyFates = fc.array(
  fc.constantFrom<Fate[]>(
    'accepted',
    'accepted',
    'rejected',
    'unknown',
    'refused',
    'live_not_confirmed',
  ),
  { minLength: 1, maxLength: 8 },
);
const anySteps = fc.array(
  fc.constantFrom<Step[]>('end', 'end', 'end', 'end', 'pause', 'resume', 'resume', 'again', 'stop'),
  { maxLength: 40 },
);

it('whatever ends, pauses, resumes, queues again and stops: no intent is issued twice, none after the stop', async () => {
  await fc.assert(
    fc.asyncProperty(anyFates, anySteps, async (fates, steps) => {
      const model = createModel(fates);
      const run = runOver(model);
      run.resume(PACE, OPERATOR);
      let isStopped = false;
      for (const step of steps) {
        await turns();
        if (step === 'end') model.endOne();
        if (step === 'pause' && !isStopped) run.pause('operator');
        if (step === 'resume' && !isStopped) run.resume(PACE, OPERATOR);
        if (step === 'again' && !isStopped) run.queued(model.again());
        if (step !== 'stop') continue;
        isStopped = true;
        model.stop();
        run.stop();
      }
      run.pause('operator');
      for (let left = 0; left < ROWS; left += 1) {
        await turns();
        model.endOne();
      }
      await run.settled();
      run.halt();
      expect(run.state().inFlight).toBe(0);
      expect(model.mostAtOnce()).toBeLessThanOrEqual(PACE.atOnce);
      const { counts } = run.figures();
      for (const outcome of BATCH_OUTCOMES) {
        const asKnown = outcome === 'cancelled' ? 'waiting' : outcome;
        if (isStopped && outcome === 'waiting') continue;
        if (!isStopped && outcome === 'cancelled') continue;
        const inLog = model.rows.filter((row) => row.outcome === asKnown).length;
        expect([outcome, counts[outcome]]).toEqual([outcome, inLog]);
      }
    }),
    { numRuns: 150 },
  );
});

it('a batch whose rows are all accepted is done, in the order of the file', async () => {
  const model = createModel(['accepted']);
  const run = runOver(model);
  expect(batchStateOf(run.state())).toBe('paused');
  run.resume(PACE, OPERATOR);
  await expect
    .poll(() => {
      model.endOne();
      return batchStateOf(run.state());
    })
    .toBe('done');
  expect(model.issued).toEqual(model.rows.map(({ intentId }) => intentId));
});

it.each([
  ['back', -1],
  ['forward and back', 1],
])('a clock that goes %s an hour neither stops a batch nor hurries it', async (_, direction) => {
  const model = createModel(['accepted']);
  let offsetMs = 0;
  const clock = { now: () => new Date(Date.now() + offsetMs) };
  const run = runOver(model, createTypedRequests(), clock);
  run.resume({ ...PACE, perMinute: 600 }, OPERATOR);
  await expect.poll(() => model.issued.length).toBe(1);
  model.endOne();
  offsetMs = direction * 3_600_000;
  await expect.poll(() => model.issued.length).toBe(2);
  if (direction > 0) offsetMs = 0;
  model.endOne();
  expect(model.issued).toHaveLength(2);
  await expect
    .poll(() => {
      model.endOne();
      return batchStateOf(run.state());
    })
    .toBe('done');
  run.halt();
});

it('the time left is never negative, and what is told to a page keeps to the contract', async () => {
  const model = createModel(['accepted']);
  let offsetMs = 0;
  const clock = { now: () => new Date(Date.now() + offsetMs) };
  const run = runOver(model, createTypedRequests(), clock);
  run.resume(PACE, OPERATOR);
  await expect.poll(() => model.issued.length).toBe(PACE.atOnce);
  model.endOne();
  await expect.poll(() => run.figures().secondsLeft).not.toBeNull();
  offsetMs = -3_600_000;
  expect(batchSchema.shape.secondsLeft.safeParse(run.figures().secondsLeft).success).toBe(true);
  run.halt();
});

it('a log that cannot be read pauses the batch instead of ending it', async () => {
  const model = createModel(['accepted']);
  const run = runOver({ ...model, waitingRows: async () => [] });
  run.resume(PACE, OPERATOR);
  await expect.poll(() => run.state().pause?.reason).toBe('log_unavailable');
  expect(batchStateOf(run.state())).toBe('paused');
});

it('typed requests go first: no row has its W1 while one of them waits for its own', async () => {
  const model = createModel(['accepted']);
  const typed = createTypedRequests();
  const run = runOver(model, typed);
  let recorded = (): void => undefined;
  const issuing = typed.during(() => new Promise<void>((resolve) => void (recorded = resolve)));
  run.resume(PACE, OPERATOR);
  for (let turn = 0; turn < 10; turn += 1) await turns();
  expect(model.issued).toEqual([]);
  recorded();
  await issuing;
  await expect.poll(() => model.issued.length).toBe(PACE.atOnce);
});

it('typed requests that were sent go first until their outcome', async () => {
  const model = createModel(['accepted']);
  const typed = createTypedRequests(60_000);
  let answered = (): void => undefined;
  typed.sent(new Promise<void>((resolve) => void (answered = resolve)));
  typed.sent(Promise.reject(new Error('not written')));
  const run = runOver(model, typed);
  run.resume(PACE, OPERATOR);
  for (let turn = 0; turn < 10; turn += 1) await turns();
  expect(model.issued).toEqual([]);
  answered();
  await expect.poll(() => model.issued.length).toBe(PACE.atOnce);
});

it('typed requests that get no answer go first for no longer than a moment', async () => {
  const model = createModel(['accepted']);
  const typed = createTypedRequests(1);
  typed.sent(new Promise<void>(() => undefined));
  runOver(model, typed).resume(PACE, OPERATOR);
  await expect.poll(() => model.issued.length).toBe(PACE.atOnce);
});
