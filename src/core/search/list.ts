import { BLOCK_SHIFT, type Columns } from './columns.ts';
import { sieveOf } from './filter.ts';
import { type ResolvedQuery, isWhole } from './query.ts';
import type { KeptSort, Order, Sorts } from './sorts.ts';
import type { TextIndex } from './text/textIndex.ts';
import type { Words } from './words.ts';

/** Places in the order of a query, as of one moment. It may still be growing at its end. */
export type PlaceList = {
  readonly length: () => number;
  /** Fewer only at the end. */
  readonly slice: (from: number, to: number) => Uint32Array;
};

/** The list, and the work that completes it: each step takes a few milliseconds at most. */
export type Listing = { readonly list: PlaceList; readonly work: Generator<undefined, void> };

export type ListParts = {
  readonly columns: Columns;
  readonly words: Words;
  readonly sorts: Sorts;
  readonly text: TextIndex;
  /** Places 0 to size - 1 are in the index. */
  readonly size: number;
  /** And up to here in the log. */
  readonly total: number;
  /** Not while the index is first filled: what sorts are read from is made at its end. Until then they are by time. */
  readonly isSortable: boolean;
};

const STEPS_AT_ONCE = 1 << 17;

export function listingOf(parts: ListParts, query: ResolvedQuery): Listing {
  const { by, descending } = query.sort;
  const isByTime = by === 'time' || !parts.isSortable;
  if (isWhole(query) && isByTime) {
    return { list: everyPlace(parts.total, descending), work: nothingToDo() };
  }
  const grown = createGrown();
  if (isByTime) {
    const fill = descending ? collect : oldestFirst;
    return { list: grown, work: fill(matching(parts, query), grown) };
  }
  const matches = isWhole(query) ? null : matching(parts, query);
  return { list: grown, work: inOrder(parts, { by, descending }, matches, grown) };
}

function everyPlace(total: number, descending: boolean): PlaceList {
  return {
    length: () => total,
    slice(from, to) {
      const length = Math.max(0, Math.min(to, total) - from);
      return Uint32Array.from({ length }, (_, at) =>
        descending ? total - 1 - from - at : from + at,
      );
    },
  };
}

type Grown = PlaceList & {
  readonly add: (places: Uint32Array) => void;
  /** From now on the list is this one. */
  readonly become: (list: PlaceList) => void;
};

const FIRST_ROOM = 128;

function createGrown(): Grown {
  let places: Uint32Array = new Uint32Array(0);
  let length = 0;
  let whole: PlaceList | null = null;
  return {
    length: () => whole?.length() ?? length,
    slice: (from, to) =>
      whole?.slice(from, to) ?? places.slice(Math.min(from, length), Math.min(to, length)),
    add(more) {
      if (length + more.length > places.length) {
        const room = Math.max(FIRST_ROOM, places.length * 2, length + more.length);
        const larger = new Uint32Array(room);
        larger.set(places.subarray(0, length));
        places = larger;
      }
      places.set(more, length);
      length += more.length;
    },
    become(list) {
      whole = list;
    },
  };
}

function listOf(places: Uint32Array): PlaceList {
  return { length: () => places.length, slice: (from, to) => places.slice(from, to) };
}

/** Everything in an order, from either end, without writing it down once more. */
function inFull({ places, named }: Order, descending: boolean): PlaceList {
  if (!descending) return listOf(places);
  const total = places.length;
  return {
    length: () => total,
    slice: (from, to) =>
      Uint32Array.from(
        { length: Math.max(0, Math.min(to, total) - from) },
        (_, at) => places[mirrored(from + at, named, total)] ?? 0,
      ),
  };
}

/** Descending, those without a key are last too, and newest first like the rest. */
function mirrored(at: number, named: number, total: number): number {
  return at < named ? named - 1 - at : total - 1 - (at - named);
}

/** Exactly what is wanted, from the newest to the oldest, in pieces of which some are empty. */
function* matching(
  { columns, words, text, size }: ListParts,
  query: ResolvedQuery,
): Generator<Uint32Array> {
  const sieve = sieveOf(query, columns, words);
  if (query.words.length > 0) {
    for (const places of text.find(query.words)) yield sieve === null ? places : sieve.of(places);
    return;
  }
  if (sieve === null) return;
  for (let at = (size - 1) >> BLOCK_SHIFT; at >= 0; at -= 1) yield sieve.ofBlock(at, size);
}

function* nothingToDo(): Generator<undefined, void> {
  // An unfiltered list by time is known from its length.
}

function* collect(matches: Iterable<Uint32Array>, into: Grown): Generator<undefined, void> {
  for (const places of matches) {
    into.add(places);
    yield undefined;
  }
}

function* oldestFirst(matches: Iterable<Uint32Array>, into: Grown): Generator<undefined, void> {
  const found = createGrown();
  yield* collect(matches, found);
  into.become(listOf(found.slice(0, found.length()).toReversed()));
}

/** Everything that matches is marked, and then met in the order asked for. */
function* inOrder(
  { sorts, size }: ListParts,
  { by, descending }: { readonly by: KeptSort; readonly descending: boolean },
  matches: Iterable<Uint32Array> | null,
  into: Grown,
): Generator<undefined, void> {
  const order = yield* sorts.order(by, size);
  if (matches === null) {
    into.become(inFull(order, descending));
    return;
  }
  const isWanted = new Uint8Array(size);
  let count = 0;
  for (const places of matches) {
    for (const place of places) isWanted[place] = 1;
    count += places.length;
    yield undefined;
  }
  into.become(listOf(yield* walked(order, descending, isWanted, count)));
}

function* walked(
  { places, named }: Order,
  descending: boolean,
  isWanted: Uint8Array,
  count: number,
): Generator<undefined, Uint32Array> {
  const list = new Uint32Array(count);
  let found = 0;
  for (let at = 0; at < places.length && found < count; at += 1) {
    const place = places[descending ? mirrored(at, named, places.length) : at] ?? 0;
    if (isWanted[place] === 1) {
      list[found] = place;
      found += 1;
    }
    if (at % STEPS_AT_ONCE === 0) yield undefined;
  }
  return list;
}
