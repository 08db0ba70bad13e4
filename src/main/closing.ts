/** What is used of Electron's app. */
export type QuittingApp = {
  on(event: 'before-quit', listener: () => void): unknown;
  on(event: 'will-quit', listener: (event: { preventDefault(): void }) => void): unknown;
  quit(): void;
  relaunch(): void;
};

export type ClosingParts = {
  readonly close: () => Promise<void>;
  readonly stopAnswering: () => void;
  readonly say: (line: string) => void;
};

export type Closing = {
  readonly isQuitting: () => boolean;
  /** Somebody wants the desk while it closes: a window now would be a dead one, so it starts anew once everything is closed. */
  readonly startAgain: () => void;
};

/** Quitting waits for the writes under way; from its beginning on nobody is answered. */
export function closeBeforeQuit(app: QuittingApp, parts: ClosingParts): Closing {
  let isQuitting = false;
  let isClosing = false;
  let isClosed = false;
  let isWanted = false;
  app.on('before-quit', () => {
    isQuitting = true;
  });
  app.on('will-quit', (event) => {
    if (isClosed) return;
    event.preventDefault();
    isQuitting = true;
    if (isClosing) return;
    isClosing = true;
    parts.stopAnswering();
    void parts
      .close()
      .catch((error: unknown) => parts.say(String(error)))
      .finally(() => {
        isClosed = true;
        // The data directory is free by now, and the system starts it only after this process has ended.
        if (isWanted) app.relaunch();
        app.quit();
      });
  });
  return {
    isQuitting: () => isQuitting,
    startAgain: () => {
      isWanted = true;
    },
  };
}
