import type { IndexState } from '#shared/domain/logSearch.ts';

import type { Finder } from './finder.ts';
import type { Searches } from './searches.ts';

/** Between two of them whatever was asked is answered. */
const PIECE_MS = 25;
const LOOK_EVERY_MS = 2000;
const SAY_EVERY_MS = 500;
/** One more index in a row that is of no use is not made: it is something else. */
const MOST_FAULTS = 2;

export type Tending = {
  /** Follows the log for about so long. Never throws because of the index's disk: then it stays behind. */
  readonly follow: (budgetMs: number) => void;
  /** Looks after the index as soon as nothing else is to be done. */
  readonly soon: () => void;
  /** Everything that is in the log now is in the index, or cannot be. */
  readonly caughtUp: () => Promise<void>;
};

type TendingDeps = {
  readonly finder: () => Finder;
  readonly searches: Searches;
  /** Throws the index away. */
  readonly startOver: () => void;
  readonly isFault: (error: unknown) => boolean;
  /** Called now and then while the index is behind, and once when it has caught up. */
  readonly onIndex: (index: IndexState) => void;
};

/** Keeps the index up to the log between questions: in pieces, and only between searches. */
export function createTending(deps: TendingDeps): Tending {
  const { finder, searches, onIndex } = deps;
  const attempt = createAttempt(deps);
  let isAtWork = false;
  let wasBehind = false;
  let saidAt = Number.NEGATIVE_INFINITY;
  let waiting: readonly (() => void)[] = [];

  function say(isBehind: boolean): void {
    const isTime = performance.now() - saidAt >= SAY_EVERY_MS;
    if (isBehind ? isTime : wasBehind) {
      saidAt = performance.now();
      onIndex(finder().state());
    }
    wasBehind = isBehind;
  }
  function rest(): void {
    isAtWork = false;
    const told = waiting;
    waiting = [];
    for (const resolve of told) resolve();
  }
  function work(): void {
    if (searches.isRunning()) {
      setTimeout(work, PIECE_MS);
      return;
    }
    const isBehind = attempt(() => finder().catchUp(PIECE_MS));
    attempt(() => {
      say(isBehind);
      return false;
    });
    // By a timer: what a first filling waits for is read by another thread.
    if (isBehind) setTimeout(work, 1);
    else rest();
  }
  function soon(): void {
    if (isAtWork) return;
    isAtWork = true;
    setImmediate(work);
  }
  setInterval(soon, LOOK_EVERY_MS).unref();

  return {
    follow(budgetMs) {
      // The caller gets what there is, and is told when there is more.
      if (attempt(() => finder().catchUp(budgetMs))) wasBehind = true;
    },
    soon,
    caughtUp: () =>
      new Promise((resolve) => {
        waiting = [...waiting, resolve];
        soon();
      }),
  };
}

/** Whether there is more to do. What goes wrong with the index must not end the thread. */
function createAttempt({ isFault, startOver }: TendingDeps): (doing: () => boolean) => boolean {
  let faults = 0;
  return (doing) => {
    try {
      const isMore = doing();
      faults = 0;
      return isMore;
    } catch (error) {
      // No room on the disk, or a request that cannot be read: the index stays behind and says so.
      if (!isFault(error) || faults === MOST_FAULTS) return false;
      faults += 1;
      startOver();
      return true;
    }
  };
}
