import { rmSync } from 'node:fs';

import type Database from 'better-sqlite3';
import { z } from 'zod';

import { makePrivateFile } from '../files/dataDir.ts';
import { companionsOf } from '../log/store/paths.ts';
import { openSqlite } from '../sqlite/openSqlite.ts';
import { ACTIVITY_SQL } from './activity.ts';
import { RARE_BITS } from './attention.ts';
import { CUSTOMERS_SQL } from './customers.ts';
import { DAY_COUNTS_SQL } from './dayCounts.ts';
import { ENTRY_COLUMNS_SQL } from './entry.ts';

/** Raised with every change of what is kept here or how it is derived: an index of another form is made anew. */
export const FORM = 1;
const BUSY_TIMEOUT_MS = 1000;
const USUAL = { cache_size: -16 * 1024, wal_autocheckpoint: 1000, threads: 0 } as const;
/** A first filling writes and sorts gigabytes: in more memory, with fewer checkpoints, and with a second thread for sorting. */
const FILLING = { cache_size: -64 * 1024, wal_autocheckpoint: 16_384, threads: 1 } as const;

/**
 * Everything here is derived from the log. `place` is a request's number in the order of recording, dense from 0; `seq` is the
 * event of its W1.
 *
 * `entry` is a request in plain columns (entry.ts), as tables, exports and filters have it. Nothing of quarantined
 * requisites is in it. `word` has the texts behind its codes.
 *
 * `doc` is what a search looks into (text.ts), `gram` the trigrams of its text. `gram` keeps neither text nor positions: it names
 * candidates, and `doc` decides.
 *
 * `day_count` counts requests by days of UTC (dayCounts.ts). `happened` is when callbacks came and notes were written
 * (happened.ts). `customer` is everybody a profile has issued for, with the newest request. `activity` is what people did
 * besides the ordinary work (activity.ts).
 */
const SQL = `
  CREATE TABLE meta (key TEXT PRIMARY KEY, value) WITHOUT ROWID;
  CREATE TABLE entry (
    place INTEGER PRIMARY KEY,
    ${ENTRY_COLUMNS_SQL}
  ) STRICT;
  CREATE TABLE doc (
    place INTEGER PRIMARY KEY,
    text TEXT NOT NULL,
    amount TEXT NOT NULL,
    sent TEXT
  ) STRICT;
  CREATE VIRTUAL TABLE gram USING fts5(
    text, content = '', detail = none, columnsize = 0, tokenize = 'trigram case_sensitive 1'
  );
  CREATE TABLE word (code INTEGER PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE day_count (
    profile INTEGER NOT NULL,
    day INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    is_batch INTEGER NOT NULL,
    count INTEGER NOT NULL,
    cents INTEGER NOT NULL,
    PRIMARY KEY (profile, day, kind, is_batch)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE happened (
    seq INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    profile INTEGER NOT NULL,
    at_ms INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX happened_by_time ON happened (profile, kind, at_ms);
  CREATE TABLE customer (
    profile INTEGER NOT NULL,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    last_seq INTEGER NOT NULL,
    requests INTEGER NOT NULL,
    PRIMARY KEY (profile, name)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX customer_by_last ON customer (profile, last_seq, name_key);
  ${ACTIVITY_SQL}
`;

/** With these after its key an index answers every filter by itself, without reading the wide rows of \`entry\`. */
const FILTERED_BY =
  'created_ms, profile, kind, state_code, type_code, operator_code, batch_code, attention, answer_time, callback_time, is_sample, person_code';

/** With these, an index counts an overview by itself. */
const COUNTED_WITH = 'profile, created_ms, kind, sent_cents, is_batch';

/**
 * `entry_by_seq` finds a request by its first event. The next five are the sort orders, those after them ones for filters that leave few rows. `entry_by_span` is also for counts of a
 * profile, `entry_by_batch` has only requests of batches, `entry_by_person` only those of people, `entry_with_rare_reason` only what needs attention. The last two are of amounts by their ends.
 */
