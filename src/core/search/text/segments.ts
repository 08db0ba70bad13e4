import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  type Chunk,
  type Directory,
  createChunkWriter,
  directoryBytes,
  directoryFrom,
} from './chunk.ts';
import { type ReadChunk, createChunkReader } from './chunkReader.ts';
import { type DenseKey, createDenseMarks, denseKeyOf } from './dense.ts';
import type { TakeList } from './grams.ts';

/** The lists of `count` documents from place `base` on, never changed once they are there. */
export type Segment = {
  readonly id: number;
  readonly base: number;
  readonly count: number;
  readonly directory: Directory;
  readonly chunk: (number: number) => Chunk;
  /** The same for who goes through all of them: not kept for the next one. */
  readonly chunkOnce: (number: number) => Chunk;
  /** Whether many documents have it and are marked, by `denseKeyOf`; never so in a small segment. */
  readonly isDense: (key: string) => boolean;
  /** A bit for each document. */
  readonly dense: (key: string) => Uint32Array;
};

type Draft = { readonly list: TakeList; readonly finish: () => void };

export type Segments = {
  /** Oldest first, one after another without gaps. */
  readonly all: () => readonly Segment[];
  /** Where the documents of segments end. */
  readonly end: () => number;
  /** A new segment, seen by nobody until it is finished; then it stands in the place of those it was made of. */
  readonly draft: (base: number, count: number) => Draft;
  /** Removes a piece of what no segment needs any more; true: there was some. */
  readonly sweep: () => boolean;
};

export const SEGMENT_TABLES = `
  CREATE TABLE IF NOT EXISTS text_segment (
    id INTEGER PRIMARY KEY, base INTEGER NOT NULL, count INTEGER NOT NULL, directory BLOB NOT NULL, dense TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS text_chunk (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;`;

/** Row of a chunk: its segment and its number there in one. The dense marks have the upper half of the numbers. */
const CHUNKS_OF_SEGMENT = 2 ** 24;
const FIRST_DENSE = 2 ** 23;
const SWEPT_AT_ONCE = 512;

const segmentRow = z.object({
  id: z.int(),
  base: z.int(),
  count: z.int(),
  directory: z.instanceof(Uint8Array),
  dense: z.string(),
});
const denseKeys = z.array(z.tuple([z.int(), z.int(), z.int()]));
const idRow = z.object({ id: z.int().nullable() });

type SegmentParts = Pick<Segment, 'id' | 'base' | 'count' | 'directory'> & {
  readonly denseKeys: readonly DenseKey[];
};

function segmentOf(
  parts: SegmentParts,
  read: Readonly<Record<'kept' | 'once', ReadChunk>>,
): Segment {
  const { id, base, count, directory } = parts;
  const first = id * CHUNKS_OF_SEGMENT;
  const dense = new Map(
    parts.denseKeys.map((key, at) => [denseKeyOf(key), first + FIRST_DENSE + at]),
  );
  return {
    id,
    base,
    count,
    directory,
    chunk: (number) => read.kept(first + number),
    chunkOnce: (number) => read.once(first + number),
    isDense: (key) => dense.has(key),
    dense(key) {
      const { buffer, byteOffset, byteLength } = read.kept(dense.get(key) ?? -1);
      // Numbers of 32 bits may begin only at some bytes.
      return byteOffset % 4 === 0
        ? new Uint32Array(buffer, byteOffset, byteLength / 4)
        : new Uint32Array(buffer.slice(byteOffset, byteOffset + byteLength));
    },
  };
}

type SegmentSizes = { readonly chunkBytes: number; readonly denseFrom: number };

