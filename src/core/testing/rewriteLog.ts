import { rmSync } from 'node:fs';

import type { Database } from 'better-sqlite3';

import { heldEvents, readCounters, readHeader, writeSegment } from '../log/care/segmentFile.ts';
import { CHAIN_START, digestOf, hashOf, toHex } from '../log/store/chain.ts';
import { createEventStore } from '../log/store/eventStore.ts';
import { addUnpack, pack } from '../log/store/packing.ts';
import { openSqlite } from '../sqlite/openSqlite.ts';

/** As an attacker with a SQLite tool would: the triggers only stop mistakes. */
export function editLog(file: string, work: (db: Database) => void): void {
  const db = openSqlite(file);
  addPacking(db);
  db.exec('DROP TRIGGER event_is_not_changed; DROP TRIGGER event_is_not_deleted');
  db.pragma('foreign_keys = OFF');
  work(db);
  db.close();
}

/** `pack(text)` and `unpack(body)` for SQL that edits bodies. */
export function addPacking(db: Database): Database {
  addUnpack(db);
  return db.function('pack', (text) => pack(String(text)));
}

/** Every salt, digest and hash made anew, so that the chain holds by itself. */
export function restamp(db: Database): void {
  let previous = CHAIN_START;
  const update = db.prepare('UPDATE event SET digest = ?, hash = ? WHERE seq = ?');
  for (const { seq, at, kind, salted, saltBytes } of Array.from(createEventStore(db).links())) {
    if (salted === null) throw new Error(`Event ${seq} has no body.`);
    const digest = digestOf(salted.subarray(0, saltBytes), salted.toString('utf8', saltBytes));
    const hash = hashOf(previous, seq, at, kind, digest);
    update.run(digest, hash, seq);
    previous = hash;
  }
}

/** The same of a segment: other bodies, and every hash made anew from the event before it on. */
export function rewriteSegment(file: string, edit: (body: string) => string): void {
  const header = readHeader(file);
  const counters = readCounters(file);
  let { hash } = header.after;
  const links = Array.from(heldEvents(file), (link) => {
    const content = link.salted ?? Buffer.alloc(0);
    const salt = content.subarray(0, link.saltBytes);
    const body = edit(content.toString('utf8', link.saltBytes));
    const digest = digestOf(salt, body);
    const previous = hash;
    hash = toHex(hashOf(Buffer.from(previous, 'hex'), link.seq, link.at, link.kind, digest));
    const salted = Buffer.concat([salt, Buffer.from(body)]);
    return { ...link, salted, digest: toHex(digest), previous, hash };
  });
  rmSync(file);
  writeSegment(file, { ...header, last: { seq: header.last.seq, hash } }, counters, links);
}
