import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { Entry } from './entry.ts';
import { EXPORTED, type ExportEntry } from './exportEntry.ts';

/** What an export reads of an entry. */
export type ExportRow = ExportEntry & Pick<Entry, 'attention' | 'profile_id' | 'said'>;

const NAMES = [...Object.keys(EXPORTED), 'attention', 'profile_id', 'said'].join(', ');
const FROM_RANGE = 'FROM entry WHERE place BETWEEN ? AND ? ORDER BY place';
const FROM_LIST =
  'FROM json_each(?) AS listed CROSS JOIN entry ON entry.place = listed.value ORDER BY listed.key';

/** Our own writing. */
const rowsSchema = z.custom<readonly ExportRow[]>(Array.isArray);

/** In the order of `places`, which are at most a few thousand. Places that follow each other are a scan; others are looked up one by one. */
export function createExportRows(db: Database): (places: Uint32Array) => readonly ExportRow[] {
  const up = db.prepare(`SELECT ${NAMES} ${FROM_RANGE}`);
  const down = db.prepare(`SELECT ${NAMES} ${FROM_RANGE} DESC`);
  const listed = db.prepare(`SELECT ${NAMES} ${FROM_LIST}`);
  return (places) => {
    const first = places.at(0) ?? 0;
    const last = places.at(-1) ?? 0;
    if (isRun(places, 1)) return rowsSchema.parse(up.all(first, last));
    if (isRun(places, -1)) return rowsSchema.parse(down.all(last, first));
    return rowsSchema.parse(listed.all(`[${places.join(',')}]`));
  };
}

function isRun(places: Uint32Array, step: 1 | -1): boolean {
  const first = places.at(0) ?? 0;
  return places.every((place, at) => place === first + at * step);
}
