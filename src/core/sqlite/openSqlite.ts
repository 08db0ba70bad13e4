import { statSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

import Database from 'better-sqlite3';

import { type KeyRing, type LogKey, hasKeys, keysOf, ringOf } from '../protection/keyRing.ts';
import { isMuslProgram } from './muslProgram.ts';

/** The database's library could not be loaded: an old system, or an installation with a file missing. */
class NativeLibraryError extends Error {
  override readonly name = 'NativeLibraryError';
}

/** SQLite's names for a database in a temporary file, and for one in memory. */
const TEMPORARY = '';
const IN_MEMORY = ':memory:';

/**
 * The one place that opens databases, each with the key that it is protected with. A new one gets the current key of its data
 * directory; temporary ones of a protected desk stay in memory.
 */
export function openSqlite(file: string, options: Database.Options = {}): Database.Database {
  if (file === TEMPORARY || file === IN_MEMORY) return load(hasKeys() ? IN_MEMORY : file, options);
  const ring = ringOf(file);
  if (ring === null) return load(file, options);
  const key = isEmpty(file) ? ring.current : keyThatOpens(file, ring);
  return key === null ? load(file, options) : withKey(load(file, options), key);
}

/** A database in an empty file, with this key, whichever its data directory has. */
export function openWithKey(file: string, key: LogKey): Database.Database {
  return withKey(load(file, { fileMustExist: true }), key);
}

/**
 * The package's own loader asks `process.report.getReport()` which libc this is, and that call ends official Electron binaries with
 * SIGILL; so it is told the file.
 */
function load(file: string, options: Database.Options): Database.Database {
  const nativeBinding = libraryFile();
  try {
    return new Database(file, { ...options, nativeBinding });
  } catch (error) {
    if (!isLoadError(error)) throw error;
    throw new NativeLibraryError(whyNotLoaded(process.platform, error), { cause: error });
  }
}

/** Null: the file is plain. It is also null where no key fits, so that SQLite itself reports what is wrong with the file. */
function keyThatOpens(file: string, ring: KeyRing): LogKey | null {
  // Tried by SQLite and not by reading the file's first bytes: closing a file drops every lock that this process has on it (POSIX).
  return keysOf(ring).find((key) => opensWith(file, key)) ?? null;
}

/** Without the right to write: a connection with the wrong key must not fold -wal into the file when it closes. */
function opensWith(file: string, key: LogKey): boolean {
  const db = load(file, { readonly: true, fileMustExist: true });
  try {
    withKey(db, key).pragma('schema_version');
    return true;
  } catch (error) {
    if (isSqliteError(error) && error.code === 'SQLITE_NOTADB') return false;
    throw error;
  } finally {
    db.close();
  }
}

/** Why `aegis`: ADR 26. */
const CIPHER = 'aegis';

/** The id is in the place of the salt, with which the file begins. */
function cipherKey({ id, secret }: LogKey): string {
  return `raw:${secret}${id}`;
}

function withKey(db: Database.Database, key: LogKey): Database.Database {
  db.pragma(`cipher = '${CIPHER}'`);
  db.pragma(`key = '${cipherKey(key)}'`);
  // What a sort or a large statement spills to a temporary file would be plain.
  db.pragma('temp_store = MEMORY');
  return db;
}

/**
 * Writes a database anew to a path where an empty file is, with this key; null: plain. Table by table in the order of their pages, so
 * that nothing is sorted: `VACUUM INTO` takes no other key, and `PRAGMA rekey` puts the pages through a temporary file.
 */
export function rewriteDatabase(file: string, target: string, key: LogKey | null): void {
  const ring = ringOf(file);
  const oldKey = ring === null ? null : keyThatOpens(file, ring);
  const db = load(target, { fileMustExist: true });
  try {
    if (key !== null) withKey(db, key);
    db.pragma(`cipher = '${CIPHER}'`);
    // The file is looked through and flushed before it is used, and made anew where this was interrupted.
    for (const mode of ['journal_mode = OFF', 'synchronous = OFF', 'foreign_keys = OFF'])
      db.pragma(mode);
    db.prepare('ATTACH ? AS old KEY ?').run(file, oldKey === null ? '' : cipherKey(oldKey));
    db.transaction(() => copyTables(db))();
    const version = db.pragma('old.user_version', { simple: true });
    db.pragma(`user_version = ${String(version)}`);
    db.exec('DETACH old');
  } finally {
    db.close();
  }
}

/** With the indexes there first, SQLite copies them as they are. Triggers come last: they guard what is written later. */
function copyTables(db: Database.Database): void {
  const make = (types: string): void => {
    const made = `SELECT sql FROM old.sqlite_master WHERE type IN (${types}) AND sql IS NOT NULL ORDER BY rowid`;
    for (const sql of db.prepare(made).pluck().all()) db.exec(String(sql));
  };
  make("'table'");
  make("'index'");
  const tables = "SELECT name FROM main.sqlite_master WHERE type = 'table'";
  for (const name of db.prepare(tables).pluck().all()) {
    const table = `"${String(name)}"`;
    db.exec(`INSERT INTO main.${table} SELECT * FROM old.${table}`);
    const rows = (schema: string): unknown =>
      db.prepare(`SELECT count(*) FROM ${schema}.${table}`).pluck().get();
    if (rows('main') !== rows('old')) throw new Error(`${String(name)} was not copied whole`);
  }
  make("'trigger'");
}

function isEmpty(file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.size ?? 0) === 0;
}

