import { closeSync, fsync, fsyncSync, openSync, rmSync } from 'node:fs';

import type Database from 'better-sqlite3';

import { makePrivateFile } from '../files/dataDir.ts';
import { companionsOf } from '../log/store/paths.ts';
import { openSqlite } from '../sqlite/openSqlite.ts';
import { RARE_BITS } from './attention.ts';
import { LISTED, SHOWN } from './entry.ts';
import { columnsSql } from './exportEntry.ts';

/** Raised with every change of what is kept here or how it is derived: an index of another form is made anew. */
export const FORM = 9;
const BUSY_TIMEOUT_MS = 1000;
const CACHE_KIB = 16 * 1024;
/** Most pages that a first filling changes again and again are in it. */
const FILLING_CACHE_KIB = 64 * 1024;

/** With these behind its key an index answers every filter by itself, without reading the rows of `listed`. */
const FILTERED_BY =
  'created_ms, profile, kind, state_code, type_code, operator_code, attention, answer_time, callback_time';

/**
 * Everything here is derived from the log. `place` is a request's number in the order of recording, dense from 0; `seq` is the
 * event of its W1. `word` has the texts behind codes.
 *
 * A request is a row of three tables: `listed` has what lists filter and sort by, `shown` the texts of tables and exports, `doc` what a
 * search looks into (text.ts). `entry` is the first two together. Nothing of quarantined requisites is in any of them. `gram` has
 * the trigrams of `doc` and keeps neither text nor positions: it names candidates, and `doc` decides.
 *
 * The first four indexes of `listed` are sort orders, the others serve filters that leave few rows. `listed_by_span` also serves counts
 * of a profile, `listed_with_rare_reason` what needs attention.
 *
 * `day_count` counts requests by days of UTC (dayCounts.ts). `callback` is every callback by when it came and what became of it.
 * `limits_change` is an answer of GET limit that differs from the one before it of the same source; `limits_source` has the last
 * answer of each source. `customer` is every customer of a profile with the newest request; `note` is when notes were written.
 */
const SQL = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE listed (place INTEGER PRIMARY KEY, ${columnsSql(LISTED)}) STRICT;
  CREATE UNIQUE INDEX listed_by_seq ON listed (seq);
  CREATE INDEX listed_by_amount ON listed (cents, place, ${FILTERED_BY});
  CREATE INDEX listed_by_customer ON listed (customer_key, place, ${FILTERED_BY});
  CREATE INDEX listed_by_order ON listed (order_key, place, ${FILTERED_BY});
  CREATE INDEX listed_by_state ON listed (state_key, place, ${FILTERED_BY});
  CREATE INDEX listed_by_time ON listed (created_ms);
  CREATE INDEX listed_by_kind ON listed (kind);
  CREATE INDEX listed_by_state_code ON listed (state_code);
  CREATE INDEX listed_by_type ON listed (type_code);
  CREATE INDEX listed_by_operator ON listed (operator_code);
  CREATE INDEX listed_by_span ON listed (
    profile, created_ms, kind, sent_cents, state_code, answer_time, callback_time);
  CREATE INDEX listed_with_rare_reason ON listed (place) WHERE attention & ${RARE_BITS} <> 0;
  CREATE TABLE shown (place INTEGER PRIMARY KEY, ${columnsSql(SHOWN)}) STRICT;
  CREATE VIEW entry AS SELECT * FROM listed JOIN shown USING (place);
  CREATE TABLE doc (
    place INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    amount TEXT NOT NULL,
    sent TEXT
  ) STRICT;
  CREATE INDEX doc_by_amount ON doc (amount);
  CREATE INDEX doc_by_sent ON doc (sent) WHERE sent IS NOT NULL;
  CREATE VIRTUAL TABLE gram USING fts5(
    text, content = '', detail = none, columnsize = 0, tokenize = 'trigram case_sensitive 1'
  );
  CREATE TABLE word (code INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE day_count (
    facet INTEGER NOT NULL,
    profile INTEGER NOT NULL,
    day INTEGER NOT NULL,
    currency INTEGER NOT NULL,
    code INTEGER NOT NULL,
    count INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    PRIMARY KEY (facet, profile, day, currency, code)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE callback (
    seq INTEGER PRIMARY KEY,
    at_ms INTEGER NOT NULL,
    profile INTEGER NOT NULL,
    code INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX callback_by_time ON callback (profile, code, at_ms);
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
    profile INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    last_seq INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (profile, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX customer_by_last ON customer (profile, last_seq, name_key);
  CREATE TABLE note (
    seq INTEGER PRIMARY KEY,
    profile INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX note_by_time ON note (profile, at_ms);
`;

/** SQLite's name for one that is never written. */
export const IN_MEMORY = ':memory:';

/** The log can be read, the index cannot: it must be removed. */
export class UselessIndexError extends Error {
  override readonly name = 'UselessIndexError';
}

/** For the one thread that owns it. Makes it where it is not there; throws where it is of no use. */
export function openIndex(file: string): Database.Database {
  if (file !== IN_MEMORY) makePrivateFile(file);
  return opened(openSqlite(file, { timeout: BUSY_TIMEOUT_MS }), (db) => {
    setUpToFollow(db);
    if (formOf(db) === 0) {
      db.transaction(() => {
        db.exec(SQL);
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

/**
 * A first filling is one transaction. Its journal is in memory and nothing of it is forced to the disk before its end: what a kill or a power
 * cut leaves behind has no form, is refused when it is opened next, and the filling begins again.
 */
export function beginFilling(db: Database.Database): {
  /** Has the disk write what it was given, so that little is left to wait for at the end. */
  readonly flushSoon: () => void;
  readonly commit: () => void;
  readonly rollback: () => void;
} {
  db.pragma('user_version = 0');
  db.pragma('journal_mode = MEMORY');
  db.pragma('synchronous = OFF');
  db.pragma(`cache_size = -${FILLING_CACHE_KIB}`);
  db.exec('BEGIN IMMEDIATE');
  const file = db.memory ? null : openSync(db.name, 'r+');
  let isFlushing = false;
  const flushed = (): void => {
    isFlushing = false;
  };
  return {
    flushSoon() {
      if (file === null || isFlushing) return;
      isFlushing = true;
      fsync(file, flushed);
    },
    commit() {
      db.exec('COMMIT');
      if (file !== null) {
        fsyncSync(file);
        closeSync(file);
      }
      setUpToFollow(db);
      db.pragma(`user_version = ${FORM}`);
    },
    rollback() {
      if (db.inTransaction) db.exec('ROLLBACK');
      if (file !== null) closeSync(file);
    },
  };
}

function setUpToFollow(db: Database.Database): void {
  db.pragma('journal_mode = WAL');
  // What a power cut takes away is read from the log again.
  db.pragma('synchronous = NORMAL');
  db.pragma(`cache_size = -${CACHE_KIB}`);
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
  if (formOf(db) !== FORM) throw new UselessIndexError(`${file} is of another form.`);
}
