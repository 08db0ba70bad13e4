import { endOf, hiOf, loOf, piecesIn } from './chunk.ts';
import { type GramLists, positionBits } from './grams.ts';
import type { Draft, Segment } from './segments.ts';

/** Occurrences of the gram at hand, as many as there are. */
type Pile = { occurrences: Uint32Array; size: number };

/** The lists of a segment one after another. */
type Stream = {
  readonly isAt: (hi: number, lo: number) => boolean;
  readonly isBefore: (hi: number, lo: number) => boolean;
  readonly gram: () => readonly [hi: number, lo: number] | null;
  /** Puts the whole list on the pile and goes on to the next gram. */
  readonly read: (pile: Pile) => void;
};

/** Some 2 ms. */
const WORK_AT_ONCE = 100_000;
const WORK_OF_A_LIST = 20;

/**
 * Writes the lists of neighbouring segments as one. `changed` has the lists of documents that are other than their segment says,
 * numbered from `base` on like all of them will be; what the segments say of those is left out.
 */
export function* mergeSegments(
  segments: readonly Segment[],
  base: number,
  changed: { readonly places: ReadonlySet<number>; readonly lists: GramLists },
  list: Draft,
): Generator<void> {
  const streams = segments
    .toSorted((a, b) => b.base - a.base)
    .map((segment) => streamOf(segment, base, changed.places));
  const { lists } = changed;
  const pile: Pile = { occurrences: new Uint32Array(2 ** 16), size: 0 };
  let patch = 0;
  let work = 0;
  for (;;) {
    const next = least(
      streams,
      patch < lists.size ? [lists.hi[patch] ?? 0, lists.lo[patch] ?? 0] : null,
    );
    if (next === null) return;
    const [hi, lo] = next;
    pile.size = 0;
    for (const stream of streams) if (stream.isAt(hi, lo)) stream.read(pile);
    if (patch < lists.size && lists.hi[patch] === hi && lists.lo[patch] === lo) {
      weave(pile, lists.occurrences.subarray(lists.starts[patch], lists.starts[patch + 1]));
      patch += 1;
    }
    list(hi, lo, pile.occurrences, 0, pile.size);
    work += pile.size + WORK_OF_A_LIST;
    if (work > WORK_AT_ONCE) {
      work = 0;
      yield;
    }
  }
}

function least(
  streams: readonly Stream[],
  other: readonly [hi: number, lo: number] | null,
): readonly [hi: number, lo: number] | null {
  let best = other;
  for (const stream of streams) {
    if (best === null || stream.isBefore(best[0], best[1])) best = stream.gram() ?? best;
  }
  return best;
}

function grow(pile: Pile, by: number): void {
  if (pile.size + by <= pile.occurrences.length) return;
  const larger = new Uint32Array((pile.size + by) * 2);
  larger.set(pile.occurrences);
  pile.occurrences = larger;
}

/** Both descend, and so does the result. */
function weave(pile: Pile, others: Uint32Array): void {
  grow(pile, others.length);
  const { occurrences } = pile;
  let own = pile.size - 1;
  let other = others.length - 1;
  pile.size += others.length;
  for (let to = pile.size - 1; other >= 0; to -= 1) {
    const mine = own < 0 ? Infinity : (occurrences[own] ?? 0);
    const theirs = others[other] ?? 0;
    if (mine < theirs) {
      occurrences[to] = mine;
      own -= 1;
    } else {
      occurrences[to] = theirs;
      other -= 1;
    }
  }
}

function streamOf(segment: Segment, base: number, changed: ReadonlySet<number>): Stream {
  const { directory } = segment;
  const left = changedIn(segment, changed);
  const offset = segment.base - base;
  let number = 0;
  let chunk: Uint8Array = new Uint8Array(0);
  let pieces = 0;
  let piece = 0;
  let hi = 0;
  let lo = 0;
  let isDone = false;

  function settle(): void {
    if (piece === pieces) {
      isDone = number === directory.size;
      if (isDone) return;
      chunk = segment.chunkOnce(number);
      number += 1;
      pieces = piecesIn(chunk);
      piece = 0;
    }
    hi = hiOf(chunk, piece);
    lo = loOf(chunk, piece);
  }

  settle();
  const isAt = (otherHi: number, otherLo: number) => !isDone && hi === otherHi && lo === otherLo;
  return {
    isAt,
    isBefore: (otherHi, otherLo) => !isDone && (hi < otherHi || (hi === otherHi && lo < otherLo)),
    gram: () => (isDone ? null : [hi, lo]),
    read(pile) {
      const [gramHi, gramLo] = [hi, lo];
      const bits = positionBits(lo);
      const begin = pile.size;
      while (isAt(gramHi, gramLo)) {
        const from = endOf(chunk, pieces, piece - 1);
        const end = endOf(chunk, pieces, piece);
        grow(pile, end - from);
        readPiece(chunk, from, end, offset << bits, pile);
        piece += 1;
        settle();
      }
      if (left !== null)
        leaveOut(pile, begin, (occurrence) => left[(occurrence >> bits) - offset] === 1);
    },
  };
}

function readPiece(chunk: Uint8Array, from: number, end: number, offset: number, pile: Pile): void {
  const { occurrences } = pile;
  let { size } = pile;
  let current = -1;
  let at = from;
  while (at < end) {
    let byte = chunk[at] ?? 0;
    at += 1;
    let step = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = chunk[at] ?? 0;
      at += 1;
      step |= (byte & 0x7f) << shift;
    }
    current = current < 0 ? step : current - step;
    occurrences[size] = current + offset;
    size += 1;
  }
  pile.size = size;
}

/** A mark for each document of the segment that changed; null: none did. */
function changedIn({ base, count }: Segment, changed: ReadonlySet<number>): Uint8Array | null {
  const inside = [...changed].filter((place) => place >= base && place < base + count);
  if (inside.length === 0) return null;
  const marks = new Uint8Array(count);
  for (const place of inside) marks[place - base] = 1;
  return marks;
}

function leaveOut(pile: Pile, from: number, isOut: (occurrence: number) => boolean): void {
  let kept = from;
  for (let at = from; at < pile.size; at += 1) {
    const occurrence = pile.occurrences[at] ?? 0;
    if (isOut(occurrence)) continue;
    pile.occurrences[kept] = occurrence;
    kept += 1;
  }
  pile.size = kept;
}
