import {
  chmodSync,
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import process from 'node:process';

import { z } from 'zod';

import { type Result, err, ok } from '#shared/domain/result.ts';

import { writeJsonFile } from './jsonFile.ts';
import { isSqliteError, openSqlite } from '../sqlite/openSqlite.ts';

const holderSchema = z.object({ pid: z.int(), host: z.string(), since: z.string() });
type Holder = Readonly<z.infer<typeof holderSchema>>;

export type DeskHeld = { readonly code: 'held'; readonly holder: Holder | null };
export type DataDirHold = { readonly release: () => void };

/**
 * One holder per data directory, across hosts. The lock is SQLite's own on an empty file: the operating system drops it with
 * the process, so that a crash leaves nothing to clean up. holder.json only says who it is.
 */
export function holdDataDir(
  dataDir: string,
  host: string,
  since: Date,
): Result<DataDirHold, DeskHeld> {
  // mode reaches only folders made here: one that the user made keeps what the user gave it.
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const lockFile = path.join(dataDir, 'hold.lock');
  const holderFile = path.join(dataDir, 'holder.json');
  makePrivateFile(lockFile);
  const lock = openSqlite(lockFile, { timeout: 0 });
  try {
    // Nothing is ever written into it, and on a full disk not even a journal beside it could be.
    lock.pragma('journal_mode = MEMORY');
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if (isBusy(error)) return err({ code: 'held', holder: readHolder(holderFile) });
    throw error;
  }
  writeHolder(holderFile, { pid: process.pid, host, since: since.toISOString() });
  return ok({
    release() {
      if (!lock.open) return;
      unlessRefused(() => rmSync(holderFile, { force: true }));
      lock.close();
    },
  });
}

/** The lock holds without it; only a second start cannot say then who has it. */
function writeHolder(file: string, holder: Holder): void {
  try {
    writeJsonFile(file, holder);
  } catch {
    // A full disk, or a folder in which nothing may be made. One that a killed desk left would name the wrong process.
    if (existsSync(file)) unlessRefused(() => writeFileSync(file, JSON.stringify(holder)));
  }
}

function unlessRefused(work: () => void): void {
  try {
    work();
  } catch {
    // Informational only.
  }
}

/** SQLite would make it readable for everybody; its companions (-wal, -shm) take over what the file has. */
export function makePrivateFile(file: string): void {
  // An existing one is not opened: closing it again would drop every lock that this process holds on it (POSIX).
  if (existsSync(file)) chmodSync(file, 0o600);
  else closeSync(openSync(file, 'wx', 0o600));
}

function readHolder(file: string): Holder | null {
  try {
    return holderSchema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    // Informational only: it may be half a second from being written, or gone.
    return null;
  }
}

function isBusy(error: unknown): boolean {
  return isSqliteError(error) && error.code.startsWith('SQLITE_BUSY');
}
