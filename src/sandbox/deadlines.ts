type Deadline = { readonly at: number; readonly id: string };

/** Timers hold no more than some 24 days; a clock that was put right meanwhile is noticed sooner. */
const LONGEST_SLEEP_MS = 60_000;

export type Deadlines = {
  readonly add: (at: number, id: string) => void;
  readonly close: () => void;
};

/** One timer for all of them, set to the next. It keeps no process alive. */
export function createDeadlines(passed: (id: string) => void): Deadlines {
  const waiting: Deadline[] = [];
  let timer: NodeJS.Timeout | null = null;
  let isClosed = false;

  function wake(): void {
    const now = Date.now();
    const due = waiting.findIndex(({ at }) => at > now);
    for (const { id } of waiting.splice(0, due === -1 ? waiting.length : due)) passed(id);
    sleep();
  }

  function sleep(): void {
    if (timer !== null) clearTimeout(timer);
    const [next] = waiting;
    if (next === undefined || isClosed) return;
    timer = setTimeout(wake, Math.min(Math.max(0, next.at - Date.now()), LONGEST_SLEEP_MS));
    timer.unref();
  }

  return {
    add(at, id) {
      // Nearly always the last: all of a run are valid for equally long.
      const place = waiting.findLastIndex((other) => other.at <= at) + 1;
      waiting.splice(place, 0, { at, id });
      if (place === 0) sleep();
    },
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
    },
  };
}
