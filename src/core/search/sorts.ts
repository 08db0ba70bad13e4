import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { fold } from '#shared/search/fold.ts';

import { BLOCK_PLACES, BLOCK_SHIFT, type Columns } from './columns.ts';
import type { Words } from './words.ts';

/** By time needs none: places are in the order of recording. */
export type KeptSort = 'amount' | 'customer' | 'order' | 'state';
export const KEPT_SORTS: readonly KeptSort[] = ['amount', 'customer', 'order', 'state'];

/** Every place, ascending by key and then by place; those without a key last. Never changed once it is given out. */
export type Order = { readonly places: Uint32Array; readonly named: number };

export type Sorts = {
  /** A generator so that a million places are put in order in pieces. */
  readonly order: (by: KeptSort, size: number) => Generator<undefined, Order>;
  /** A row came or another amount or state is known of it. */
  readonly change: (place: number, changed: readonly KeptSort[]) => void;
  readonly forget: () => void;
};

const COLUMN: Readonly<Record<Exclude<KeptSort, 'state'>, string>> = {
  amount: 'cents',
  customer: 'customer_key',
  order: 'order_key',
};
const PIECE = 8192;
/** Beyond it putting everything in order anew is faster. */
const MOST_PATCHED = 512;

type Key = string | number | null;
const keySchema = z.union([z.string(), z.number(), z.null()]);
const placesSchema = z.custom<readonly number[]>(Array.isArray);

type Kept = { order: Order | null; readonly stale: Set<number> };

export function createSorts(db: Database, columns: Columns, words: Words): Sorts {
  const kept = new Map<KeptSort, Kept>(
    KEPT_SORTS.map((by) => [by, { order: null, stale: new Set() }]),
  );
  const keyed = createKeyed(db);

  function* remade(by: KeptSort, size: number, of: Kept): Generator<undefined, Order> {
    if (by === 'state') return yield* byState(columns, words, size);
    const { order, stale } = of;
    if (order === null || stale.size > MOST_PATCHED) return yield* keyed.inOrder(by, size);
    return keyed.patched(by, order, [...stale], size);
  }

  return {
    *order(by, size) {
      const of = kept.get(by) ?? { order: null, stale: new Set() };
      if (of.order !== null && of.stale.size === 0 && of.order.places.length === size) {
        return of.order;
      }
      const order = yield* remade(by, size, of);
      of.order = order;
      of.stale.clear();
      return order;
    },
    change(place, changed) {
      for (const by of changed) {
        const of = kept.get(by);
        // What was never put in order has nothing to be patched, and past the limit one more makes no difference.
        if (of !== undefined && of.order !== null && of.stale.size <= MOST_PATCHED) {
          of.stale.add(place);
        }
      }
    },
    forget() {
      for (const of of kept.values()) {
        of.order = null;
        of.stale.clear();
      }
    },
  };
}

/** States are few: counted, then dealt out. */
function* byState(columns: Columns, words: Words, size: number): Generator<undefined, Order> {
  const states = words.all('state').map(({ text }, at) => ({ text, code: at + 1 }));
  const ranked = states.toSorted((a, b) =>
    first(compare(fold(a.text), fold(b.text)), compare(a.text, b.text)),
  );
  const rankOf = new Uint32Array(states.length + 1).fill(states.length);
  for (const [rank, { code }] of ranked.entries()) rankOf[code] = rank;
  const next = new Uint32Array(states.length + 2);
  for (let place = 0; place < size; place += 1) {
    const rank =
      rankOf[columns.block(place >>> BLOCK_SHIFT).state[place & (BLOCK_PLACES - 1)] ?? 0];
    next[(rank ?? 0) + 1] = (next[(rank ?? 0) + 1] ?? 0) + 1;
    if (place % (PIECE * 16) === 0) yield undefined;
  }
  for (let rank = 1; rank < next.length; rank += 1) {
    next[rank] = (next[rank] ?? 0) + (next[rank - 1] ?? 0);
  }
  const named = next[states.length] ?? 0;
  const places = new Uint32Array(size);
  for (let place = 0; place < size; place += 1) {
    const code = columns.block(place >>> BLOCK_SHIFT).state[place & (BLOCK_PLACES - 1)] ?? 0;
    const rank = rankOf[code] ?? 0;
    const to = next[rank] ?? 0;
    places[to] = place;
    next[rank] = to + 1;
    if (place % (PIECE * 16) === 0) yield undefined;
  }
  return { places, named };
}

type ByColumn = Exclude<KeptSort, 'state'>;

