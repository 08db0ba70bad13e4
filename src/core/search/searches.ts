import { COUNT_CAP, type LogRow } from '#shared/domain/logSearch.ts';

import type { SearchRows } from '../log/port.ts';
import type { Search } from './finder.ts';
import { type Run, startRun } from './runs.ts';

/** Tables that are open at the same time; an older search is forgotten. */
const MOST_SEARCHES = 8;

type Kept = { readonly search: Search; readonly run: Run };

export type Searches = {
  /** Makes the one before it under the same id stop. `begin` is called once nothing else is running. Null: a newer one came. */
  readonly start: (id: string, begin: () => Search, pageSize: number) => Promise<SearchRows | null>;
  readonly rows: (id: string, from: number, count: number) => Promise<SearchRows | null>;
  readonly count: (id: string) => Promise<SearchRows['matches'] | null>;
  /** Something that may wait, and is given up for any search; false: it was. */
  readonly inBackground: (work: Generator<undefined, void>) => Promise<boolean>;
  /** Once nothing runs any more; what may wait is given up for it. */
  readonly quiet: () => Promise<void>;
  /** While something runs the index must not change under it. */
  readonly isRunning: () => boolean;
  readonly forget: () => void;
};

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
      const run = runs.start(search.work);
      keep(id, { search, run });
      const { list } = search;
      await run.until(() => list.length() >= Math.max(pageSize, COUNT_CAP));
      return run.isStopped() ? null : found({ search, run }, search.rows(0, pageSize));
    },
    async rows(id, from, count) {
      const one = kept.get(id);
      if (one === undefined) return null;
      const { search, run } = one;
      await run.until(() => search.list.length() >= from + count);
      return run.isStopped() ? null : found(one, search.rows(from, from + count));
    },
    async count(id) {
      const one = kept.get(id);
      if (one === undefined) return null;
      await one.run.until(() => false);
      return one.run.isStopped() ? null : found(one, []).matches;
    },
    inBackground: runs.inBackground,
    quiet: runs.quiet,
    isRunning: runs.isRunning,
    forget() {
      runs.stop();
      kept.clear();
      newest.clear();
    },
  };
}

/** Everything that is under way. */
function createRuns(): Pick<Searches, 'inBackground' | 'quiet' | 'isRunning'> & {
  readonly start: (work: Generator<undefined, void>) => Run;
  readonly stop: () => void;
} {
  const running = new Set<Run>();
  let background: Run | null = null;

  function start(work: Generator<undefined, void>): Run {
    const run = startRun(work);
    running.add(run);
    void run.ended.then(() => running.delete(run));
    return run;
  }
  async function quiet(): Promise<void> {
    background?.stop();
    await Promise.all([...running].map(({ ended }) => ended));
    if (running.size > 0) await quiet();
  }
  return {
    start,
    quiet,
    async inBackground(work) {
      const run = start(work);
      background = run;
      await run.ended;
      return !run.isStopped();
    },
    isRunning: () => running.size > 0,
    stop() {
      for (const run of running) run.stop();
    },
  };
}

function found({ search, run }: Kept, rows: readonly LogRow[]): SearchRows {
  const length = search.list.length();
  const isExact = run.isDone();
  return { rows, matches: { count: isExact ? length : Math.min(length, COUNT_CAP), isExact } };
}
