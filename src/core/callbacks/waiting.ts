import type { ProfileId } from '#shared/domain/ids.ts';

import type { ReplayCallback } from './replay.ts';
import type { LogPort } from '../log/openLog.ts';
import type { WaitingCallback } from '../log/reads/callbackReads.ts';

export type WaitingDeps = {
  readonly log: Pick<LogPort, 'waitingCallbacks'>;
  readonly replayCallback: ReplayCallback;
  readonly onBug: (error: unknown) => void;
};

export type WaitingCallbacks = {
  /** One has come, or a secret was stored: tries at once where `now`, else when the pause is over. */
  readonly look: (when: 'now' | 'later') => void;
  /** The profile's secret has verified a callback: what it does not verify is badly signed. */
  readonly proven: (profileId: ProfileId) => void;
  /** The profile's secret or format may be another one now. */
  readonly changed: (profileId: ProfileId) => void;
  readonly close: () => Promise<void>;
};

const MOST_AT_ONCE = 500;
const FIRST_PAUSE_MS = 30_000;
/** A keychain may ask a person each time it is read. */
const LONGEST_PAUSE_MS = 15 * 60_000;

/** Checks what could not be checked when it came, as soon as the secret can be read. */
export function createWaitingCallbacks(deps: WaitingDeps): WaitingCallbacks {
  const proven = new Set<ProfileId>();
  let pauseMs = FIRST_PAUSE_MS;
  let timer: NodeJS.Timeout | null = null;
  let trying: Promise<void> | null = null;
  let isAskedAgain = false;
  let isClosed = false;
  const tryAll = createRound(deps, proven, () => isClosed);

  async function round(): Promise<void> {
    const { waiting, checked, isProven } = await tryAll(0, new Set());
    pauseMs = checked > 0 ? FIRST_PAUSE_MS : Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
    // What was doubtful before a secret was proven is not any more.
    if (isProven) isAskedAgain = true;
    if (waiting > checked) later();
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
    trying = round()
      .catch((error: unknown) => {
        deps.onBug(error);
        later();
      })
      .finally(() => {
        trying = null;
        if (isAskedAgain) now();
      });
  }
  return {
    look: (when) => (when === 'now' ? now() : later()),
    proven(profileId) {
      if (proven.has(profileId)) return;
      proven.add(profileId);
      now();
    },
    changed(profileId) {
      proven.delete(profileId);
      now();
    },
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await trying;
    },
  };
}

/** How many wait, how many of them were checked, and whether a secret was proven by one. */
type Round = { readonly waiting: number; readonly checked: number; readonly isProven: boolean };

function createRound(
  { log, replayCallback }: WaitingDeps,
  proven: Set<ProfileId>,
  isClosed: () => boolean,
): (after: number, unreadable: Set<ProfileId>) => Promise<Round> {
  async function tryOne(
    { seq, profileId }: WaitingCallback,
    unreadable: Set<ProfileId>,
  ): Promise<Round> {
    const nothing = { waiting: 1, checked: 0, isProven: false };
    if (isClosed() || unreadable.has(profileId)) return nothing;
    const wasProven = proven.has(profileId);
    const replayed = await replayCallback(seq, { askedBy: 'desk', isProven: wasProven });
    // Its secret cannot be read: nor can it for the others of its profile.
    if (!replayed.ok) unreadable.add(profileId);
    if (!replayed.ok || replayed.value === null) return nothing;
    proven.add(profileId);
    return { waiting: 1, checked: 1, isProven: !wasProven };
  }

  /** Oldest first, one after another: what came later stays what was heard last. */
  return async function tryFrom(after: number, unreadable: Set<ProfileId>): Promise<Round> {
    const some = await log.waitingCallbacks(after, MOST_AT_ONCE);
    const own = await some.reduce(
      async (before, one) => sumOf(await before, await tryOne(one, unreadable)),
      Promise.resolve<Round>({ waiting: 0, checked: 0, isProven: false }),
    );
    const last = some.at(-1);
    const isAll = last === undefined || some.length < MOST_AT_ONCE || isClosed();
    return isAll ? own : sumOf(own, await tryFrom(last.seq, unreadable));
  };
}

function sumOf(one: Round, other: Round): Round {
  return {
    waiting: one.waiting + other.waiting,
    checked: one.checked + other.checked,
    isProven: one.isProven || other.isProven,
  };
}
