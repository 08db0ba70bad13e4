import { CHUNK_BYTES, endOf, firstOf, hiOf, loOf, pieceFrom, piecesIn } from './chunk.ts';
import { BEYOND, POSITION_BITS, positionBits } from './grams.ts';
import type { Segment } from './segments.ts';

/** One list of a segment, gone through from the newest occurrence to the oldest, skipping what need not be read. */
export type Cursor = {
  /** About how long the list is: enough to begin with the rarest. */
  readonly weight: number;
  /** The newest occurrence not after this one; -1: there is none. Only ever asked for less and less. */
  readonly seek: (occurrence: number) => number;
};

export const NONE = -1;

export function openCursor(segment: Segment, hi: number, lo: number): Cursor | null {
  const start = startOf(segment, hi, lo);
  return start === null ? null : cursorFrom(segment, hi, lo, start);
}

function cursorFrom(segment: Segment, hi: number, lo: number, start: Start): Cursor {
  const { directory, chunk } = segment;
  let { number, bytes, piece } = start;
  let last = number;
  while (isOf(directory, last + 1, hi, lo)) last += 1;
  let pieces = 0;
  let lastPiece = 0;
  let at = 0;
  let end = 0;
  let current = 0;
  /** What the piece after this one begins with, here or in the next chunk. */
  let following = NONE;

  function toPiece(next: number): void {
    piece = next;
    at = endOf(bytes, pieces, piece - 1);
    end = endOf(bytes, pieces, piece);
    current = firstOf(bytes, at);
    while ((bytes[at] ?? 0) > 0x7f) at += 1;
    at += 1;
    if (piece < lastPiece) following = firstOf(bytes, end);
    else following = number < last ? (directory.first[number + 1] ?? NONE) : NONE;
  }

  function toChunk(next: number, from: number): void {
    number = next;
    bytes = chunk(next);
    pieces = piecesIn(bytes);
    lastPiece = pieceFrom(bytes, hi, lo + 1) - 1;
    toPiece(from);
  }

  /** To the last piece that begins no lower than this. */
  function skip(occurrence: number): void {
    let next = number;
    while (next < last && (directory.first[next + 1] ?? NONE) >= occurrence) next += 1;
    if (next > number) toChunk(next, 0);
    let low = piece;
    let high = lastPiece;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (firstOf(bytes, endOf(bytes, pieces, middle - 1)) >= occurrence) low = middle;
      else high = middle - 1;
    }
    if (low > piece) toPiece(low);
  }

  toChunk(number, piece);
  return {
    weight: (last - number) * CHUNK_BYTES + endOf(bytes, pieces, lastPiece) - at,
    seek(occurrence) {
      if (current <= occurrence) return current;
      if (following >= occurrence) skip(occurrence);
      let value = current;
      let read = at;
      while (value > occurrence && read < end) {
        let byte = bytes[read] ?? 0;
        read += 1;
        let step = byte & 0x7f;
        for (let shift = 7; byte > 0x7f; shift += 7) {
          byte = bytes[read] ?? 0;
          read += 1;
          step |= (byte & 0x7f) << shift;
        }
        value -= step;
      }
      current = value;
      at = read;
      if (value <= occurrence) return value;
      // The piece is at its end, and what follows is lower than asked for.
      if (piece < lastPiece) toPiece(piece + 1);
      else if (number < last) toChunk(number + 1, 0);
      else current = NONE;
      return current;
    },
  };
}

function isOf(
  { hi: his, lo: los }: Segment['directory'],
  at: number,
  hi: number,
  lo: number,
): boolean {
  return his[at] === hi && los[at] === lo;
}

/** The last chunk that begins before this gram: the first that can hold it, unless one begins with it. */
export function chunkBefore({ directory }: Segment, hi: number, lo: number): number {
  let low = 0;
  let high = directory.size;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = directory.hi[middle] ?? 0;
    if (there < hi || (there === hi && (directory.lo[middle] ?? 0) < lo)) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

type Start = { readonly number: number; readonly bytes: Uint8Array; readonly piece: number };

function startOf(segment: Segment, hi: number, lo: number): Start | null {
  const before = chunkBefore(segment, hi, lo);
  for (const number of [before, before + 1]) {
    if (number < 0 || (number > before && !isOf(segment.directory, number, hi, lo))) continue;
    const bytes = segment.chunk(number);
    const piece = pieceFrom(bytes, hi, lo);
    const isThere =
      piece < piecesIn(bytes) && hiOf(bytes, piece) === hi && loOf(bytes, piece) === lo;
    if (isThere) return { number, bytes, piece };
  }
  return null;
}

/** Whether a document has the gram, by a cursor that stood at or after it. */
export function newestDocument(cursor: Cursor, document: number): number {
  return cursor.seek((document << POSITION_BITS) | BEYOND) >> POSITION_BITS;
}

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
