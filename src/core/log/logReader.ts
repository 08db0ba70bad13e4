import type { IndexState } from '#shared/domain/logSearch.ts';

import { type LogFinder, createLogFinder } from './find/logFinder.ts';
import type { LogPort } from './port.ts';
import type { ReaderApi } from './readerThread.ts';
import { type Thread, startThread } from './thread.ts';
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
  /** Lets go of the file, so that another one can be put in its place. It may be asked again afterwards. */
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
  onIndex: (index: IndexState) => void = () => undefined,
): LogReader {
  let screens: Thread<ReaderApi> | null = null;
  const finder = createLogFinder({ workerUrl, dataDir, isReadable, onIndex });
  const under = new Set<Promise<unknown>>();
  const start = (): Thread<ReaderApi> =>
    startThread<ReaderApi>(workerUrl, { role: 'reader', dataDir }, () => undefined);

  function forScreens(): Thread<ReaderApi> {
    screens ??= start();
    return screens;
  }
  /** `otherwise`: what is said while the log cannot be read. */
  async function ifReadable<T>(
    ask: (thread: Thread<ReaderApi>) => Promise<T>,
    otherwise: T,
  ): Promise<T> {
    return isReadable() ? ask(forScreens()) : otherwise;
  }
  async function alone<T>(work: (thread: Thread<ReaderApi>) => Promise<T>): Promise<T> {
    const thread = start();
    const running = endingAfter(thread, work(thread));
    under.add(running);
    try {
      return await running;
    } finally {
      under.delete(running);
    }
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
    async close() {
      await Promise.allSettled(under);
      await screens?.end();
      screens = null;
      await finder.close();
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
