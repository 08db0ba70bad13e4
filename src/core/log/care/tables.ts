import { isDeepStrictEqual } from 'node:util';

import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { RowFault } from '../store/rowDigests.ts';

/** A table that a rebuild fills: how its rows are ordered, and how one is named. */
type Rebuilt = {
  readonly key: readonly string[];
  /** SQL: the event that the row is from. Left out: the column `seq`. */
  readonly seq?: string;
  /** SQL: what the row is about. Left out: its event. */
  readonly name?: string;
  /** A column of JSON: the order of its keys makes no difference. */
  readonly json?: string;
  /** A column that is not compared. */
  readonly without?: string;
  /** The log may lack rows that the rebuild has. */
  readonly mayLack?: true;
};

/**
 * How Verify checks each table of the log. `chain`: while it goes through the chain. `digests`: by `rowDigests.ts`. `kept`: it is
 * not checked, because no event tells of it.
 */
export const CHECKED: Readonly<Record<string, 'chain' | 'digests' | 'kept' | Rebuilt>> = {
  event: 'chain',
  batch_row: 'digests',
  statement_row: 'digests',
  order_counter: 'kept',
  erasing_state: 'kept',
  request: {
    key: ['first_seq'],
    seq: 'last_seq',
    name: "'request ' || intent_id || ', order ' || order_id",
    json: 'document',
  },
  limits_snapshot: { key: ['seq'] },
  callback: { key: ['seq'] },
  // The event that took a callback off this list may be erased before the callback itself.
  callback_waiting: { key: ['seq'], mayLack: true },
  signed_text: { key: ['seq'] },
  customer_event: { key: ['seq'] },
  batch: { key: ['first_seq'], seq: 'first_seq', name: "'batch ' || batch_id" },
  batch_attempt: {
    key: ['batch_id', 'row'],
    seq: '(SELECT b.first_seq FROM batch b WHERE b.batch_id = batch_attempt.batch_id)',
    name: "'row ' || row || ' of batch ' || batch_id",
  },
  statement: { key: ['seq'], name: "'statement ' || statement_id" },
  statement_mark: {
    key: ['statement_id', 'row'],
    seq: '(SELECT s.seq FROM statement s WHERE s.statement_id = statement_mark.statement_id)',
    name: "'row ' || row || ' of statement ' || statement_id",
  },
  person: { key: ['person_id'], name: "'person ' || person_id", json: 'record' },
  erasure: { key: ['seq'] },
  // Events leave it as their bodies go. That each named body is gone or in here is checked with the chain.
  to_erase: { key: ['seq'], mayLack: true },
  erased_rows: { key: ['kind', 'id'], name: "kind || ' ' || id", without: 'is_pending' },
  erased_picture: { key: ['sha256'], seq: '1', name: "'picture ' || sha256" },
};

/** The first row of a projection that the log and the rebuild have differently, or null. */
export function firstDifference(db: Database, again: Database): RowFault | null {
  for (const [table, how] of Object.entries(CHECKED)) {
    if (typeof how === 'string') continue;
    const fault = differenceIn(db, again, { ...how, table });
    if (fault !== null) return fault;
  }
  return null;
}

type Table = Rebuilt & { readonly table: string };
type Row = { readonly seq: number; readonly name: string; readonly columns: readonly unknown[] };

/** Both in the order of the key, side by side. */
function differenceIn(db: Database, again: Database, table: Table): RowFault | null {
  const columns = columnsOf(again, table);
  const expected = rowsIn(again, table, columns);
  try {
    let next = expected.next();
    for (const row of rowsIn(db, table, columns)) {
      while (table.mayLack && next.done !== true && orderOf(table, next.value, row) < 0) {
        next = expected.next();
      }
      const order = next.done === true ? 1 : orderOf(table, next.value, row);
      if (next.done === true || order > 0) return faultOf(table, row, 'belongs to no event');
      if (order < 0) return faultOf(table, next.value, 'is missing');
      if (!isSame(next.value, row, columns.indexOf(table.json ?? ''))) {
        return faultOf(table, next.value, 'is not what its events give');
      }
      next = expected.next();
    }
    return next.done === true || table.mayLack ? null : faultOf(table, next.value, 'is missing');
  } finally {
    expected.return(undefined);
  }
}

/** The key first. */
function columnsOf(again: Database, { table, key, without }: Table): readonly string[] {
  const all = again.prepare('SELECT name FROM pragma_table_info(?)').pluck().all(table);
  const others = z
    .array(z.string())
    .parse(all)
    .filter((name) => !key.includes(name));
  return [...key, ...others.filter((name) => name !== without)];
}

/** A number that an altered file has may be one that no event has. */
const rowSchema = z.tuple([z.number().nullable(), z.string().nullable()]).rest(z.unknown());

function* rowsIn(
  db: Database,
  { table, key, seq = 'seq', name }: Table,
  columns: readonly string[],
): Generator<Row, undefined> {
  const named = name ?? `'event ' || ${seq}`;
  const sql = `SELECT ${[seq, named, ...columns].join(', ')} FROM ${table} ORDER BY ${key.join(', ')}`;
  for (const raw of db.prepare(sql).raw().iterate()) {
    const [ofSeq, of, ...values] = rowSchema.parse(raw);
    const ofEvent = Number.isSafeInteger(ofSeq) ? Math.max(1, ofSeq ?? 1) : 1;
    yield { seq: ofEvent, name: of ?? '', columns: values };
  }
}

/** As SQLite orders: numbers, or bytes of UTF-8. */
function orderOf({ key }: Table, one: Row, other: Row): number {
  for (const at of key.keys()) {
    const [a, b] = [one.columns[at], other.columns[at]];
    if (a === b) continue;
    if (typeof a === 'number' && typeof b === 'number') return a - b;
    return Buffer.compare(Buffer.from(String(a)), Buffer.from(String(b)));
  }
  return 0;
}

/** `json`: the place of the column of JSON; below 0 where there is none. */
function isSame(one: Row, other: Row, json: number): boolean {
  return one.columns.every((value, at) => {
    const against = other.columns[at];
    if (value === against) return true;
    if (value instanceof Uint8Array && against instanceof Uint8Array) {
      return Buffer.compare(value, against) === 0;
    }
    return at === json && saysTheSame(value, against);
  });
}

function saysTheSame(one: unknown, other: unknown): boolean {
  try {
    return isDeepStrictEqual(JSON.parse(String(one)), JSON.parse(String(other)));
  } catch {
    return false;
  }
}

function faultOf({ table }: Table, { seq, name }: Row, what: string): RowFault {
  return { seq, detail: `table ${table}: the row of ${name} ${what}` };
}
