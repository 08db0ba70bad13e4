import { rmSync } from 'node:fs';

import type Database from 'better-sqlite3';

import { makePrivateFile } from '../dataDir.ts';
import { openSqlite } from '../sqlite/openSqlite.ts';
import { companionsOf } from '../log/paths.ts';
import { EXPORT_COLUMNS_SQL } from './exportEntry.ts';

/** Raised with every change of what is kept here or how it is derived: an index of another form is made anew. */
export const FORM = 6;
const BUSY_TIMEOUT_MS = 1000;
/** Rows are read by key and columns by block, so that a big cache would only be memory. */
const CACHE_KIB = 4 * 1024;

/**
 * Everything here is derived from the log. `place` is a request's number in the order of recording, dense from 0; `seq` is the
 * event of its W1.
 *
 * `entry` is a request in plain columns, as tables and exports have it. Nothing of quarantined requisites is in it. `cents` is
 * what a table shows and sorts by: as returned where the answer has an amount, else as sent. `said` is the amount that the
 * provider last called back with, verbatim. `attention` is a set of bits, see attention.ts. `customer_key` and `order_key` are
 * folded, for sorting and for looking up.
 *
 * `block` has the same facts for filters, as typed arrays of 1024 places each; `word` tells what its codes stand for. `rollup`
 * counts by quarters of an hour, which the hours of every time zone are made of, and `rollup_day` by as many of them as a day
 * has: years are counted by those.
 *
 * `callback` is every callback by when it came and what became of it, `callback_rollup` and its days count them. `limits_change` is where an
 * answer of GET limit said something else than the one before it from the same source, of which `limits_source` has the last.
 *
 * `customer` is everybody a profile has issued for, with the newest request; `note` is when notes were written.
 */
const SQL = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE entry (
    place INTEGER PRIMARY KEY,
    seq INTEGER NOT NULL,
    intent_id TEXT NOT NULL,
    profile_id TEXT NOT NULL,
    ${EXPORT_COLUMNS_SQL},
    cents INTEGER NOT NULL,
    is_heard INTEGER NOT NULL,
    said TEXT,
    attention INTEGER NOT NULL,
    customer_key TEXT,
    order_key TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX entry_by_seq ON entry (seq);
  CREATE TABLE block (block INTEGER PRIMARY KEY, data BLOB NOT NULL) STRICT;
  CREATE TABLE word (
    kind INTEGER NOT NULL,
    code INTEGER NOT NULL,
    text TEXT NOT NULL,
    label TEXT NOT NULL,
    PRIMARY KEY (kind, code)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE rollup (
    profile INTEGER NOT NULL,
    quarter INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    count INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    PRIMARY KEY (profile, quarter, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE rollup_day (
    profile INTEGER NOT NULL,
    day INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    count INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    PRIMARY KEY (profile, day, kind)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE callback (
    seq INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    profile INTEGER NOT NULL,
    code INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX callback_by_time ON callback (profile, code, at_ms);
  CREATE TABLE callback_rollup (
    profile INTEGER NOT NULL,
    quarter INTEGER NOT NULL,
    code INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (profile, quarter, code)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE callback_rollup_day (
    profile INTEGER NOT NULL,
    day INTEGER NOT NULL,
    code INTEGER NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (profile, day, code)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE limits_change (
    seq INTEGER PRIMARY KEY,
    profile_id TEXT NOT NULL,
    at_ms INTEGER NOT NULL,
    before_seq INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX limits_change_by_time ON limits_change (profile_id, at_ms);
  CREATE TABLE limits_source (
    profile_id TEXT NOT NULL,
    source TEXT NOT NULL,
    seq INTEGER NOT NULL,
    PRIMARY KEY (profile_id, source)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE customer (
    id INTEGER PRIMARY KEY,
    profile INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    last_seq INTEGER NOT NULL,
    requests INTEGER NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX customer_by_name ON customer (profile, name);
  CREATE INDEX customer_by_last ON customer (profile, last_seq);
  CREATE TABLE note (
    seq INTEGER PRIMARY KEY,
    profile INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX note_by_time ON note (profile, at_ms);
`;

/** Left out while the index is first filled, and made at its end: in one go that is many times faster. */
const SORT_INDEXES: Readonly<Record<string, string>> = {
  entry_by_amount: 'cents',
  entry_by_customer: 'customer_key',
  entry_by_order: 'order_key',
};

/** SQLite's name for one that is never written. */
export const IN_MEMORY = ':memory:';

class OtherFormError extends Error {
  override readonly name = 'OtherFormError';
}

/** For the one thread that owns it. Makes it where it is not there; throws where it is of no use. */
export function openIndex(file: string): Database.Database {
  if (file !== IN_MEMORY) makePrivateFile(file);
  return opened(openSqlite(file, { timeout: BUSY_TIMEOUT_MS }), (db) => {
    db.pragma('journal_mode = WAL');
    // What a power cut takes away is read from the log again.
    db.pragma('synchronous = NORMAL');
    if (formOf(db) === 0) {
      db.transaction(() => {
        db.exec(SQL);
        while (makeSortIndex(db));
        db.pragma(`user_version = ${FORM}`);
      })();
    }
    refuseOther(db, file);
  });
}

export function openIndexForReading(file: string): Database.Database {
  const options = { timeout: BUSY_TIMEOUT_MS, fileMustExist: true, readonly: true };
  return opened(openSqlite(file, options), (db) => refuseOther(db, file));
}

export function removeIndex(file: string): void {
  for (const part of companionsOf(file)) rmSync(part, { force: true });
}

/** One that is missing; false: none is. */
export function makeSortIndex(db: Database.Database): boolean {
  const there = new Set(
    db.prepare("SELECT name FROM sqlite_master WHERE type = 'index'").pluck().all(),
  );
  const missing = Object.entries(SORT_INDEXES).find(([name]) => !there.has(name));
  if (missing === undefined) return false;
  const [name, column] = missing;
  db.exec(`CREATE INDEX ${name} ON entry (${column})`);
  return true;
}

export function dropSortIndexes(db: Database.Database): void {
  for (const name of Object.keys(SORT_INDEXES)) db.exec(`DROP INDEX IF EXISTS ${name}`);
}

function opened(db: Database.Database, setUp: (db: Database.Database) => void): Database.Database {
  try {
    db.pragma(`cache_size = -${CACHE_KIB}`);
    setUp(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function formOf(db: Database.Database): number {
  return Number(db.pragma('user_version', { simple: true }));
}

function refuseOther(db: Database.Database, file: string): void {
  if (formOf(db) !== FORM) throw new OtherFormError(`${file} is of another form.`);
}
