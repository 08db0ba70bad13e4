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
/** At most this many rows are read and sorted in one step, in any order. */
const NARROW_ROWS = 5000;
/** Dates or batches with at most this many rows become a range of places: the scan then reads no row outside of it. */
const SPAN_ROWS = 100_000;
/** Indexes of rows that were recorded one after the other. */
const BOUNDING: ReadonlySet<string> = new Set(['entry_by_batch', 'entry_by_time']);
/** Rows looked at in one step where every row is. */
const WINDOW = 16_384;
const PLACES_A_STEP = 512;

const placesSchema = z.custom<readonly number[]>(Array.isArray);
const countSchema = z.int();
const spanSchema = z.object({
  count: z.int(),
  first: z.int().nullable(),
  end: z.int().nullable(),
});

export function listingOf(parts: ListParts, query: ResolvedQuery): Listing {
  const { isFilled } = parts;
  const sort: LogSort = isFilled ? query.sort : { by: 'time', descending: query.sort.descending };
  if (isWhole(query)) return sort.by === 'time' ? everyPlace(parts, sort) : inFull(parts, sort);
  const grown = createGrown();
  const conditions = boundedBy(parts, conditionsOf(query, parts.words));
  const narrow = isFilled ? narrowIndex(parts, conditions) : null;
  const terms = query.words.map(storable);
  if (narrow !== null)
    return { list: grown, work: few(parts, narrow, conditions, terms, sort, grown) };
  if (terms.length > 0)
    return { list: grown, work: withText(parts, conditions, terms, sort, grown) };
  const work =
    sort.by === 'time'
      ? scan(parts, conditions, [], sort, grown)
      : walk(parts, conditions, sort, grown);
  return { list: grown, work };
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
  const page = db.prepare(`${orderedSql([], sort)} LIMIT ? OFFSET ?`).pluck();
  const list: PlaceList = {
    length: () => size,
    slice(from, to) {
      const end = Math.min(to, size);
      if (end <= grown.length()) return grown.slice(from, end);
      return Uint32Array.from(placesSchema.parse(page.all(end - from, from)));
    },
  };
  return { list, work: walk(parts, { all: [] }, sort, grown) };
}

function orderSql({ by, descending }: LogSort): string {
  const direction = descending ? 'DESC' : 'ASC';
  if (by === 'time') return `ORDER BY entry.place ${direction}`;
  return `ORDER BY ${ORDERS[by].key} ${direction} NULLS LAST, entry.place ${direction}`;
}

function orderedSql(conditions: readonly string[], sort: LogSort): string {
  return `SELECT place FROM entry INDEXED BY ${ORDERS[sort.by].index}
    ${whereSql(conditions)} ${orderSql(sort)}`;
}

function whereSql(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : `WHERE ${conditions.join(' AND ')}`;
}

/** An index by which few rows are left, where one of the filters has such. */
function narrowIndex(
  { db, narrowRows = NARROW_ROWS }: ListParts,
  { indexed }: Conditions,
): string | null {
  const found = indexed.find(([index, condition]) => {
    const counted = db.prepare(`
      SELECT count(*) FROM (
        SELECT 1 FROM entry INDEXED BY ${index} WHERE ${condition} LIMIT ${narrowRows + 1})`);
    return countSchema.parse(counted.pluck().get()) <= narrowRows;
  });
  return found?.[0] ?? null;
}

function* few(
  { db }: ListParts,
  index: string,
  { all }: Conditions,
  terms: readonly string[],
  sort: LogSort,
  into: Grown,
): Generator<undefined, void> {
  const { where, values } = inText(terms);
  const doc = terms.length === 0 ? '' : 'CROSS JOIN doc ON doc.place = entry.place';
  const sql = `SELECT entry.place FROM entry INDEXED BY ${index} ${doc}
    ${whereSql([...all, ...where])} ${orderSql(sort)}`;
  const found = db.prepare(sql).pluck();
  into.add(placesSchema.parse(found.all(...values)));
  yield undefined;
}

