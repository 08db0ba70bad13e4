import { failure } from '#shared/domain/failure.ts';
import { err } from '#shared/domain/result.ts';

import type { BackupRounds } from './backupRounds.ts';
import type { LogReader } from './logReader.ts';
import type { LogPort } from './port.ts';
import type { Thread } from './thread.ts';
import type { WriterApi } from './writerThread.ts';

type RestoresParts = {
  readonly rounds: Pick<BackupRounds, 'settled'>;
  readonly reader: Pick<LogReader, 'whileLetGo'>;
  readonly writer: Pick<Thread<WriterApi>, 'call'>;
  readonly now: () => string;
  /** Whatever it answered, or nothing for too long. */
  readonly keyAnswered: () => Promise<void>;
};

export type Restores = Pick<LogPort, 'restore'> & {
  /** Waits for what is under way: a thread ended in the middle of it could leave no file in the log's place. */
  readonly close: () => Promise<void>;
};

/** While nobody else reads the file, and one after the other. */
export function createRestores(parts: RestoresParts): Restores {
  const { rounds, reader, writer, now } = parts;
  const under = new Set<Promise<unknown>>();
  let isClosed = false;

  const replaced: LogPort['restore'] = async (name, operator) => {
    await rounds.settled();
    // Only the key can tell how far what is restored is proven.
    await parts.keyAnswered();
    return reader.whileLetGo(() => writer.call('restore', now(), name, operator));
  };

  return {
    async restore(name, operator) {
      if (isClosed) return err(failure('log_unavailable'));
      const running = replaced(name, operator);
      under.add(running);
      try {
        return await running;
      } finally {
        under.delete(running);
      }
    },
    async close() {
      isClosed = true;
      await Promise.allSettled(under);
    },
  };
}
