import type { Database } from 'better-sqlite3';

import { CHAIN_START, digestOf, hashOf } from '../log/store/chain.ts';
import { createEventStore } from '../log/store/eventStore.ts';
import { openSqlite } from '../sqlite/openSqlite.ts';

/** As an attacker with a SQLite tool would: the triggers only stop mistakes. */
export function editLog(file: string, work: (db: Database) => void): void {
  const db = openSqlite(file);
  db.exec('DROP TRIGGER event_is_not_changed; DROP TRIGGER event_is_not_deleted');
  db.pragma('foreign_keys = OFF');
  work(db);
  db.close();
}

/** Every salt, digest and hash made anew, so that the chain holds by itself. */
export function restamp(db: Database): void {
  let previous = CHAIN_START;
  const update = db.prepare('UPDATE event SET digest = ?, previous = ?, hash = ? WHERE seq = ?');
  for (const { seq, at, kind, salted, saltBytes } of Array.from(createEventStore(db).links())) {
    const digest = digestOf(salted.subarray(0, saltBytes), salted.toString('utf8', saltBytes));
    const hash = hashOf(previous, seq, at, kind, digest);
    update.run(digest, previous, hash, seq);
    previous = hash;
  }
}
