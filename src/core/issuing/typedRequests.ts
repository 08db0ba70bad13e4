/** Requests that an operator typed and that are between Enter and W1. A batch lets them go first. */
export type TypedRequests = {
  readonly during: <T>(work: () => Promise<T>) => Promise<T>;
  /** Resolves once there is none. */
  readonly none: () => Promise<void>;
};

export function createTypedRequests(): TypedRequests {
  let count = 0;
  const waiting: (() => void)[] = [];
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
        count -= 1;
        if (count === 0) for (const goOn of waiting.splice(0)) goOn();
      }
    },
    none,
  };
}
