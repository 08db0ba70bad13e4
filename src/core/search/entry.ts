import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import { type MinorUnits, Money } from '#shared/domain/money.ts';
import { type DepositRequest, amountOf } from '#shared/domain/request.ts';
import { fold } from '#shared/search/fold.ts';

import { attentionBits, saidAmount } from './attention.ts';
import {
  EXPORTED,
  type ExportEntry,
  type RowOf,
  columnsSql,
  exportEntryOf,
  saidIn,
} from './exportEntry.ts';
import { kindOf } from './kind.ts';
import type { Story } from './story.ts';
import { type Searched, type TextIndex, searchedOf } from './text.ts';
import { timesOf } from './times.ts';
import type { Words } from './words.ts';

/**
 * The columns of `entry` that a request alone decides: what filters and sorts compare, what a table shows and what an export
 * writes. What indexes are made of stands first: SQLite finds it sooner there. `kind` is outcome, flow and currency in one
 * number (kind.ts). `cents` is what a table shows and sorts by: as returned where the answer has an amount, else as sent. `said`
 * is the amount that the provider last called back with, in major units where its unit is known. `attention` is a set of bits (attention.ts). The keys are
 * folded, for sorting and for looking up; after its key a state stands as it is, so that states that fold to the same are still
 * apart.
 */
const OWN = {
  kind: 'INTEGER NOT NULL',
  answer_time: 'INTEGER NOT NULL',
  callback_time: 'INTEGER NOT NULL',
  attention: 'INTEGER NOT NULL',
  is_batch: 'INTEGER NOT NULL',
  seq: 'INTEGER NOT NULL',
  cents: 'INTEGER NOT NULL',
  customer_key: 'TEXT',
  order_key: 'TEXT NOT NULL',
  state_key: 'TEXT',
  ...EXPORTED,
  intent_id: 'TEXT NOT NULL',
  profile_id: 'TEXT NOT NULL',
  is_heard: 'INTEGER NOT NULL',
  said: 'TEXT',
  batch_id: 'TEXT',
  person_id: 'TEXT',
} as const;
export type Entry = Omit<RowOf<typeof OWN>, keyof Exact> & Exact;
const OWN_NAMES = Object.keys(OWN);
/** What has a narrower type in a request has it here too. */
type Exact = ExportEntry & {
  readonly intent_id: IntentId;
  readonly profile_id: ProfileId;
  readonly cents: MinorUnits;
};

/** Columns that filters ask for by a code of `word`, and the columns that have the words themselves. */
const CODED = {
  profile: 'profile_id',
  state_code: 'state',
  type_code: 'payment_type',
  operator_code: 'operator',
  batch_code: 'batch_id',
  person_code: 'person_id',
} as const satisfies Readonly<Record<string, keyof Entry>>;
const CODE_NAMES = Object.keys(CODED);
const WORDS_AT = Object.values(CODED).map((name) => OWN_NAMES.indexOf(name));

export const ENTRY_COLUMNS_SQL = [
  ...CODE_NAMES.map((name) => `${name} INTEGER NOT NULL`),
  columnsSql(OWN),
].join(', ');

export function entryOf(seq: number, request: DepositRequest, { facts, moments }: Story): Entry {
  const exported = exportEntryOf(request);
  const { outcome, flow, currency, created_ms: createdMs, customer, state } = exported;
  // Of callbacks that were erased only the time of the first one is known.
  const calledAt = request.erased?.calledAt ?? null;
  const known = calledAt === null ? moments : { ...moments, calledMs: Date.parse(calledAt) };
  const times = timesOf({ outcome, createdMs }, known);
  return {
    ...exported,
    kind: kindOf(outcome, flow, currency),
    answer_time: times.answer,
    callback_time: times.callback,
    attention: attentionBits(request, facts),
    is_batch: request.batch === undefined ? 0 : 1,
    seq,
    cents: amountOf(request).cents,
    customer_key: customer === null ? null : fold(customer),
    order_key: fold(exported.order_id),
    state_key: state === null ? null : `${fold(state)}\0${state}`,
    intent_id: request.intentId,
    profile_id: request.profileId,
    is_heard: (request.heard?.state ?? null) === null ? 0 : 1,
    said: saidIn(request, saidAmount(request, facts)),
    batch_id: request.batch?.batchId ?? null,
    person_id: request.operator.personId ?? null,
  };
}

/** What the index is told of a request, in plain values: one thread derives it, another one may write it. */
export type IndexRow = {
  readonly seq: number;
  /** In the order of `OWN`. */
  readonly values: readonly (string | number | null)[];
  readonly searched: Searched;
};

export function indexRowOf(entry: Entry): IndexRow {
  const columns: Readonly<Record<string, string | number | null>> = entry;
  return {
    seq: entry.seq,
    values: OWN_NAMES.map((name) => columns[name] ?? null),
    searched: searchedIn(entry),
  };
}

/** Rows of `entry` and their searched text; inside a transaction. */
export type EntryWrites = {
  /** The next place. Its text is found once `addGrams` was called. */
  readonly append: (place: number, row: IndexRow) => void;
  readonly change: (place: number, row: IndexRow) => void;
  readonly placeOf: (seq: number) => number | null;
};

const placeSchema = z.int().optional();

export function createEntryWrites(db: Database, words: Words, text: TextIndex): EntryWrites {
  const names = ['place', ...CODE_NAMES, ...OWN_NAMES];
  const insert = `INSERT INTO entry (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`;
  const add = db.prepare(insert);
  const put = db.prepare(
    `${insert} ON CONFLICT DO UPDATE SET ${names.map((name) => `${name} = excluded.${name}`).join(', ')}`,
  );
  const bySeq = db.prepare('SELECT place FROM entry WHERE seq = ?').pluck();
  const codesOf = (values: IndexRow['values']): readonly number[] =>
    WORDS_AT.map((at) => {
      const word = values[at];
      return words.code(typeof word === 'string' ? word : null);
    });

  return {
    append(place, { values, searched }) {
      add.run(place, ...codesOf(values), ...values);
      text.append(place, searched);
    },
    change(place, { values, searched }) {
      put.run(place, ...codesOf(values), ...values);
      text.replace(place, searched);
    },
    placeOf: (seq) => placeSchema.parse(bySeq.get(seq)) ?? null,
  };
}

/** What a search looks into: nothing else of a request can be found by. */
function searchedIn(entry: Entry): Searched {
  const { phone, remote_id, number, currency } = entry;
  const digits = phone?.replaceAll(/[^0-9]/gu, '') ?? '';
  const fields = [
    entry.order_key,
    entry.customer_key ?? '',
    phone === null ? '' : fold(phone),
    phone === null || phone.includes(digits) ? '' : digits,
    remote_id === null ? '' : fold(remote_id),
    fold(number ?? entry.masked_number?.replaceAll(/\D/gu, '') ?? ''),
  ];
  return searchedOf(
    fields.filter((field) => field !== ''),
    Money.plain(entry.cents, currency),
    Money.plain(entry.sent_cents, currency),
  );
}
