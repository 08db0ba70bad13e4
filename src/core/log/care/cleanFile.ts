import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { LogPaths } from '../store/paths.ts';
import { switchedOnBy } from '../store/erasing.ts';
import type { Store } from '../store/store.ts';

/** Rewriting a file of this size takes some hundred milliseconds. A larger one waits for the next opening. */
const MAX_VACUUMED_BYTES = 32 * 1024 * 1024;

const checkpointSchema = z.array(z.object({ busy: z.int() }));

/** From now on SQLite overwrites with zeros what it deletes. Before retention was set it did not. */
export function overwriteDeleted(store: Store): void {
  const isUsed = switchedOnBy(store) > 0 || store.projection.erasing.lastSeq() > 0;
  if (isUsed) store.db.pragma('secure_delete = ON');
}

/**
 * Removes what erasing leaves beside the rows: files of pictures, old pages in -wal, and what was deleted before SQLite
 * overwrote it. False: a reader is in the way of emptying -wal.
 */
export function cleanFile(store: Store, paths: LogPaths, isOpening: boolean): boolean {
  const { db, projection } = store;
  removePictures(projection.erasing.pictures(), paths);
  vacuumOnce(store, paths, isOpening);
  const timeout = Number(db.pragma('busy_timeout', { simple: true }));
  // No call is to wait for a reader: it is tried again later.
  db.pragma('busy_timeout = 0');
  try {
    const [state] = checkpointSchema.parse(db.pragma('wal_checkpoint(TRUNCATE)'));
    return state?.busy === 0;
  } finally {
    db.pragma(`busy_timeout = ${timeout}`);
  }
}

/** Before anything is issued. True: nothing was ever erased, or no trace of it is left. */
export function cleanAtOpening(store: Store, paths: LogPaths): boolean {
  if (store.projection.erasing.lastSeq() === 0) return true;
  try {
    return cleanFile(store, paths, true);
  } catch {
    // No room, or another program has the file: it is tried again in idle time.
    return false;
  }
}

/** From both folders: a backup may have copied one while it was being removed. */
export function removePictures(
  pictures: readonly string[],
  paths: Pick<LogPaths, 'pictures' | 'picturesBackup'>,
): void {
  for (const sha256 of pictures) {
    for (const folder of [paths.pictures, paths.picturesBackup]) {
      rmSync(join(folder, sha256), { force: true });
    }
  }
}

/**
 * Once for each time that retention was set, and after a rebuild or a restore: what was deleted before may still be in pages that
 * are in use. A large file waits for the next opening.
 */
function vacuumOnce(store: Store, { file }: LogPaths, isOpening: boolean): void {
  const { db, projection } = store;
  const setBy = switchedOnBy(store);
  if (setBy === 0 || projection.erasing.lastSeq() === 0) return;
  const isLater = !isOpening && statSync(file).size > MAX_VACUUMED_BYTES;
  const isCleaned = projection.erasing.cleanedFor() >= setBy;
  if (isCleaned || isLater || projection.erasing.hasPending()) return;
  db.exec('VACUUM');
  projection.erasing.noteCleaned(setBy);
}
