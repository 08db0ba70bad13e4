import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Backup, VerifyReport } from '#shared/domain/logHealth.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { readAnchor } from './care/anchor.ts';
import { removePictures } from './care/cleanFile.ts';
import { removeSetAside } from './care/setAside.ts';
import { copyPictures } from '../files/pictureFiles.ts';
import { contentFault, listBackups } from './care/backupLine.ts';
import { BackupNotGoodError, takeBackup } from './care/backups.ts';
import { openForReading } from './store/database.ts';
import type { LogPaths } from './store/paths.ts';
import { type ThrowAwayParts, asked, runCall } from './call.ts';
import { THROW_AWAY_READS } from './reads/fileReads.ts';
import { type ReaderParts, createReaderParts } from './reads/readerParts.ts';
import { LONG_READS } from './reads/reads.ts';
import { type Store, createStore } from './store/store.ts';
import { type KeyForCheck, verifyLog } from './care/verify.ts';

type BackupFailure = {
  readonly failure: Failure;
  readonly detail: string;
  readonly isLogDamaged: boolean;
};

export type ReaderApi = {
  /** The file can be replaced once no connection has it open. */
  readonly close: () => void;
  readonly verify: (key: KeyForCheck) => VerifyReport;
  /**
   * `isAsked`: by the operator, who is told the newest backup also where the log has not changed since. `mayCopy`: there is time
   * for a full copy. Null: nothing was backed up.
   */
  readonly backUp: (
    at: string,
    how: { readonly isAsked: boolean; readonly mayCopy: boolean },
  ) => Promise<Result<Backup | null, BackupFailure>>;
};

/** Long reads on a connection of their own. Asked only while the writer has the log open. */
export function createReaderApi(paths: LogPaths, stepBack: () => void): ReaderApi {
  let store: Store | null = null;
  let parts: ReaderParts | null = null;
  function opened(): Store {
    store ??= createStore(openForReading(paths.file));
    return store;
  }
  const throwAway: ThrowAwayParts = { paths, opened };
  return {
    ...asked(LONG_READS, async (_name, call, args) => {
      parts ??= createReaderParts(opened(), paths);
      return runCall(call, [parts, ...args]);
    }),
    ...asked(THROW_AWAY_READS, async (_name, call, args) => runCall(call, [throwAway, ...args])),
    close: () => store?.db.close(),
    /** The anchor is read first: the log has grown since, never the other way round. */
    verify(key) {
      return verifyLog(opened(), readAnchor(paths.anchor), key, paths.pictures);
    },
    async backUp(at, { isAsked, mayCopy }) {
      // No caller waits for an automatic backup. The priority ends with the thread.
      if (!isAsked) stepBack();
      try {
        // First: whatever the backup's events name is then in it.
        copyPictures(paths.pictures, paths.picturesBackup);
        const { db, projection } = opened();
        removePictures(projection.erasing.pictures(), paths);
        const taken = await takeBackup(db, paths.backups, at, mayCopy);
        removeSetAside(opened(), paths, at);
        return ok(taken ?? (isAsked ? (listBackups(paths.backups)[0] ?? null) : null));
      } catch (error) {
        // The backup itself may have failed: only a check of the log tells whether the log is damaged.
        const fault = error instanceof BackupNotGoodError ? faultOfLog(opened()) : null;
        const detail = fault ?? String(error);
        return err({
          failure: failure('not_recorded', detail),
          detail,
          isLogDamaged: fault !== null,
        });
      }
    },
  };
}

function faultOfLog({ db }: Store): string | null {
  try {
    return contentFault(db);
  } catch {
    // Another program has locked it, or the machine is out of handles: that is no damage.
    return null;
  }
}
