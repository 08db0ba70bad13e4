const SIGNALS = ['SIGHUP', 'SIGINT', 'SIGTERM'] as const;

/**
 * When Electron makes its message loop it sets handlers of its own: what the app had registered until then hears nothing any more.
 * Each of Electron's quits the app at its first signal and leaves the next one to the system, which ends the process. A
 * listener that the app registers afterwards takes its place.
 */
export function replaceSignalListeners(quit: () => void): void {
  for (const signal of SIGNALS) {
    const electrons = (): void => {
      process.off(signal, electrons);
      quit();
    };
    process.removeAllListeners(signal);
    process.on(signal, electrons);
    process.on('newListener', (name, listener) => {
      if (name !== signal || listener === electrons) return;
      // Once the other is there: without any, Node would stop listening.
      queueMicrotask(() => process.off(signal, electrons));
    });
  }
}
