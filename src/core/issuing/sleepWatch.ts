import type { Clock } from '../ports.ts';

export type SleepWatch = { readonly watch: (isOn: boolean) => void };

const LOOK_EVERY_MS = 1000;
/** Far more than a busy machine is late by, far less than a lid stays closed. */
const SLEPT_MS = 10_000;

/**
 * Notices by the calendar clock that this process has not run for a while: the machine slept, whatever the host can tell.
 * The monotonic clock would not do, because on some systems it stands still meanwhile and on others it does not. A clock
 * set forward by hand looks the same, and then an answer counts as lost that might still have come.
 */
export function createSleepWatch(clock: Clock, onSlept: () => void): SleepWatch {
  let timer: NodeJS.Timeout | null = null;

  function start(): NodeJS.Timeout {
    let lastMs = clock.now().getTime();
    return setInterval(() => {
      const nowMs = clock.now().getTime();
      const gapMs = nowMs - lastMs - LOOK_EVERY_MS;
      lastMs = nowMs;
      if (gapMs > SLEPT_MS) onSlept();
    }, LOOK_EVERY_MS);
  }

  return {
    watch(isOn) {
      if (timer !== null) clearInterval(timer);
      timer = isOn ? start() : null;
    },
  };
}
