import type { TakeList } from './grams.ts';

/**
 * A chunk is one row of a segment, made to fill one page of the database: pieces of lists in the order of their grams.
 *   u16 number of pieces · per piece: u32 hi, u32 lo · per piece: u16 end of its bytes · the bytes
 * A piece is its first occurrence, then the steps down to the next ones, as numbers of 7 bits a byte. A long list is several pieces, so
 * that little of it need be read to find one occurrence, and goes on in the next chunk where this one is full.
 */
export const CHUNK_BYTES = 4048;
const HEAD = 2;
const PER_PIECE = 10;
const LONGEST_NUMBER = 5;
const PIECE = 128;

export function piecesIn(chunk: Uint8Array): number {
  return (chunk[0] ?? 0) | ((chunk[1] ?? 0) << 8);
}

export function hiOf(chunk: Uint8Array, piece: number): number {
  return u32(chunk, HEAD + piece * 8);
}

export function loOf(chunk: Uint8Array, piece: number): number {
  return u32(chunk, HEAD + piece * 8 + 4);
}

/** Where the bytes of a piece end; they begin where those before end. */
export function endOf(chunk: Uint8Array, pieces: number, piece: number): number {
  const bytes = HEAD + pieces * PER_PIECE;
  if (piece < 0) return bytes;
  const at = HEAD + pieces * 8 + piece * 2;
  return bytes + ((chunk[at] ?? 0) | ((chunk[at + 1] ?? 0) << 8));
}

/** The first occurrence of a piece is written whole. */
export function firstOf(chunk: Uint8Array, from: number): number {
  let first = 0;
  let byte = 0x80;
  for (let at = from, shift = 0; byte > 0x7f; at += 1, shift += 7) {
    byte = chunk[at] ?? 0;
    first |= (byte & 0x7f) << shift;
  }
  return first;
}

/** The first piece whose gram is not before this one. */
export function pieceFrom(chunk: Uint8Array, hi: number, lo: number): number {
  let low = 0;
  let high = piecesIn(chunk);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const there = hiOf(chunk, middle);
    if (there < hi || (there === hi && loOf(chunk, middle) < lo)) low = middle + 1;
    else high = middle;
  }
  return low;
}

function u32(bytes: Uint8Array, at: number): number {
  return (
    ((bytes[at] ?? 0) |
      ((bytes[at + 1] ?? 0) << 8) |
      ((bytes[at + 2] ?? 0) << 16) |
      ((bytes[at + 3] ?? 0) << 24)) >>>
    0
  );
}

/** Of every chunk of a segment: the gram and the occurrence it begins with. */
export type Directory = {
  readonly size: number;
  readonly hi: Uint32Array;
  readonly lo: Uint32Array;
  readonly first: Uint32Array;
};

export type ChunkWriter = {
  readonly list: TakeList;
  readonly finish: () => Directory;
};

export function createChunkWriter(
  store: (number: number, chunk: Uint8Array) => void,
  room: number,
): ChunkWriter {
  const heads: number[] = [];
  const halves = new Uint32Array(room);
  const ends = new Uint16Array(room);
  const bytes = new Uint8Array(room);
  let pieces = 0;
  let used = 0;

  const left = () => room - HEAD - pieces * PER_PIECE - used;

  function flush(): void {
    store(heads.length / 3 - 1, packed(halves, ends, pieces, bytes.subarray(0, used)));
    pieces = 0;
    used = 0;
  }

  /** As much of the list as there is room for; where the rest begins. */
  function piece(occurrences: Uint32Array, from: number, end: number): number {
    const full = room - HEAD - (pieces + 1) * PER_PIECE - LONGEST_NUMBER;
    let to = used;
    let before = 0;
    let at = from;
    do {
      const occurrence = occurrences[at] ?? 0;
      let rest = at === from ? occurrence : before - occurrence;
      before = occurrence;
      while (rest > 0x7f) {
        bytes[to] = (rest & 0x7f) | 0x80;
        to += 1;
        rest >>>= 7;
      }
      bytes[to] = rest;
      to += 1;
      at += 1;
    } while (at < end && to <= full);
    used = to;
    return at;
  }

  return {
    list(hi, lo, occurrences, from, end) {
      let at = from;
      while (at < end) {
        if (left() < PER_PIECE + LONGEST_NUMBER) flush();
        if (pieces === 0) heads.push(hi, lo, occurrences[at] ?? 0);
        // No scraps: what is little more than a piece stays one.
        at = piece(occurrences, at, end - at < PIECE * 1.5 ? end : at + PIECE);
        halves[pieces * 2] = hi;
        halves[pieces * 2 + 1] = lo;
        ends[pieces] = used;
        pieces += 1;
      }
    },
    finish() {
      if (pieces > 0) flush();
      return directoryOf(Uint32Array.from(heads));
    },
  };
}

function packed(halves: Uint32Array, ends: Uint16Array, pieces: number, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD);
  head.writeUInt16LE(pieces, 0);
  const grams = new Uint8Array(halves.buffer, 0, pieces * 8);
  return Buffer.concat([head, grams, new Uint8Array(ends.buffer, 0, pieces * 2), bytes]);
}

function directoryOf(heads: Uint32Array): Directory {
  const size = heads.length / 3;
  const take = (offset: number) =>
    Uint32Array.from({ length: size }, (_, at) => heads[at * 3 + offset] ?? 0);
  return { size, hi: take(0), lo: take(1), first: take(2) };
}

export function directoryBytes({ hi, lo, first }: Directory): Buffer {
  return Buffer.concat(
    [hi, lo, first].map((part) => Buffer.from(part.buffer, part.byteOffset, part.byteLength)),
  );
}

export function directoryFrom(bytes: Uint8Array): Directory {
  // A copy: a blob need not begin where numbers of 32 bits may.
  const all = new Uint32Array(Uint8Array.from(bytes).buffer);
  const size = all.length / 3;
  return {
    size,
    hi: all.subarray(0, size),
    lo: all.subarray(size, size * 2),
    first: all.subarray(size * 2),
  };
}
