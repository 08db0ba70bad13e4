import { type Cursor, NONE, newestDocument, newestOccurrence, openCursor } from './cursor.ts';
import { denseKeyOf } from './dense.ts';
import { BEYOND, GRAM, POSITION_BITS } from './grams.ts';
import { markRange } from './markRange.ts';
import { findSeldom } from './seldom.ts';
import type { Segment } from './segments.ts';
import type { Starts } from './starts.ts';
import type { Word } from './words.ts';

/** Places found, descending, and how far down all is known; nothing below was looked at yet. */
export type Found = { readonly places: Uint32Array; readonly downTo: number };

/** Whether a document that has all grams of a word has them in a row. */
type Check = (document: number) => boolean;

export type LongDocuments = { readonly get: (place: number) => string | null };

/** Enough for a first page and its count in a few blocks; later blocks are for the whole list. */
const FIRST_BLOCK = 128;
const LARGEST_BLOCK = 8192;
/** Some 2 ms. */
const STEPS_AT_ONCE = 20_000;

export function* searchSegment(
  segment: Segment,
  words: readonly Word[],
  end: number,
  long: LongDocuments,
  starts: Starts,
): Generator<Found> {
  const { base } = segment;
  const [word] = words;
  if (word?.kind === 'grams' && words.length === 1) {
    const places = findSeldom(segment, word, end, starts);
    if (places !== null) {
      yield { places, downTo: base };
      return;
    }
  }
  const nothing = new Uint32Array(0);
  const plan = planOf(segment, words, long);
  if (plan === null) {
    yield { places: nothing, downTo: base };
    return;
  }
  for (const { low, high } of plan.ranges) {
    const marking = markRange(segment, low, high);
    let marked = marking.next();
    while (marked.done !== true) {
      yield { places: nothing, downTo: end };
      marked = marking.next();
    }
    if (marked.value === null) {
      yield { places: nothing, downTo: base };
      return;
    }
    plan.marks.push(marked.value);
  }
  const { marks, checks } = plan;
  const cursors = plan.cursors.toSorted((a, b) => a.weight - b.weight);

  // Most segments have nothing of a rare word.
  let places = nothing;
  let room = FIRST_BLOCK;
  let found = 0;
  let document = end - base;
  for (let steps = 1; ; steps += 1) {
    document = agreed(cursors, marks, document - 1);
    if (document === NONE) break;
    if (passes(checks, document)) {
      if (found === 0) places = new Uint32Array(room);
      places[found] = base + document;
      found += 1;
    }
    if (found === room || steps % STEPS_AT_ONCE === 0) {
      yield { places: places.subarray(0, found), downTo: base + document };
      room = Math.min(LARGEST_BLOCK, room * 2);
      found = 0;
    }
  }
  yield { places: places.subarray(0, found), downTo: base };
}

function passes(checks: readonly Check[], document: number): boolean {
  for (const check of checks) if (!check(document)) return false;
  return true;
}

/**
 * The newest document from here on that is in all lists, the rarest of them first, and in all marks: those say at once whether a
 * document has all that is frequent. By far the hottest loop of a search.
 */
function agreed(cursors: readonly Cursor[], marks: readonly Uint32Array[], from: number): number {
  const [rarest] = cursors;
  let document = from;
  while (document !== NONE) {
    let there = rarest === undefined ? document : newestDocument(rarest, document);
    if (there !== NONE && marks.length > 0) {
      document = there;
      there = newestMarked(marks, document);
      // Without lists the marks alone decide.
      if (rarest === undefined) return there;
    } else {
      document = there;
    }
    for (let at = 1; there === document && at < cursors.length; at += 1) {
      const cursor = cursors[at];
      if (cursor !== undefined) there = newestDocument(cursor, document);
    }
    if (there === document) return document;
    document = there;
  }
  return NONE;
}

/** Only as much of the marks is looked at as it takes. */
function newestMarked(marks: readonly Uint32Array[], document: number): number {
  let word = document >>> 5;
  let rest = inAll(marks, word) & (0xffff_ffff >>> (31 - (document & 31)));
  while (rest === 0 && word > 0) {
    word -= 1;
    rest = inAll(marks, word);
  }
  return rest === 0 ? NONE : word * 32 + 31 - Math.clz32(rest);
}

