import {
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  statfsSync,
} from 'node:fs';
import { join } from 'node:path';

import type Database from 'better-sqlite3';
import { z } from 'zod';

import type { Backup } from '#shared/domain/logHealth.ts';

import { makePrivateFile } from '../../files/dataDir.ts';
import { isSqliteError, openSqlite } from '../../sqlite/openSqlite.ts';
import { checkChain } from '../store/chain.ts';
import { flush } from '../store/database.ts';
import { type EventStore, createEventStore } from '../store/eventStore.ts';
import { companionsOf } from '../store/paths.ts';

const RECENT = 3;
const DAILY = 7;
/** As many as there are: in one step, so that commits meanwhile do not make the copy begin again. */
const ALL_PAGES = 0x7fffffff;

/** Beyond the copy itself. */
const ROOM_LEFT = 256 * 1024 * 1024;

const LEFTOVER = /^log-\d{8}T\d{9}Z\.sqlite\.new(?:-wal|-shm|-journal)?$/u;
const NAME = /^log-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.sqlite$/u;

/** Newest first. What cannot be read is not listed. */
export function listBackups(folder: string): readonly Backup[] {
  return readBackups(folder).map(({ backup }, at) => ({
    ...backup,
    kind: at < RECENT ? 'recent' : 'daily',
  }));
}

/** What a log restored now is of: one more than any copy, so that its own copies are newer than all of them. */
export function nextGeneration(folder: string): number {
  return Math.max(0, ...readBackups(folder).map(({ generation }) => generation)) + 1;
}

function readBackups(folder: string): readonly ReadBackup[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder).filter((name) => NAME.test(name));
  return newestFirst(names.flatMap((name) => readBackup(folder, name) ?? []));
}

/**
 * By what the copies hold. The clock that named them may have been set back since; and after a restore the log goes on from an
 * earlier event, so that copies of before it can end at a later event than newer ones.
 */
function newestFirst(backups: readonly ReadBackup[]): readonly ReadBackup[] {
  return backups.toSorted((a, b) => {
    if (a.generation !== b.generation) return b.generation - a.generation;
    if (a.backup.headSeq !== b.backup.headSeq) return b.backup.headSeq - a.backup.headSeq;
    return a.backup.name < b.backup.name ? 1 : -1;
  });
}

/** The newest that holds when looked through. */
export function newestGoodBackup(folder: string): Backup | null {
  return listBackups(folder).find(({ name }) => backupFault(join(folder, name)) === null) ?? null;
}

/** What is found in this copy; null where it cannot be read. */
export function readBackupWith<T>(
  folder: string,
  name: string,
  work: (events: EventStore) => T,
): T | null {
  try {
    return read(join(folder, name), (db) => work(createEventStore(db)));
  } catch {
    return null;
  }
}

/** Why this copy is not to be trusted, or null: every page, and every link of the chain. */
export function backupFault(file: string): string | null {
  try {
    return read(file, contentFault);
  } catch (error) {
    return String(error);
  }
}

/** What is wrong with every page and every link of the chain, or null. Throws where that cannot be found out. */
export function contentFault(db: Database.Database): string | null {
  try {
    const integrity = db.pragma('integrity_check(1)', { simple: true });
    if (integrity !== 'ok') return String(integrity);
    const broken = checkChain(createEventStore(db).links());
    return broken === null ? null : `the chain does not hold at event ${broken.seq}`;
  } catch (error) {
    const isContent = isSqliteError(error) && /^SQLITE_(?:CORRUPT|NOTADB)/u.test(error.code);
    if (!isContent) throw error;
    return `${error.code}: ${error.message}`;
  }
}

/** The copy was looked through and does not hold. A copy that cannot be opened is another matter: it tells nothing. */
export class BackupNotGoodError extends Error {
  override readonly name = 'BackupNotGoodError';
}

