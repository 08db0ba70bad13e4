import { CHUNK_BYTES, type Chunk, endOf, hiOf, loOf, pieceFrom, piecesIn } from './chunk.ts';
import type { Segment } from './segments.ts';
import type { Gram } from './words.ts';

/** The list of a gram: where it begins, and the last chunk that it goes on in. */
export type List = {
  readonly segment: Segment;
  readonly hi: number;
  readonly lo: number;
  readonly number: number;
  readonly chunk: Chunk;
  readonly piece: number;
  readonly last: number;
};

/** The last chunk that begins before this gram: the first that can hold it, unless one begins with it. */
export function chunkBefore({ directory }: Segment, hi: number, lo: number): number {
  const { hi: his, lo: los } = directory;
  let low = 0;
  let high = directory.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = his[middle] ?? 0;
    if (there < hi || (there === hi && (los[middle] ?? 0) < lo)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The last chunk that begins with this gram; `before` where none does. */
function lastChunk({ directory }: Segment, before: number, hi: number, lo: number): number {
  let last = before;
  while (directory.hi[last + 1] === hi && directory.lo[last + 1] === lo) last += 1;
  return last;
}

/** Null: the gram is nowhere in the segment. */
export function findList(segment: Segment, hi: number, lo: number): List | null {
  const before = chunkBefore(segment, hi, lo);
  const last = lastChunk(segment, before, hi, lo);
  for (let number = Math.max(0, before); number <= Math.min(last, before + 1); number += 1) {
    const chunk = segment.chunk(number);
    const piece = pieceFrom(chunk, hi, lo);
    const isThere =
      piece < piecesIn(chunk) && hiOf(chunk, piece) === hi && loOf(chunk, piece) === lo;
    if (isThere) return { segment, hi, lo, number, chunk, piece, last };
  }
  return null;
}

/** About how long it is: enough to begin with the rarest. */
export function weightOf({ hi, lo, number, chunk, piece, last }: List): number {
  const pieces = piecesIn(chunk);
  const end = pieceFrom(chunk, hi, lo + 1);
  const here = endOf(chunk, pieces, end - 1) - endOf(chunk, pieces, piece - 1);
  return (last - number) * CHUNK_BYTES + here;
}

/** A list by the directory alone: nothing of it is read yet, and there may be none. */
export type Listed = {
  readonly segment: Segment;
  readonly hi: number;
  readonly lo: number;
  /** It begins in the first of these chunks or in the second, and ends in the last. */
  readonly before: number;
  readonly last: number;
};

export function lookUp(segment: Segment, [hi, lo]: Gram): Listed {
  const before = chunkBefore(segment, hi, lo);
  return { segment, hi, lo, before, last: lastChunk(segment, before, hi, lo) };
}

/**
 * About what it takes to read it all, in chunks: each is fetched, and then as much is decoded as it has of the list, which is all
 * of it or its share where others are in it too.
 */
export function costOf({ segment, before, last }: Listed): number {
  const share = shareOf(segment, before);
  return last === before ? share : share + 2 * (last - before) - 1 + shareOf(segment, last);
}

/** What one of the grams of a chunk has of it, if all have the same. */
function shareOf({ directory: { hi, lo } }: Segment, number: number): number {
  const [first, next] = [lo[number] ?? 0, lo[number + 1] ?? 0];
  const isNarrow = hi[number] === hi[number + 1] && first >>> 16 === next >>> 16;
  return 1 / (isNarrow ? next - first + 1 : MANY);
}
/** Grams of a chunk in which more than the last symbol is different. */
const MANY = 64;
