import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';

import type Database from 'better-sqlite3';

import { timestampSchema } from '#shared/domain/ids.ts';
import type { Backup } from '#shared/domain/logHealth.ts';

import { isSqliteError, openSqlite } from '../../sqlite/openSqlite.ts';
import { type ChainLink, type ChainPoint, checkChain } from '../store/chain.ts';
import { createErasureCheck } from '../store/erasureCheck.ts';
import { type EventStore, createEventStore, eventOf, isOfKind } from '../store/eventStore.ts';
import type { LogEvent } from '../store/events.ts';
import { type SegmentHeader, heldEvents, readHeader, segmentFault } from './segmentFile.ts';

const NAME = /^log-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z\.(?:sqlite|segment)$/u;

/** One file of the backup folder: a full copy of the log, or a segment with the events since another one. */
export type BackupFile = Omit<SegmentHeader, 'format' | 'after'> & {
  readonly name: string;
  readonly path: string;
  readonly takenAt: string;
  readonly bytes: number;
  /** Null for a full copy. */
  readonly after: ChainPoint | null;
};

/** A full copy and the segments after it, in order: together the log up to the last one. */
export type Route = { readonly copy: BackupFile; readonly segments: readonly BackupFile[] };

export type BackupLine = ReturnType<typeof readLine>;

/**
 * The files of a backup folder and how they follow each other: a segment begins at the event that a full copy or another segment
 * ends with, by number and hash. A full copy is a short cut on the line: the events up to it are in older segments too.
 */
export function readLine(folder: string) {
  const names = existsSync(folder) ? readdirSync(folder).filter((name) => NAME.test(name)) : [];
  const read = names.map((name) => [name, readFile(folder, name)] as const);
  const files = newestFirst(read.flatMap(([, file]) => file ?? []));
  const endingAt = new Map<string, BackupFile[]>();
  for (const file of files) {
    const found = endingAt.get(keyOf(file.last));
    if (found === undefined) endingAt.set(keyOf(file.last), [file]);
    else found.push(file);
  }
  const copyAt = (point: ChainPoint) => endingAt.get(keyOf(point))?.find(isCopy);
  /** Of a joined segment and its parts, which a killed desk leaves beside it, the joined one. */
  const segmentTo = (point: ChainPoint) =>
    endingAt
      .get(keyOf(point))
      ?.filter((file) => !isCopy(file))
      .toSorted((a, b) => (a.after?.seq ?? 0) - (b.after?.seq ?? 0))[0];

  /** Every way to the events of this file, the one with the fewest segments first. */
  function* routesTo(target: BackupFile): Generator<Route> {
    if (isCopy(target)) yield { copy: target, segments: [] };
    const segments: BackupFile[] = [];
    let segment = isCopy(target) ? segmentTo(target.last) : target;
    while (segment !== undefined && segment.after !== null) {
      segments.push(segment);
      const copy = copyAt(segment.after);
      if (copy !== undefined) yield { copy, segments: segments.toReversed() };
      segment = segmentTo(segment.after);
    }
  }

  return {
    /** Newest first. */
    files,
    /** They are there, and cannot be read now. */
    unreadable: read.flatMap(([name, file]) => (file === null ? [name] : [])),
    routesTo,
    /** Newest first: full copies, and segments without a gap before them. */
    restorable: files.filter((file) => routesTo(file).next().done !== true),
  };
}

export function isCopy({ after }: BackupFile): boolean {
  return after === null;
}

function keyOf({ seq, hash }: ChainPoint): string {
  return `${seq} ${hash}`;
}

/**
 * By what the files hold. The clock that named them may have been set back since; and after a restore the log goes on from an
 * earlier event, so that backups of before it can end at a later event than newer ones.
 */
function newestFirst(files: readonly BackupFile[]): readonly BackupFile[] {
  return files.toSorted((a, b) => {
    if (a.generation !== b.generation) return b.generation - a.generation;
    if (a.last.seq !== b.last.seq) return b.last.seq - a.last.seq;
    return a.name < b.name ? 1 : -1;
  });
}

