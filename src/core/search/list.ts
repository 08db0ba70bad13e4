import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';

import type { LogSort } from '#shared/domain/logSearch.ts';

import { type Conditions, conditionsOf } from './filter.ts';
import { type Grown, type PlaceList, createGrown } from './placeList.ts';
import { type ResolvedQuery, isWhole } from './query.ts';
import { type TextIndex, inText, storable } from './text.ts';
import type { Words } from './words.ts';

/**
 * The list, and the work that completes it in steps. The index must not change before the work is done or given up: a step
 * leaves a statement open.
 */
export type Listing = { readonly list: PlaceList; readonly work: Generator<undefined, void> };

export type ListParts = {
  readonly db: Database;
  readonly words: Words;
  readonly text: TextIndex;
  /** Places 0 to size - 1 are in the index. */
  readonly size: number;
  /** And up to here in the log. */
  readonly total: number;
  /** Not while the index is first filled: what lists are read from is made at its end. Until then they are by time. */
  readonly isFilled: boolean;
  readonly narrowRows?: number;
};

const ORDERS: Readonly<Record<LogSort['by'], { readonly index: string; readonly key: string }>> = {
  time: { index: 'entry_by_place', key: 'place' },
  amount: { index: 'entry_by_amount', key: 'cents' },
  customer: { index: 'entry_by_customer', key: 'customer_key' },
  order: { index: 'entry_by_order', key: 'order_key' },
  state: { index: 'entry_by_state', key: 'state_key' },
};
/** At most this many rows are read by the index of a filter and then put in order. */
const NARROW_ROWS = 20_000;
/** Rows of a span of time stand side by side, so that more of them cost as little. */
const SPAN_FACTOR = 3;
/** Texts looked at in one step where no trigram names candidates. */
const WINDOW = 16_384;
const PLACES_A_STEP = 512;

const placesSchema = z.custom<readonly number[]>(Array.isArray);
const countSchema = z.int();

export function listingOf(parts: ListParts, query: ResolvedQuery): Listing {
  const { isFilled } = parts;
  const sort: LogSort = isFilled ? query.sort : { by: 'time', descending: query.sort.descending };
  if (isWhole(query)) return sort.by === 'time' ? everyPlace(parts, sort) : inFull(parts, sort);
  const conditions = conditionsOf(query, parts.words);
  const terms = query.words.map(storable);
  const wanted = { parts, sort, conditions: conditions.all, terms };
  const narrow = isFilled ? narrowIndex(parts, conditions) : null;
  const list = createGrown();
  const isByIndex = narrow !== null || terms.length === 0;
  return { list, work: isByIndex ? byIndex(wanted, narrow, list) : byText(wanted, list) };
}

/** An unfiltered list by time is known from its length. */
function everyPlace({ total }: ListParts, { descending }: LogSort): Listing {
  const list: PlaceList = {
    length: () => total,
    slice(from, to) {
      const length = Math.max(0, Math.min(to, total) - from);
      return Uint32Array.from({ length }, (_, at) =>
        descending ? total - 1 - from - at : from + at,
      );
    },
  };
  return { list, work: nothingToDo() };
}

function* nothingToDo(): Generator<undefined, void> {
  // Nothing is left to be listed.
}

/** Everything in an order of its own. What the list does not have yet is read by OFFSET: the index is still the same. */
function inFull(parts: ListParts, sort: LogSort): Listing {
  const { db, size } = parts;
  const grown = createGrown();
  const sql = `SELECT place FROM entry INDEXED BY ${ORDERS[sort.by].index} ${orderSql(sort)}`;
  const page = db.prepare(`${sql} LIMIT ? OFFSET ?`).pluck();
  const list: PlaceList = {
    length: () => size,
    slice(from, to) {
      const end = Math.min(to, size);
      if (end <= grown.length()) return grown.slice(from, end);
      return Uint32Array.from(placesSchema.parse(page.all(end - from, from)));
    },
  };
  return { list, work: collect(db.prepare(sql), [], grown) };
}

function orderSql({ by, descending }: LogSort): string {
  const direction = descending ? 'DESC' : 'ASC';
  if (by === 'time') return `ORDER BY entry.place ${direction}`;
  return `ORDER BY ${ORDERS[by].key} ${direction} NULLS LAST, entry.place ${direction}`;
}