/** By a column of `entry` that has an index. */
function createKeyed(db: Database): {
  readonly inOrder: (by: ByColumn, size: number) => Generator<undefined, Order>;
  readonly patched: (by: ByColumn, before: Order, stale: readonly number[], size: number) => Order;
} {
  const statements = (by: ByColumn) => {
    const column = COLUMN[by];
    return {
      key: db.prepare(`SELECT ${column} FROM entry WHERE place = ?`).pluck(),
      start: db
        .prepare(
          `SELECT place FROM entry WHERE ${column} IS NOT NULL ORDER BY ${column}, place LIMIT ?`,
        )
        .pluck(),
      same: db
        .prepare(`SELECT place FROM entry WHERE ${column} = ? AND place > ? ORDER BY place LIMIT ?`)
        .pluck(),
      beyond: db
        .prepare(`SELECT place FROM entry WHERE ${column} > ? ORDER BY ${column}, place LIMIT ?`)
        .pluck(),
      without: db
        .prepare(
          `SELECT place FROM entry WHERE ${column} IS NULL AND place > ? ORDER BY place LIMIT ?`,
        )
        .pluck(),
    };
  };
  const of = {
    amount: statements('amount'),
    customer: statements('customer'),
    order: statements('order'),
  };

  return {
    *inOrder(by, size) {
      const { key, start, same, beyond, without } = of[by];
      const places = new Uint32Array(size);
      let count = 0;
      for (let rows = placesSchema.parse(start.all(PIECE)); rows.length > 0;) {
        places.set(rows, count);
        count += rows.length;
        yield undefined;
        const last = rows.at(-1) ?? 0;
        const keyOfLast = key.get(last);
        // Apart: in one question SQLite would go through all of the same key for every piece of them.
        rows = placesSchema.parse(same.all(keyOfLast, last, PIECE));
        if (rows.length === 0) rows = placesSchema.parse(beyond.all(keyOfLast, PIECE));
      }
      const named = count;
      for (let rows = placesSchema.parse(without.all(-1, PIECE)); rows.length > 0;) {
        places.set(rows, count);
        count += rows.length;
        yield undefined;
        rows = placesSchema.parse(without.all(rows.at(-1) ?? 0, PIECE));
      }
      return { places, named };
    },
    patched(by, before, stale, size) {
      const keyOf = memoised((place) => keySchema.parse(of[by].key.get(place)));
      return patch(before, stale, size, keyOf);
    },
  };
}

/** Takes the stale places out and puts each where its key now belongs. */
function patch(
  before: Order,
  stale: readonly number[],
  size: number,
  keyOf: (place: number) => Key,
): Order {
  const isStale = new Set(stale);
  const fresh = (places: Uint32Array): Uint32Array => places.filter((one) => !isStale.has(one));
  const named = fresh(before.places.subarray(0, before.named));
  const unnamed = fresh(before.places.subarray(before.named));
  const byKey = (a: number, b: number): number => first(compareKeys(keyOf(a), keyOf(b)), a - b);
  const byPlace = (a: number, b: number): number => a - b;
  const places = new Uint32Array(size);
  const come = stale.filter((place) => keyOf(place) !== null);
  const count = merge(places, 0, named, come, byKey);
  const gone = stale.filter((place) => keyOf(place) === null);
  merge(places, count, unnamed, gone, byPlace);
  return { places, named: count };
}

/** Copies whole runs between the few that come in. Gives where it ended. */
function merge(
  into: Uint32Array,
  start: number,
  sorted: Uint32Array,
  come: readonly number[],
  order: (a: number, b: number) => number,
): number {
  let from = 0;
  let to = start;
  for (const place of come.toSorted(order)) {
    const until = firstAfter(sorted, from, place, order);
    into.set(sorted.subarray(from, until), to);
    to += until - from;
    into[to] = place;
    to += 1;
    from = until;
  }
  into.set(sorted.subarray(from), to);
  return to + sorted.length - from;
}

function firstAfter(
  sorted: Uint32Array,
  from: number,
  place: number,
  order: (a: number, b: number) => number,
): number {
  let low = from;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (order(sorted[middle] ?? 0, place) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

function memoised(read: (place: number) => Key): (place: number) => Key {
  const known = new Map<number, Key>();
  return (place) => {
    const there = known.get(place);
    if (there !== undefined) return there;
    const key = read(place);
    known.set(place, key);
    return key;
  };
}

/** The second decides where the first finds no difference. */
function first(order: number, otherwise: number): number {
  return order === 0 ? otherwise : order;
}

function compareKeys(a: Key, b: Key): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  return compare(String(a), String(b));
}

/** As SQLite compares: by the bytes of UTF-8, which for characters beyond the first plane is not JavaScript's order. */
function compare(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}
