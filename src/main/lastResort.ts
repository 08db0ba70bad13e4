import { errorFacts } from '#core/journal/errorFacts.ts';
import type { Services } from '#core/ports.ts';

/** Of a desk that runs. */
type RunningDesk = {
  readonly note: Services['note'];
  /** By a box of the system's, over no window: those are closing. */
  readonly tell: () => Promise<unknown>;
  readonly isQuitting: () => boolean;
  readonly quitFailed: (tell: () => Promise<unknown>) => void;
};

export type LastResort = {
  readonly onException: (error: unknown) => void;
  readonly onRejection: (reason: unknown) => void;
  readonly runs: (desk: RunningDesk) => void;
};

type LastResortParts = {
  readonly say: (line: string) => void;
  /** The desk was not open yet. */
  readonly cannotStart: (error: unknown) => void;
  /** Ends the process at once. */
  readonly exit: () => void;
};

/** An error in a timer comes again and again. */
const MOST_NOTED = 20;

/**
 * Handles uncaught errors. Electron would show their messages, which may quote a customer, and go on in an unknown state. Instead
 * the journal gets them without messages, a plain box informs the operator, and the desk closes in order.
 */
export function createLastResort({ say, cannotStart, exit }: LastResortParts): LastResort {
  let desk: RunningDesk | null = null;
  let seen = 0;

  function take(error: unknown, reason: 'exception' | 'rejection'): void {
    seen += 1;
    if (seen > MOST_NOTED) return;
    say(error instanceof Error ? (error.stack ?? String(error)) : String(error));
    if (desk === null) {
      if (seen === 1) cannotStart(error);
      return;
    }
    desk.note('host_failed', { type: 'main', reason, ...errorFacts(error) });
    // A desk that closes already needs no box, and no second close.
    if (seen === 1 && !desk.isQuitting()) desk.quitFailed(desk.tell);
  }

  function guarded(error: unknown, reason: 'exception' | 'rejection'): void {
    try {
      take(error, reason);
    } catch {
      // An error of this very handler would come back to it.
      exit();
    }
  }

  return {
    onException: (error) => guarded(error, 'exception'),
    onRejection: (error) => guarded(error, 'rejection'),
    runs: (running) => {
      desk = running;
    },
  };
}
