import type { TakeList } from './grams.ts';

/**
 * A chunk is one row of a segment, made to fill one page of the database: pieces of lists in the order of their grams.
 *   u16 number of pieces · per piece: u32 hi, u32 lo · per piece: u16 end of its bytes and how wide its steps are · the bytes
 * A piece is its first occurrence as u32, then the steps down to the next ones, all of them as wide as the widest needs: so they are read
 * without asking of each how long it is, which takes several times as long. A long list is several pieces, so that little of it need
 * be read to find one occurrence, and goes on in the next chunk where this one is full.
 */
export type Chunk = DataView;

export const CHUNK_BYTES = 4048;
const HEAD = 2;
const PER_PIECE = 10;
const PIECE = 128;
/** Bytes of the first occurrence of a piece. */
export const FIRST = 4;
/** A step is read as four bytes however wide it is: behind the last one there are as many as that may take too much. */
const BEHIND = 3;
const WIDTH_SHIFT = 14;
const END_MASK = 2 ** WIDTH_SHIFT - 1;

export function piecesIn(chunk: Chunk): number {
  return chunk.getUint16(0, true);
}

export function hiOf(chunk: Chunk, piece: number): number {
  return chunk.getUint32(HEAD + piece * 8, true);
}

export function loOf(chunk: Chunk, piece: number): number {
  return chunk.getUint32(HEAD + piece * 8 + 4, true);
}

/** Where the bytes of a piece end; they begin where those before end. */
export function endOf(chunk: Chunk, pieces: number, piece: number): number {
  const bytes = HEAD + pieces * PER_PIECE;
  return piece < 0
    ? bytes
    : bytes + (chunk.getUint16(HEAD + pieces * 8 + piece * 2, true) & END_MASK);
}

/** Bytes of each step of a piece. */
export function widthOf(chunk: Chunk, pieces: number, piece: number): number {
  return (chunk.getUint16(HEAD + pieces * 8 + piece * 2, true) >>> WIDTH_SHIFT) + 1;
}

/** What of four bytes is a step of this width. */
export function maskOf(width: number): number {
  return -1 >>> (32 - width * 8);
}

export function firstOf(chunk: Chunk, from: number): number {
  return chunk.getInt32(from, true);
}

/** The first piece whose gram is not before this one. */
export function pieceFrom(chunk: Chunk, hi: number, lo: number): number {
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
  const view = new DataView(bytes.buffer);
  let pieces = 0;
  let used = 0;

  /** For the steps of one more piece. */
  const left = () => room - HEAD - (pieces + 1) * PER_PIECE - used - FIRST - BEHIND;

  function flush(): void {
    bytes.fill(0, used, used + BEHIND);
    store(heads.length / 3 - 1, packed(halves, ends, pieces, bytes.subarray(0, used + BEHIND)));
    pieces = 0;
    used = 0;
  }

  /** As much of the list as there is room for; where the rest begins. */
  function piece(occurrences: Uint32Array, from: number, end: number): number {
    let width = widthFor(occurrences, from, end);
    const to = Math.min(end, from + 1 + Math.floor(left() / width));
    if (to < end) width = widthFor(occurrences, from, to);
    let before = occurrences[from] ?? 0;
    view.setInt32(used, before, true);
    used += FIRST;
    for (let at = from + 1; at < to; at += 1) {
      const occurrence = occurrences[at] ?? 0;
      view.setInt32(used, before - occurrence, true);
      before = occurrence;
      used += width;
    }
    ends[pieces] = used | ((width - 1) << WIDTH_SHIFT);
    return to;
  }

  return {
    list(hi, lo, occurrences, from, end) {
      let at = from;
      while (at < end) {
        if (left() < 0) flush();
        if (pieces === 0) heads.push(hi, lo, occurrences[at] ?? 0);
        // No scraps: what is little more than a piece stays one.
        at = piece(occurrences, at, end - at < PIECE * 1.5 ? end : at + PIECE);
        halves[pieces * 2] = hi;
        halves[pieces * 2 + 1] = lo;
        pieces += 1;
      }
    },
    finish() {
      if (pieces > 0) flush();
      return directoryOf(Uint32Array.from(heads));
    },
  };
}

/** Bytes of the widest step. */
function widthFor(occurrences: Uint32Array, from: number, end: number): number {
  let bits = 1;
  for (let at = from + 1; at < end; at += 1) {
    bits |= (occurrences[at - 1] ?? 0) - (occurrences[at] ?? 0);
  }
  return 4 - (Math.clz32(bits) >>> 3);
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
