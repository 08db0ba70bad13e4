import { setImmediate as nextTurn } from 'node:timers/promises';

import { COUNT_CAP, type LogRow } from '#shared/domain/logSearch.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';

import type { Search } from './finder.ts';

export type SearchAnswer = OperationOutput<'log.search'>;

type SearchRows = OperationOutput<'log.rows'>;

/** How long the thread goes on with one thing before it looks whether something else was asked. */
const STEP_MS = 4;
/** Tables that are open at the same time; an older search is forgotten. */
const MOST_SEARCHES = 8;

export type Searches = {
  /** Makes the one before it under the same id stop. `begin` is called once nothing else is running. Null: a newer one came. */
  readonly start: (id: string, begin: () => Search, pageSize: number) => Promise<SearchRows | null>;
  readonly rows: (id: string, from: number, count: number) => Promise<SearchRows | null>;
  readonly count: (id: string) => Promise<SearchRows['matches'] | null>;
  /** Something that may wait: given up for any search and begun again, one after the other. */
  readonly patiently: <T extends object>(begin: () => Generator<undefined, T>) => Promise<T>;
  /** Once nothing runs any more; what may wait is given up for it. */
  readonly quiet: () => Promise<void>;
  /** While something runs the index must not change under it. */
  readonly isRunning: () => boolean;
  readonly forget: () => void;
};

type Kept = { readonly search: Search; readonly run: Run };

export function createSearches(): Searches {
  const kept = new Map<string, Kept>();
  const newest = new Map<string, symbol>();
  const runs = createRuns();

  function keep(id: string, one: Kept): void {
    kept.delete(id);
    kept.set(id, one);
    const [oldest] = kept.keys();
    if (kept.size <= MOST_SEARCHES || oldest === undefined) return;
    kept.get(oldest)?.run.stop();
    kept.delete(oldest);
    newest.delete(oldest);
  }

  return {
    async start(id, begin, pageSize) {
      const own = Symbol(id);
      newest.set(id, own);
      kept.get(id)?.run.stop();
      await runs.quiet();
      if (newest.get(id) !== own) return null;
      const search = begin();
      const one = { search, run: runs.start(search.work) };
      keep(id, one);
      const least = Math.max(pageSize, COUNT_CAP);
      return found(one, least, () => search.rows(0, pageSize));
    },
    async rows(id, from, count) {
      const one = kept.get(id);
      if (one === undefined) return null;
      return found(one, from + count, () => one.search.rows(from, from + count));
    },
    async count(id) {
      const one = kept.get(id);
      if (one === undefined) return null;
      const all = await found(one, Number.POSITIVE_INFINITY, () => []);
      return all?.matches ?? null;
    },
    patiently: runs.patiently,
    quiet: runs.quiet,
    isRunning: runs.isRunning,
    forget() {
      runs.stop();
      kept.clear();
      newest.clear();
    },
  };
}

/** Resolves once the list has `least` row numbers, or is whole. */
async function found(
  { search: { list }, run }: Kept,
  least: number,
  rows: () => readonly LogRow[],
): Promise<SearchRows | null> {
  await run.until(() => list.length() >= least);
  if (run.isStopped()) return null;
  const isExact = run.isDone();
  const count = isExact ? list.length() : Math.min(list.length(), COUNT_CAP);
  return { rows: rows(), matches: { count, isExact } };
}

/** Everything that is under way. */
function createRuns(): Pick<Searches, 'patiently' | 'quiet' | 'isRunning'> & {
  readonly start: (work: Generator<undefined, void>) => Run;
  readonly stop: () => void;
} {
  const running = new Set<Run>();
  let patient: Run | null = null;
  let lastPatient: Promise<unknown> = Promise.resolve();

  function start(work: Generator<undefined, void>): Run {
    const run = startRun(work);
    running.add(run);
    void run.ended.then(() => running.delete(run));
    return run;
  }
  async function quiet(): Promise<void> {
    patient?.stop();
    await Promise.all([...running].map(({ ended }) => ended));
    if (running.size > 0) await quiet();
  }
  async function whole<T extends object>(begin: () => Generator<undefined, T>): Promise<T> {
    await quiet();
    const results: T[] = [];
    patient = start(collecting(begin(), results));
    await patient.until(() => false);
    const [result] = results;
    return result ?? whole(begin);
  }
  return {
    start,
    quiet,
    patiently(begin) {
      const own = lastPatient.then(() => whole(begin));
      lastPatient = own.catch(() => undefined);
      return own;
    },
    isRunning: () => running.size > 0,
    stop() {
      for (const run of running) run.stop();
    },
  };
}

function* collecting<T>(work: Generator<undefined, T>, into: T[]): Generator<undefined, void> {
  into.push(yield* work);
}

/** Work in steps, between which the thread takes in what else it is asked. */
type Run = {
  /** Until that is enough, at the latest to the end. */
  readonly until: (isEnough: () => boolean) => Promise<void>;
  readonly isDone: () => boolean;
  readonly isStopped: () => boolean;
  /** No further step is taken. */
  readonly stop: () => void;
  /** Done, stopped or failed. */
  readonly ended: Promise<void>;
};

function startRun(work: Generator<undefined, void>): Run {
  let state: 'running' | 'done' | 'stopped' | Error = 'running';
  const now = (): typeof state => state;

  function step(): void {
    const endMs = performance.now() + STEP_MS;
    try {
      while (state === 'running' && performance.now() < endMs) {
        if (work.next().done === true) state = 'done';
      }
    } catch (error) {
      state = error instanceof Error ? error : new Error(String(error));
    }
  }
  async function goOn(): Promise<void> {
    if (now() !== 'running') return;
    await nextTurn();
    step();
    await goOn();
  }
  async function until(isEnough: () => boolean): Promise<void> {
    const reached = now();
    if (reached instanceof Error) throw reached;
    if (reached !== 'running' || isEnough()) return;
    await nextTurn();
    await until(isEnough);
  }
  // At once: most of what is asked for is done with the first step.
  step();
  return {
    until,
    isDone: () => now() === 'done',
    isStopped: () => now() === 'stopped',
    stop() {
      if (now() !== 'running') return;
      state = 'stopped';
      work.return();
    },
    ended: goOn(),
  };
}
