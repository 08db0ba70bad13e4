import type { Refusal } from '#shared/dialect/schema.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Backup, VerifyReport } from '#shared/domain/logHealth.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { readAnchor } from './anchor.ts';
import { BackupNotGoodError, contentFault, listBackups, takeBackup } from './backups.ts';
import { openForReading } from './database.ts';
import type { LogPaths } from './paths.ts';
import { type LongReads, createLongReads } from './reads.ts';
import type { LogStanding } from './port.ts';
import { fileStanding } from './standing.ts';
import { type Store, createStore } from './store.ts';
import { type KeyForCheck, verifyLog } from './verify.ts';

type BackupFailure = {
  readonly failure: Failure;
  readonly detail: string;
  readonly isLogDamaged: boolean;
};

/** Long reads on a connection of their own. Only asked while the writer has the log open. */
export function createReaderApi(paths: LogPaths, stepBack: () => void) {
  let store: Store | null = null;
  let reads: LongReads | null = null;
  function opened(): Store {
    store ??= createStore(openForReading(paths.file));
    return store;
  }
  function longReads(): LongReads {
    reads ??= createLongReads(opened());
    return reads;
  }
  return {
    /** The file can be replaced once no connection holds it. */
    close: () => store?.db.close(),
    history: (intentId: IntentId) => longReads().history(intentId),
    orderUses: (profileId: ProfileId, orderId: string) => longReads().orderUses(profileId, orderId),
    callbackPage: (before: number | null, pageSize: number) =>
      longReads().callbackPage(before, pageSize),
    callbacksOf: (seqs: readonly number[]) => longReads().callbacksOf(seqs),
    knownCallback: (seq: number) => longReads().knownCallback(seq),
    waitingCallbacks: (after: number, most: number) => longReads().waitingCallbacks(after, most),
    answersLike: (profileId: ProfileId, refusal: Refusal) =>
      longReads().answersLike(profileId, refusal),
    /** The anchor is read first: the log has grown since, never the other way round. */
    verify(key: KeyForCheck): VerifyReport {
      return verifyLog(opened(), readAnchor(paths.anchor), key);
    },
    standing: (): LogStanding => fileStanding(opened().db, paths.file),
    backups: (): readonly Backup[] => listBackups(paths.backups),
    async backUp(
      at: string,
      onlyIfChanged: boolean,
    ): Promise<Result<Backup | null, BackupFailure>> {
      opened().events.forgetHead();
      const newest = onlyIfChanged ? listBackups(paths.backups)[0] : undefined;
      if (newest?.headSeq === opened().events.head().seq) return ok(null);
      // Nobody waits for one that is taken by itself. The thread ends with it.
      if (onlyIfChanged) stepBack();
      try {
        return ok(await takeBackup(opened().db, paths.backups, at));
      } catch (error) {
        // The copy may have been spoiled on its way: only the log itself tells whether the log is damaged.
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
    // Another program has it, or the machine is out of handles: that is no damage.
    return null;
  }
}
export type ReaderApi = ReturnType<typeof createReaderApi>;
