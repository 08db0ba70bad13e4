import type { LogPort } from '../log/port.ts';
import type { ReplayCallback } from './replay.ts';

export type WaitingDeps = {
  readonly log: Pick<LogPort, 'waitingCallbacks'>;
  readonly replayCallback: ReplayCallback;
  readonly onBug: (error: unknown) => void;
};

export type WaitingCallbacks = {
  /** One has come, or a secret was stored: tries at once where `now`, else when the pause is over. */
  readonly look: (when: 'now' | 'later') => void;
  readonly close: () => Promise<void>;
};

const MOST_AT_ONCE = 1000;
const FIRST_PAUSE_MS = 30_000;
/** A keychain may ask a person each time it is read. */
const LONGEST_PAUSE_MS = 15 * 60_000;

/** Checks what could not be checked when it came, as soon as the secret can be read. */
export function createWaitingCallbacks({
  log,
  replayCallback,
  onBug,
}: WaitingDeps): WaitingCallbacks {
  let pauseMs = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | null = null;
  let trying: Promise<void> | null = null;
  let isAskedAgain = false;
  let isClosed = false;

  async function tryAll(): Promise<void> {
    const seqs = await log.waitingCallbacks(MOST_AT_ONCE);
    if (seqs.length === 0) return;
    // Oldest first, one after another: what came later stays what was heard last.
    const checked = await seqs.reduce(async (before, seq) => {
      const count = await before;
      const replayed = isClosed ? null : await replayCallback(seq, { askedBy: 'desk' });
      return replayed?.ok === true && replayed.value !== null ? count + 1 : count;
    }, Promise.resolve(0));
    pauseMs = checked > 0 ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    later();
  }
  function later(): void {
    if (isClosed || timer !== null) return;
    timer = setTimeout(now, pauseMs);
    timer.unref();
  }
  function now(): void {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    // What is tried at this moment may have read the vault before the secret was there.
    isAskedAgain = trying !== null;
    if (isClosed || trying !== null) return;
    trying = tryAll()
      .catch(onBug)
      .finally(() => {
        trying = null;
        if (isAskedAgain) now();
      });
  }
  return {
    look: (when) => (when === 'now' ? now() : later()),
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await trying;
    },
  };
}
