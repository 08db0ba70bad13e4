import type { Database } from 'better-sqlite3';

import type { Chunk } from './chunk.ts';

export type ReadChunk = (id: number) => Chunk;

/** Kept in memory of what was read lately: twice this at most. */
const GENERATION_BYTES = 6 * 2 ** 20;

/** Two generations: what was read lately stays, without the bookkeeping of a list in order of use. */
export function createChunkReader(db: Database): {
  readonly kept: ReadChunk;
  readonly once: ReadChunk;
} {
  const read = db.prepare<[number]>('SELECT bytes FROM text_chunk WHERE id = ?').pluck();
  let young = new Map<number, Chunk>();
  let old = new Map<number, Chunk>();
  let youngBytes = 0;
  function once(id: number): Chunk {
    const bytes = read.get(id);
    if (!(bytes instanceof Uint8Array)) throw new Error(`The text index has lost its chunk ${id}.`);
    return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }
  return {
    once,
    kept(id) {
      const known = young.get(id);
      if (known !== undefined) return known;
      const chunk = old.get(id) ?? once(id);
      if (youngBytes >= GENERATION_BYTES) {
        old = young;
        young = new Map();
        youngBytes = 0;
      }
      young.set(id, chunk);
      youngBytes += chunk.byteLength;
      return chunk;
    },
  };
}
