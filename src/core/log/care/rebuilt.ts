import { rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

import type { Database } from 'better-sqlite3';

import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { freshKey } from '../../protection/keyFile.ts';
import { isSqliteError, openWithKey } from '../../sqlite/openSqlite.ts';
import type { ChainLink } from '../store/chain.ts';
import { eventAsWritten } from '../store/eventAsWritten.ts';
import type { LogEvent } from '../store/events.ts';
import { rebuiltBeside } from '../store/paths.ts';
import { type Projection, createProjection, projectEvent } from '../store/projection.ts';
import type { RowFault } from '../store/rowDigests.ts';
import { SCHEMA_SQL } from '../store/schema.ts';
import { type Store, createStore } from '../store/store.ts';
import { codeOf, isNoRoom } from './damage.ts';
import { freeBytes } from './reserve.ts';
import { firstDifference } from './tables.ts';

/** `notCompared`: why not. */
export type Compared = { readonly fault: RowFault | null } | { readonly notCompared: string };

/** Of 20,000 seeded requests each takes hardly 600. Where it is more after all, SQLite finds the file full. */
const BYTES_A_REQUEST = 1000;
/** For the log itself, which goes on meanwhile: as much again as its reserve. */
const ROOM_LEFT = 4 * 1024 * 1024;
const CACHE_KIB = 16 * 1024;
/** Of any SQLite database. */
const MAX_PAGES = 0xfffffffe;
/** All but the one by which each start's `recovery_acknowledged` finds the few requests that it is about. */
const INDEXES = `
  SELECT name FROM sqlite_master
  WHERE type = 'index' AND sql IS NOT NULL AND name <> 'request_interrupted'`;
/** Some 10 MB of memory. */
const MAX_LATE_ROWS = 4000;

/**
 * Rebuilds the projection from the events, in a database beside the log, and compares every row. The events up to
 * `headSeq` are read in pieces, so that -wal can be folded in meanwhile; then those that came since are added, and all is
 * compared, in one read. `free`: bytes on the disk of a folder.
 */
export function compareRebuilt(
  store: Store,
  headSeq: number,
  free: (folder: string) => number | null = freeBytes,
): Compared {
  const { db } = store;
  const dataDir = dirname(db.name);
  removeRebuilt(db.name);
  const bytes = free(dataDir);
  // A file system that reports no room at all may not support the question.
  const room = (bytes === null || bytes === 0 ? Infinity : bytes) - ROOM_LEFT;
  const requests = Number(db.prepare('SELECT count(*) FROM request').pluck().get());
  const needed = requests * BYTES_A_REQUEST;
  if (room < needed) return { notCompared: lackText(needed + ROOM_LEFT, room + ROOM_LEFT) };
  try {
    const compared = compareOnce(store, headSeq, { room, isAsWritten: true });
    if ('notCompared' in compared || compared.fault === null) return compared;
    // Once more, events by their schema and all in one read: a running desk may have erased between two pieces.
    const again = (): Compared =>
      compareOnce(createStore(db), headSeq, { room, isAsWritten: false });
    return db.transaction(again)();
  } catch (error) {
    if (!isNoRoom(codeOf(error), { dataDir })) throw error;
    return { notCompared: String(error) };
  } finally {
    removeRebuilt(db.name);
  }
}

/** Of this Verify, or of one that was killed. Where another program has the file open, the next start or Verify removes it. */
export function removeRebuilt(logFile: string): void {
  try {
    rmSync(rebuiltBeside(logFile), { force: true });
  } catch {
    // The next Verify refuses to write into it.
  }
}

function lackText(...bytes: readonly [needed: number, room: number]): string {
  const [needs, has] = bytes.map((count) => Math.ceil(count / 1_000_000));
  return `comparing needs ${needs} MB on the disk of the log, and ${has} MB are free`;
}

type How = { readonly room: number; readonly isAsWritten: boolean };

function compareOnce(store: Store, headSeq: number, how: How): Compared {
  const { db, events } = store;
  removeRebuilt(db.name);
  let again: Database;
  try {
    again = makeRebuilt(rebuiltBeside(db.name), how.room);
  } catch (error) {
    return { notCompared: String(error) };
  }
  try {
    // All that erasing events name: what is left of it to do is compared, not rebuilt.
    const projection = createProjection(again, { ...events, isErased: () => false });
    const fill = (after: number, upTo: number): RowFault | null =>
      again.transaction(() => fillFrom(store, projection, { after, upTo, ...how }))();
    const addAndCompare = (): RowFault | null => {
      events.forgetHead();
      const fault = fill(headSeq, events.head().seq);
      return fault ?? firstDifference(db, again);
    };
    return { fault: fill(0, headSeq) ?? db.transaction(addAndCompare)() };
  } finally {
    again.close();
  }
}

/** Its key is kept nowhere: neither a file that is left nor its freed blocks can be read, whatever is erased later. */
function makeRebuilt(file: string, room: number): Database {
  writeFileSync(file, '', { flag: 'wx', mode: 0o600 });
  const again = openWithKey(file, freshKey());
  try {
    makeReady(again, room);
    return again;
  } catch (error) {
    again.close();
    throw error;
  }
}

function makeReady(again: Database, room: number): void {
  for (const mode of ['journal_mode = MEMORY', 'synchronous = OFF', 'foreign_keys = OFF']) {
    again.pragma(mode);
  }
  again.pragma(`cache_size = -${CACHE_KIB}`);
  const pageSize = Number(again.pragma('page_size', { simple: true }));
  again.pragma(`max_page_count = ${Math.min(Math.floor(room / pageSize), MAX_PAGES)}`);
  again.exec(SCHEMA_SQL);
  // Rows are written and read in order by their keys.
  for (const name of again.prepare(INDEXES).pluck().all()) again.exec(`DROP INDEX ${String(name)}`);
}

type Range = { readonly after: number; readonly upTo: number };

/** Null, or the first event that cannot follow those before it. */
function fillFrom(
  { events }: Store,
  projection: Projection,
  { after, upTo, isAsWritten }: Range & How,
): RowFault | null {
  const rows = createLateRows(projection.rows);
  let last = after;
  for (const link of events.links(upTo, undefined, after)) {
    last = link.seq;
    const fault = faultIn(last, () => {
      const event = isAsWritten ? eventIn(link) : events.bySeq(last);
      if (event !== null) projectEvent({ ...projection, rows }, event);
    });
    if (fault !== null) return fault;
  }
  return faultIn(last, rows.write);
}

/** What the disk says is no fault of an event; that a key is taken already is one. */
function faultIn(seq: number, work: () => void): RowFault | null {
  try {
    work();
    return null;
  } catch (error) {
    if (isSqliteError(error) && !error.code.startsWith('SQLITE_CONSTRAINT')) throw error;
    return { seq, detail: `event ${seq} cannot be followed: ${String(error)}` };
  }
}

function eventIn({ seq, at, kind, salted, saltBytes }: ChainLink): LogEvent | null {
  if (salted === null) return null;
  return eventAsWritten({ seq, at, kind }, salted.toString('utf8', saltBytes));
}

/** Most events of a request follow soon after its first one: its row is written once for all of them. */
function createLateRows(rows: Projection['rows']) {
  type Late = {
    readonly request: DepositRequest;
    readonly lastSeq: number;
    readonly first: number;
    readonly events: number;
    readonly isAnew: boolean;
  };
  const late = new Map<IntentId, Late>();
  function write(): void {
    for (const { request, lastSeq, ...how } of late.values()) rows.put(request, lastSeq, null, how);
    late.clear();
  }
  return {
    ...rows,
    write,
    find: (intentId: IntentId) => late.get(intentId)?.request ?? rows.find(intentId),
    put(
      request: DepositRequest,
      lastSeq: number,
      _: DepositRequest | null,
      { first = lastSeq, events = 1, isAnew = false } = {},
    ): void {
      if (late.size >= MAX_LATE_ROWS) write();
      const before = late.get(request.intentId);
      late.set(request.intentId, {
        request,
        lastSeq,
        first: before?.first ?? first,
        events: isAnew ? events : (before?.events ?? 0) + events,
        isAnew: isAnew || before?.isAnew === true,
      });
    },
    markInterrupted(intentId: IntentId) {
      write();
      return rows.markInterrupted(intentId);
    },
    clearInterrupted() {
      write();
      return rows.clearInterrupted();
    },
  };
}