export function isSqliteError(error: unknown): error is InstanceType<typeof Database.SqliteError> {
  return error instanceof Database.SqliteError;
}

/**
 * The statements of one connection, each prepared when first used. Those of `atOnce` are prepared now, so that a log without
 * their tables or columns is found when it is opened.
 */
export function createStatements(
  db: Database.Database,
  atOnce: readonly string[] = [],
): (sql: string) => Database.Statement {
  const prepared = new Map<string, Database.Statement>();
  function of(sql: string): Database.Statement {
    const known = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, known);
    return known;
  }
  for (const sql of atOnce) of(sql);
  return of;
}

function libraryFile(): string {
  // In here, because the bundler has a `require` of its own outside.
  const require = createRequire(import.meta.url);
  return nativeLibraryFile({
    packageDir: path.dirname(require.resolve('better-sqlite3/package.json')),
    platform: process.platform,
    arch: process.arch,
    isMusl: process.platform === 'linux' && isMuslProgram(process.execPath),
  });
}

/** Node's own codes; those of a database begin with SQLITE. */
function isLoadError(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return code === 'ERR_DLOPEN_FAILED' || code === 'MODULE_NOT_FOUND';
}

export function whyNotLoaded(platform: NodeJS.Platform, error: unknown): string {
  const needs =
    platform === 'linux'
      ? 'It needs glibc 2.34 and libstdc++ 6.0.29 (GCC 11) or newer: Ubuntu 22.04, Debian 12, Fedora 35, RHEL 9 and later have them.'
      : 'Install Deposit Desk again; a virus scanner may have taken the file away.';
  const said = error instanceof Error ? error.message : String(error);
  const [firstLine = ''] = said.split('\n');
  return `the library of its database could not be loaded. ${needs} The system said: ${firstLine}`;
}

type Machine = {
  /** Of better-sqlite3, wherever it is. */
  readonly packageDir: string;
  readonly platform: NodeJS.Platform;
  readonly arch: string;
  readonly isMusl: boolean;
};

/** Where version 13 keeps its binaries. Those of a packed app lie beside the archive: the system loads none from inside one. */
export function nativeLibraryFile({ packageDir, platform, arch, isMusl }: Machine): string {
  const system = isMusl ? 'linuxmusl' : platform;
  const onDisk = packageDir.replace(/(?<=[\\/][^\\/]+\.asar)(?=[\\/])/u, '.unpacked');
  return `${onDisk}/prebuilds/${system}-${arch}.node`;
}