function inAll(marks: readonly Uint32Array[], word: number): number {
  let bits = marks[0]?.[word] ?? 0;
  for (let at = 1; at < marks.length && bits !== 0; at += 1) bits &= marks[at]?.[word] ?? 0;
  return bits;
}

type Plan = {
  readonly cursors: Cursor[];
  readonly marks: Uint32Array[];
  readonly ranges: (Word & { readonly kind: 'range' })[];
  readonly checks: Check[];
};

/** null: some word is nowhere in the segment. */
function planOf(segment: Segment, words: readonly Word[], long: LongDocuments): Plan | null {
  const plan: Plan = { cursors: [], marks: [], ranges: [], checks: [] };
  for (const word of words) {
    if (word.kind === 'grams') {
      if (!planGrams(segment, word, long, plan)) return null;
      continue;
    }
    if (segment.isDense(word.denseKey)) plan.marks.push(segment.dense(word.denseKey));
    else plan.ranges.push(word);
  }
  return plan;
}

/** Grams of one word that decide who is looked at closer; with so many rare ones the others are left for then. */
const RARE_ENOUGH = 2;

type GramOfWord = {
  readonly cursor: () => Cursor | null;
  readonly offset: number;
  readonly weight: number;
};

/** false: the word is nowhere in the segment. */
function planGrams(
  segment: Segment,
  word: Word & { readonly kind: 'grams' },
  long: LongDocuments,
  plan: Plan,
): boolean {
  const own: GramOfWord[] = [];
  const dense: string[] = [];
  let rare = 0;
  for (const { gram, offset, isNeeded } of word.grams) {
    if (!isNeeded && (dense.length === 0 || rare >= RARE_ENOUGH)) break;
    const denseKey = denseKeyOf([...gram, GRAM]);
    const isDense = segment.isDense(denseKey);
    if (isDense && !isNeeded) continue;
    if (isDense) dense.push(denseKey);
    if (isDense || rare >= RARE_ENOUGH) {
      own.push({ cursor: once(() => openCursor(segment, ...gram)), offset, weight: segment.count });
      continue;
    }
    const cursor = openCursor(segment, ...gram);
    if (cursor === null) return false;
    plan.cursors.push(cursor);
    own.push({ cursor: () => cursor, offset, weight: cursor.weight });
    rare += 1;
  }
  // With fewer rare ones it helps to know at once who has the frequent ones.
  if (rare < RARE_ENOUGH) plan.marks.push(...dense.map((key) => segment.dense(key)));
  const isThere = (document: number) =>
    long.get(segment.base + document)?.includes(word.spelled) ?? false;
  if (word.spelled.length > BEYOND) plan.checks.push(isThere);
  else if (word.spelled.length > GRAM) plan.checks.push(inARow(own, isThere));
  return true;
}

function once(open: () => Cursor | null): () => Cursor | null {
  let opened: Cursor | null | undefined;
  return () => {
    if (opened === undefined) opened = open();
    return opened;
  };
}

/** `isThere` looks into the text itself, where positions do not tell. */
function inARow(unsorted: readonly GramOfWord[], isThere: Check): Check {
  const grams = unsorted.toSorted((a, b) => a.weight - b.weight);
  // Mostly one; grown as they come, so plain arrays.
  const positions: number[] = [];
  const starts: number[] = [];

  function readPositions(cursor: Cursor, document: number): number {
    const lowest = document << POSITION_BITS;
    let count = 0;
    let occurrence = newestOccurrence(cursor, lowest | BEYOND);
    while (occurrence >= lowest) {
      positions[count] = occurrence - lowest;
      count += 1;
      occurrence = newestOccurrence(cursor, occurrence - 1);
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
    for (const { cursor: open, offset } of grams) {
      const cursor = open();
      const count = cursor === null ? 0 : readPositions(cursor, document);
      if (count === 0) return false;
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
