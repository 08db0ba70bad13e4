import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

import type Database from 'better-sqlite3';
import { z } from 'zod';

import { makePrivateFile } from '../../files/dataDir.ts';
import { openSqlite } from '../../sqlite/openSqlite.ts';
import { addUnpack } from './packing.ts';
import { companionsOf } from './paths.ts';
import { SCHEMA, SCHEMA_SQL } from './schema.ts';

const SYNCHRONOUS_FULL = 2;
/** The data directory has one holder, so only a foreign tool can be in the way; it is waited for, but not for long. */
const BUSY_TIMEOUT_MS = 1000;
const CACHE_KIB = 16 * 1024;
/** Readers go through many pages and seldom the same ones: the operating system's cache is enough for them. */
const READING_CACHE_KIB = 2 * 1024;

export class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
}

export class NotALogError extends Error {
  override readonly name = 'NotALogError';
}

/** What the file is on cannot keep what is written: a network drive without shared memory, say. Says nothing of the content. */
export class NotDurableError extends Error {
  override readonly name = 'NotDurableError';
}

/** Opens a log that is there, and refuses one written by a newer Deposit Desk. */
export function openDatabase(file: string): Database.Database {
  return opened(openSqlite(file, { timeout: BUSY_TIMEOUT_MS, fileMustExist: true }), (db) => {
    refuseForeign(db, file);
    makeDurable(db, file);
  });
}

/** A second connection, for reading. */
export function openForReading(file: string): Database.Database {
  const options = { timeout: BUSY_TIMEOUT_MS, fileMustExist: true, readonly: true };
  return opened(openSqlite(file, options), (db) => {
    refuseForeign(db, file);
    makeDurable(db, file);
  });
}

/** A new log: made aside and put in place whole, so that an empty or half-made file is never taken for one. */
export function createDatabase(file: string): void {
  const fresh = `${file}.new`;
  for (const leftover of companionsOf(fresh)) rmSync(leftover, { force: true });
  makePrivateFile(fresh);
  opened(openSqlite(fresh, { timeout: BUSY_TIMEOUT_MS }), (db) => {
    makeDurable(db, fresh);
    db.transaction(() => {
      db.exec(SCHEMA_SQL);
      db.pragma(`user_version = ${SCHEMA}`);
    }).immediate();
  }).close();
  putInPlace(fresh, file);
}

/** On the disk once this returns. Refuses to replace anything. */
export function putInPlace(fresh: string, file: string): void {
  if (existsSync(file)) throw new Error(`${file} is there already; it is not overwritten.`);
  flush(fresh, 'r+');
  renameSync(fresh, file);
  // Windows has no directory handles to flush.
  if (process.platform !== 'win32') flush(dirname(file), 'r');
}

export function flush(path: string, mode: 'r' | 'r+'): void {
  const handle = openSync(path, mode);
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function opened(db: Database.Database, setUp: (db: Database.Database) => void): Database.Database {
  try {
    setUp(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The library's default under WAL is NORMAL, which can lose the last commits on power loss: W1 and W2 may not be lost. */
function makeDurable(db: Database.Database, file: string): void {
  addUnpack(db);
  if (!db.readonly) db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  db.pragma('foreign_keys = ON');
  // The writer checkpoints between commits, never inside one.
  db.pragma('wal_autocheckpoint = 0');
  db.pragma(`cache_size = -${db.readonly ? READING_CACHE_KIB : CACHE_KIB}`);
  const journal = db.pragma('journal_mode', { simple: true });
  const synchronous = db.pragma('synchronous', { simple: true });
  // A backup that was copied over the log is one file in mode delete. Reading changes nothing; the writer makes it WAL.
  const isJournalRight = journal === 'wal' || (db.readonly && journal === 'delete');
  if (!isJournalRight || synchronous !== SYNCHRONOUS_FULL) {
    throw new NotDurableError(
      `${file}: journal_mode is ${String(journal)} and synchronous ${String(synchronous)}; wal and ${SYNCHRONOUS_FULL} are needed.`,
    );
  }
}

/** `version`: the schema of the log that the file is, or is a part of. */
export function refuseNewer(version: number, file: string): void {
  if (version <= SCHEMA) return;
  throw new NewerSchemaError(
    `${file} was written by a newer Deposit Desk (schema ${version}; this one knows ${SCHEMA}). Install that version or newer; nothing was changed.`,
  );
}

function refuseForeign(db: Database.Database, file: string): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  refuseNewer(version, file);
  const table = db
    .prepare("SELECT count(*) AS n FROM sqlite_master WHERE type = 'table' AND name = 'event'")
    .pluck()
    .get();
  if (version < 1 || table !== 1) {
    throw new NotALogError(`${file} is a SQLite database, but not a log of Deposit Desk.`);
  }
}

/** Of 4 KiB: those of some hundred commits between two checkpoints. */
export const WAL_PAGES = 1024;
const WAL_BYTES = WAL_PAGES * 4096;
const SPILLING_CACHE_PAGES = 10;

/**
 * Extends -wal before the first commit to the length it reaches anyway: a commit that overwrites is flushed faster than one
 * that makes the file grow. Pages beyond the small cache are spilled into -wal, and a rollback leaves the file extended.
 */
export function makeRoomInWal(db: Database.Database): void {
  const cache = Number(db.pragma('cache_size', { simple: true }));
  db.pragma(`cache_size = ${SPILLING_CACHE_PAGES}`);
  try {
    db.exec('BEGIN IMMEDIATE');
    db.prepare("INSERT INTO order_counter (flow, day, last) VALUES (hex(zeroblob(?)), '', 0)").run(
      WAL_BYTES / 2,
    );
  } catch {
    // The disk is full or busy: the file then grows with the commits.
  }
  if (db.inTransaction) db.exec('ROLLBACK');
  db.pragma(`cache_size = ${cache}`);
}

const walSchema = z.object({ log: z.int(), checkpointed: z.int() });

/** How many pages of -wal are not in the database file yet. 0 where the file does not tell. */
export function createWalGauge(db: Database.Database): () => number {
  const state = db.prepare('PRAGMA wal_checkpoint(NOOP)');
  return () => {
    try {
      const { log, checkpointed } = walSchema.parse(state.get());
      return log - checkpointed;
    } catch {
      // No call waits for the answer here: a disk that refuses is found by the next write.
      return 0;
    }
  };
}

/**
 * Moves what is in -wal into the database file and begins -wal anew. The commit that begins it flushes twice, its header and then its
 * pages: the version that is there already is written once more, so that no request pays for that.
 */
export function checkpointWal(db: Database.Database): void {
  db.pragma('wal_checkpoint(PASSIVE)');
  db.pragma(`user_version = ${String(db.pragma('user_version', { simple: true }))}`);
}
