import { statSync } from 'node:fs';

import type { IndexState } from '#shared/domain/logSearch.ts';

import type { LogPaths } from '../log/store/paths.ts';
import type { Indexed, OverviewQuestion, SearchAnswer, HandOverQuestion } from '../log/port.ts';
import { OtherLogError } from './feed.ts';
import type { StartFiller } from './fillReader.ts';
import { type Finder, openFinder } from './finder.ts';
import type { ResolvedQuery } from './query.ts';
import { IN_MEMORY, UselessIndexError, removeIndex } from './schema.ts';
import { createSearches } from './searches.ts';
import { createTending } from './tending.ts';

/** What comes in while an operator works is a handful of events, far below this. */
const CATCH_UP_MS = 200;

/** Where no index can be kept, one is tried again after this: the disk may have room by then. */
const RETRY_AFTER_MS = 60_000;

type FinderThreadOptions = {
  /** Begin with no index: a thread before this one died of it. */
  readonly isFresh: boolean;
  readonly onIndex: (index: IndexState) => void;
  /** Left out: the finder's own thread reads for a first filling. */
  readonly startFiller?: StartFiller;
  readonly retryAfterMs?: number;
};

/** Searching, on connections of its own. Only asked while the writer has the log open. */
export function createFinderApi(paths: LogPaths, options: FinderThreadOptions) {
  const { onIndex } = options;
  const searches = createSearches();
  const { opened, startOver } = createHold(paths, options, searches.forget);
  const tending = createTending({
    finder: opened,
    searches,
    startOver,
    onIndex,
    isFault: isIndexFault,
  });

  /** As far as the log is, unless something is being looked for or there is much to catch up with. */
  function ready(): Finder {
    const here = opened();
    if (!searches.isRunning() && !here.isFilling()) tending.follow(CATCH_UP_MS);
    // Following may have found that the index was of no use, and begun another one.
    return opened();
  }
  async function guarded<T>(work: () => T | Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!isIndexFault(error)) throw error;
      startOver();
      return work();
    } finally {
      tending.soon();
    }
  }
  return {
    search: (id: string, query: ResolvedQuery, pageSize: number): Promise<SearchAnswer | null> =>
      guarded(async () => {
        const found = await searches.start(id, () => ready().search(query), pageSize);
        if (found === null) return null;
        return { ...found, upToSeq: opened().upToSeq(), index: opened().state() };
      }),
    rows: (id: string, from: number, count: number) =>
      guarded(() => searches.rows(id, from, count)),
    count: (id: string) => guarded(() => searches.count(id)),
    ...answeredAtOnce(
      (of) =>
        (...args) =>
          guarded(() => of(ready())(...args)),
    ),
    overview: (question: OverviewQuestion) =>
      guarded(() => searches.patiently(() => ready().overview(question))),
    handOver: (question: HandOverQuestion) =>
      guarded(async () => {
        // One person reads it to the next: nothing must be missing because a search is running.
        await searches.quiet();
        return ready().handOver(question);
      }),
    indexed: (): Promise<Indexed> =>
      guarded(async () => {
        const head = opened().logHead();
        await tending.caughtUp();
        const here = opened();
        return { ...here.state(), isWhole: here.upToSeq() >= head };
      }),
  };
}

type Ask = <A extends readonly unknown[], R>(
  of: (finder: Finder) => (...args: A) => R,
) => (...args: A) => Promise<R>;

function answeredAtOnce(ask: Ask) {
  return {
    rowsOf: ask((finder) => finder.rowsOf),
    facets: ask((finder) => finder.facets),
    daily: ask((finder) => finder.daily),
    suggestCustomers: ask((finder) => finder.suggestCustomers),
    recallCustomer: ask((finder) => finder.recallCustomer),
    customerFigures: ask((finder) => finder.customerFigures),
    callbackSeqs: ask((finder) => finder.callbackSeqs),
    callbackCounts: ask((finder) => finder.callbackCounts),
    activityPlaces: ask((finder) => finder.activityPlaces),
  };
}

/** The finder that is open, on whatever file and index there are. */
function createHold(
  paths: LogPaths,
  { isFresh, startFiller, retryAfterMs = RETRY_AFTER_MS }: FinderThreadOptions,
  onLetGo: () => void,
): {
  readonly opened: () => Finder;
  /** Throws the index away. */
  readonly startOver: () => void;
} {
  let finder: Finder | null = null;
  let file = 0;
  let isSpoilt = isFresh;
  let retryAt = Number.POSITIVE_INFINITY;

  /** What was found is no longer known. */
  function letGo(): void {
    onLetGo();
    finder?.close();
    finder = null;
  }
  /** What was listed without an index stays as it is until there can be one. */
  function tryAgain(): void {
    retryAt = performance.now() + retryAfterMs;
    try {
      const kept = openEmpty(paths, startFiller);
      letGo();
      finder = kept;
    } catch {
      // Still not.
    }
  }
  return {
    opened() {
      const there = fileOf(paths);
      // A question in the middle of a restore would go on reading the log that was set aside.
      if (there !== file && finder !== null) letGo();
      else if (performance.now() >= retryAt) tryAgain();
      finder ??= isSpoilt ? openAnew(paths, startFiller) : openKept(paths, startFiller);
      if (!finder.isFrozen) retryAt = Number.POSITIVE_INFINITY;
      else if (retryAt === Number.POSITIVE_INFINITY) retryAt = performance.now() + retryAfterMs;
      file = there;
      isSpoilt = false;
      return finder;
    },
    startOver() {
      letGo();
      isSpoilt = true;
    },
  };
}

/** Which file the name stands for. */
function fileOf({ file }: LogPaths): number {
  return statSync(file, { throwIfNoEntry: false })?.ino ?? 0;
}

function openKept(paths: LogPaths, startFiller: StartFiller | undefined): Finder {
  try {
    return openFinder(paths, { readonly: false, startFiller });
  } catch (error) {
    if (!(error instanceof UselessIndexError)) throw error;
    return openAnew(paths, startFiller);
  }
}

/** With an empty index; where none can be kept, without one: then the newest are listed, and nothing is found. */
function openAnew(paths: LogPaths, startFiller: StartFiller | undefined): Finder {
  try {
    return openEmpty(paths, startFiller);
  } catch {
    // No room, no right to write, something else of that name. A log that cannot be read fails here too.
    return openFinder({ ...paths, index: IN_MEMORY }, { readonly: false, isFrozen: true });
  }
}

function openEmpty(paths: LogPaths, startFiller: StartFiller | undefined): Finder {
  removeIndex(paths.index);
  return openFinder(paths, { readonly: false, startFiller });
}

function isIndexFault(error: unknown): boolean {
  if (error instanceof OtherLogError || error instanceof UselessIndexError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/u.test(code);
}
