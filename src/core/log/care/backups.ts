import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

import type Database from 'better-sqlite3';

import type { Backup } from '#shared/domain/logHealth.ts';

import { makePrivateFile } from '../../files/dataDir.ts';
import { ringOf } from '../../protection/keyRing.ts';
import { openSqlite } from '../../sqlite/openSqlite.ts';
import {
  type BackupFile,
  type BackupLine,
  contentFault,
  factsOf,
  isCopy,
  offersOf,
  readCopy,
  readLine,
} from './backupLine.ts';
import { UnreadableEventError } from '../store/chain.ts';
import { flush } from '../store/database.ts';
import { createEventStore } from '../store/eventStore.ts';
import { createOrderCounter } from '../store/orderId.ts';
import { companionsOf } from '../store/paths.ts';
import { withPlannedRows } from '../store/plannedRows.ts';
import { erasedSince, isInLog, withoutPending } from './staleBackups.ts';
import { joinSegments, segmentFault, writeSegment } from './segmentFile.ts';

const COPIES = 2;
const DAYS_MS = 7 * 86_400_000;
/**
 * A full copy is taken when its segments hold more than this share of its events. A restore takes about eight times as long to
 * append an event and make its row as to copy and check one.
 */
const MOST_IN_SEGMENTS = 1 / 16;
/** Segments of a day that is over become one, but for the newest ones. */
const SEGMENTS_APART = 3;
/** As many as there are: in one step, so that commits meanwhile do not make the copy begin again. */
const ALL_PAGES = 0x7fffffff;

/** Beyond the copy itself. */
const ROOM_LEFT = 256 * 1024 * 1024;

const LEFTOVER = /^log-\d{8}T\d{9}Z\.(?:sqlite|segment)\.new(?:-wal|-shm|-journal)?$/u;

/** The backup was looked through and does not hold. One that cannot be opened is another matter: it tells nothing. */
export class BackupNotGoodError extends Error {
  override readonly name = 'BackupNotGoodError';
}

/**
 * Backs up the events since the newest backup as a segment; or the whole log, where no backup is there to go on from, or the
 * segments have outgrown their full copy. What was written is looked through before an older backup
 * goes. Null: nothing is new, or a full copy is needed and `mayCopy` says that there is no time for one.
 */
export async function takeBackup(
  source: Database.Database,
  folder: string,
  at: string,
  mayCopy = true,
): Promise<Backup | null> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  clearLeftovers(folder);
  const line = readLine(folder);
  const newest = line.restorable[0];
  const since = newest !== undefined && isInLog(source, newest) ? newest : null;
  const headSeq = createEventStore(source).head().seq;
  const erased = erasedSince(source, line, since);
  if (headSeq === since?.last.seq && !erased.isRenewed) return null;
  const isDue = since === null || erased.isRenewed || isCopyDue(line, since, headSeq);
  // A copy of bodies that are being erased would have to go at once.
  const isCopied = isDue && mayCopy && (since === null || !erased.isPending);
  if (since === null && !isCopied) return null;
  if (erased.hasRows && !isCopied) return null;
  const name = freeName(folder, at);
  const copy = isCopied && hasRoom(source, folder) ? await addCopy(source, folder, name) : null;
  if (since === null && copy === null) {
    throw new Error(`There is no room in ${folder} for a copy of the log.`);
  }
  // Only now, that the new one was verified.
  if (copy !== null && erased.isRenewed) for (const { path } of erased.stale) rmSync(path);
  // Up to the new copy too: where that copy is lost, the line goes on from the one before it.
  else if (since !== null && headSeq > since.last.seq) {
    addSegment(source, folder, name, since, copy);
  } else if (copy === null) return null;
  return tidied(folder, copy?.name ?? `${name}.segment`);
}

/** Once appending the segments' events would take a restore half as long as copying and checking the copy. */
function isCopyDue(line: BackupLine, since: BackupFile, headSeq: number): boolean {
  const [route] = line.routesTo(since);
  if (route === undefined) return true;
  const { last } = route.copy;
  return headSeq - last.seq > last.seq * MOST_IN_SEGMENTS;
}

/** Backups that a killed desk did not finish. One desk holds the folder, and takes one backup at a time. */
function clearLeftovers(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => LEFTOVER.test(one))) {
    rmSync(join(folder, name), { force: true });
  }
}

/** Two backups in one millisecond, or after the clock was set back, must not overwrite each other. */
function freeName(folder: string, at: string): string {
  for (let ms = Date.parse(at); ; ms += 1) {
    const name = `log-${new Date(ms).toISOString().replaceAll(/[-:.]/gu, '')}`;
    const isTaken = ['sqlite', 'segment'].some((end) => existsSync(join(folder, `${name}.${end}`)));
    if (!isTaken) return name;
  }
}

/** A copy must not take the room that the log itself needs to go on. */
function hasRoom(source: Database.Database, folder: string): boolean {
  const pages = Number(source.pragma('page_count', { simple: true }));
  const pageSize = Number(source.pragma('page_size', { simple: true }));
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= pages * pageSize + ROOM_LEFT;
}

async function addCopy(
  source: Database.Database,
  folder: string,
  name: string,
): Promise<BackupFile> {
  const file = join(folder, `${name}.sqlite`);
  const fresh = `${file}.new`;
  try {
    makePrivateFile(fresh);
    await copyInto(source, fresh);
    makeSelfContained(fresh);
    const fault = readCopy(fresh, contentFault);
    if (fault !== null) throw new BackupNotGoodError(fault);
    flush(fresh, 'r+');
    place(fresh, file);
  } catch (error) {
    for (const leftover of companionsOf(fresh)) rmSync(leftover, { force: true });
    throw error;
  }
  const added = readLine(folder).files.find(({ path }) => path === file);
  if (added === undefined) throw new Error(`${name} was made, but cannot be opened.`);
  return added;
}

