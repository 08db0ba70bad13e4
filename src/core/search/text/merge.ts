import {
  type Chunk,
  FIRST,
  endOf,
  firstOf,
  hiOf,
  loOf,
  maskOf,
  piecesIn,
  widthOf,
} from './chunk.ts';
import { type NumberedDocument, type TakeList, listGrams, positionBits } from './grams.ts';
import type { Segment } from './segments.ts';

/** Occurrences of the gram at hand, as many as there are. */
type Pile = { occurrences: Uint32Array; size: number };

/** The lists of a segment one after another; a stream at its end has left the others. */
type Stream = {
  hi: number;
  lo: number;
  isDone: boolean;
  /** Puts the whole list on the pile and goes on to the next gram. */
  readonly read: (pile: Pile) => void;
};

/** What a list costs besides its occurrences. */
const WORK_OF_A_LIST = 20;

/**
 * Writes the lists of neighbouring segments as one. `changed` are documents that are other than their segment says: numbered like
 * all of them will be, the newest first. What the segments say of those is left out.
 */
export function* mergeSegments(
  segments: readonly Segment[],
  changed: readonly NumberedDocument[],
  list: TakeList,
  workAtOnce: number,
): Generator<void> {
  const base = Math.min(...segments.map((segment) => segment.base));
  const streams = segments
    .toSorted((a, b) => b.base - a.base)
    .map((segment) => streamOf(segment, base, changed));
  const patch = patchOf(changed);
  const pile: Pile = { occurrences: new Uint32Array(2 ** 16), size: 0 };
  let work = 0;
  for (;;) {
    const next = least(streams, patch);
    if (next.isDone) return;
    const { hi, lo } = next;
    pile.size = 0;
    for (const stream of streams) {
      if (stream.hi === hi && stream.lo === lo && !stream.isDone) stream.read(pile);
    }
    if (patch.hi === hi && patch.lo === lo && !patch.isDone) patch.read(pile);
    list(hi, lo, pile.occurrences, 0, pile.size);
    work += pile.size + WORK_OF_A_LIST;
    if (work > workAtOnce) {
      work = 0;
      yield;
    }
  }
}

function least(streams: readonly Stream[], patch: Stream): Stream {
  let best = patch;
  for (const stream of streams) {
    if (stream.isDone) continue;
    if (best.isDone || stream.hi < best.hi || (stream.hi === best.hi && stream.lo < best.lo))
      best = stream;
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

function patchOf(documents: readonly NumberedDocument[]): Stream {
  const lists: { readonly hi: number; readonly lo: number; readonly occurrences: Uint32Array }[] =
    [];
  listGrams(documents, (hi, lo, occurrences, from, end) => {
    lists.push({ hi, lo, occurrences: occurrences.slice(from, end) });
  });
  let at = -1;
  const patch: Stream = {
    hi: 0,
    lo: 0,
    isDone: false,
    read(pile) {
      weave(pile, lists[at]?.occurrences ?? new Uint32Array(0));
      next();
    },
  };
  function next(): void {
    at += 1;
    patch.isDone = at === lists.length;
    patch.hi = lists[at]?.hi ?? 0;
    patch.lo = lists[at]?.lo ?? 0;
  }
  next();
  return patch;
}

function streamOf(segment: Segment, base: number, changed: readonly NumberedDocument[]): Stream {
  const { directory } = segment;
  const offset = segment.base - base;
  const left = changedIn(changed, offset, segment.count);
  let number = 0;
  let chunk: Chunk = new DataView(new ArrayBuffer(0));
  let pieces = 0;
  let piece = 0;
  const stream: Stream = {
    hi: 0,
    lo: 0,
    isDone: false,
    read(pile) {
      const { hi, lo } = stream;
      const bits = positionBits(lo);
      const begin = pile.size;
      while (stream.hi === hi && stream.lo === lo && !stream.isDone) {
        readPiece(chunk, piece, offset << bits, pile);
        piece += 1;
        settle();
      }
      if (left !== null)
        leaveOut(pile, begin, (occurrence) => left[(occurrence >> bits) - offset] === 1);
    },
  };

  function settle(): void {
    if (piece === pieces) {
      stream.isDone = number === directory.size;
      if (stream.isDone) return;
      chunk = segment.chunkOnce(number);
      number += 1;
      pieces = piecesIn(chunk);
      piece = 0;
    }
    stream.hi = hiOf(chunk, piece);
    stream.lo = loOf(chunk, piece);
  }

  settle();
  return stream;
}

function readPiece(chunk: Chunk, piece: number, offset: number, pile: Pile): void {
  const pieces = piecesIn(chunk);
  const from = endOf(chunk, pieces, piece - 1);
  const end = endOf(chunk, pieces, piece);
  const width = widthOf(chunk, pieces, piece);
  const mask = maskOf(width);
  // An occurrence has a byte at least.
  grow(pile, end - from);
  const { occurrences } = pile;
  let { size } = pile;
  let current = firstOf(chunk, from) + offset;
  for (let at = from + FIRST; ; at += width) {
    occurrences[size] = current;
    size += 1;
    if (at >= end) break;
    current -= chunk.getInt32(at, true) & mask;
  }
  pile.size = size;
}

/** A mark for each document of a segment that changed; null: none did. */
function changedIn(
  changed: readonly NumberedDocument[],
  from: number,
  count: number,
): Uint8Array | null {
  const inside = changed.filter(({ number }) => number >= from && number < from + count);
  if (inside.length === 0) return null;
  const marks = new Uint8Array(count);
  for (const { number } of inside) marks[number - from] = 1;
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
