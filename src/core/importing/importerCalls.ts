import type { Failure } from '#shared/domain/failure.ts';
import type { ImportProgress } from '#shared/domain/importing.ts';
import { type Result, err } from '#shared/domain/result.ts';

import { type Thread, ThreadEndedError, startThread, workersFrom } from '../threads/rpc.ts';
import type { ImporterApi } from './importerThread.ts';
import { refusal } from './reading/refusal.ts';

type Value<N extends keyof ImporterApi> =
  Awaited<ReturnType<ImporterApi[N]>> extends Result<infer T, Failure> ? T : null;

export type ImporterCalls = {
  /** A call of the importer's thread; `gone` where the thread has ended, and every import with it. */
  readonly ask: <N extends keyof ImporterApi>(
    name: N,
    ...args: Parameters<ImporterApi[N]>
  ) => Promise<Result<Value<N>, Failure>>;
  /** Ends the thread; the next call starts another one. */
  readonly end: () => Promise<void>;
};

type ImporterCallsDeps = {
  readonly dataDir: string;
  readonly logWorkerUrl: URL;
  readonly onProgress: (progress: ImportProgress) => void;
  /** The thread has ended by itself: out of memory, or a bug. */
  readonly onLost: (error: Error) => void;
  readonly onThreadLate?: (() => void) | undefined;
};

/** The importer's thread, started when first needed. */
export function createImporterCalls(deps: ImporterCallsDeps): ImporterCalls {
  const { dataDir, logWorkerUrl, onProgress, onLost, onThreadLate: onLate } = deps;
  let thread: Thread<ImporterApi> | null = null;
  return {
    async ask(name, ...args) {
      thread ??= startThread<ImporterApi, ImportProgress>(
        workersFrom(logWorkerUrl),
        { role: 'importer', dataDir },
        { onNews: onProgress, onLate },
      );
      const asked = thread;
      try {
        return await asked.ask(name, args);
      } catch (error) {
        if (!(error instanceof ThreadEndedError)) throw error;
        if (thread === asked) {
          thread = null;
          onLost(error);
        }
        return err(refusal('gone', error.message));
      }
    },
    async end() {
      const ending = thread;
      thread = null;
      await ending?.end();
    },
  };
}
