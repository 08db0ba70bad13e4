import { failure } from '#shared/domain/failure.ts';
import { err } from '#shared/domain/result.ts';

import type { BackupRounds } from './backupRounds.ts';
import { useKeyRing } from '../../protection/keyRing.ts';
import type { Readers } from '../readers.ts';
import type { Thread } from '../../threads/rpc.ts';
import type { WriterApi } from '../writerThread.ts';
import type { LogPort } from '../openLog.ts';

type RestoresParts = {
  readonly rounds: Pick<BackupRounds, 'settled'>;
  readonly readers: Pick<Readers, 'whileLetGo' | 'shareFile' | 'fetchTail'>;
  readonly writer: Pick<Thread<WriterApi>, 'call'>;
  readonly dataDir: string;
  readonly now: () => string;
  /** Resolves when the keychain has answered, or has not for too long. */
  readonly keyAnswered: () => Promise<void>;
  /** Called with null when a restore is over. */
  readonly onRestoring?: ((progress: null) => void) | undefined;
};

/** Another file, or the same one with another key, is put in the log's place: one at a time, while no other thread has it open. */
export function createRestores(
  parts: RestoresParts,
): Pick<LogPort, 'restore' | 'switchKey' | 'shareFile' | 'close'> {
  const { rounds, readers, writer, now } = parts;
  const under = new Set<Promise<unknown>>();
  let isClosed = false;

  const replaced: LogPort['restore'] = async (name, operator) => {
    await rounds.settled();
    // Only the key can tell how far the backup is proven.
    await parts.keyAnswered();
    return readers.whileLetGo(async () => {
      // What the team's server has of this desk after the backup comes back with it, before the restore is recorded.
      await readers.fetchTail(() => writer.call('restorePoint', name));
      return writer.call('restore', now(), name, operator);
    });
  };

  async function tracked<T>(running: Promise<T>): Promise<T> {
    under.add(running);
    try {
      return await running;
    } finally {
      under.delete(running);
    }
  }

  return {
    async restore(name, operator) {
      if (isClosed) return err(failure('log_unavailable'));
      try {
        return await tracked(replaced(name, operator));
      } finally {
        parts.onRestoring?.(null);
      }
    },
    async switchKey(ring) {
      if (isClosed) return err(failure('log_unavailable'));
      const switched = async () => {
        await rounds.settled();
        return readers.whileLetGo(() => {
          // Threads that are started from here on, and files that this one writes, have the new key.
          useKeyRing(parts.dataDir, ring);
          return writer.call('switchKey', now(), ring);
        });
      };
      return tracked(switched());
    },
    shareFile: readers.shareFile,
    /** Waits for a restore under way: a thread that ended in the middle of it could leave no file in the log's place. */
    async close() {
      isClosed = true;
      await Promise.allSettled(under);
    },
  };
}
