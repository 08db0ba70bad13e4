import { CHUNK_BYTES, endOf, firstOf, hiOf, loOf, pieceFrom, piecesIn } from './chunk.ts';
import { BEYOND, POSITION_BITS } from './grams.ts';
import type { Segment } from './segments.ts';

/** One list of a segment, gone through from the newest occurrence to the oldest, skipping what need not be read. */
export type Cursor = {
  /** About how long the list is: enough to begin with the rarest. */
  readonly weight: number;
  readonly reader: Reader;
};

export const NONE = -1;

export function openCursor(segment: Segment, hi: number, lo: number): Cursor | null {
  const start = startOf(segment, hi, lo);
  if (start === null) return null;
  let last = start.number;
  while (isOf(segment.directory, last + 1, hi, lo)) last += 1;
  const reader = readerAt({ segment, hi, lo, last }, start);
  return { weight: (last - start.number) * CHUNK_BYTES + reader.end - reader.at, reader };
}

/** The newest occurrence not after this one; -1: there is none. Only ever asked for less and less. */
export function newestOccurrence({ reader }: Cursor, occurrence: number): number {
  return reader.current <= occurrence ? reader.current : seek(reader, occurrence);
}

type List = {
  readonly segment: Segment;
  readonly hi: number;
  readonly lo: number;
  readonly last: number;
};

/** Where a list is being read. */
type Reader = {
  readonly list: List;
  number: number;
  bytes: Uint8Array;
  pieces: number;
  piece: number;
  lastPiece: number;
  at: number;
  end: number;
  current: number;
  /** What the piece after this one begins with, here or in the next chunk. */
  following: number;
};

function readerAt(list: List, { number, bytes, piece }: Start): Reader {
  const reader: Reader = {
    list,
    number,
    bytes,
    pieces: 0,
    piece,
    lastPiece: 0,
    at: 0,
    end: 0,
    current: 0,
    following: NONE,
  };
  enter(reader, number, bytes, piece);
  return reader;
}

function enter(reader: Reader, number: number, bytes: Uint8Array, piece: number): void {
  reader.number = number;
  reader.bytes = bytes;
  reader.pieces = piecesIn(bytes);
  reader.lastPiece = pieceFrom(bytes, reader.list.hi, reader.list.lo + 1) - 1;
  toPiece(reader, piece);
}

function toPiece(reader: Reader, piece: number): void {
  const { bytes, pieces, number, list } = reader;
  let at = endOf(bytes, pieces, piece - 1);
  const end = endOf(bytes, pieces, piece);
  reader.piece = piece;
  reader.end = end;
  reader.current = firstOf(bytes, at);
  while ((bytes[at] ?? 0) > 0x7f) at += 1;
  reader.at = at + 1;
  if (piece < reader.lastPiece) reader.following = firstOf(bytes, end);
  else reader.following = number < list.last ? firstOfChunk(list, number + 1) : NONE;
}

function firstOfChunk({ segment }: List, number: number): number {
  return segment.directory.first[number] ?? NONE;
}

/** To the last piece that begins no lower than this. */
function skip(reader: Reader, occurrence: number): void {
  const { list } = reader;
  let next = reader.number;
  while (next < list.last && firstOfChunk(list, next + 1) >= occurrence) next += 1;
  if (next > reader.number) enter(reader, next, list.segment.chunk(next), 0);
  let low = reader.piece;
  let high = reader.lastPiece;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    const first = firstOf(reader.bytes, endOf(reader.bytes, reader.pieces, middle - 1));
    if (first >= occurrence) low = middle;
    else high = middle - 1;
  }
  if (low > reader.piece) toPiece(reader, low);
}

function seek(reader: Reader, occurrence: number): number {
  if (reader.following >= occurrence) skip(reader, occurrence);
  const { bytes, end } = reader;
  let { at, current } = reader;
  while (current > occurrence && at < end) {
    let byte = bytes[at] ?? 0;
    at += 1;
    let step = byte & 0x7f;
    for (let shift = 7; byte > 0x7f; shift += 7) {
      byte = bytes[at] ?? 0;
      at += 1;
      step |= (byte & 0x7f) << shift;
    }
    current -= step;
  }
  reader.at = at;
  reader.current = current;
  if (current > occurrence) goOn(reader);
  return reader.current;
}

/** The piece is at its end, and what follows is lower than asked for. */
function goOn(reader: Reader): void {
  const { list, number, piece } = reader;
  if (piece < reader.lastPiece) toPiece(reader, piece + 1);
  else if (number < list.last) enter(reader, number + 1, list.segment.chunk(number + 1), 0);
  else reader.current = NONE;
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
  return newestOccurrence(cursor, (document << POSITION_BITS) | BEYOND) >> POSITION_BITS;
}