const LATE_INDEXES: Readonly<Record<string, string>> = {
  entry_by_seq: 'entry (seq)',
  entry_by_place: `entry (place, ${FILTERED_BY})`,
  entry_by_amount: `entry (cents, place, ${FILTERED_BY})`,
  entry_by_customer: `entry (customer_key, place, ${FILTERED_BY})`,
  entry_by_order: `entry (order_key, place, ${FILTERED_BY})`,
  entry_by_state: `entry (state_key, place, ${FILTERED_BY})`,
  entry_by_time: 'entry (created_ms)',
  entry_by_kind: 'entry (kind)',
  entry_by_state_code: 'entry (state_code)',
  entry_by_type: 'entry (type_code)',
  entry_by_operator: 'entry (operator_code)',
  entry_by_span: `entry (${COUNTED_WITH})`,
  entry_by_batch: 'entry (batch_code) WHERE batch_code <> 0',
  entry_by_person: `entry (person_code, ${COUNTED_WITH}) WHERE person_code <> 0`,
  entry_with_rare_reason: `entry (place) WHERE attention & ${RARE_BITS} <> 0`,
  doc_by_amount: 'doc (amount)',
  doc_by_sent: 'doc (sent) WHERE sent IS NOT NULL',
};

/** Left out while the index is first filled, and made at its end, each in one go: that is many times faster. */
const LATE: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(LATE_INDEXES).map(([name, on]) => [name, `CREATE INDEX ${name} ON ${on}`]),
  ),
  ...DAY_COUNTS_SQL,
  ...CUSTOMERS_SQL,
};

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
    db.pragma('journal_mode = WAL');
    // What a power cut takes away is read from the log again.
    db.pragma('synchronous = NORMAL');
    if (formOf(db) === 0) {
      db.transaction(() => {
        db.exec(SQL);
        while (makeLate(db));
        db.pragma(`user_version = ${FORM}`);
      })();
    }
    refuseOther(db, file);
  });
}

const MUST_OVERWRITE = "SELECT 1 FROM meta WHERE key = 'overwrites'";

/** Whether it has overwritten with zeros what was deleted, from its beginning on. */
function overwrites(db: Database.Database): boolean {
  return db.prepare(MUST_OVERWRITE).get() !== undefined;
}

/**
 * For a log whose requisites are erased in time: what is deleted from the index is overwritten, in FTS5's segments too. Only an
 * empty index can begin with it.
 */
export function beginToOverwrite(db: Database.Database): void {
  if (!overwrites(db)) {
    if (db.prepare('SELECT 1 FROM entry LIMIT 1').get() !== undefined) {
      throw new UselessIndexError('What was deleted from it may still be read.');
    }
    db.exec(`
      INSERT INTO gram (gram, rank) VALUES ('secure-delete', 1);
      INSERT INTO meta (key, value) VALUES ('overwrites', 1);`);
  }
  db.pragma('secure_delete = ON');
}

/** Leaves no old page in -wal. False: a reader is in the way. */
export function emptyWal(db: Database.Database): boolean {
  db.pragma('busy_timeout = 0');
  try {
    const [state] = walSchema.parse(db.pragma('wal_checkpoint(TRUNCATE)'));
    return state?.busy === 0;
  } finally {
    db.pragma(`busy_timeout = ${BUSY_TIMEOUT_MS}`);
  }
}
const walSchema = z.array(z.object({ busy: z.int() }));

export function openIndexForReading(file: string): Database.Database {
  const options = { timeout: BUSY_TIMEOUT_MS, fileMustExist: true, readonly: true };
  return opened(openSqlite(file, options), (db) => refuseOther(db, file));
}

export function removeIndex(file: string): void {
  for (const part of companionsOf(file)) rmSync(part, { force: true });
}

/** For the connection that writes. */
export function tune(db: Database.Database, isFilling: boolean): void {
  for (const [name, value] of Object.entries(isFilling ? FILLING : USUAL)) {
    db.pragma(`${name} = ${value}`);
  }
  if (!isFilling) db.pragma('shrink_memory');
}

/** One of those that are missing; false: none is. */
export function makeLate(db: Database.Database): boolean {
  const there = new Set(db.prepare('SELECT name FROM sqlite_master').pluck().all());
  const [, sql] = Object.entries(LATE).find(([name]) => !there.has(name)) ?? [];
  if (sql !== undefined) db.exec(sql);
  return sql !== undefined;
}

export function dropLate(db: Database.Database): void {
  for (const name of Object.keys(LATE)) {
    db.exec(`DROP ${name in LATE_INDEXES ? 'INDEX' : 'TRIGGER'} IF EXISTS ${name}`);
  }
}

function opened(db: Database.Database, setUp: (db: Database.Database) => void): Database.Database {
  try {
    tune(db, false);
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
