import { type Cursor, NONE, markRange, newestDocument, openCursor } from './cursor.ts';
import { BEYOND, GRAM, POSITION_BITS } from './grams.ts';
import type { Segment } from './segments.ts';
import type { Word } from './words.ts';

/** Places found, descending, and how far down all is known; nothing below was looked at yet. */
export type Found = { readonly places: Uint32Array; readonly downTo: number };

/** The newest document of the segment not after this one that may match, or NONE. Only ever asked for less and less. */
type Source = (document: number) => number;

/** Whether a document that has all grams of a word has them in a row. */
type Check = (document: number) => boolean;

export type LongDocuments = { readonly get: (place: number) => string | null };

/** Enough for a first page and its count in a few blocks; later blocks are for the whole list. */
const FIRST_BLOCK = 256;
const LARGEST_BLOCK = 8192;
/** Some 2 ms. */
const STEPS_AT_ONCE = 20_000;

export function* searchSegment(
  segment: Segment,
  words: readonly Word[],
  end: number,
  long: LongDocuments,
): Generator<Found> {
  const { base } = segment;
  const nothing = { places: new Uint32Array(0), downTo: base };
  const plan = planOf(segment, words, long);
  if (plan === null) return yield nothing;
  const { sources, checks } = plan;
  for (const word of words) {
    if (word.kind !== 'range') continue;
    const bits = new Uint32Array(Math.ceil(segment.count / 32));
    for (const _ of markRange(segment, word.low, word.high, bits)) {
      yield { places: nothing.places, downTo: end };
    }
    sources.push((document) => newestBit(bits, document));
  }

  let places = new Uint32Array(FIRST_BLOCK);
  let found = 0;
  let document = end - base;
  for (let steps = 1; ; steps += 1) {
    document = agreed(sources, document - 1);
    if (document === NONE) break;
    if (checks.every((check) => check(document))) {
      places[found] = base + document;
      found += 1;
    }
    if (found === places.length || steps % STEPS_AT_ONCE === 0) {
      yield { places: places.subarray(0, found), downTo: base + document };
      places = new Uint32Array(Math.min(LARGEST_BLOCK, places.length * 2));
      found = 0;
    }
  }
  yield { places: places.subarray(0, found), downTo: base };
}

/** The newest document from here on in which all sources agree; the first source is the rarest. */
function agreed(sources: readonly Source[], from: number): number {
  let document = from;
  for (let at = 0; at < sources.length && document !== NONE;) {
    const there = sources[at]?.(document) ?? NONE;
    at = there === document || at === 0 ? at + 1 : 0;
    document = there;
  }
  return document;
}

function newestBit(bits: Uint32Array, document: number): number {
  let word = document >>> 5;
  let rest = (bits[word] ?? 0) & (0xffff_ffff >>> (31 - (document & 31)));
  while (rest === 0 && word > 0) {
    word -= 1;
    rest = bits[word] ?? 0;
  }
  return rest === 0 ? NONE : word * 32 + 31 - Math.clz32(rest);
}

type OffsetCursor = { readonly cursor: Cursor; readonly offset: number };

/** null: some word is nowhere in the segment. */
function planOf(
  segment: Segment,
  words: readonly Word[],
  long: LongDocuments,
): { readonly sources: Source[]; readonly checks: readonly Check[] } | null {
  const cursors: Cursor[] = [];
  const checks: Check[] = [];
  for (const word of words) {
    if (word.kind !== 'grams') continue;
    const own: OffsetCursor[] = [];
    for (const { gram, offset } of word.grams) {
      const cursor = openCursor(segment, ...gram);
      if (cursor === null) return null;
      own.push({ cursor, offset });
      cursors.push(cursor);
    }
    const isThere = (document: number) =>
      long.get(segment.base + document)?.includes(word.spelled) ?? false;
    if (word.spelled.length > BEYOND) checks.push(isThere);
    else if (word.spelled.length > GRAM) checks.push(inARow(own, isThere));
  }
  cursors.sort((a, b) => a.weight - b.weight);
  const sources = cursors.map(
    (cursor): Source =>
      (document) =>
        newestDocument(cursor, document),
  );
  return { sources, checks };
}

/** `isThere` looks into the text itself, where positions do not tell. */
function inARow(unsorted: readonly OffsetCursor[], isThere: Check): Check {
  const cursors = unsorted.toSorted((a, b) => a.cursor.weight - b.cursor.weight);
  const positions = new Int32Array(BEYOND + 1);
  const starts = new Int32Array(BEYOND + 1);

  function readPositions(cursor: Cursor, document: number): number {
    const lowest = document << POSITION_BITS;
    let count = 0;
    let occurrence = cursor.seek(lowest | BEYOND);
    while (occurrence >= lowest) {
      positions[count] = occurrence - lowest;
      count += 1;
      occurrence = cursor.seek(occurrence - 1);
    }
    return count;
  }

  /** Keeps those of the first `count` starts that these positions agree with. */
  function keepAgreeing(count: number, offset: number, among: number): number {
    let kept = 0;
    for (let at = 0; at < count; at += 1) {
      const start = starts[at] ?? 0;
      for (let other = 0; other < among; other += 1) {
        if (positions[other] !== start + offset) continue;
        starts[kept] = start;
        kept += 1;
        break;
      }
    }
    return kept;
  }

  return (document) => {
    let left = NONE;
    for (const { cursor, offset } of cursors) {
      const count = readPositions(cursor, document);
      if (positions[0] === BEYOND) return isThere(document);
      if (left === NONE) {
        for (let at = 0; at < count; at += 1) starts[at] = (positions[at] ?? 0) - offset;
        left = count;
      } else {
        left = keepAgreeing(left, offset, count);
      }
      if (left === 0) return false;
    }
    return true;
  };
}