type Wanted = {
  readonly parts: ListParts;
  readonly sort: LogSort;
  /** SQL over `entry`. */
  readonly conditions: readonly string[];
  readonly terms: readonly string[];
};

/** The index of a filter that leaves few rows, where there is one. */
function narrowIndex(
  { db, narrowRows = NARROW_ROWS }: ListParts,
  { indexed }: Conditions,
): string | null {
  const found = indexed.find(([index, condition]) => {
    const most = index === 'entry_by_time' ? narrowRows * SPAN_FACTOR : narrowRows;
    const counted = db.prepare(`
      SELECT count(*) FROM (
        SELECT 1 FROM entry INDEXED BY ${index} WHERE ${condition} LIMIT ${most + 1})`);
    return countSchema.parse(counted.pluck().get()) <= most;
  });
  return found?.[0] ?? null;
}

/** By the index of a filter, or by that of the order, which has every filtered column in it. */
function byIndex(
  { parts, sort, conditions, terms }: Wanted,
  narrow: string | null,
  into: Grown,
): Generator<undefined, void> {
  const hint = parts.isFilled ? `INDEXED BY ${narrow ?? ORDERS[sort.by].index}` : '';
  const doc = terms.length === 0 ? '' : 'CROSS JOIN doc ON doc.place = entry.place';
  const said = inText(terms);
  const statement = parts.db.prepare(`
    SELECT entry.place FROM entry ${hint} ${doc}
    WHERE ${[...conditions, ...said.where].join(' AND ')} ${orderSql(sort)}`);
  return collect(statement, said.values, into);
}

/** What has the terms is found by time; another order is made of it afterwards. */
function* byText(wanted: Wanted, into: Grown): Generator<undefined, void> {
  const { parts, sort } = wanted;
  if (sort.by === 'time') {
    yield* textsByTime(wanted, sort.descending, into);
    return;
  }
  const found = createGrown();
  yield* textsByTime(wanted, true, found);
  const sorted = parts.db.prepare(`
    SELECT place FROM json_each(?) CROSS JOIN entry ON place = value ${orderSql(sort)}`);
  yield* collect(sorted, [`[${found.slice(0, found.length()).join()}]`], into);
}

/** Where no trigram names candidates, and while the index is filled, every text is looked at. */
function* textsByTime(
  { parts, conditions, terms }: Wanted,
  isDescending: boolean,
  into: Grown,
): Generator<undefined, void> {
  const { db, text, isFilled, size } = parts;
  const candidates = isFilled ? text.candidates(terms) : null;
  const said = inText(terms);
  const entry = conditions.length === 0 ? '' : 'CROSS JOIN entry ON entry.place = doc.place';
  const where = [...said.where, ...conditions].join(' AND ');
  const direction = isDescending ? 'DESC' : 'ASC';
  if (candidates !== null) {
    const statement = db.prepare(`
      SELECT doc.place FROM (${candidates.sql}) AS found CROSS JOIN doc USING (place) ${entry}
      WHERE ${where} ORDER BY found.place ${direction}`);
    yield* collect(statement, [...candidates.values, ...said.values], into);
    return;
  }
  const window = db
    .prepare(
      `SELECT doc.place FROM doc ${entry}
      WHERE doc.place >= ? AND doc.place < ? AND ${where} ORDER BY doc.place ${direction}`,
    )
    .pluck();
  const windows = Math.ceil(size / WINDOW);
  for (let nth = 0; nth < windows; nth += 1) {
    const first = (isDescending ? windows - 1 - nth : nth) * WINDOW;
    into.add(placesSchema.parse(window.all(first, first + WINDOW, ...said.values)));
    yield undefined;
  }
}

function* collect(
  statement: Statement,
  values: readonly string[],
  into: Grown,
): Generator<undefined, void> {
  let step: number[] = [];
  for (const place of statement.pluck().iterate(...values)) {
    step.push(Number(place));
    if (step.length < PLACES_A_STEP) continue;
    into.add(step);
    step = [];
    yield undefined;
  }
  into.add(step);
}
