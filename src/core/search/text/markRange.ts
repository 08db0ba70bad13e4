import {
  type Chunk,
  FIRST,
  endOf,
  firstOf,
  loOf,
  maskOf,
  pieceFrom,
  piecesIn,
  widthOf,
} from './chunk.ts';
import { positionBits } from './grams.ts';
import { chunkBefore } from './lists.ts';
import type { Segment } from './segments.ts';

/** The documents of all lists from one gram to another as bits, a piece of it at a time; null: there are none. */
export function* markRange(
  segment: Segment,
  low: readonly [hi: number, lo: number],
  high: readonly [hi: number, lo: number],
): Generator<void, Uint32Array | null> {
  const { directory } = segment;
  let bits: Uint32Array | null = null;
  const begin = Math.max(0, chunkBefore(segment, low[0], low[1]));
  for (let number = begin; number < directory.size; number += 1) {
    if (isAfter(directory.hi[number] ?? 0, directory.lo[number] ?? 0, high)) break;
    const chunk = segment.chunk(number);
    const end = pieceFrom(chunk, high[0], high[1] + 1);
    for (let piece = pieceFrom(chunk, low[0], low[1]); piece < end; piece += 1) {
      bits ??= new Uint32Array(Math.ceil(segment.count / 32));
      markPiece(chunk, piece, bits);
    }
    if ((number - begin) % CHUNKS_AT_ONCE === CHUNKS_AT_ONCE - 1) yield;
  }
  return bits;
}
/** Some 2 ms. */
const CHUNKS_AT_ONCE = 256;

function isAfter(hi: number, lo: number, [highHi, highLo]: readonly [number, number]): boolean {
  return hi > highHi || (hi === highHi && lo > highLo);
}

function markPiece(chunk: Chunk, piece: number, bits: Uint32Array): void {
  const pieces = piecesIn(chunk);
  const from = endOf(chunk, pieces, piece - 1);
  const end = endOf(chunk, pieces, piece);
  const width = widthOf(chunk, pieces, piece);
  const mask = maskOf(width);
  const shiftBy = positionBits(loOf(chunk, piece));
  let current = firstOf(chunk, from);
  for (let at = from + FIRST; ; at += width) {
    const document = current >> shiftBy;
    bits[document >>> 5] = (bits[document >>> 5] ?? 0) | (1 << (document & 31));
    if (at >= end) return;
    current -= chunk.getInt32(at, true) & mask;
  }
}
