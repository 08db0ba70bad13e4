/** Runs the first call at once, and the calls that arrive within the same interval together at its end, in order. */
export type Pace = { readonly enter: () => Promise<void> };

/**
 * Each entry in the log costs a flush of the disk, which issuing waits for as well. Those that are entered together cost one:
 * a flood of callbacks then takes one flush per interval, however many they are, and leaves the time between to issuing.
 */
export function createPace(breathMs: number): Pace {
  /** Null when no call came in this interval. */
  let waiting: (() => void)[] | null = null;

  function breathe(): void {
    waiting = [];
    setTimeout(() => {
      const line = waiting ?? [];
      waiting = null;
      if (line.length > 0) breathe();
      for (const letIn of line) letIn();
    }, breathMs);
  }

  return {
    async enter() {
      if (waiting === null) {
        breathe();
        return;
      }
      const line = waiting;
      await new Promise<void>((resolve) => {
        line.push(resolve);
      });
    },
  };
}

/** Token bucket: a burst of `atOnce`, then `perSecond`. A caller that gets false is told to come again. */
export type Rate = { readonly take: () => boolean };

export function createRate(atOnce: number, perSecond: number, nowMs: () => number): Rate {
  let left = atOnce;
  let last = nowMs();
  return {
    take() {
      const now = nowMs();
      left = Math.min(atOnce, left + (Math.max(0, now - last) / 1000) * perSecond);
      last = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
