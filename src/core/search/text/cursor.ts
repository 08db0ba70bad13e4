import {
  type Chunk,
  FIRST,
  endOf,
  firstOf,
  maskOf,
  pieceFrom,
  piecesIn,
  widthOf,
} from './chunk.ts';
import { BEYOND, POSITION_BITS } from './grams.ts';
import { type List, findList, weightOf } from './lists.ts';
import type { Segment } from './segments.ts';

/** One list of a segment, gone through from the newest occurrence to the oldest, skipping what need not be read. */
export type Cursor = {
  /** About how long the list is: enough to begin with the rarest. */
  readonly weight: number;
  readonly reader: Reader;
};

export const NONE = -1;

export function openCursor(segment: Segment, hi: number, lo: number): Cursor | null {
  const list = findList(segment, hi, lo);
  return list === null ? null : { weight: weightOf(list), reader: readerAt(list) };
}

/** The newest occurrence not after this one; -1: there is none. Only ever asked for less and less. */
export function newestOccurrence({ reader }: Cursor, occurrence: number): number {
  return reader.current <= occurrence ? reader.current : seek(reader, occurrence);
}

/** Where a list is being read. */
type Reader = {
  readonly list: List;
  number: number;
  chunk: Chunk;
  pieces: number;
  piece: number;
  lastPiece: number;
  /** Where its next step is, and how wide steps are. */
  at: number;
  width: number;
  end: number;
  current: number;
  /** What the piece after this one begins with, here or in the next chunk. */
  following: number;
};

function readerAt(list: List): Reader {
  const { number, chunk, piece } = list;
  const reader: Reader = {
    list,
    number,
    chunk,
    pieces: 0,
    piece,
    lastPiece: 0,
    at: 0,
    width: 1,
    end: 0,
    current: 0,
    following: NONE,
  };
  enter(reader, number, chunk, piece);
  return reader;
}

function enter(reader: Reader, number: number, chunk: Chunk, piece: number): void {
  reader.number = number;
  reader.chunk = chunk;
  reader.pieces = piecesIn(chunk);
  reader.lastPiece = pieceFrom(chunk, reader.list.hi, reader.list.lo + 1) - 1;
  toPiece(reader, piece);
}

function toPiece(reader: Reader, piece: number): void {
  const { chunk, pieces, number, list } = reader;
  const from = endOf(chunk, pieces, piece - 1);
  const end = endOf(chunk, pieces, piece);
  reader.piece = piece;
  reader.end = end;
  reader.width = widthOf(chunk, pieces, piece);
  reader.current = firstOf(chunk, from);
  reader.at = from + FIRST;
  if (piece < reader.lastPiece) reader.following = firstOf(chunk, end);
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
    const first = firstOf(reader.chunk, endOf(reader.chunk, reader.pieces, middle - 1));
    if (first >= occurrence) low = middle;
    else high = middle - 1;
  }
  if (low > reader.piece) toPiece(reader, low);
}

function seek(reader: Reader, occurrence: number): number {
  if (reader.following >= occurrence) skip(reader, occurrence);
  const { chunk, end, width } = reader;
  const mask = maskOf(width);
  let { at, current } = reader;
  while (current > occurrence && at < end) {
    current -= chunk.getInt32(at, true) & mask;
    at += width;
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

/** Whether a document has the gram, by a cursor that stood at or after it. */
export function newestDocument(cursor: Cursor, document: number): number {
  return newestOccurrence(cursor, (document << POSITION_BITS) | BEYOND) >> POSITION_BITS;
}
