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

/**
 * Covers the page while nobody is at the desk: locked, asleep, or another user's turn at the same machine. Sleeping also loses
 * whatever answers were under way, which core must know at once.
 */
export function watchPresence(
  power: WatchedPower,
  services: Pick<Services, 'setLocked' | 'machineSlept'>,
): void {
  const away = new Set<'locked' | 'asleep' | 'switched'>();
  let told = false;
  const tell = (): void => {
    const isAway = away.size > 0;
    // Being away is told each time: "Show the desk" may have taken the page's cover off meanwhile, which main does not hear of.
    if (!isAway && !told) return;
    told = isAway;
    services.setLocked(isAway);
  };

  power.on('lock-screen', () => {
    away.add('locked');
    tell();
  });
  power.on('unlock-screen', () => {
    // Somebody has just shown who they are: whatever else was missed is over too.
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
    // Waking up to a locked screen: the news of the lock may have been slept through.
    if (power.getSystemIdleState(ANY_SECONDS) === 'locked') away.add('locked');
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
}
