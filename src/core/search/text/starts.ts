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
import type { Listed } from './lists.ts';

/**
 * Where a word may begin in a segment: every occurrence of one of its grams, moved to the beginning of the word, and then fewer and
 * fewer of them. Descending, in room that is used for one segment after another.
 */
export type Starts = {
  /**
   * All occurrences of the gram at `offset`; the last gram of the word is at `lastOffset`. False: some are so far behind in their
   * document that positions do not tell.
   */
  readonly read: (list: Listed, offset: number, lastOffset: number) => boolean;
  /** Those at which this list has the gram at `offset` too. */
  readonly keepIn: (list: Listed, offset: number) => void;
  readonly size: () => number;
  /** The places before `end` of their documents, each once. Document 0 is at `base`. */
  readonly places: (base: number, end: number) => Uint32Array;
};
const NOWHERE = new Uint32Array(0);

const FIRST_ROOM = 4096;

/** The first `size` of `own`. While some are being kept: so many were looked at, and so many of them kept. */
type Room = { own: Uint32Array; size: number; looked: number; kept: number };

export function createStarts(): Starts {
  const room: Room = { own: new Uint32Array(FIRST_ROOM), size: 0, looked: 0, kept: 0 };
  const filter = new Uint32Array(FILTER_BITS / 32);
  return {
    read: (list, offset, lastOffset) => readList(room, list, offset, lastOffset),
    keepIn(list, offset) {
      markAll(filter, room);
      room.looked = 0;
      room.kept = 0;
      keepInList(room, filter, list, offset);
      room.size = room.kept;
    },
    size: () => room.size,
    places(base, end) {
      const { own, size } = room;
      let found = 0;
      for (let at = 0; at < size; at += 1) {
        const place = base + ((own[at] ?? 0) >>> POSITION_BITS);
        if (place >= end || (found > 0 && own[found - 1] === place)) continue;
        own[found] = place;
        found += 1;
      }
      room.size = 0;
      return found === 0 ? NOWHERE : own.slice(0, found);
    },
  };
}

function readList(
  room: Room,
  { segment, hi, lo, before, last }: Listed,
  offset: number,
  lastOffset: number,
): boolean {
  const lastTelling = BEYOND - 1 - lastOffset + offset;
  room.size = 0;
  for (let at = Math.max(0, before); at <= last; at += 1) {
    const chunk = segment.chunk(at);
    const end = pieceFrom(chunk, hi, lo + 1);
    for (let piece = pieceFrom(chunk, hi, lo); piece < end; piece += 1) {
      if (!readPiece(room, chunk, piece, offset, lastTelling)) return false;
    }
  }
  return true;
}

function readPiece(
  room: Room,
  chunk: Chunk,
  piece: number,
  offset: number,
  lastTelling: number,
): boolean {
  const pieces = piecesIn(chunk);
  const from = endOf(chunk, pieces, piece - 1);
  const end = endOf(chunk, pieces, piece);
  const width = widthOf(chunk, pieces, piece);
  const mask = maskOf(width);
  // An occurrence has a byte at least.
  const own = roomFor(room, end - from);
  let { size } = room;
  let isTold = true;
  let occurrence = firstOf(chunk, from);
  for (let at = from + FIRST; ; at += width) {
    const position = occurrence & BEYOND;
    if (position > lastTelling) isTold = false;
    if (position >= offset) {
      own[size] = occurrence - offset;
      size += 1;
    }
    if (at >= end) break;
    occurrence -= chunk.getInt32(at, true) & mask;
  }
  room.size = size;
  return isTold;
}

function roomFor(room: Room, more: number): Uint32Array {
  const { own, size } = room;
  if (size + more <= own.length) return own;
  const larger = new Uint32Array((size + more) * 2);
  larger.set(own.subarray(0, size));
  room.own = larger;
  return larger;
}

/**
 * Most of a list is none of the starts, and a bit tells so of nearly all: to go down both side by side would be to guess at every
 * step which of them is next, and to guess wrong half of the time.
 */
const FILTER_BITS = 2 ** 15;
const FILTER_SHIFT = 32 - Math.log2(FILTER_BITS);
const GOLDEN = 0x9e37_79b1;

function hashOf(start: number): number {
  return Math.imul(start, GOLDEN) >>> FILTER_SHIFT;
}

function markAll(filter: Uint32Array, { own, size }: Room): void {
  filter.fill(0);
  for (let at = 0; at < size; at += 1) {
    const hash = hashOf(own[at] ?? 0);
    filter[hash >>> 5] = (filter[hash >>> 5] ?? 0) | (1 << (hash & 31));
  }
}

/** Chunks and pieces in which no start can be are passed over. */
function keepInList(
  room: Room,
  filter: Uint32Array,
  { segment, hi, lo, before, last }: Listed,
  offset: number,
): void {
  const { first } = segment.directory;
  for (let at = Math.max(0, before); at <= last; at += 1) {
    if (at > before) dropAbove(room, (first[at] ?? 0) - offset);
    if (at < last && !isAnyAbove(room, (first[at + 1] ?? 0) - offset)) continue;
    const chunk = segment.chunk(at);
    const pieces = piecesIn(chunk);
    const end = pieceFrom(chunk, hi, lo + 1);
    for (let piece = pieceFrom(chunk, hi, lo); piece < end; piece += 1) {
      dropAbove(room, firstOf(chunk, endOf(chunk, pieces, piece - 1)) - offset);
      const next = endOf(chunk, pieces, piece);
      if (piece + 1 < end && !isAnyAbove(room, firstOf(chunk, next) - offset)) continue;
      keepInPiece(room, filter, chunk, piece, offset);
    }
  }
}

function keepInPiece(
  room: Room,
  filter: Uint32Array,
  chunk: Chunk,
  piece: number,
  offset: number,
): void {
  const pieces = piecesIn(chunk);
  const from = endOf(chunk, pieces, piece - 1);
  const end = endOf(chunk, pieces, piece);
  const width = widthOf(chunk, pieces, piece);
  const mask = maskOf(width);
  let start = firstOf(chunk, from) - offset;
  for (let at = from + FIRST; ; at += width) {
    const hash = hashOf(start);
    if ((((filter[hash >>> 5] ?? 0) >>> (hash & 31)) & 1) === 1) keepIfThere(room, start);
    if (at >= end) return;
    start -= chunk.getInt32(at, true) & mask;
  }
}

function keepIfThere(room: Room, start: number): void {
  dropAbove(room, start);
  if (room.looked >= room.size || room.own[room.looked] !== start) return;
  room.own[room.kept] = start;
  room.kept += 1;
  room.looked += 1;
}

/** Those would have been met by now. */
function dropAbove(room: Room, start: number): void {
  const { own, size } = room;
  let { looked } = room;
  while (looked < size && (own[looked] ?? 0) > start) looked += 1;
  room.looked = looked;
}

function isAnyAbove({ own, size, looked }: Room, start: number): boolean {
  return looked < size && (own[looked] ?? 0) > start;
}
