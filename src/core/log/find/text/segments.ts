import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type Directory, createChunkWriter, directoryBytes, directoryFrom } from './chunk.ts';
import type { TakeList } from './grams.ts';

/** The lists of `count` documents from place `base` on, never changed once they are there. */
export type Segment = {
  readonly id: number;
  readonly base: number;
  readonly count: number;
  readonly directory: Directory;
  readonly chunk: (number: number) => Uint8Array;
  /** The same for who goes through all of them: not kept for the next one. */
  readonly chunkOnce: (number: number) => Uint8Array;
};

export type Segments = {
  /** Oldest first, one after another without gaps. */
  readonly all: () => readonly Segment[];
  /** Where the documents of segments end. */
  readonly end: () => number;
  /** A new segment, seen by nobody until it is finished; then it stands in the place of those it was made of. */
  readonly draft: (
    base: number,
    count: number,
  ) => { readonly list: TakeList; readonly finish: () => void };
  /** Removes a piece of what no segment needs any more; true: there was some. */
  readonly sweep: () => boolean;
};

export const SEGMENT_TABLES = `
  CREATE TABLE IF NOT EXISTS text_segment (
    id INTEGER PRIMARY KEY, base INTEGER NOT NULL, count INTEGER NOT NULL, directory BLOB NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS text_chunk (id INTEGER PRIMARY KEY, bytes BLOB NOT NULL) STRICT;`;

/** Row of a chunk: its segment and its number there in one. */
const CHUNKS_OF_SEGMENT = 2 ** 24;
const SWEPT_AT_ONCE = 512;

const segmentRow = z.object({
  id: z.int(),
  base: z.int(),
  count: z.int(),
  directory: z.instanceof(Uint8Array),
});
const idRow = z.object({ id: z.int().nullable() });

export function openSegments(db: Database, chunkBytes: number): Segments {
  const read = createChunkReader(db);
  const segmentOf = (id: number, base: number, count: number, directory: Directory): Segment => ({
    id,
    base,
    count,
    directory,
    chunk: (number) => read.kept(id * CHUNKS_OF_SEGMENT + number),
    chunkOnce: (number) => read.once(id * CHUNKS_OF_SEGMENT + number),
  });
  let segments: readonly Segment[] = db
    .prepare('SELECT id, base, count, directory FROM text_segment ORDER BY base')
    .all()
    .map((row) => segmentRow.parse(row))
    .map(({ id, base, count, directory }) => segmentOf(id, base, count, directoryFrom(directory)));
  let { unused, nextId } = leftovers(db, segments);

  const insertSegment = db.prepare(
    'INSERT INTO text_segment (id, base, count, directory) VALUES (?, ?, ?, ?)',
  );
  const deleteSegment = db.prepare('DELETE FROM text_segment WHERE id = ?');
  const insertChunk = db.prepare('INSERT INTO text_chunk (id, bytes) VALUES (?, ?)');
  const deleteChunks = db.prepare('DELETE FROM text_chunk WHERE id >= ? AND id < ?');

  return {
    all: () => segments,
    end: () => endOf(segments.at(-1)),
    draft(base, count) {
      const id = nextId;
      nextId += 1;
      const writer = createChunkWriter((number, chunk) => {
        insertChunk.run(id * CHUNKS_OF_SEGMENT + number, chunk);
      }, chunkBytes);
      return {
        list: writer.list,
        finish() {
          const made = segmentOf(id, base, count, writer.finish());
          const isInside = (old: Segment) => old.base >= base && endOf(old) <= endOf(made);
          const replaced = segments.filter(isInside);
          for (const old of replaced) deleteSegment.run(old.id);
          insertSegment.run(id, base, count, directoryBytes(made.directory));
          segments = [...segments.filter((old) => !isInside(old)), made].toSorted(
            (a, b) => a.base - b.base,
          );
          unused = [
            ...unused,
            ...replaced.map((old) => ({ id: old.id, from: 0, end: old.directory.size })),
          ];
        },
      };
    },
    sweep() {
      const [one, ...others] = unused;
      if (one === undefined) return false;
      const first = one.id * CHUNKS_OF_SEGMENT + one.from;
      deleteChunks.run(first, first + SWEPT_AT_ONCE);
      const from = one.from + SWEPT_AT_ONCE;
      unused = from < one.end ? [{ ...one, from }, ...others] : others;
      return true;
    },
  };
}

function endOf(segment: Segment | undefined): number {
  return segment === undefined ? 0 : segment.base + segment.count;
}

type Unused = { readonly id: number; readonly from: number; readonly end: number };

/** Chunks of segments that were replaced, or never finished: something ended the program before they were swept away. */
function leftovers(
  db: Database,
  segments: readonly Segment[],
): { readonly unused: readonly Unused[]; readonly nextId: number } {
  const next = db.prepare('SELECT min(id) AS id FROM text_chunk WHERE id >= ?');
  const newest = db.prepare('SELECT max(id) AS id FROM text_chunk WHERE id < ?');
  const used = new Set(segments.map(({ id }) => id));
  const unused: Unused[] = [];
  let nextId = Math.max(0, ...used) + 1;
  for (let from = 0; ;) {
    const { id: chunk } = idRow.parse(next.get(from));
    if (chunk === null) return { unused, nextId };
    const id = Math.floor(chunk / CHUNKS_OF_SEGMENT);
    from = (id + 1) * CHUNKS_OF_SEGMENT;
    nextId = Math.max(nextId, id + 1);
    if (used.has(id)) continue;
    const end = (idRow.parse(newest.get(from)).id ?? chunk) + 1;
    unused.push({ id, from: chunk - id * CHUNKS_OF_SEGMENT, end: end - id * CHUNKS_OF_SEGMENT });
  }
}

const CACHED = 1024;

type Read = (id: number) => Uint8Array;

/** Two generations: what was read lately stays, without the bookkeeping of a list in order of use. */
function createChunkReader(db: Database): { readonly kept: Read; readonly once: Read } {
  const read = db.prepare<[number], unknown>('SELECT bytes FROM text_chunk WHERE id = ?').pluck();
  let young = new Map<number, Uint8Array>();
  let old = new Map<number, Uint8Array>();
  function once(id: number): Uint8Array {
    const bytes = read.get(id);
    if (!(bytes instanceof Uint8Array)) throw new Error(`The text index has lost its chunk ${id}.`);
    return bytes;
  }
  return {
    once,
    kept(id) {
      const known = young.get(id);
      if (known !== undefined) return known;
      const bytes = old.get(id) ?? once(id);
      if (young.size >= CACHED) {
        old = young;
        young = new Map();
      }
      young.set(id, bytes);
      return bytes;
    },
  };
}
