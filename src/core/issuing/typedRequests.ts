import { within } from '../within.ts';

/** Requests that an operator typed and that are under way. A batch lets them go first: it begins no row meanwhile. */
export type TypedRequests = {
  /** From Enter to W1. */
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  /** From W1 to the outcome, for a second at most: a batch must not stand still for as long as a provider is slow. */
  readonly sent: (settled: Promise<unknown>) => void;
  /** Resolves once there is none. */
  readonly none: () => Promise<void>;
};

const LONGEST_MS = 1000;

export function createTypedRequests(longestMs = LONGEST_MS): TypedRequests {
  let count = 0;
  const waiting: (() => void)[] = [];

  function ended(): void {
    count -= 1;
    if (count === 0) for (const goOn of waiting.splice(0)) goOn();
  }
  async function hold(settled: Promise<unknown>): Promise<void> {
    count += 1;
    await within(settled, { ms: longestMs }, () => undefined).catch(() => undefined);
    ended();
  }
  async function none(): Promise<void> {
    if (count === 0) return;
    await new Promise<void>((resolve) => void waiting.push(resolve));
    // Another one may have been typed before this turn came.
    await none();
  }
  return {
    async during(work) {
      count += 1;
      try {
        return await work();
      } finally {
        ended();
      }
    },
    sent: (settled) => void hold(settled),
    none,
  };
}
