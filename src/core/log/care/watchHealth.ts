/**
 * Looks every `everyMs` while the log's health needs it, so that the operator need not try a request or start again. `changed` is
 * to be called with every change of the health.
 */
export function watchHealth(
  isNeeded: () => boolean,
  look: (isClosed: () => boolean) => Promise<void>,
  everyMs: number,
) {
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();
  let isClosed = false;

  function round(): void {
    timer = null;
    // After a failure the next round tries again; a writer that has ended leaves the log's health as it is.
    looking = look(() => isClosed)
      .catch(() => undefined)
      .then(changed);
  }
  function changed(): void {
    if (isClosed || timer !== null || !isNeeded()) return;
    timer = setTimeout(round, everyMs).unref();
  }

  return {
    changed,
    async close(): Promise<void> {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await looking;
    },
  };
}
