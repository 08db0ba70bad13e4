import type { VerifyReport } from '#shared/domain/logHealth.ts';
import type { IndexState } from '#shared/domain/logSearch.ts';

import { createFileGate } from './fileGate.ts';
import type { Read } from './call.ts';
import type { ReaderApi } from './readerThread.ts';
import type { Api } from '../threads/messages.ts';
import {
  type StartThread,
  type Thread,
  ThreadEndedError,
  type ThreadRole,
} from '../threads/rpc.ts';
import type { LogEnd } from './care/restorable.ts';
import type { KeyForCheck } from './care/verify.ts';

/** Has the log's file open outside the log. It lets go of it while another file is put in its place, and when the log closes. */
export type FileHolder = {
  readonly letGo: () => Promise<void>;
  readonly takeUp: () => void;
  /**
   * Fetches events of the log's own chain that are kept elsewhere, after `letGo`. `after`: where the log that is put in place ends,
   * which takes long to find out for a damaged one; null: nothing can be put in place.
   */
  readonly fetchTail?: (after: () => Promise<LogEnd | null>) => Promise<unknown>;
};

export type Readers = ReturnType<typeof createReaders>;

type ReadersOptions = {
  readonly onIndex: ((index: IndexState) => void) | undefined;
  readonly onLate: ((role: ThreadRole) => void) | undefined;
  readonly startThread: StartThread;
  readonly dataDir: string;
  readonly isReadable: () => boolean;
};

/**
 * The threads that read, each started when first needed: the reader, for which a screen waits; the finder, which searches; and
 * throw-away readers, each ended after one question that goes through the whole log.
 */
export function createReaders(options: ReadersOptions) {
  const { startThread, dataDir, isReadable, onIndex, onLate } = options;
  const gate = createFileGate();
  const startReader = (): Thread<ReaderApi> =>
    startThread<ReaderApi>({ role: 'reader', dataDir }, { onLate });
  const reader = createKeptThread(startReader);
  const finder = createKeptThread((isFresh) =>
    startThread<Api, IndexState>(
      { role: 'finder', dataDir, isFresh },
      { onNews: (index) => onIndex?.(index), onLate },
    ),
  );
  const throwAway = createThrowAways(startReader);
  const holders: FileHolder[] = [];
  let isClosed = false;
  let verifying: Promise<VerifyReport> | null = null;

  /** Asks the thread of the call; answers for it while the log cannot be read. */
  async function ask(
    name: string,
    call: Read,
    args: readonly unknown[],
    isAgain = false,
  ): Promise<unknown> {
    return gate.enter(async () => {
      const { thread, whileUnavailable } = call;
      if (whileUnavailable !== null && (isClosed || !isReadable())) return whileUnavailable.answer;
      if (thread === 'throwAway') return throwAway.ask((of) => of.ask(name, args));
      const asked = await (thread === 'finder' ? finder : reader).ask(name, args);
      if ('answer' in asked) return asked.answer;
      if (asked.isLetGo) return ask(name, call, args, isAgain);
      // A finder that failed may have failed because of its index: the next one starts without it.
      if (thread === 'finder' && !isAgain) return ask(name, call, args, true);
      throw asked.error;
    });
  }
  async function letGo(): Promise<void> {
    await throwAway.settled();
    await reader.letGo();
    await finder.letGo();
    await Promise.all(holders.map((holder) => holder.letGo()));
  }

  return {
    ask: (name: string, call: Read, args: readonly unknown[]) => ask(name, call, args),
    /** One at a time, because it writes a file: asked meanwhile, it gives the same report. */
    verify(key: KeyForCheck): Promise<VerifyReport> {
      verifying ??= gate
        .enter(() => throwAway.ask((of) => of.call('verify', key)))
        .finally(() => {
          verifying = null;
        });
      return verifying;
    },
    backUp: (...asked: Parameters<ReaderApi['backUp']>) =>
      gate.enter(() => throwAway.ask((of) => of.call('backUp', ...asked))),
    /** Closes the file for `work`, which puts another one in its place. Questions asked meanwhile are answered from that one. */
    whileLetGo: <T>(work: () => Promise<T>): Promise<T> =>
      gate.whileShut(async () => {
        await letGo();
        try {
          return await work();
        } finally {
          for (const holder of holders) holder.takeUp();
        }
      }),
    shareFile: (holder: FileHolder): void => void holders.push(holder),
    /** While it is let go of. A holder that fails has none. */
    fetchTail: async (after: () => Promise<LogEnd | null>): Promise<void> => {
      await Promise.allSettled(holders.flatMap(({ fetchTail }) => fetchTail?.(after) ?? []));
    },
    async close(): Promise<void> {
      isClosed = true;
      await letGo();
    },
  };
}

type Asked =
  | { readonly answer: unknown }
  /** `isLetGo`: ended on purpose in the middle of the answer, or replaced since. */
  | { readonly error: ThreadEndedError; readonly isLetGo: boolean };

/** One thread, kept between questions. `isFresh`: the thread before it failed. */
function createKeptThread(start: (isFresh: boolean) => Pick<Thread, 'ask' | 'end'>) {
  let thread: Pick<Thread, 'ask' | 'end'> | null = null;
  let hasFailed = false;
  return {
    async ask(name: string, args: readonly unknown[]): Promise<Asked> {
      thread ??= start(hasFailed);
      const asked = thread;
      try {
        return { answer: await asked.ask(name, args) };
      } catch (error) {
        if (!(error instanceof ThreadEndedError)) throw error;
        if (thread !== asked) return { error, isLetGo: true };
        thread = null;
        hasFailed = true;
        return { error, isLetGo: false };
      }
    },
    /** Ends the thread; the next question starts another one. */
    async letGo(): Promise<void> {
      const ending = thread;
      thread = null;
      hasFailed = false;
      await ending?.end();
    },
  };
}

/** A thread for each question, which ends with it. */
function createThrowAways(start: () => Thread<ReaderApi>) {
  const running = new Set<Promise<unknown>>();

  async function askOnce<T>(question: (thread: Thread<ReaderApi>) => Promise<T>): Promise<T> {
    const thread = start();
    try {
      return await question(thread);
    } finally {
      await thread.end();
    }
  }

  return {
    async ask<T>(question: (thread: Thread<ReaderApi>) => Promise<T>): Promise<T> {
      const asking = askOnce(question);
      running.add(asking);
      try {
        return await asking;
      } finally {
        running.delete(asking);
      }
    },
    async settled() {
      await Promise.allSettled(running);
    },
  };
}
