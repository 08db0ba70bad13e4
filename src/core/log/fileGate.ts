/** Keeps readers away from the log's file while another one is put in its place. */
export type FileGate = {
  /** Starts `work` at once, or, while the gate is shut, as soon as it is open again. */
  readonly enter: <T>(work: () => Promise<T>) => Promise<T>;
  /** Keeps the gate shut until `work` has ended, with or without success. Does not wait for work that is already inside. */
  readonly whileShut: <T>(work: () => Promise<T>) => Promise<T>;
};

export function createFileGate(): FileGate {
  let shut: Promise<void> | null = null;

  async function enter<T>(work: () => Promise<T>): Promise<T> {
    // Nothing is awaited between the last look and the start of the work.
    if (shut === null) return work();
    await shut;
    return enter(work);
  }

  return {
    enter,
    whileShut: (work) =>
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
