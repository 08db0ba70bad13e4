import { copyFileSync, existsSync, linkSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import type { Database } from 'better-sqlite3';

import type { Backup } from '#shared/domain/logHealth.ts';

import { contradicting, readAnchor } from './anchor.ts';
import { type EventLookup, readBackupWith } from './backupLine.ts';
import { type ChainLink, checkChain } from '../store/chain.ts';
import { createDatabase, openDatabase, openForReading } from '../store/database.ts';
import { type EventStore, createEventStore } from '../store/eventStore.ts';
import type { LogPaths } from '../store/paths.ts';
import { rebuildProjection } from '../store/projection.ts';
import { lastSetAside } from './setAside.ts';

/** The name they are restored by: one damaged log at a time is set aside and not answered yet. */
export const OWN_EVENTS = 'own';

export type OwnEvents = {
  readonly offer: Backup;
  readonly file: string;
  /** Whether they were read with the -wal beside the file. */
  readonly withWal: boolean;
};

/**
 * The events at the beginning of the damaged log that was set aside whose chain holds: often more than a backup has. null
 * where there are none, where the newest good backup has them all, or where they are not of this log.
 */
export function ownEventsOf(paths: LogPaths, newestBackup: Backup | null): OwnEvents | null {
  const file = fileSetAside(paths);
  return file === null ? null : ownEventsIn(paths, file, newestBackup);
}

/** The same of any file. Neither it nor what is beside it is changed. */
export function ownEventsIn(
  paths: LogPaths,
  file: string,
  newestBackup: Backup | null,
): OwnEvents | null {
  if (!existsSync(file)) return null;
  const anchor = readAnchor(paths.anchor);
  const found = readBothWays(file, (events, withWal): OwnEvents | null => {
    const held = heldPrefix(events);
    const { headSeq } = held;
    // Where a record of the anchor contradicts it, the chain was made anew.
    const isOffered =
      headSeq > 0 &&
      contradicting(anchor, events, headSeq) === null &&
      isBeyond(paths, newestBackup, events, headSeq);
    if (!isOffered) return null;
    const offer = { name: OWN_EVENTS, kind: 'own' as const, bytes: statSync(file).size, ...held };
    return { offer, file, withWal };
  }).filter((one) => one !== null);
  const [most] = found.toSorted((a, b) => b.offer.headSeq - a.offer.headSeq);
  return most ?? null;
}

/** The most that is found in the log that was set aside; null where it cannot be read. */
export function readOwnEvents(
  paths: LogPaths,
  work: (events: EventStore) => number,
): number | null {
  const file = fileSetAside(paths);
  const found = file === null ? [] : readBothWays(file, work);
  return found.length === 0 ? null : Math.max(...found);
}

function fileSetAside(paths: LogPaths): string | null {
  const last = lastSetAside(paths);
  return last === null ? null : join(last.folder, basename(paths.file));
}

/**
 * What is found with the -wal beside the file, and without: a damaged -wal, or one of another file, can hide what is well in the
 * file itself. A way in which nothing can be read gives nothing.
 */
function readBothWays<T>(
  file: string,
  work: (events: EventStore, withWal: boolean) => T,
): readonly T[] {
  const hasWal = (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  return (hasWal ? [true, false] : [false]).flatMap((withWal) => {
    try {
      return [readApart(file, withWal, (db) => work(createEventStore(db), withWal))];
    } catch {
      return [];
    }
  });
}

type HeldPrefix = Pick<Backup, 'headSeq' | 'takenAt' | 'requests'>;

/** Many events at a time; where a page among them cannot be read, one at a time up to it. */
function heldPrefix(events: EventStore): HeldPrefix {
  const first = walk(events.links());
  return first.isCutShort ? walk(events.links(Number.MAX_SAFE_INTEGER, 1)).held : first.held;
}

type Walked = { readonly held: HeldPrefix; readonly isCutShort: boolean };

function walk(links: Iterable<ChainLink>): Walked {
  let held: HeldPrefix = { headSeq: 0, takenAt: '', requests: 0 };
  function* noting() {
    for (const link of links) {
      yield link;
      // The chain asks for the next one only where this one holds.
      const requests = held.requests + (link.kind === 'prepared' ? 1 : 0);
      held = { headSeq: link.seq, takenAt: link.at, requests };
    }
  }
  try {
    checkChain(noting());
    return { held, isCutShort: false };
  } catch {
    return { held, isCutShort: true };
  }
}

/** The file may be the log of another desk, which begins with another event; or hold less than the backup. */
function isBeyond(
  { backups }: LogPaths,
  backup: Backup | null,
  events: EventStore,
  headSeq: number,
): boolean {
  if (backup === null) return true;
  const isSame = (own: EventLookup, seq: number): boolean => own.hashAt(seq) === events.hashAt(seq);
  const found = readBackupWith(backups, backup.name, (own) => {
    return isSame(own, 1) && !isSame(own, headSeq);
  });
  return found ?? false;
}

/** A whole log of them, at a path where there is none. */
export function writeOwnEvents({ file, withWal, offer }: OwnEvents, target: string): void {
  createDatabase(target);
  const db = openDatabase(target);
  try {
    readApart(file, withWal, (source) =>
      db
        .transaction(() => {
          copyEvents(source, db, offer.headSeq);
          copyCounters(source, db);
          copyPlannedRows(source, db, offer.headSeq);
          rebuildProjection(db);
        })
        .immediate(),
    );
    const broken = checkChain(createEventStore(db).links());
    if (broken !== null) throw new Error(`the chain does not hold at event ${broken.seq}`);
  } finally {
    db.close();
  }
}

function copyEvents(source: Database, target: Database, headSeq: number): void {
  const copies = createEventStore(target);
  for (const link of createEventStore(source).written(0, headSeq)) copies.appendAsWritten(link);
}

/** Where they cannot be read, numbering passes over the order IDs in use all the same. */
function copyCounters(source: Database, target: Database): void {
  const columns = 'flow, day, last';
  const insert = target.prepare(`INSERT INTO order_counter (${columns}) VALUES (?, ?, ?)`);
  let rows: readonly unknown[];
  try {
    rows = source.prepare(`SELECT ${columns} FROM order_counter`).raw().all();
  } catch {
    return;
  }
  for (const row of rows) insert.run(row);
}

/** Rows of plans and statements, up to the last event. Where they cannot be read it shows without its cells, and Verify says so. */
function copyPlannedRows(source: Database, target: Database, headSeq: number): void {
  const columns = 'batch_id, row, seq, order_id, content, salt, document';
  copyRows(source, target, 'batch_row', columns, headSeq);
  copyRows(source, target, 'statement_row', 'statement_id, row, seq, salt, document', headSeq);
}

function copyRows(
  source: Database,
  target: Database,
  table: 'batch_row' | 'statement_row',
  columns: string,
  headSeq: number,
): void {
  const values = columns.replaceAll(/\w+/gu, '?');
  const insert = target.prepare(`INSERT INTO ${table} (${columns}) VALUES (${values})`);
  const sql = `SELECT ${columns} FROM ${table} WHERE seq <= ? ORDER BY 1, 2`;
  for (const row of readableRows(source, sql, headSeq)) insert.run(row);
}

/** A damaged log may end anywhere. */
function* readableRows(source: Database, sql: string, key: number): Generator {
  try {
    yield* source.prepare(sql).raw().iterate(key);
  } catch {
    // What was read is all that can be had.
  }
}

/**
 * Reads the file under another name: SQLite finds -wal by it, and makes files of its own beside it. A hard link spares copying
 * what may be gigabytes; some file systems have none.
 */
function readApart<T>(file: string, withWal: boolean, work: (db: Database) => T): T {
  const folder = mkdtempSync(join(dirname(file), 'reading-'));
  try {
    const apart = join(folder, basename(file));
    try {
      linkSync(file, apart);
    } catch {
      copyFileSync(file, apart);
    }
    if (withWal) copyFileSync(`${file}-wal`, `${apart}-wal`);
    const db = openForReading(apart);
    try {
      return work(db);
    } finally {
      db.close();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
