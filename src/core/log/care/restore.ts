import { existsSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';

import { z } from 'zod';

import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Backup, EventRange } from '#shared/domain/logHealth.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { copyPictures } from '../../files/pictureFiles.ts';
import { furthest, readAnchor } from './anchor.ts';
import { nextGeneration } from './backupLine.ts';
import { openDatabase, openForReading, putInPlace } from '../store/database.ts';
import { createEventStore } from '../store/eventStore.ts';
import { missingSince } from './openFile.ts';
import { type LogPaths, companionsOf } from '../store/paths.ts';
import { provenUpTo, sealOf, vouchersOf } from './proof.ts';
import { type OnProgress, findRestorable } from './restorable.ts';

import { closeLastSetAside, putBack, setAside } from './setAside.ts';
import type { KeyInHand } from './stamps.ts';
import { clearTail, refuseUnprovenRights, replayTail } from './tail.ts';
import { createStore, record } from '../store/store.ts';
import { stopRestoredBatches } from '../writes/batches.ts';

const LAST_AT = 'SELECT at FROM event ORDER BY seq DESC LIMIT 1';

type Restore = {
  readonly paths: LogPaths;
  readonly name: string;
  readonly operator: Operator;
  readonly at: string;
  /** The newest event of the log being replaced, 0 where it cannot be read. */
  readonly headSeq: number;
  /** Left out: none. */
  readonly key?: KeyInHand;
  readonly onProgress?: OnProgress;
};

/**
 * Puts a backup, or what a damaged log still has, in the log's place, which is set aside; or leaves everything as it was. The
 * connection to the log must be closed. The restore is an event of the log, so that Verify does not take it for tampering; it names the anchor that it puts
 * out of force, and says how far the key had vouched for what was restored: from now on it stamps all of it.
 */
export function restoreBackup(restore: Restore, place = putInPlace): Result<Backup, Failure> {
  const { paths, name, onProgress = () => undefined } = restore;
  const found = findRestorable(paths, name);
  if (!found.ok) return err(failure('backup_not_usable', found.error));
  const { backup, copyTo } = found.value;
  const fresh = `${paths.file}.restoring`;
  try {
    for (const leftover of companionsOf(fresh)) rmSync(leftover, { force: true });
    copyTo(fresh, onProgress);
    recordWithTail(fresh, backup, restore);
    bringPictures(paths);
    replaceLog(restore, fresh, place);
  } catch (error) {
    for (const leftover of companionsOf(fresh)) rmSync(leftover, { force: true });
    return err(failure('backup_not_usable', String(error)));
  }
  closeLastSetAside(paths);
  clearTail(paths);
  return ok(backup);
}

/** The log comes back also where a picture does not: verifying names that one. */
function bringPictures({ picturesBackup, pictures }: LogPaths): void {
  try {
    copyPictures(picturesBackup, pictures);
  } catch {
    // Its place is taken by something else, or the disk refuses it.
  }
}

function replaceLog({ paths, at }: Restore, fresh: string, place: typeof putInPlace): void {
  const isThere = companionsOf(paths.file).some((file) => existsSync(file));
  const folder = isThere ? setAside(paths, at, null) : null;
  try {
    place(fresh, paths.file);
  } catch (error) {
    if (folder !== null) returnLog(paths, folder, error);
    throw error;
  }
}

/** Throws only where the log could not be put back either: a person then has to do that by hand. */
function returnLog(paths: LogPaths, folder: string, cause: unknown): void {
  try {
    putBack(paths, folder);
  } catch (error) {
    const words = `${String(cause)}; the log was set aside in ${folder} and could not be put back`;
    throw new Error(`${words}: ${String(error)}`, { cause: error });
  }
}

/** A tail that cannot be put in changes nothing: the log is restored without it, and its server then says that there are two branches. */
function recordWithTail(fresh: string, backup: Backup, restore: Restore): void {
  try {
    recordRestore(fresh, backup, restore, replayTail);
  } catch {
    recordRestore(fresh, backup, restore, () => null);
  }
}

/**
 * The log itself, whose file came from elsewhere and is older than what the team's server has of it. The tail that was fetched and the
 * restore are one transaction of SQLite: a kill leaves the log without both, or with both. No connection may have the log open.
 */
export function takeTail(
  restore: Omit<Restore, 'name' | 'headSeq' | 'onProgress'>,
): Result<EventRange, string> {
  const { paths } = restore;
  try {
    const own = describeLog(paths);
    const whole = { ...restore, name: own.name, headSeq: own.headSeq };
    const fetched = recordRestore(paths.file, own, whole, replayTail, true);
    if (fetched === null) return err('there is no tail');
    clearTail(paths);
    return ok(fetched);
  } catch (error) {
    return err(String(error));
  }
}

function describeLog({ file }: LogPaths): Backup {
  const db = openForReading(file);
  try {
    const { seq } = createEventStore(db).head();
    const takenAt = z.string().parse(db.prepare(LAST_AT).pluck().get());
    const requests = z.int().parse(db.prepare('SELECT count(*) FROM request').pluck().get());
    const { size: bytes } = statSync(file);
    return { name: basename(file), kind: 'own', takenAt, headSeq: seq, requests, bytes };
  } finally {
    db.close();
  }
}

/**
 * In one transaction: the tail, the restore, and what was in flight. `onlyWithTail`: where there is none nothing is written. Gives the
 * events of the tail.
 */
function recordRestore(
  file: string,
  backup: Backup,
  { paths, operator, at, headSeq, key = { state: 'not_yet' } }: Restore,
  putTail: typeof replayTail | (() => null),
  onlyWithTail = false,
): EventRange | null {
  const store = createStore(openDatabase(file));
  const anchor = readAnchor(paths.anchor);
  const last = furthest(anchor);
  try {
    return store.db
      .transaction((): EventRange | null => {
        const fetched = putTail(store, paths, anchor);
        if (fetched === null && onlyWithTail) return null;
        const head = store.events.head();
        const lastAt = fetched === null ? null : store.events.placeAt(fetched.toSeq)?.at;
        const reached = { headSeq: head.seq, takenAt: lastAt ?? backup.takenAt };
        const body = {
          operator,
          from: backup,
          missing: missingSince(reached, anchor, headSeq),
          anchor: last === null ? null : { seq: last.seq, hash: last.hash },
          generation: nextGeneration(paths.backups),
          ...(fetched === null ? {} : { fetched }),
        };
        const upTo = provenUpTo(store.events, head.seq, vouchersOf(paths), key);
        if (fetched !== null) refuseUnprovenRights(store, fetched, upTo);
        const proof = sealOf(body, head, upTo, key);
        store.events.append({ kind: 'restored', body: { ...body, proof } }, at);
        for (const request of store.projection.rows.inFlight()) {
          // It may have been sent in the part that is missing, even where the backup knows only W1.
          const detail = `in flight when the backup of ${backup.takenAt} was taken`;
          const reason = { code: 'interrupted_after_sending' as const, httpStatus: null, detail };
          const stage = { outcome: 'unknown' as const, reason };
          const { intentId } = request;
          record(store, at, request, { kind: 'settled', body: { intentId, stage, answer: null } });
        }
        stopRestoredBatches(store, at, operator);
        store.counter.skip(new Date(at));
        return fetched;
      })
      .immediate();
  } finally {
    store.db.close();
  }
}
