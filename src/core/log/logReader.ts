import { type LogFinder, createLogFinder } from '../search/logFinder.ts';
import type { LogPort } from './port.ts';
import type { ReaderApi } from './readerThread.ts';
import { type FileGate, createFileGate } from './fileGate.ts';
import { type Thread, ThreadEndedError, type ThreadEvents, startThread } from './thread.ts';
import type { KeyForCheck } from './verify.ts';

type BackUp = (
  at: string,
  onlyIfChanged: boolean,
) => Promise<Awaited<ReturnType<ReaderApi['backUp']>>>;

export type LogReader = Pick<
  LogPort,
  | 'history'
  | 'orderUses'
  | 'answersLike'
  | 'callbackPage'
  | 'callbacksOf'
  | 'knownCallback'
  | 'waitingCallbacks'
  | 'backups'
  | 'standing'
  | keyof LogFinder
> & {
  readonly verify: (key: KeyForCheck) => Promise<ReturnType<ReaderApi['verify']>>;
  readonly backUp: BackUp;
  /** Lets go of the file, so that `work` can put another one in its place. What is asked meanwhile is answered from that one. */
  readonly whileLetGo: <T>(work: () => Promise<T>) => Promise<T>;
  readonly close: () => Promise<void>;
};

const NO_CALLBACKS = { callbacks: [], next: null, total: 0 };

/**
 * Threads, started when first needed: one for what a screen waits for, one that searches, and one, ended after each use, for
 * what goes through the whole log.
 */
export function createLogReader(
  workerUrl: URL,
  dataDir: string,
  isReadable: () => boolean,
  threadEvents: Pick<ThreadEvents, 'onIndex' | 'onLate'> = {},
): LogReader {
  const gate = createFileGate();
  const finder = createLogFinder({ workerUrl, dataDir, isReadable, threadEvents, gate });
  const start = (): Thread<ReaderApi> =>
    startThread<ReaderApi>(workerUrl, { role: 'reader', dataDir }, { onLate: threadEvents.onLate });
  const screens = createScreenReader({ start, isReadable, gate });
  const { ifReadable } = screens;
  const lone = createLoneReaders(start, gate);
  const { alone } = lone;
  async function letGo(): Promise<void> {
    await lone.settled();
    await screens.letGo();
    await finder.letGo();
  }

  return {
    ...finder.reads,
    history: (intentId) => ifReadable((thread) => thread.call('history', intentId), null),
    orderUses: (...asked) => ifReadable((thread) => thread.call('orderUses', ...asked), []),
    callbackPage: (...asked) =>
      ifReadable((thread) => thread.call('callbackPage', ...asked), NO_CALLBACKS),
    callbacksOf: (seqs) => ifReadable((thread) => thread.call('callbacksOf', seqs), []),
    waitingCallbacks: (...asked) =>
      ifReadable((thread) => thread.call('waitingCallbacks', ...asked), []),
    knownCallback: (seq) => ifReadable((thread) => thread.call('knownCallback', seq), null),
    answersLike: (...asked) =>
      ifReadable((thread) => thread.call('answersLike', ...asked), { looked: 0, matched: [] }),
    verify: (key) => alone((thread) => thread.call('verify', key)),
    standing: async () => (isReadable() ? alone((thread) => thread.call('standing')) : null),
    backups: () => alone((thread) => thread.call('backups')),
    backUp: (at, onlyIfChanged) => alone((thread) => thread.call('backUp', at, onlyIfChanged)),
    whileLetGo: (work) =>
      gate.whileShut(async () => {
        await letGo();
        return work();
      }),
    async close() {
      screens.close();
      finder.close();
      await letGo();
    },
  };
}

type Ask<T> = (thread: Thread<ReaderApi>) => Promise<T>;

type ScreenReaderOptions = {
  readonly start: () => Thread<ReaderApi>;
  readonly isReadable: () => boolean;
  readonly gate: FileGate;
};

/** The thread that screens wait for. */
function createScreenReader({ start, isReadable, gate }: ScreenReaderOptions) {
  let thread: Thread<ReaderApi> | null = null;
  let isClosed = false;

  /** `otherwise`: what is said while the log cannot be read. */
  async function ifReadable<T>(ask: Ask<T>, otherwise: T): Promise<T> {
    return gate.enter(async () => {
      if (isClosed || !isReadable()) return otherwise;
      thread ??= start();
      const asked = thread;
      try {
        return await ask(asked);
      } catch (error) {
        if (!(error instanceof ThreadEndedError)) throw error;
        // Ended in the middle of the answer, so that another file could be put in place: that one is asked.
        if (thread !== asked) return ifReadable(ask, otherwise);
        // It broke by itself. Another one is started for whoever asks next.
        thread = null;
        throw error;
      }
    });
  }

  return {
    ifReadable,
    async letGo() {
      const ending = thread;
      thread = null;
      await ending?.end();
    },
    close() {
      isClosed = true;
    },
  };
}

/** A thread for each use, which ends with it. */
function createLoneReaders(start: () => Thread<ReaderApi>, gate: FileGate) {
  const under = new Set<Promise<unknown>>();
  return {
    alone: <T>(ask: Ask<T>): Promise<T> =>
      gate.enter(async () => {
        const thread = start();
        const running = endingAfter(thread, ask(thread));
        under.add(running);
        try {
          return await running;
        } finally {
          under.delete(running);
        }
      }),
    async settled() {
      await Promise.allSettled(under);
    },
  };
}

async function endingAfter<T>(thread: Thread<ReaderApi>, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    await thread.end();
  }
}