/** Newest first. What cannot be read, what follows a gap, and a segment up to the end of a full copy is not listed. */
export function listBackups(folder: string): readonly Backup[] {
  return offersOf(readLine(folder));
}

export function offersOf({ restorable, routesTo }: BackupLine): readonly Backup[] {
  const lastNumbers = new Map<string, number>();
  const placed = restorable.map((file) => {
    const [nearest] = routesTo(file);
    const [copy, number] = [nearest?.copy.name ?? '', nearest?.segments.length ?? 0];
    lastNumbers.set(copy, Math.max(number, lastNumbers.get(copy) ?? 0));
    return { file, copy, number };
  });
  const isToCopy = ({ last }: BackupFile): boolean =>
    restorable.some((other) => isCopy(other) && keyOf(other.last) === keyOf(last));
  const offered = placed.filter(({ file }) => isCopy(file) || !isToCopy(file));
  return offered.map(({ file, copy, number }) => {
    const { name, takenAt, bytes, requests, lastRequestAt, last } = file;
    const backup = { name, takenAt, bytes, requests, lastRequestAt, headSeq: last.seq };
    if (isCopy(file)) return { ...backup, kind: 'full' as const };
    const segment = { number, of: lastNumbers.get(copy) ?? number };
    return { ...backup, kind: 'segment' as const, segment };
  });
}

/** What a log restored now is of: one more than any backup, so that its own backups are newer than all of them. */
export function nextGeneration(folder: string): number {
  return Math.max(0, ...readLine(folder).files.map(({ generation }) => generation)) + 1;
}

/** The newest that holds when looked through: of the newest good copy, up to the first segment that does not hold. */
export function newestGoodBackup(folder: string): Backup | null {
  const line = readLine(folder);
  const copy = line.files.find((file) => isCopy(file) && copyFault(file.path) === null);
  if (copy === undefined) return null;
  let good = copy;
  for (;;) {
    const next = line.files.find(
      ({ path, after }) =>
        after?.seq === good.last.seq &&
        after.hash === good.last.hash &&
        segmentFault(path) === null,
    );
    if (next === undefined) break;
    good = next;
  }
  const end = keyOf(good.last);
  // A segment up to a copy is offered as that copy, whose own way may be the damaged one.
  const offered = line.files.find((file) => isCopy(file) && keyOf(file.last) === end) ?? good;
  const { name } = isCopy(good) ? good : offered;
  return offersOf(line).find((offer) => offer.name === name) ?? null;
}

/** What can be asked of the events of a backup without restoring it. */
export type EventLookup = Pick<EventStore, 'hashAt' | 'newest'>;

/** What is found in this backup; null where it cannot be read. */
export function readBackupWith<T>(
  folder: string,
  name: string,
  work: (events: EventLookup) => T,
): T | null {
  const line = readLine(folder);
  const file = line.files.find((one) => one.name === name);
  for (const route of file === undefined ? [] : line.routesTo(file)) {
    try {
      return readCopy(route.copy.path, (db) => work(lookupIn(createEventStore(db), route)));
    } catch {
      // Another way to the same events may be well.
    }
  }
  return null;
}

/** Keeps the hash of every event of the segments, and the events about the log itself. */
function lookupIn(copied: EventStore, { copy, segments }: Route): EventLookup {
  const from = copy.last.seq + 1;
  const hashes: string[] = [];
  const aboutLog: LogEvent[] = [];
  for (const { path } of segments) {
    for (const link of heldEvents(path)) {
      hashes.push(link.hash);
      const event = link.intentId === null ? eventOf(link) : null;
      if (event !== null) aboutLog.push(event);
    }
  }
  return {
    hashAt: (seq) => (seq < from ? copied.hashAt(seq) : (hashes[seq - from] ?? null)),
    newest<K extends LogEvent['kind']>(kind: K, upToSeq = Number.MAX_SAFE_INTEGER) {
      for (const event of aboutLog.toReversed()) {
        if (event.seq <= upToSeq && isOfKind(event, kind)) return event;
      }
      return copied.newest(kind, upToSeq);
    },
  };
}

