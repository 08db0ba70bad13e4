import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { CURRENCIES } from '#shared/domain/currency.ts';
import type { OUTCOMES } from '#shared/domain/logSearch.ts';

import { BLOCK_PLACES, BLOCK_SHIFT, type Columns, partsOf } from './columns.ts';
import { type Entry, searchedFields } from './entry.ts';
import type { Rollups } from './rollups.ts';
import { KEPT_SORTS, type KeptSort, type Sorts } from './sorts.ts';
import type { TextIndex } from './text/textIndex.ts';
import { type Times, callbackCode } from './times.ts';

/** Everything that knows of a request and must be told when it comes or changes. */
export type IndexParts = {
  readonly db: Database;
  readonly columns: Columns;
  readonly rollups: Rollups;
  readonly sorts: Sorts;
  readonly text: TextIndex;
};

export type EntryWrites = {
  /** The next place. */
  readonly append: (place: number, entry: Entry, times: Times) => void;
  readonly change: (place: number, before: Before, entry: Entry, times: Times) => void;
  readonly before: (place: number) => Before | null;
  readonly placeOf: (seq: number) => number | null;
  readonly setAttention: (place: number, bit: number, isSet: boolean) => void;
  readonly timedAt: (place: number) => TimedEntry;
  readonly putTimes: (place: number, times: Times) => void;
};

/** What decides how long a request took, and what is known of that so far. */
type TimedEntry = {
  readonly outcome: (typeof OUTCOMES)[number];
  readonly createdMs: number;
  readonly times: Times;
  /** A callback was taken for its own. */
  readonly isCalled: boolean;
};

/** What of an entry can change and is counted, sorted or searched by. */
const beforeSchema = z.object({
  profile_id: z.string(),
  created_ms: z.number(),
  outcome: z.string(),
  flow: z.string(),
  currency: z.enum(CURRENCIES),
  sent_cents: z.int(),
  cents: z.int(),
  state: z.string().nullable(),
  remote_id: z.string().nullable(),
  number: z.string().nullable(),
  attention: z.int(),
});
type Before = z.infer<typeof beforeSchema>;

const COLUMNS: readonly (keyof Entry)[] = [
  'seq',
  'intent_id',
  'profile_id',
  'created_ms',
  'order_id',
  'customer',
  'phone',
  'profile_name',
  'mode',
  'operator',
  'flow',
  'payment_type',
  'currency',
  'sent_cents',
  'returned_cents',
  'outcome',
  'reason_code',
  'resolution',
  'state',
  'heard_amount',
  'remote_id',
  'number',
  'masked_number',
  'name',
  'bank_name',
  'bic',
  'url',
  'masked_url',
  'is_sample',
  'is_flagged',
  'is_plain',
  'cents',
  'is_heard',
  'said',
  'attention',
  'customer_key',
  'order_key',
];
/** The rest is as it was when the request was made. */
const CHANGING: readonly (keyof Entry)[] = [
  'returned_cents',
  'outcome',
  'reason_code',
  'resolution',
  'state',
  'heard_amount',
  'remote_id',
  'number',
  'masked_number',
  'name',
  'bank_name',
  'bic',
  'url',
  'masked_url',
  'is_flagged',
  'is_plain',
  'cents',
  'is_heard',
  'said',
  'attention',
];

export function createEntryWrites(parts: IndexParts): EntryWrites {
  const { db, columns, rollups, sorts, text } = parts;
  const insert = db.prepare(`
    INSERT INTO entry (place, ${COLUMNS.join(', ')})
    VALUES (?, ${COLUMNS.map(() => '?').join(', ')})`);
  const update = db.prepare(
    `UPDATE entry SET ${CHANGING.map((column) => `${column} = ?`).join(', ')} WHERE place = ?`,
  );
  const before = db.prepare(
    `SELECT ${Object.keys(beforeSchema.shape).join(', ')} FROM entry WHERE place = ?`,
  );
  const bySeq = db.prepare('SELECT place FROM entry WHERE seq = ?').pluck();
  const putAttention = db.prepare('UPDATE entry SET attention = ? WHERE place = ?');
  const placeSchema = z.int().optional();
  const readBefore = (place: number): Before | null =>
    beforeSchema.optional().parse(before.get(place)) ?? null;

  return {
    append(place, entry, times) {
      insert.run(place, ...COLUMNS.map((column) => entry[column]));
      // Only the newest request knows the profile's name of today.
      columns.put(place, entry, times, entry.profile_name);
      rollups.add(entry, 1);
      text.append(searchedFields(entry));
      sorts.change(place, KEPT_SORTS);
    },
    change(place, was, entry, times) {
      update.run(...CHANGING.map((column) => entry[column]), place);
      columns.put(place, entry, times);
      if (was.outcome !== entry.outcome) {
        rollups.add(was, -1);
        rollups.add(entry, 1);
      }
      if (isFoundOtherwise(was, entry)) text.replace(place, searchedFields(entry));
      sorts.change(place, sortedOtherwise(was, entry));
    },
    before: readBefore,
    placeOf: (seq) => placeSchema.parse(bySeq.get(seq)) ?? null,
    setAttention(place, bit, isSet) {
      const { attention } = columns.block(place >>> BLOCK_SHIFT);
      const was = attention[place & (BLOCK_PLACES - 1)] ?? 0;
      const bits = isSet ? was | bit : was & ~bit;
      if (bits === was) return;
      putAttention.run(bits, place);
      columns.putAttention(place, bits);
    },
    timedAt(place) {
      const { kind, createdMs } = columns.block(place >>> BLOCK_SHIFT);
      const at = place & (BLOCK_PLACES - 1);
      const times = columns.timesAt(place);
      return {
        outcome: partsOf(kind[at] ?? 0).outcome,
        createdMs: createdMs[at] ?? 0,
        times,
        isCalled: times.callback > callbackCode('none'),
      };
    },
    putTimes: columns.putTimes,
  };
}

function isFoundOtherwise(was: Before, entry: Entry): boolean {
  return (
    was.cents !== entry.cents || was.remote_id !== entry.remote_id || was.number !== entry.number
  );
}

function sortedOtherwise(was: Before, entry: Entry): readonly KeptSort[] {
  return [
    ...(was.cents === entry.cents ? [] : (['amount'] as const)),
    ...(was.state === entry.state ? [] : (['state'] as const)),
  ];
}
