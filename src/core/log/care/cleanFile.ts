import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import type { LogPaths } from '../store/paths.ts';
import { retentionOf } from '../store/erasing.ts';
import type { Store } from '../store/store.ts';

/** Rewriting a file of this size takes some hundred milliseconds. A larger one waits for the next opening. */
const MAX_VACUUMED_BYTES = 32 * 1024 * 1024;

const SQL = {
  vacuumedFor: "SELECT value FROM erasing_state WHERE key = 'vacuumed_for'",
  vacuumed: "INSERT OR REPLACE INTO erasing_state (key, value) VALUES ('vacuumed_for', ?)",
} as const;
const checkpointSchema = z.array(z.object({ busy: z.int() }));
const seqSchema = z.int().optional();

/** From now on SQLite overwrites with zeros what it deletes. Before retention was set it did not. */
export function overwriteDeleted(store: Store): void {
  const isRetaining = (retentionOf(store)?.body.days ?? null) !== null;
  if (isRetaining || store.projection.erasing.lastSeq() > 0) store.db.pragma('secure_delete = ON');
}

/**
 * Removes what erasing leaves beside the rows: files of pictures, old pages in -wal, and what was deleted before SQLite
 * overwrote it. False: a reader is in the way, or the file waits for the next opening.
 */
export function cleanFile(store: Store, paths: LogPaths, isOpening: boolean): boolean {
  const { db, projection } = store;
  removePictures(projection.erasing.pictures(), paths);
  const isVacuumed = vacuumOnce(store, paths, isOpening);
  const timeout = Number(db.pragma('busy_timeout', { simple: true }));
  // No call is to wait for a reader: it is tried again later.
  db.pragma('busy_timeout = 0');
  try {
    const [state] = checkpointSchema.parse(db.pragma('wal_checkpoint(TRUNCATE)'));
    return isVacuumed && state?.busy === 0;
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

/** Once for each time that retention was set: what was deleted before may still be in pages that are in use. */
function vacuumOnce(store: Store, { file }: LogPaths, isOpening: boolean): boolean {
  const { db, projection } = store;
  const set = retentionOf(store);
  if (set === null || projection.erasing.lastSeq() === 0) return true;
  const done = seqSchema.parse(db.prepare(SQL.vacuumedFor).pluck().get()) ?? 0;
  if (done >= set.seq) return true;
  const { size } = statSync(file);
  if (projection.erasing.hasPending() || (!isOpening && size > MAX_VACUUMED_BYTES)) return false;
  db.exec('VACUUM');
  db.prepare(SQL.vacuumed).run(set.seq);
  return true;
}
