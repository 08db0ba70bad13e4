import { closeSync, fstatSync, openSync, readSync, rmSync, writeFileSync } from 'node:fs';

import type { IntentId } from '#shared/domain/ids.ts';
import type { Backup, RestoreProgress } from '#shared/domain/logHealth.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import {
  type Route,
  contentFault,
  newestGoodBackup,
  offersOf,
  readCopy,
  readLine,
} from './backupLine.ts';
import { OWN_EVENTS, ownEventsOf, writeOwnEvents } from './ownEvents.ts';
import { heldEvents, readCounters } from './segmentFile.ts';
import { openDatabase, refuseNewer } from '../store/database.ts';
import { eventOf } from '../store/eventStore.ts';
import { type LogPaths, companionsOf } from '../store/paths.ts';
import { plannedRowsOf, statementRowsOf } from '../store/plannedRows.ts';
import { projectEvent } from '../store/projection.ts';
import { type Store, createStore } from '../store/store.ts';

/** Where a log ends. `hash` of null: not known. */
export type LogEnd = { readonly seq: number; readonly hash: string | null };

export type OnProgress = (progress: RestoreProgress) => void;

type Restorable = {
  readonly backup: Backup;
  /** Writes the whole log to a new path. Throws where it does not hold. */
  readonly copyTo: (target: string, onProgress: OnProgress) => void;
};

/** The log that can be restored under this name, or why it cannot be. */
export function findRestorable(paths: LogPaths, name: string): Result<Restorable, string> {
  if (name === OWN_EVENTS) {
    const own = ownEventsOf(paths, newestGoodBackup(paths.backups));
    if (own === null) return err('no damaged log with events of its own is set aside');
    return ok({ backup: own.offer, copyTo: (target) => writeOwnEvents(own, target) });
  }
  const line = readLine(paths.backups);
  const file = line.files.find((one) => one.name === name);
  if (file === undefined) return err(`${name} is not there, or cannot be read`);
  const backup = offersOf(line).find((one) => one.name === name);
  if (backup === undefined)
    return err(`the events before ${(file.after?.seq ?? 0) + 1} are missing`);
  return ok({
    backup,
    copyTo: (target, onProgress) => writeAnyRoute(line.routesTo(file), target, onProgress),
  });
}

/** The last event of the log that can be restored under this name; null where none can be. */
export function restorePoint(paths: LogPaths, name: string): LogEnd | null {
  if (name === OWN_EVENTS) {
    const own = ownEventsOf(paths, newestGoodBackup(paths.backups));
    return own === null ? null : { seq: own.offer.headSeq, hash: null };
  }
  return readLine(paths.backups).files.find((one) => one.name === name)?.last ?? null;
}

/** By the first way that holds. Each leads to the same events. */
function writeAnyRoute(routes: Iterable<Route>, target: string, onProgress: OnProgress): void {
  const faults: string[] = [];
  for (const route of routes) {
    try {
      writeRoute(route, target, onProgress);
      return;
    } catch (error) {
      faults.push(String(error));
      for (const leftover of companionsOf(target)) rmSync(leftover, { force: true });
    }
  }
  throw new Error(faults.join('; '));
}

function writeRoute({ copy, segments }: Route, target: string, onProgress: OnProgress): void {
  copyInPieces(copy.path, target, onProgress);
  onProgress({ step: 'checking', share: null });
  // Of the file that goes in the log's place, and not of the one that it was read from.
  const fault = readCopy(target, (db) =>
    contentFault(db, (share) => onProgress({ step: 'checking', share })),
  );
  if (fault !== null) throw new Error(`${copy.name}: ${fault}`);
  if (segments.length === 0) return;
  const store = createStore(openDatabase(target));
  try {
    const total = (segments.at(-1)?.last.seq ?? 0) - copy.last.seq;
    for (const { path, schema } of segments) {
      refuseNewer(schema, path);
      store.db
        .transaction(() =>
          replay(store, path, (seq) =>
            onProgress({ step: 'replaying', share: (seq - copy.last.seq) / total }),
          ),
        )
        .immediate();
      // Its -wal would else grow to the size of all segments.
      store.db.pragma('wal_checkpoint(TRUNCATE)');
    }
    store.projection.erasing.forgetCleaning();
  } finally {
    store.db.close();
  }
}

/** Appends the events as they were written, and makes the rows of what they are about anew. */
export function replay(
  { events, projection, counter }: Store,
  segment: string,
  onEvent: (seq: number) => void,
): void {
  const inHand = new Map<IntentId, DepositRequest>();
  for (const link of heldEvents(segment)) {
    events.appendAsWritten(link);
    const event = eventOf(link);
    if (event === null) continue;
    projectEvent(projection, event, inHand);
    if (event.kind === 'batch_planned') {
      const rows = plannedRowsOf(link, link.attached);
      projection.batches.putRows(event.body.batchId, event.seq, rows);
    }
    if (event.kind === 'statement_rows') {
      const rows = statementRowsOf(link, link.attached);
      projection.statements.putRows(event.body.statementId, event.seq, rows);
    }
    if (link.seq % TOLD_EVERY === 0) onEvent(link.seq);
  }
  counter.raise(readCounters(segment));
}

const TOLD_EVERY = 1000;
const PIECE_BYTES = 16 * 1024 * 1024;

function copyInPieces(source: string, target: string, onProgress: OnProgress): void {
  const to = openSync(target, 'wx', 0o600);
  try {
    for (const piece of piecesOf(source, onProgress)) writeFileSync(to, piece);
  } finally {
    closeSync(to);
  }
}

function* piecesOf(source: string, onProgress: OnProgress): Generator<Buffer> {
  const from = openSync(source, 'r');
  try {
    const { size } = fstatSync(from);
    const piece = Buffer.alloc(Math.min(size, PIECE_BYTES));
    for (let at = 0; at < size;) {
      onProgress({ step: 'copying', share: at / size });
      const read = readSync(from, piece, 0, piece.length, at);
      if (read === 0) throw new Error(`${source} ended while it was copied`);
      yield piece.subarray(0, read);
      at += read;
    }
  } finally {
    closeSync(from);
  }
}
