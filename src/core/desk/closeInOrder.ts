/** One thing that has to be closed, and how a log file names it. */
export type Closer = {
  readonly name: string;
  readonly close: () => Promise<void> | void;
  /** Of several things closed by one call: those that are not closed yet. */
  readonly stillOpen?: () => readonly string[];
};

export type Closing = {
  /** The same promise for every caller. */
  readonly close: () => Promise<void>;
  /** By name, in the order in which they close. */
  readonly stillOpen: () => readonly string[];
};

/** Each closes after the one before it, even where that one failed; `close` rejects where one did. */
export function closeInOrder(closers: () => readonly Closer[]): Closing {
  let open: readonly Closer[] | null = null;
  let closing: Promise<void> | null = null;

  async function closeRest(): Promise<void> {
    const [first, ...rest] = open ?? [];
    if (first === undefined) return;
    try {
      await first.close();
    } finally {
      open = rest;
      await closeRest();
    }
  }

  return {
    close() {
      if (closing === null) {
        open = closers();
        closing = closeRest();
      }
      return closing;
    },
    stillOpen: () => (open ?? closers()).flatMap((closer) => closer.stillOpen?.() ?? [closer.name]),
  };
}