/** Copies the log, looks the copy through, and only then lets go of an older one. */
export async function takeBackup(
  source: Database.Database,
  folder: string,
  at: string,
): Promise<Backup> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = `log-${at.replaceAll(/[-:.]/gu, '')}.sqlite`;
  const fresh = join(folder, `${name}.new`);
  clearLeftovers(folder);
  leaveRoom(source, folder);
  try {
    makePrivateFile(fresh);
    await source.backup(fresh, { progress: () => ALL_PAGES });
    makeSelfContained(fresh);
    const fault = read(fresh, contentFault);
    if (fault !== null) throw new BackupNotGoodError(fault);
    flush(fresh, 'r+');
    renameSync(fresh, join(folder, name));
  } catch (error) {
    for (const leftover of companionsOf(fresh)) rmSync(leftover, { force: true });
    throw error;
  }
  const taken = readBackup(folder, name);
  if (taken === null) throw new Error(`${name} was made, but cannot be opened.`);
  rotate(folder, name);
  return { ...taken.backup, kind: 'recent' };
}

/** Copies that a killed desk did not finish, each as large as the log. One desk holds the folder, and copies one at a time. */
function clearLeftovers(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => LEFTOVER.test(one))) {
    rmSync(join(folder, name), { force: true });
  }
}

/** A copy must not take the room that the log itself needs to go on. */
function leaveRoom(source: Database.Database, folder: string): void {
  const pages = Number(source.pragma('page_count', { simple: true }));
  const pageSize = Number(source.pragma('page_size', { simple: true }));
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize < pages * pageSize + ROOM_LEFT) {
    throw new Error(`There is no room in ${folder} for a copy of the log.`);
  }
}

/** One file instead of three: a copy that the operator moves must not depend on its companions. */
function makeSelfContained(file: string): void {
  const db = openSqlite(file, { fileMustExist: true });
  try {
    db.pragma('journal_mode = DELETE');
  } finally {
    db.close();
  }
}

/** One that cannot be read now (a virus scanner has it, say) is left alone: what it holds is not known. */
function rotate(folder: string, justTaken: string): void {
  for (const name of dispensable(readBackups(folder).map(({ backup }) => backup.name))) {
    if (name !== justTaken) rmSync(join(folder, name));
  }
}

/** Of names, newest first: all but the last three, and of each of the last seven days that have any the last one. */
export function dispensable(names: readonly string[]): readonly string[] {
  const lastOfDay = new Map<string, string>();
  for (const name of names) {
    const day = name.slice(0, 'log-YYYYMMDD'.length);
    if (!lastOfDay.has(day)) lastOfDay.set(day, name);
  }
  const kept = new Set([...names.slice(0, RECENT), ...[...lastOfDay.values()].slice(0, DAILY)]);
  return names.filter((name) => !kept.has(name));
}

const countsSchema = z.object({
  headSeq: z.int().nonnegative(),
  requests: z.int().nonnegative(),
  generation: z.int().nonnegative(),
});
/** `generation`: how many restores it has behind it, those of before this was recorded by counting. */
type ReadBackup = { readonly generation: number; readonly backup: Omit<Backup, 'kind'> };

const SELECT_COUNTS = `
  SELECT (SELECT coalesce(max(seq), 0) FROM event) AS headSeq, (SELECT count(*) FROM request) AS requests,
    coalesce(
      (SELECT json_extract(body, '$.generation') FROM event
        WHERE intent_id IS NULL AND kind = 'restored' ORDER BY seq DESC LIMIT 1),
      (SELECT count(*) FROM event WHERE intent_id IS NULL AND kind = 'restored')) AS generation`;

function readBackup(folder: string, name: string): ReadBackup | null {
  const file = join(folder, name);
  try {
    const { generation, ...counts } = read(file, (db) =>
      countsSchema.parse(db.prepare(SELECT_COUNTS).get()),
    );
    const takenAt = name.replace(NAME, '$1-$2-$3T$4:$5:$6.$7Z');
    const backup = { name, takenAt, bytes: statSync(file).size, ...counts };
    return { generation, backup };
  } catch {
    return null;
  }
}

function read<T>(file: string, work: (db: Database.Database) => T): T {
  const db = openSqlite(file, { readonly: true, fileMustExist: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}
