/** Longer ones do not fit into a timer. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** Timers that keep no process alive and can all be dropped. */
export function createTimers() {
  const waiting = new Map<NodeJS.Timeout, () => void>();
  function after(ms: number, work: () => unknown, dropped: () => void = () => undefined): void {
    const timer = setTimeout(
      () => {
        waiting.delete(timer);
        work();
      },
      Math.min(ms, LONGEST_TIMER_MS),
    );
    timer.unref();
    waiting.set(timer, dropped);
  }
  return {
    after,
    wait: (ms: number): Promise<void> =>
      new Promise((done) => {
        after(ms, done, done);
      }),
    clear(): void {
      for (const [timer, dropped] of waiting) {
        clearTimeout(timer);
        dropped();
      }
      waiting.clear();
    },
  };
}

/** At most `most` at a time; the others wait in their order. */
export function createSlots(most: number) {
  let taken = 0;
  const queue: (() => void)[] = [];
  return {
    async within<T>(work: () => Promise<T>): Promise<T> {
      if (taken >= most) await new Promise<void>((free) => queue.push(free));
      else taken += 1;
      try {
        return await work();
      } finally {
        const next = queue.shift();
        if (next === undefined) taken -= 1;
        else next();
      }
    },
  };
}
