/** Runs the first call at once, and the calls that arrive within the same interval together at its end, in order. */
export type Pace = { readonly enter: () => Promise<void> };

/**
 * Each entry in the log costs a flush of the disk, which issuing waits for as well. Those that are entered together cost one:
 * a flood of callbacks then takes so many flushes a second, however many they are, and leaves the time between to issuing.
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
