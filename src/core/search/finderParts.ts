import { statSync } from 'node:fs';

import type { IndexState } from '#shared/domain/logSearch.ts';

import { UnreadableEventError } from '../log/store/chain.ts';
import type { LogPaths } from '../log/store/paths.ts';
import { OtherLogError } from './feed.ts';
import type { StartFiller } from './fillReader.ts';
import { type Finder, openFinder } from './finder.ts';
import { IN_MEMORY, UselessIndexError, removeIndex } from './schema.ts';
import { type Searches, createSearches } from './searches.ts';
import { createTending } from './tending.ts';

/** What comes in while an operator works is a handful of events, far below this. */
const CATCH_UP_MS = 200;

/** Where no index can be kept, one is tried again after this: the disk may have room by then. */
const RETRY_AFTER_MS = 60_000;

export type FinderThreadOptions = {
  /** Begin with no index: a thread before this one died of it. */
  readonly isFresh: boolean;
  readonly onIndex: (index: IndexState) => void;
  /** Left out: the finder's own thread reads for a first filling. */
  readonly startFiller?: StartFiller;
  readonly retryAfterMs?: number;
};

/** What the finder thread hands to each of its reads. */
export type FinderParts = {
  readonly searches: Searches;
  readonly opened: () => Finder;
  /** As far as the log is, unless something is being looked for or there is much to catch up with. */
  readonly ready: () => Finder;
  readonly caughtUp: () => Promise<void>;
  /** Begins once more with another index where the one in use turns out to be of no use. */
  readonly guarded: <T>(work: () => T | Promise<T>) => Promise<T>;
};

/** Searching, on connections of its own. Only asked while the writer has the log open. */
export function createFinderParts(paths: LogPaths, options: FinderThreadOptions): FinderParts {
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
  return {
    searches,
    opened,
    ready() {
      const here = opened();
      if (!searches.isRunning() && !here.isFilling()) tending.follow(CATCH_UP_MS);
      // Following may have found that the index was of no use, and begun another one.
      return opened();
    },
    caughtUp: tending.caughtUp,
    async guarded(work) {
      try {
        return await work();
      } catch (error) {
        if (!isIndexFault(error)) throw error;
        startOver();
        return work();
      } finally {
        tending.soon();
      }
    },
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
  // Of the log: an index that is made anew meets the same event again.
  if (error instanceof UnreadableEventError) return false;
  if (error instanceof OtherLogError || error instanceof UselessIndexError) return true;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return /^SQLITE_(?:CORRUPT|NOTADB|IOERR_SHORT_READ)/u.test(code);
}
