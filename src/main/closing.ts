import { within } from '#core/within.ts';

/** What is used of Electron's app. */
export type QuittingApp = {
  on(
    event: 'before-quit' | 'will-quit',
    listener: (event: { preventDefault(): void }) => void,
  ): unknown;
  quit(): void;
  exit(code: number): void;
};

export type ClosingParts = {
  readonly close: () => Promise<void>;
  /** By name what is not closed yet. */
  readonly stillOpen: () => readonly string[];
  readonly stopAnswering: () => void;
  /** Without asking their pages. */
  readonly destroyWindows: () => void;
  /** How many answers would be lost with this process: they are in its memory only. */
  readonly heldAnswers: () => number;
  /** True: quit all the same. */
  readonly askToQuit: (heldAnswers: number) => Promise<boolean>;
  /** The operator wants the desk after all. */
  readonly stay: () => void;
  readonly say: (line: string) => void;
  /** Writes into the journal what did not close in time. */
  readonly noteOverdue: (open: string) => Promise<void>;
  /** A second start is told that the desk is still closing. */
  readonly tellClosing: () => void;
  /** The system starts the desk anew once this process has ended, with a form link or, with null, without. */
  readonly relaunch: (link: string | null) => void;
  /** Ends this process whatever hangs in it. */
  readonly kill: () => void;
};

export type Closing = {
  readonly isQuitting: () => boolean;
  /** The desk was started again while it closes: it restarts once everything is closed, with the newest form link of these starts. */
  readonly startAgain: (link: string | null) => void;
  /**
   * Something broke: quits, tells the operator once everything is closed, and ends with an exit code of its own. Not before:
   * on macOS a box without a window stops this thread until it is read (electron#23319), and with it the closing.
   */
  readonly quitFailed: (tell: () => Promise<unknown>) => void;
};

/** Writes take milliseconds. What takes so long hangs, and would keep the data directory from the next start. */
const CLOSING_MS = 20_000;
/** Electron closes windows before `will-quit`, by asking each page: one that hangs must not keep the rest from closing. */
const WINDOWS_MS = 5000;
/** A journal whose disk hangs is not waited for. */
const NOTING_MS = 2000;
/** Closing is faster, as a rule, than a box can be read. */
const TELL_AFTER_MS = 1000;
const EXIT_FAILED = 1;

/**
 * Quitting waits for the writes under way; from its beginning on no call is answered. Where answers would be lost, the operator
 * is asked before anything is closed, for saving them needs the window.
 */
export function closeBeforeQuit(app: QuittingApp, parts: ClosingParts): Closing {
  let isQuitting = false;
  let isClosing = false;
  let isClosed = false;
  let isWanted = false;
  let wantedLink: string | null = null;
  let isAsking = false;
  let isLossAccepted = false;
  /** Null: nothing broke. */
  let tellBroken: (() => Promise<unknown>) | null = null;

  const windowsClosing = watchWindows(app, parts);

  async function ask(): Promise<void> {
    isAsking = true;
    isLossAccepted = await isLossAgreed(parts);
    isAsking = false;
    if (isLossAccepted) app.quit();
    else parts.stay();
  }

  async function close(): Promise<void> {
    await closeInTime(parts, startIfWanted);
    isClosed = true;
    if (tellBroken !== null) await saidIfFailed(parts, tellBroken);
    // The data directory is free by now.
    startIfWanted();
    app.quit();
  }

  function startIfWanted(): void {
    if (isWanted) parts.relaunch(wantedLink);
  }

  app.on('before-quit', (event) => {
    if (isClosing || isLossAccepted || parts.heldAnswers() === 0) {
      isQuitting = true;
      if (!isClosing) windowsClosing.begin();
      return;
    }
    event.preventDefault();
    if (!isAsking) void ask();
  });
  app.on('will-quit', (event) => {
    windowsClosing.end();
    if (isClosed && tellBroken === null) return;
    event.preventDefault();
    if (isClosed) app.exit(EXIT_FAILED);
    isQuitting = true;
    if (isClosing) return;
    isClosing = true;
    parts.stopAnswering();
    void close();
  });
  return {
    isQuitting: () => isQuitting,
    startAgain: (link) => {
      wantedLink = link ?? wantedLink;
      if (isWanted) return;
      isWanted = true;
      setTimeout(() => {
        if (!isClosed) parts.tellClosing();
      }, TELL_AFTER_MS).unref();
    },
    quitFailed: (tell) => {
      tellBroken = tell;
      app.quit();
    },
  };
}

type WindowsClosing = { readonly begin: () => void; readonly end: () => void };

function watchWindows(app: QuittingApp, parts: ClosingParts): WindowsClosing {
  let late: NodeJS.Timeout | undefined;
  const end = (): void => clearTimeout(late);
  return {
    begin() {
      end();
      late = setTimeout(() => {
        parts.say(`The window has not closed after ${WINDOWS_MS / 1000} s: it is destroyed.`);
        parts.destroyWindows();
        app.quit();
      }, WINDOWS_MS);
    },
    end,
  };
}

async function saidIfFailed({ say }: ClosingParts, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    say(String(error));
  }
}

async function isLossAgreed(parts: ClosingParts): Promise<boolean> {
  try {
    return await parts.askToQuit(parts.heldAnswers());
  } catch (error) {
    parts.say(String(error));
    return false;
  }
}

/** Or not at all: a thread that hangs would keep Electron's own way out waiting, too. */
async function closeInTime(parts: ClosingParts, startIfWanted: () => void): Promise<void> {
  let isClosed = false;
  const giveUp = async (): Promise<void> => {
    const open = parts.stillOpen().join(', ');
    parts.say(`Not closed after ${CLOSING_MS / 1000} s: ${open}. The process ends itself.`);
    await within(parts.noteOverdue(open), { ms: NOTING_MS }, () => undefined).catch(
      () => undefined,
    );
    if (isClosed) return;
    startIfWanted();
    parts.kill();
  };
  const deadline = setTimeout(() => void giveUp(), CLOSING_MS);
  try {
    await parts.close();
  } catch (error) {
    parts.say(String(error));
  }
  isClosed = true;
  clearTimeout(deadline);
}
