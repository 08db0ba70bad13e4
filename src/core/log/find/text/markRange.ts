import { endOf, loOf, pieceFrom, piecesIn } from './chunk.ts';
import { NONE, chunkBefore } from './cursor.ts';
import { positionBits } from './grams.ts';
import type { Segment } from './segments.ts';

/** The documents of all lists from one gram to another as bits, a piece of it at a time; null: there are none. */
export function* markRange(
  segment: Segment,
  low: readonly [hi: number, lo: number],
  high: readonly [hi: number, lo: number],
): Generator<void, Uint32Array | null> {
  const { directory, chunk } = segment;
  let bits: Uint32Array | null = null;
  const begin = Math.max(0, chunkBefore(segment, low[0], low[1]));
  for (let number = begin; number < directory.size; number += 1) {
    if (isAfter(directory.hi[number] ?? 0, directory.lo[number] ?? 0, high)) break;
    const bytes = chunk(number);
    const pieces = piecesIn(bytes);
    const end = pieceFrom(bytes, high[0], high[1] + 1);
    for (let piece = pieceFrom(bytes, low[0], low[1]); piece < end; piece += 1) {
      bits ??= new Uint32Array(Math.ceil(segment.count / 32));
      const shift = positionBits(loOf(bytes, piece));
      markPiece(bytes, endOf(bytes, pieces, piece - 1), endOf(bytes, pieces, piece), shift, bits);
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

function markPiece(
  bytes: Uint8Array,
  from: number,
  end: number,
  shiftBy: number,
  bits: Uint32Array,
): void {
  let current = NONE;
  let at = from;
  while (at < end) {
    let byte = bytes[at] ?? 0;
    at += 1;
    let step = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at] ?? 0;
      at += 1;
      step |= (byte & 0x7f) << shift;
    }
    current = current === NONE ? step : current - step;
    const document = current >> shiftBy;
    bits[document >>> 5] = (bits[document >>> 5] ?? 0) | (1 << (document & 31));
  }
}
