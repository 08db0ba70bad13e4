import Database from 'better-sqlite3';

import { makePrivateFile } from '../dataDir.ts';
import type { Migration } from './migration.ts';
import { events } from './migrations/0001-events.ts';

/** In order; one file each, never edited once released. */
const MIGRATIONS: readonly Migration[] = [events];
const NEWEST = MIGRATIONS.length;

const SYNCHRONOUS_FULL = 2;
/** The data directory has one holder, so only a foreign tool can be in the way; it is waited for, but not for long. */
const BUSY_TIMEOUT_MS = 1000;

class NewerSchemaError extends Error {
  override readonly name = 'NewerSchemaError';
}

/** Opens the log, brings its schema up to date, and refuses one written by a newer Deposit Desk. */
export function openDatabase(file: string): Database.Database {
  makePrivateFile(file);
  const db = new Database(file, { timeout: BUSY_TIMEOUT_MS });
  try {
    makeDurable(db, file);
    migrate(db, file);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** The library's default under WAL is NORMAL, which can lose the last commits on power loss: W1 and W2 may not be lost. */
function makeDurable(db: Database.Database, file: string): void {
  db.pragma('journal_mode = WAL');
  db.pragma('synchronous = FULL');
  // macOS: without it a flush stops at the drive's own cache. Elsewhere it says nothing.
  db.pragma('fullfsync = ON');
  db.pragma('foreign_keys = ON');
  const journal = db.pragma('journal_mode', { simple: true });
  const synchronous = db.pragma('synchronous', { simple: true });
  if (journal !== 'wal' || synchronous !== SYNCHRONOUS_FULL) {
    throw new Error(
      `${file}: journal_mode is ${String(journal)} and synchronous ${String(synchronous)}; wal and ${SYNCHRONOUS_FULL} are needed.`,
    );
  }
}

function migrate(db: Database.Database, file: string): void {
  const version = Number(db.pragma('user_version', { simple: true }));
  if (version > NEWEST) {
    throw new NewerSchemaError(
      `${file} was written by a newer Deposit Desk (schema ${version}; this one knows ${NEWEST}). Install that version or newer; nothing was changed.`,
    );
  }
  for (const migration of MIGRATIONS.slice(version)) {
    db.transaction(() => {
      db.exec(migration.sql);
      db.pragma(`user_version = ${migration.version}`);
    }).immediate();
  }
}
