import { setTimeout as sleep } from 'node:timers/promises';

/** Lets the first one in at once, and whoever comes within the same breath together at its end, in order. */
export type Pace = { readonly enter: () => Promise<void> };

/**
 * Each entry in the log costs a flush of the disk, which issuing waits for as well. Those that are entered together cost one:
 * a flood of callbacks then takes so many flushes a second, however many they are, and leaves the time between to issuing.
 */
export function createPace(breathMs: number): Pace {
  let waiting: (() => void)[] | null = null;

  async function breathe(): Promise<void> {
    for (let next: (() => void)[] = []; ; next = []) {
      waiting = next;
      await sleep(breathMs);
      if (next.length === 0) break;
      for (const letIn of next) letIn();
    }
    waiting = null;
  }

  return {
    async enter() {
      if (waiting !== null) {
        const line = waiting;
        await new Promise<void>((resolve) => line.push(resolve));
        return;
      }
      void breathe();
    },
  };
}
