import { createRequire } from 'node:module';
import path from 'node:path';
import process from 'node:process';

import Database from 'better-sqlite3';

import { isMuslProgram } from './muslProgram.ts';

/** The database's library could not be loaded: an old system, or an installation with a file missing. */
class NativeLibraryError extends Error {
  override readonly name = 'NativeLibraryError';
}

/**
 * The one place that opens databases. The package's own loader asks `process.report.getReport()` which libc this is, and that call
 * ends official Electron binaries with SIGILL; so it is told the file.
 */
export function openSqlite(file: string, options: Database.Options = {}): Database.Database {
  const nativeBinding = libraryFile();
  try {
    return new Database(file, { ...options, nativeBinding });
  } catch (error) {
    if (!isLoadError(error)) throw error;
    throw new NativeLibraryError(whyNotLoaded(process.platform, error), { cause: error });
  }
}

export function isSqliteError(error: unknown): error is InstanceType<typeof Database.SqliteError> {
  return error instanceof Database.SqliteError;
}

/**
 * The statements of one connection, each prepared when first used: a log of an older schema is read before it is migrated. Those
 * of `inEverySchema` are prepared now, so that a log without their tables or columns is found when it is opened.
 */
export function createStatements(
  db: Database.Database,
  inEverySchema: readonly string[] = [],
): (sql: string) => Database.Statement {
  const prepared = new Map<string, Database.Statement>();
  function of(sql: string): Database.Statement {
    const known = prepared.get(sql) ?? db.prepare(sql);
    prepared.set(sql, known);
    return known;
  }
  for (const sql of inEverySchema) of(sql);
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
