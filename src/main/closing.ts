/** What is used of Electron's app. */
export type QuittingApp = {
  on(
    event: 'before-quit' | 'will-quit',
    listener: (event: { preventDefault(): void }) => void,
  ): unknown;
  quit(): void;
  relaunch(): void;
};

export type ClosingParts = {
  readonly close: () => Promise<void>;
  readonly stopAnswering: () => void;
  /** How many answers would be lost with this process: they are in its memory only. */
  readonly heldAnswers: () => number;
  /** True: quit all the same. */
  readonly askToQuit: (heldAnswers: number) => Promise<boolean>;
  /** The operator wants the desk after all. */
  readonly stay: () => void;
  readonly say: (line: string) => void;
};

export type Closing = {
  readonly isQuitting: () => boolean;
  /** Somebody wants the desk while it closes: a window now would be a dead one, so it starts anew once everything is closed. */
  readonly startAgain: () => void;
};

/**
 * Quitting waits for the writes under way; from its beginning on nobody is answered. Where answers would be lost, the operator
 * is asked before anything is closed, for saving them needs the window.
 */
export function closeBeforeQuit(app: QuittingApp, parts: ClosingParts): Closing {
  let isQuitting = false;
  let isClosing = false;
  let isClosed = false;
  let isWanted = false;
  let isAsking = false;
  let isLossAccepted = false;

  async function ask(): Promise<void> {
    isAsking = true;
    try {
      isLossAccepted = await parts.askToQuit(parts.heldAnswers());
    } catch (error) {
      parts.say(String(error));
    }
    isAsking = false;
    if (isLossAccepted) app.quit();
    else parts.stay();
  }

  app.on('before-quit', (event) => {
    if (isClosing || isLossAccepted || parts.heldAnswers() === 0) {
      isQuitting = true;
      return;
    }
    event.preventDefault();
    if (!isAsking) void ask();
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
