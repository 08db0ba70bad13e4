import type { Database } from 'better-sqlite3';

import type { Backup, EventRange, LogHealth } from '#shared/domain/logHealth.ts';

import { type Anchor, furthest, readAnchor } from './anchor.ts';
import { type EventLookup, newestGoodBackup, readBackupWith } from './backupLine.ts';
import { type Damage, damageOf, lookAtLog } from './damage.ts';
import { createDatabase, openDatabase } from '../store/database.ts';
import { ownEventsOf, readOwnEvents } from './ownEvents.ts';
import type { LogPaths } from '../store/paths.ts';
import { provenUpTo, unprovenAfter, vouchersOf } from './proof.ts';
import type { Reserve } from './reserve.ts';
import { isSetAside, lastSetAside, setAside } from './setAside.ts';
import type { KeyInHand } from './stamps.ts';
import { type Store, createStore } from '../store/store.ts';

type Damaged = Extract<LogHealth, { state: 'damaged' }>;
export type OpenedFile = { readonly store: Store | null; readonly health: LogHealth };

/** Opens the log or says what is wrong with it. Never throws, and never makes an empty log where there has been one. */
export function openFile(paths: LogPaths, reserve: Reserve, at: string): OpenedFile {
  const first = attempt(paths);
  if ('store' in first) return first;
  if (first.damage !== 'disk_full' || !reserve.release()) {
    return { store: null, health: damagedHealth(paths, first, at) };
  }
  // With the reserve's room it can at least be read, and what was interrupted be settled.
  const second = attempt(paths);
  return { store: 'store' in second ? second.store : null, health: inPlace(paths, first) };
}

function attempt(paths: LogPaths): { readonly store: Store; readonly health: LogHealth } | Damage {
  // Looking needs room too: SQLite shares its index of -wal through a file.
  const look = lookAtLog(paths);
  if (!look.ok) return look.error;
  try {
    if (look.value === 'to_be_made') createDatabase(paths.file);
    return looked(openDatabase(paths.file));
  } catch (error) {
    return damageOf(error, paths);
  }
}

/** Reads the events that opening asks for next: where one of them cannot be read, this is where it is found. */
function looked(db: Database): { readonly store: Store; readonly health: LogHealth } {
  try {
    const store = createStore(db);
    const { events, projection } = store;
    events.placeAt(events.head().seq);
    for (const kind of ['epoch', 'checkpoint', 'anchor_missing'] as const) events.newest(kind);
    for (const seq of events.aboutLog(['retention_set', 'clock_moved'])) events.bySeq(seq);
    projection.rows.inFlight();
    return { store, health: standingOf(store) };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** `ok`, or restored and not acknowledged yet. */
export function standingOf({ events }: Store): LogHealth {
  const restored = events.newest('restored');
  if (restored === null) return { state: 'ok' };
  const acknowledged = events.newest('restore_acknowledged')?.seq ?? 0;
  if (acknowledged > restored.seq) return { state: 'ok' };
  const { from, missing, fetched, proof } = restored.body;
  // Of a log that no key has ever stamped none could vouch for anything: that is no news of the restore.
  const isOfKey = proof !== undefined && (proof.upTo !== null || events.newest('epoch') !== null);
  const unproven = isOfKey ? unprovenAfter(proof.upTo, restored.seq - 1) : null;
  return {
    state: 'restored',
    from,
    missing,
    ...(fetched === undefined ? {} : { fetched }),
    ...(unproven === null ? {} : { unproven }),
  };
}

/** The file stays where it is. */
export function inPlace(paths: LogPaths, { damage, detail }: Damage): Damaged {
  return {
    state: 'damaged',
    damage,
    file: paths.file,
    detail,
    setAside: null,
    newestBackup: null,
    missing: null,
  };
}

function damagedHealth(paths: LogPaths, found: Damage, at: string): Damaged {
  const earlier = found.damage === 'missing' ? lastSetAside(paths) : null;
  const { damage, detail } = earlier?.damage ?? found;
  const isOffered = found.damage === 'missing' || isSetAside(found.damage);
  if (!isOffered) return inPlace(paths, found);
  const folder = earlier?.folder ?? moved(paths, found, at);
  const backup = newestGoodBackup(paths.backups);
  const own = ownEventsOf(paths, backup)?.offer;
  const lackedBy = (offer: Backup) => missingSince(offer, readAnchor(paths.anchor), 0);
  return {
    ...inPlace(paths, { damage, detail }),
    setAside: folder,
    newestBackup: backup,
    missing: backup === null ? null : lackedBy(backup),
    ...(own === undefined ? {} : { own: { offer: own, missing: lackedBy(own) } }),
  };
}

function moved(paths: LogPaths, found: Damage, at: string): string | null {
  if (!isSetAside(found.damage)) return null;
  try {
    return setAside(paths, at, found);
  } catch {
    // It stays in place, which is safe too: nothing is written over it.
    return null;
  }
}

/** What a backup lacks, as far as the anchor and the log itself (`headSeq`, 0 where it cannot be read) tell. */
export function missingSince(
  backup: { readonly headSeq: number; readonly takenAt: string },
  anchor: Anchor,
  headSeq: number,
): Damaged['missing'] {
  const last = Math.max(furthest(anchor)?.seq ?? 0, headSeq);
  if (last === 0) return { fromSeq: backup.headSeq + 1, toSeq: null, sinceAt: backup.takenAt };
  if (last <= backup.headSeq) return null;
  return { fromSeq: backup.headSeq + 1, toSeq: last, sinceAt: backup.takenAt };
}

/** Once the keychain has answered: what it can vouch for of each log that a damaged one is offered to be replaced with. */
export function withProof(health: LogHealth, paths: LogPaths, key: KeyInHand): LogHealth {
  if (health.state !== 'damaged' || key.state === 'not_yet') return health;
  const { newestBackup: backup, own } = health;
  if (backup === null && own === undefined) return health;
  const vouchers = vouchersOf(paths);
  const upTo = (events: EventLookup, headSeq: number): number => {
    // No key has ever stamped it.
    if (key.state !== 'key' && events.newest('epoch', headSeq) === null) return headSeq;
    return provenUpTo(events, headSeq, vouchers, key) ?? 0;
  };
  const unprovenOf = ({ name, kind, headSeq }: Backup): { readonly unproven?: EventRange } => {
    const work = (events: EventLookup): number => upTo(events, headSeq);
    const proven =
      kind === 'own' ? readOwnEvents(paths, work) : readBackupWith(paths.backups, name, work);
    const unproven = unprovenAfter(proven, headSeq);
    return unproven === null ? {} : { unproven };
  };
  return {
    ...health,
    ...(backup === null ? {} : unprovenOf(backup)),
    ...(own === undefined ? {} : { own: { ...own, ...unprovenOf(own.offer) } }),
  };
}
