import type { Database } from 'better-sqlite3';

/** What some hundred commits take between two checkpoints. */
const ROOM_BYTES = 4 * 1024 * 1024;
const SPILLING_CACHE_PAGES = 10;

/**
 * Makes -wal as long as it gets anyway, before the first commit: one that overwrites is flushed faster than one that makes
 * the file grow. Pages that do not fit the cache are spilled into -wal, and rolling back leaves the room they took.
 */
export function makeRoomInWal(db: Database): void {
  const cache = Number(db.pragma('cache_size', { simple: true }));
  db.pragma(`cache_size = ${SPILLING_CACHE_PAGES}`);
  try {
    db.exec('BEGIN IMMEDIATE');
    db.prepare(
      "INSERT INTO order_counter (profile_id, flow, day, last) VALUES (hex(zeroblob(?)), '', '', 0)",
    ).run(ROOM_BYTES / 2);
  } catch {
    // A full or busy disk: then the file grows as it is needed.
  }
  if (db.inTransaction) db.exec('ROLLBACK');
  db.pragma(`cache_size = ${cache}`);
}
