import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type Entry, searchedFields } from './entry.ts';
import { kindOf } from './kind.ts';
import { type TextIndex, searchedText } from './text.ts';
import type { Times } from './times.ts';
import type { Words } from './words.ts';

/** Rows of `entry` and their searched text; inside a transaction. */
export type EntryWrites = {
  /** The next place. */
  readonly append: (place: number, entry: Entry, times: Times) => void;
  readonly change: (place: number, entry: Entry, times: Times) => void;
  readonly placeOf: (seq: number) => number | null;
};

/** As they were when the request was made. */
const FIXED = [
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
  'is_sample',
  'customer_key',
  'order_key',
] as const satisfies readonly (keyof Entry)[];
const FIXED_CODES = ['profile', 'type_code', 'operator_code'] as const;
const CHANGING = [
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
  'state_key',
] as const satisfies readonly (keyof Entry)[];
const CHANGING_CODES = ['kind', 'state_code', 'answer_time', 'callback_time'] as const;

const placeSchema = z.int().optional();
const textSchema = z.string();

export function createEntryWrites(db: Database, words: Words, text: TextIndex): EntryWrites {
  const columns = [...CHANGING, ...CHANGING_CODES, ...FIXED, ...FIXED_CODES];
  const insert = db.prepare(`
    INSERT INTO entry (place, ${columns.join(', ')}) VALUES (?, ${columns.map(() => '?').join(', ')})`);
  const update = db.prepare(`
    UPDATE entry SET ${[...CHANGING, ...CHANGING_CODES].map((column) => `${column} = ?`).join(', ')}
    WHERE place = ?`);
  const bySeq = db.prepare('SELECT place FROM entry WHERE seq = ?').pluck();
  const textAt = db.prepare('SELECT text FROM doc WHERE place = ?').pluck();
  const changing = (entry: Entry, { answer, callback }: Times) => [
    ...CHANGING.map((column) => entry[column]),
    kindOf(entry.outcome, entry.flow, entry.currency),
    words.code(entry.state),
    answer,
    callback,
  ];

  return {
    append(place, entry, times) {
      insert.run(
        place,
        ...changing(entry, times),
        ...FIXED.map((column) => entry[column]),
        words.code(entry.profile_id),
        words.code(entry.payment_type),
        words.code(entry.operator),
      );
      text.append(place, searchedText(searchedFields(entry)));
    },
    change(place, entry, times) {
      update.run(...changing(entry, times), place);
      const searched = searchedText(searchedFields(entry));
      if (textSchema.parse(textAt.get(place)) !== searched) text.replace(place, searched);
    },
    placeOf: (seq) => placeSchema.parse(bySeq.get(seq)) ?? null,
  };
}
