import type { Services } from '#core/ports.ts';

/** What is used of Electron's powerMonitor. */
export type WatchedPower = {
  on(
    event:
      | 'lock-screen'
      | 'unlock-screen'
      | 'suspend'
      | 'resume'
      | 'user-did-resign-active'
      | 'user-did-become-active',
    listener: () => void,
  ): unknown;
  getSystemIdleState(idleThreshold: number): string;
};

/** Of no account: only whether the screen is locked is asked. */
const ANY_SECONDS = 60;
/** An operator who walks away has locked the screen and does not read the page in that time; asking costs next to nothing. */
const LOOK_MS = 3000;
/** Half a minute of `unknown` after waking up: by then the system is one that never tells. */
const MAX_LOOKS_WAKING = 10;

export type PresenceOptions = {
  readonly platform: NodeJS.Platform;
  /** Again and again, without keeping the process alive. Returns how to stop. */
  readonly every: (work: () => void, ms: number) => () => void;
};

/** `seen`: not told by the system but found locked when it was looked at. `waking`: the system does not know yet. */
type Away = Set<'locked' | 'seen' | 'asleep' | 'waking' | 'switched'>;

/**
 * Covers the page while the operator is away: locked, asleep, or another user's turn at the same machine. Sleeping also loses
 * whatever answers were under way, which core must know at once. Returns how to stop.
 */
export function watchPresence(
  power: WatchedPower,
  services: Pick<Services, 'setLocked' | 'machineSlept'>,
  options: PresenceOptions,
): () => void {
  const away: Away = new Set();
  let told = false;
  const tell = (): void => {
    const isAway = away.size > 0;
    // Being away is told each time: "Show the desk" may have taken the page's cover off meanwhile, which main does not hear of.
    if (!isAway && !told) return;
    told = isAway;
    services.setLocked(isAway);
  };
  const looking = lookForLock(power, away, tell, options);

  power.on('lock-screen', () => {
    away.add('locked');
    tell();
  });
  power.on('unlock-screen', () => {
    // The operator has just unlocked: a missed end of sleep or of another user's turn is over too.
    away.clear();
    tell();
  });
  power.on('suspend', () => {
    services.machineSlept();
    away.add('asleep');
    tell();
  });
  power.on('resume', () => {
    away.delete('asleep');
    looking.wake();
    tell();
  });
  power.on('user-did-resign-active', () => {
    away.add('switched');
    tell();
  });
  power.on('user-did-become-active', () => {
    away.delete('switched');
    tell();
  });
  return looking.stop;
}

type Looking = {
  /** After waking up: the news of the lock may have been slept through. */
  readonly wake: () => void;
  readonly stop: () => void;
};

/** Electron tells of the lock on Windows and macOS only; elsewhere it is looked at again and again. */
function lookForLock(
  power: WatchedPower,
  away: Away,
  tell: () => void,
  { platform, every }: PresenceOptions,
): Looking {
  let looksWaking = 0;
  let stopWaking = (): void => undefined;

  /** Only a change is told: a cover that was taken off by hand is not put back by every look. */
  const look = (): void => {
    const state = power.getSystemIdleState(ANY_SECONDS);
    if (state === 'unknown') {
      looksWaking += 1;
      if (looksWaking < MAX_LOOKS_WAKING || !away.has('waking')) return;
    }
    const isLocked = state === 'locked';
    const wasWaking = away.delete('waking');
    if (state !== 'unknown' && isLocked !== away.has('seen')) {
      if (isLocked) away.add('seen');
      else away.delete('seen');
    } else if (!wasWaking) return;
    tell();
  };
  const lookUntilKnown = (): void => {
    stopWaking();
    stopWaking = every(() => {
      look();
      if (!away.has('waking')) stopWaking();
    }, LOOK_MS);
  };
  const stopLooking = platform === 'linux' ? every(look, LOOK_MS) : () => undefined;
  return {
    wake() {
      const state = power.getSystemIdleState(ANY_SECONDS);
      if (state === 'locked') away.add('seen');
      if (state !== 'unknown') return;
      away.add('waking');
      looksWaking = 0;
      if (platform !== 'linux') lookUntilKnown();
    },
    stop() {
      stopWaking();
      stopLooking();
    },
  };
}