/** SQLite's own backup copies pages as they are, and only to a file without a key: a protected log is written anew, with its key. */
async function copyInto(source: Database.Database, fresh: string): Promise<void> {
  if (ringOf(fresh) === null) await source.backup(fresh, { progress: () => ALL_PAGES });
  else source.prepare('VACUUM INTO ?').run(fresh);
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

/** `upTo`: the end of a copy that was just taken; null: the log as it is now. */
function addSegment(
  source: Database.Database,
  folder: string,
  name: string,
  since: BackupFile,
  upTo: BackupFile | null,
): void {
  const file = join(folder, `${name}.segment`);
  write(file, (fresh) =>
    // One state of the log: its events, and the counters, which leave none.
    source.transaction(() => {
      const { schema, last, generation, requests, lastRequestAt } = upTo ?? factsOf(source, since);
      const facts = { schema, last, generation, requests, lastRequestAt };
      const events = createEventStore(source);
      const written = withoutPending(source, events.written(since.last.seq, last.seq));
      const links = withPlannedRows(source, written);
      const counters = createOrderCounter(source).all();
      writeSegment(fresh, { format: 1, after: since.last, ...facts }, counters, links);
    })(),
  );
}

/** Writes a segment aside, reads it back, and only then puts it in its place. */
function write(file: string, work: (fresh: string) => void): void {
  const fresh = `${file}.new`;
  try {
    work(fresh);
    const fault = segmentFault(fresh);
    if (fault !== null) throw new BackupNotGoodError(fault);
    place(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error instanceof UnreadableEventError ? new BackupNotGoodError(error.message) : error;
  }
}

function place(fresh: string, file: string): void {
  renameSync(fresh, file);
  // Windows has no directory handles to flush.
  if (process.platform !== 'win32') flush(dirname(file), 'r');
}

/** The backup of this name, after the folder was put in order. */
function tidied(folder: string, name: string): Backup {
  const line = readLine(folder);
  const taken = line.restorable.find((file) => file.name === name);
  const offer = offersOf(line).find((one) => one.name === name);
  if (taken === undefined || offer === undefined) {
    throw new Error(`${name} was made, but cannot be opened.`);
  }
  for (const day of daysToJoin(line, taken)) joinDay(day);
  rotate(folder, taken);
  return offer;
}

/** Segments of one day that is over, without a full copy between them. */
function daysToJoin(line: BackupLine, taken: BackupFile): readonly (readonly BackupFile[])[] {
  const copied = new Set(line.files.filter(isCopy).map(({ last }) => last.hash));
  const days: BackupFile[][] = [];
  let before: BackupFile | null = null;
  const longest = Array.from(line.routesTo(taken)).at(-1);
  for (const segment of longest?.segments.slice(0, -SEGMENTS_APART) ?? []) {
    const isSameDay: boolean =
      before !== null && dayOf(before) === dayOf(segment) && !copied.has(before.last.hash);
    if (isSameDay) days.at(-1)?.push(segment);
    else days.push([segment]);
    before = segment;
  }
  return days.filter((day) => day.length > 1 && day.every((one) => dayOf(one) !== dayOf(taken)));
}

/** Under the name of the last one, so that its stamp is found. */
function joinDay(day: readonly BackupFile[]): void {
  const last = day.at(-1);
  if (last === undefined) return;
  const paths = day.map(({ path }) => path);
  write(last.path, (fresh) => joinSegments(paths, fresh));
  for (const path of paths) if (path !== last.path) rmSync(path);
}

/** One that cannot be read now (a virus scanner has it, say) is left alone: what it holds is not known. */
function rotate(folder: string, taken: BackupFile): void {
  const { files, unreadable, restorable } = readLine(folder);
  const copies = files.filter(isCopy);
  const goneCopies = dispensable(copies, taken).filter(({ name }) => name !== taken.name);
  for (const { path } of goneCopies) rmSync(path);
  const oldest = copies.findLast((copy) => !goneCopies.includes(copy));
  // A copy that cannot be read now may need any of the segments.
  if (oldest === undefined || unreadable.length > 0) return;
  for (const segment of files.filter((file) => !isCopy(file))) {
    const isOld =
      segment.generation < oldest.generation ||
      (segment.generation === oldest.generation && segment.last.seq <= oldest.last.seq);
    if (isOld || restorable.some((other) => isPartOf(segment, other))) rmSync(segment.path);
  }
}

/** Of copies, newest first: all but the last two and, of the seven days before this backup, the last one of each. */
export function dispensable<C extends Pick<BackupFile, 'name' | 'takenAt'>>(
  copies: readonly C[],
  taken: Pick<BackupFile, 'takenAt'>,
): readonly C[] {
  const since = Date.parse(taken.takenAt) - DAYS_MS;
  return copies.filter((copy, at) => {
    const isLastOfDay = copies.findIndex((other) => dayOf(other) === dayOf(copy)) === at;
    return at >= COPIES && !(isLastOfDay && Date.parse(copy.takenAt) > since);
  });
}

function dayOf({ takenAt }: Pick<BackupFile, 'takenAt'>): string {
  return takenAt.slice(0, 'YYYY-MM-DD'.length);
}

/** What a join, or a line that was taken up again before a lost segment, leaves behind. */
function isPartOf(part: BackupFile, whole: BackupFile): boolean {
  if (part.after === null || whole.after === null || part.generation !== whole.generation) {
    return false;
  }
  const isInside = whole.after.seq <= part.after.seq && part.last.seq <= whole.last.seq;
  return isInside && whole.last.seq - whole.after.seq > part.last.seq - part.after.seq;
}