export function openSegments(db: Database, sizes: SegmentSizes): Segments {
  const read = createChunkReader(db);
  let segments = loadSegments(db, read);
  let { unused, nextId } = leftovers(db, segments);
  const insertSegment = db.prepare(
    'INSERT INTO text_segment (id, base, count, directory, dense) VALUES (?, ?, ?, ?, ?)',
  );
  const deleteSegment = db.prepare('DELETE FROM text_segment WHERE id = ?');
  const insertChunk = db.prepare('INSERT INTO text_chunk (id, bytes) VALUES (?, ?)');
  const deleteChunks = db.prepare(
    'DELETE FROM text_chunk WHERE id IN (SELECT id FROM text_chunk WHERE id >= ? AND id < ? LIMIT ?)',
  );

  function putInPlace(parts: SegmentParts): void {
    const { id, base, count, directory } = parts;
    const isInside = (old: Segment) => old.base >= base && endOf(old) <= base + count;
    const replaced = segments.filter(isInside);
    for (const old of replaced) deleteSegment.run(old.id);
    insertSegment.run(id, base, count, directoryBytes(directory), JSON.stringify(parts.denseKeys));
    const others = segments.filter((old) => !isInside(old));
    segments = [...others, segmentOf(parts, read)].toSorted((a, b) => a.base - b.base);
    unused = [...unused, ...replaced.map((old) => old.id)];
  }

  return {
    all: () => segments,
    end: () => endOf(segments.at(-1)),
    draft(base, count) {
      const id = nextId;
      nextId += 1;
      const store = (number: number, bytes: Uint8Array) =>
        void insertChunk.run(id * CHUNKS_OF_SEGMENT + number, bytes);
      return createDraft(count, sizes, store, (lists) => putInPlace({ id, base, count, ...lists }));
    },
    sweep() {
      const [id, ...others] = unused;
      if (id === undefined) return false;
      const first = id * CHUNKS_OF_SEGMENT;
      const { changes } = deleteChunks.run(first, first + CHUNKS_OF_SEGMENT, SWEPT_AT_ONCE);
      if (changes < SWEPT_AT_ONCE) unused = others;
      return true;
    },
  };
}

function loadSegments(
  db: Database,
  read: Readonly<Record<'kept' | 'once', ReadChunk>>,
): readonly Segment[] {
  const rows = db
    .prepare('SELECT id, base, count, directory, dense FROM text_segment ORDER BY base')
    .all()
    .map((row) => segmentRow.parse(row));
  return rows.map(({ id, base, count, directory, dense }) => {
    const keys = denseKeys.parse(JSON.parse(dense));
    return segmentOf(
      { id, base, count, directory: directoryFrom(directory), denseKeys: keys },
      read,
    );
  });
}

function createDraft(
  count: number,
  sizes: SegmentSizes,
  store: (number: number, bytes: Uint8Array) => void,
  finish: (lists: Pick<SegmentParts, 'directory' | 'denseKeys'>) => void,
): Draft {
  const keys: DenseKey[] = [];
  const writer = createChunkWriter(store, sizes.chunkBytes);
  const marks = createDenseMarks(count, (key, bits) => {
    store(FIRST_DENSE + keys.length, bits);
    keys.push(key);
  });
  const hasMarks = count >= sizes.denseFrom;
  return {
    list(hi, lo, occurrences, from, end) {
      writer.list(hi, lo, occurrences, from, end);
      if (hasMarks) marks.list(hi, lo, occurrences, from, end);
    },
    finish() {
      marks.finish();
      finish({ directory: writer.finish(), denseKeys: keys });
    },
  };
}

function endOf(segment: Segment | undefined): number {
  return segment === undefined ? 0 : segment.base + segment.count;
}

/** Segments that were replaced, or never finished, of which there are chunks: something ended the program before they were swept away. */
function leftovers(
  db: Database,
  segments: readonly Segment[],
): { readonly unused: readonly number[]; readonly nextId: number } {
  const next = db.prepare('SELECT min(id) AS id FROM text_chunk WHERE id >= ?');
  const used = new Set(segments.map(({ id }) => id));
  const unused: number[] = [];
  let nextId = Math.max(0, ...used) + 1;
  for (let id = 0; ; id += 1) {
    const { id: chunk } = idRow.parse(next.get(id * CHUNKS_OF_SEGMENT));
    if (chunk === null) return { unused, nextId };
    id = Math.floor(chunk / CHUNKS_OF_SEGMENT);
    if (!used.has(id)) unused.push(id);
    nextId = Math.max(nextId, id + 1);
  }
}