/** Why this copy is not to be trusted, or null: every page, and every link of the chain. */
export function copyFault(file: string): string | null {
  try {
    return readCopy(file, contentFault);
  } catch (error) {
    return String(error);
  }
}

/** What is wrong with every page and every link of the chain, or null. Throws where that cannot be found out. */
export function contentFault(
  db: Database.Database,
  onShare: (share: number) => void = () => undefined,
): string | null {
  try {
    const integrity = db.pragma('integrity_check(1)', { simple: true });
    if (integrity !== 'ok') return String(integrity);
    const events = createEventStore(db);
    const headSeq = events.head().seq;
    const erasure = createErasureCheck({ db, events }, headSeq);
    const broken = checkChain(telling(events.links(), headSeq, onShare, erasure.see));
    if (broken !== null) return `the chain does not hold at event ${broken.seq}`;
    return erasure.fault()?.detail ?? null;
  } catch (error) {
    const isContent = isSqliteError(error) && /^SQLITE_(?:CORRUPT|NOTADB)/u.test(error.code);
    if (!isContent) throw error;
    return `${error.code}: ${error.message}`;
  }
}

const TOLD_EVERY = 10_000;

/** The same links; `onShare` is told from time to time how many of `total` are behind. */
function* telling(
  links: Iterable<ChainLink>,
  total: number,
  onShare: (share: number) => void,
  see: (link: ChainLink) => void,
): Generator<ChainLink> {
  let passed = 0;
  for (const link of links) {
    if (passed % TOLD_EVERY === 0) onShare(passed / total);
    passed += 1;
    yield link;
    // The chain asks for the next one only where this one holds.
    see(link);
  }
}

function readFile(folder: string, name: string): BackupFile | null {
  const path = join(folder, name);
  try {
    const { size: bytes } = statSync(path);
    const takenAt = name.replace(NAME, '$1-$2-$3T$4:$5:$6.$7Z');
    if (name.endsWith('.sqlite')) {
      return { name, path, takenAt, bytes, after: null, ...readCopy(path, factsOf) };
    }
    const { format: _, ...header } = readHeader(path);
    return { name, path, takenAt, bytes, ...header };
  } catch {
    return null;
  }
}

type Facts = Omit<SegmentHeader, 'format' | 'after'>;

/** What a log is up to its newest event. `since`: an earlier standing of the same log, which spares counting all requests. */
export function factsOf(db: Database.Database, since?: Facts): Facts {
  const schema = Number(db.pragma('user_version', { simple: true }));
  const events = createEventStore(db);
  const { seq, hash } = events.head();
  const counted = since === undefined ? 'SELECT count(*) FROM request' : COUNT_SINCE;
  const added = db.prepare(counted).pluck();
  const count = Number(since === undefined ? added.get() : added.get(since.last.seq));
  const last = db.prepare(LAST_REQUEST).pluck().get();
  return {
    schema,
    last: { seq, hash },
    generation: events.newest('restored')?.body.generation ?? 0,
    requests: (since?.requests ?? 0) + count,
    lastRequestAt: timestampSchema.nullish().parse(last) ?? null,
  };
}

const COUNT_SINCE = 'SELECT count(*) FROM request WHERE first_seq > ?';
const LAST_REQUEST = 'SELECT created_at FROM request ORDER BY first_seq DESC LIMIT 1';

export function readCopy<T>(file: string, work: (db: Database.Database) => T): T {
  const db = openSqlite(file, { readonly: true, fileMustExist: true });
  try {
    return work(db);
  } finally {
    db.close();
  }
}
