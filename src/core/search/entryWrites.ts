import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { ADD_CUSTOMERS_SQL } from './customers.ts';
import { createDayTally } from './dayCounts.ts';
import { type Entry, LISTED, type Listed, SHOWN, searchedIn } from './entry.ts';
import { kindOf } from './kind.ts';
import type { TextIndex } from './text.ts';
import type { Times } from './times.ts';
import type { Words } from './words.ts';

/** The rows of requests, their searched text and what is counted of them; inside a transaction. */
export type EntryWrites = {
  /** The next place. */
  readonly append: (place: number, entry: Entry, times: Times) => void;
  readonly change: (place: number, entry: Entry, times: Times) => void;
  /** What was appended from this place on: one statement for many rows takes less than half as long as one for each. */
  readonly makeFindable: (from: number) => void;
  readonly count: (from: number) => void;
  readonly placeOf: (seq: number) => number | null;
};

const placeSchema = z.int().optional();
const LISTED_NAMES = namesOf(LISTED);
const SHOWN_NAMES = namesOf(SHOWN);

export function createEntryWrites(db: Database, words: Words, text: TextIndex): EntryWrites {
  const addListed = db.prepare(insertSql('listed', LISTED_NAMES));
  const addShown = db.prepare(insertSql('shown', SHOWN_NAMES));
  const putListed = db.prepare(updateSql('listed', LISTED_NAMES));
  const putShown = db.prepare(updateSql('shown', SHOWN_NAMES));
  const bySeq = db.prepare('SELECT place FROM listed WHERE seq = ?').pluck();
  const count = createDayTally(db);
  const addCustomers = db.prepare(ADD_CUSTOMERS_SQL);
  const listedOf = (entry: Entry, { answer, callback }: Times): Listed => ({
    seq: entry.seq,
    created_ms: entry.created_ms,
    profile: words.code(entry.profile_id),
    kind: kindOf(entry.outcome, entry.flow, entry.currency),
    state_code: words.code(entry.state),
    type_code: words.code(entry.payment_type),
    operator_code: words.code(entry.operator),
    attention: entry.attention,
    answer_time: answer,
    callback_time: callback,
    cents: entry.cents,
    sent_cents: entry.sent_cents,
    customer_key: entry.customer_key,
    order_key: entry.order_key,
    state_key: entry.state_key,
  });

  return {
    append(place, entry, times) {
      const listed = listedOf(entry, times);
      addListed.run(...LISTED_NAMES.map((name) => listed[name]), place);
      addShown.run(...SHOWN_NAMES.map((name) => entry[name]), place);
      text.append(place, searchedIn(entry));
    },
    change(place, entry, times) {
      const listed = listedOf(entry, times);
      count(-1, place, place);
      putListed.run(...LISTED_NAMES.map((name) => listed[name]), place);
      putShown.run(...SHOWN_NAMES.map((name) => entry[name]), place);
      count(1, place, place);
      text.replace(place, searchedIn(entry));
    },
    makeFindable: text.addGrams,
    count(from) {
      count(1, from, Number.MAX_SAFE_INTEGER);
      addCustomers.run(from);
    },
    placeOf: (seq) => placeSchema.parse(bySeq.get(seq)) ?? null,
  };
}

function namesOf<T extends object>(columns: T): readonly (keyof T & string)[] {
  return z.custom<readonly (keyof T & string)[]>(Array.isArray).parse(Object.keys(columns));
}

function insertSql(table: string, names: readonly string[]): string {
  return `INSERT INTO ${table} (${names.join(', ')}, place) VALUES (${names.map(() => '?').join(', ')}, ?)`;
}

function updateSql(table: string, names: readonly string[]): string {
  return `UPDATE ${table} SET ${names.map((name) => `${name} = ?`).join(', ')} WHERE place = ?`;
}