/** Words of three characters and more by their trigrams; shorter ones, and all of them while the index is filled, by looking at every text. */
function* withText(
  parts: ListParts,
  conditions: Bounded,
  terms: readonly string[],
  sort: LogSort,
  into: Grown,
): Generator<undefined, void> {
  const { db, text, isFilled } = parts;
  const candidates = isFilled ? text.candidates(terms) : null;
  const said = inText(terms);
  const found = sort.by === 'time' ? into : createGrown();
  const byTime: LogSort = sort.by === 'time' ? sort : { by: 'time', descending: true };
  if (candidates === null) {
    yield* scan(parts, conditions, terms, byTime, found);
  } else {
    const { from, place, where, values } = candidates;
    const entry = conditions.all.length === 0 ? '' : `CROSS JOIN entry ON entry.place = ${place}`;
    const statement = db.prepare(`
      SELECT ${place} FROM ${from} CROSS JOIN doc ON doc.place = ${place} ${entry}
      ${whereSql([...where, ...said.where, ...conditions.all])}
      ORDER BY ${place} ${byTime.descending ? 'DESC' : 'ASC'}`);
    yield* collect(statement, [...values, ...said.values], found);
  }
  if (sort.by === 'time') return;
  const sorted = db.prepare(`
    SELECT place FROM json_each(?) CROSS JOIN entry ON place = value ${orderSql(sort)}`);
  yield* collect(sorted, [`[${found.slice(0, found.length()).join()}]`], into);
}

type Bounded = Conditions & {
  /** No row before this place passes. */
  readonly first: number;
  /** Nor this one, nor any after it. */
  readonly end: number;
};

/** Dates or batches as places, where they leave not too many rows: then `entry_by_place` serves them and all other filters at once. */
function boundedBy(parts: ListParts, conditions: Conditions): Bounded {
  const { all, indexed } = conditions;
  const span = parts.isFilled ? shortSpan(parts.db, indexed) : null;
  if (span === null) return { ...conditions, first: 0, end: parts.size };
  const [first, end] = [span.first ?? 0, span.end ?? 0];
  const both = [`entry.place >= ${first} AND entry.place < ${end}`, ...all];
  return {
    all: both,
    indexed: [...indexed, ['entry_by_place', both.join(' AND ')]],
    first,
    end,
  };
}

/** Null where neither leaves few enough. */
function shortSpan(
  db: Database,
  indexed: Conditions['indexed'],
): z.infer<typeof spanSchema> | null {
  for (const [index, condition] of indexed.filter(([name]) => BOUNDING.has(name))) {
    const within = db.prepare(`
      SELECT count(*) AS count, min(place) AS first, max(place) + 1 AS end
      FROM (SELECT place FROM entry INDEXED BY ${index} WHERE ${condition} LIMIT ${SPAN_ROWS + 1})`);
    const span = spanSchema.parse(within.get());
    if (span.count <= SPAN_ROWS) return span;
  }
  return null;
}

/** Every row in the order of places, a window of them at a time. */
function* scan(
  { db, isFilled }: ListParts,
  conditions: Bounded,
  terms: readonly string[],
  { descending }: LogSort,
  into: Grown,
): Generator<undefined, void> {
  const isFiltered = conditions.all.length > 0;
  const hint = isFilled ? 'INDEXED BY entry_by_place' : '';
  const tables = [
    ...(terms.length > 0 ? ['doc'] : []),
    ...(isFiltered ? [`entry ${hint}`] : []),
  ].join(' CROSS JOIN ');
  const outer = terms.length > 0 ? 'doc.place' : 'entry.place';
  const joined = terms.length > 0 && isFiltered ? ['entry.place = doc.place'] : [];
  const { where, values } = inText(terms);
  const all = [`${outer} >= ? AND ${outer} < ?`, ...joined, ...where, ...conditions.all];
  const window = db
    .prepare(
      `SELECT ${outer} FROM ${tables} ${whereSql(all)} ORDER BY ${outer} ${descending ? 'DESC' : 'ASC'}`,
    )
    .pluck();
  const { first: from, end: to } = conditions;
  const windows = Math.ceil((to - from) / WINDOW);
  for (let nth = 0; nth < windows; nth += 1) {
    const first = from + (descending ? windows - 1 - nth : nth) * WINDOW;
    const end = Math.min(first + WINDOW, to);
    into.add(placesSchema.parse(window.all(first, end, ...values)));
    yield undefined;
  }
}

function* walk(
  { db }: ListParts,
  { all }: Pick<Conditions, 'all'>,
  sort: LogSort,
  into: Grown,
): Generator<undefined, void> {
  yield* collect(db.prepare(orderedSql(all, sort)), [], into);
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
