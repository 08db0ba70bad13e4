export type FileGate = ReturnType<typeof createFileGate>;

/** Keeps readers away from the log's file while another one is put in its place. */
export function createFileGate() {
  let shut: Promise<void> | null = null;

  /** Starts `work` at once, or, while the gate is shut, as soon as it is open again. */
  async function enter<T>(work: () => Promise<T>): Promise<T> {
    // Nothing is awaited between the last look and the start of the work.
    if (shut === null) return work();
    await shut;
    return enter(work);
  }

  return {
    enter,
    /** Keeps the gate shut until `work` has ended, with or without success. Does not wait for work that is already inside. */
    whileShut: <T>(work: () => Promise<T>): Promise<T> =>
      enter(async () => {
        let open = (): void => undefined;
        shut = new Promise((resolve) => {
          open = resolve;
        });
        try {
          return await work();
        } finally {
          shut = null;
          open();
        }
      }),
  };
}
