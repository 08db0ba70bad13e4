import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { columnsSql } from './columns.ts';
import { type Entry, SHOWN, searchedIn } from './entry.ts';
import { kindOf } from './kind.ts';
import type { TextIndex } from './text.ts';
import type { Times } from './times.ts';
import type { Words } from './words.ts';

/** What filters ask for, as small numbers: codes of `word`, and `kind` for outcome, flow and currency in one (kind.ts). */
const CODES = {
  profile: 'INTEGER NOT NULL',
  kind: 'INTEGER NOT NULL',
  state_code: 'INTEGER NOT NULL',
  type_code: 'INTEGER NOT NULL',
  operator_code: 'INTEGER NOT NULL',
  answer_time: 'INTEGER NOT NULL',
  callback_time: 'INTEGER NOT NULL',
} as const;
const COLUMNS = { ...SHOWN, ...CODES };
export const ENTRY_COLUMNS_SQL = columnsSql(COLUMNS);

/** Rows of `entry` and their searched text; inside a transaction. */
export type EntryWrites = {
  /** The next place. */
  readonly append: (place: number, entry: Entry, times: Times) => void;
  readonly change: (place: number, entry: Entry, times: Times) => void;
  readonly placeOf: (seq: number) => number | null;
};

const placeSchema = z.int().optional();

export function createEntryWrites(db: Database, words: Words, text: TextIndex): EntryWrites {
  const names = Object.keys(COLUMNS);
  const put = db.prepare(`
    INSERT INTO entry (place, ${names.join(', ')}) VALUES (?, ${names.map(() => '?').join(', ')})
    ON CONFLICT DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`);
  const bySeq = db.prepare('SELECT place FROM entry WHERE seq = ?').pluck();
  const write = (place: number, entry: Entry, { answer, callback }: Times): void => {
    const row: Readonly<Record<string, string | number | null>> = {
      ...entry,
      profile: words.code(entry.profile_id),
      kind: kindOf(entry.outcome, entry.flow, entry.currency),
      state_code: words.code(entry.state),
      type_code: words.code(entry.payment_type),
      operator_code: words.code(entry.operator),
      answer_time: answer,
      callback_time: callback,
    };
    put.run(place, ...names.map((name) => row[name]));
  };

  return {
    append(place, entry, times) {
      write(place, entry, times);
      text.append(place, searchedIn(entry));
    },
    change(place, entry, times) {
      write(place, entry, times);
      text.replace(place, searchedIn(entry));
    },
    placeOf: (seq) => placeSchema.parse(bySeq.get(seq)) ?? null,
  };
}
