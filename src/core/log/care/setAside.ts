import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  rmdirSync,
} from 'node:fs';
import { basename, join } from 'node:path';

import { z } from 'zod';

import { LOG_DAMAGES } from '#shared/domain/logHealth.ts';

import { writeJsonFile } from '../../files/jsonFile.ts';
import type { Damage, DamageKind } from './damage.ts';
import { DAY_MS, isDoubtful, isJump } from '../store/age.ts';
import { retentionOf } from '../store/erasing.ts';
import { type LogPaths, companionsOf } from '../store/paths.ts';
import type { Store } from '../store/store.ts';

/** The file itself is at fault. Of the others it is not known, or it is known to be well. */
const SET_ASIDE: ReadonlySet<DamageKind> = new Set([
  'corrupt',
  'truncated',
  'zero_length',
  'missing_wal',
  'not_a_log',
]);

/** As `setAside` names a folder. */
const NAMED_BY_TIME = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d{3}Z$/u;

const NOTE = 'damage.json';
const CLOSED_NOTE = 'damage.restored.json';
const noteSchema = z.object({ damage: z.enum(LOG_DAMAGES), detail: z.string() });

export function isSetAside(damage: DamageKind): boolean {
  return SET_ASIDE.has(damage);
}

/**
 * Moves db, -wal and -shm together, byte for byte, and says why beside them. Gives the folder. Where that cannot be done whole,
 * everything is back in its place when this throws.
 */
export function setAside(paths: LogPaths, at: string, damage: Damage | null): string {
  const folder = join(paths.damaged, at.replaceAll(/[:.]/gu, '-'));
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  try {
    for (const file of companionsOf(paths.file)) {
      if (existsSync(file)) renameSync(file, join(folder, basename(file)));
    }
    if (existsSync(paths.anchor)) {
      copyFileSync(paths.anchor, join(folder, basename(paths.anchor)));
    }
    if (damage !== null) writeJsonFile(join(folder, NOTE), damage);
    return folder;
  } catch (error) {
    putBack(paths, folder);
    throw error;
  }
}

/** The way back from `setAside`, as long as nothing is in the log's place. */
export function putBack(paths: LogPaths, folder: string): void {
  if (existsSync(paths.file)) return;
  for (const file of companionsOf(paths.file)) {
    const aside = join(folder, basename(file));
    if (existsSync(aside)) renameSync(aside, file);
  }
  removeEmptied(paths, folder);
}

/** What is left is a copy of the anchor; a folder with anything else in it stays. */
function removeEmptied(paths: LogPaths, folder: string): void {
  try {
    rmSync(join(folder, basename(paths.anchor)), { force: true });
    rmdirSync(folder);
  } catch {
    // The folder may stay: no other step needs its place.
  }
}

/** A restore has answered what was set aside: the next missing log is another matter. */
export function closeLastSetAside(paths: LogPaths): void {
  const last = lastSetAside(paths);
  if (last === null) return;
  try {
    renameSync(join(last.folder, NOTE), join(last.folder, CLOSED_NOTE));
  } catch {
    // The restored log is in its place all the same; only a log that goes missing later is explained by the older damage.
  }
}

/** What was set aside at an earlier start and has not been restored since. */
export function lastSetAside(
  paths: LogPaths,
): { readonly folder: string; readonly damage: Damage } | null {
  if (!existsSync(paths.damaged)) return null;
  // Named by the clock, which may have been set back since: one that a restore has answered can come last.
  for (const name of readdirSync(paths.damaged).toSorted().toReversed()) {
    const folder = join(paths.damaged, name);
    const damage = openNoteIn(folder);
    if (damage !== null) return { folder, damage };
  }
  return null;
}

function openNoteIn(folder: string): Damage | null {
  try {
    const note: unknown = JSON.parse(readFileSync(join(folder, NOTE), 'utf8'));
    return noteSchema.parse(note);
  } catch {
    return null;
  }
}

/** A log that was set aside before all requisites in it were due is removed with the last of them. */
export function removeSetAside(store: Store, { damaged }: LogPaths, now: string): void {
  const days = retentionOf(store)?.body.days ?? null;
  if (days === null || !existsSync(damaged)) return;
  const lastAt = store.events.placeAt(store.events.head().seq)?.at ?? '';
  const before = new Date(Date.parse(now) - days * DAY_MS).toISOString();
  // By a clock that cannot be believed now, or could not when the folder got its name.
  if (isJump(Date.parse(lastAt), Date.parse(now)) || isDoubtful(store, before)) return;
  const cutoff = before.replaceAll(/[:.]/gu, '-');
  for (const name of readdirSync(damaged)) {
    if (NAMED_BY_TIME.test(name) && name <= cutoff) {
      rmSync(join(damaged, name), { recursive: true, force: true });
    }
  }
}
