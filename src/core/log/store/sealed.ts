import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type SealedBlock, type StoredEvent, hashesOf, unpack } from './sealedBlock.ts';
import { createStatements } from '../../sqlite/openSqlite.ts';

/** About 8 MB. A first filling of the index asks for the same thousand requests twice, which are in some 25 blocks. */
const BLOCKS_KEPT = 32;

const rowSchema = z.object({
  firstSeq: z.int(),
  lastSeq: z.int(),
  previous: z.instanceof(Uint8Array),
  hash: z.instanceof(Uint8Array),
  salts: z.instanceof(Uint8Array),
  packed: z.instanceof(Uint8Array),
});
const rangeSchema = z.object({ firstSeq: z.int(), lastSeq: z.int() }).readonly().optional();
type Range = NonNullable<z.infer<typeof rangeSchema>>;
const headSchema = z.object({ seq: z.int(), bytes: z.instanceof(Uint8Array) }).optional();
const seqSchema = z.int().nullish();
const seqsSchema = z.array(z.int());

/** In the same question as what is counted, because events move meanwhile. */
const NEWEST = 'ifnull((SELECT last_seq FROM sealed ORDER BY first_seq DESC LIMIT 1), 0)';

const SQL = {
  head: 'SELECT last_seq AS seq, hash AS bytes FROM sealed ORDER BY first_seq DESC LIMIT 1',
  // In one question, because events move meanwhile.
  rowBeside: `
    SELECT min(seq) FROM event
    WHERE seq <= (SELECT last_seq FROM sealed ORDER BY first_seq DESC LIMIT 1)`,
  rangeAt: `
    SELECT first_seq AS firstSeq, last_seq AS lastSeq FROM sealed
    WHERE first_seq <= ? ORDER BY first_seq DESC LIMIT 1`,
  block: `
    SELECT first_seq AS firstSeq, last_seq AS lastSeq, previous, hash, salts, packed FROM sealed
    WHERE first_seq = ?`,
  later: 'SELECT block FROM sealed_later WHERE first_seq = ?',
  firstSeqOf: 'SELECT first_seq FROM request WHERE intent_id = ?',
  newest: 'SELECT max(seq) FROM sealed_about_log WHERE kind = ? AND seq <= ?',
  about: 'SELECT seq FROM sealed_about_log WHERE kind = ? AND seq > ? ORDER BY seq',
  isAbout: 'SELECT 1 FROM sealed_about_log WHERE kind = ? AND seq = ?',
  isLater: `
    SELECT 1 FROM request JOIN sealed_later USING (first_seq) WHERE intent_id = ? AND block = ?`,
  aboutCount: `SELECT count(*) FROM sealed_about_log WHERE seq <= ? OR seq > ${NEWEST}`,
  laterCount: `SELECT count(*) FROM sealed_later WHERE block <= ? OR block > ${NEWEST}`,
} as const;

/** A request. Its first event is looked up where it is not given. */
type Asked = { readonly intentId: string; readonly firstSeq?: number };

export type SealedEvents = ReturnType<typeof createSealedEvents>;

/**
 * Events that were moved into blocks. Who also reads rows of `event` reads those first: an event only ever moves from a row
 * into a block, so that one which was missed as a row is then found here.
 */
export function createSealedEvents(db: Database) {
  const of = createStatements(db);
  const { blockFrom, blockAt, ...blocks } = createBlocks(of);
  const { rangeAt } = blocks;

  function head(): { readonly seq: number; readonly bytes: Uint8Array } | null {
    return headSchema.parse(of(SQL.head).get()) ?? null;
  }

  function blocksOf({ intentId, firstSeq }: Asked): readonly number[] {
    const first = firstSeq ?? seqSchema.parse(of(SQL.firstSeqOf).pluck().get(intentId)) ?? null;
    const range = first === null ? null : rangeAt(first);
    if (range === null) return [];
    return [range.firstSeq, ...seqsSchema.parse(of(SQL.later).pluck().all(first))];
  }

  return {
    ...blocks,
    blockAt,
    head,
    /** The newest sealed event; 0 where there is none. */
    lastSeq: (): number => head()?.seq ?? 0,
    /** A row of an event that is sealed; null where there is none. */
    rowBeside: (): number | null => seqSchema.parse(of(SQL.rowBeside).pluck().get()) ?? null,
    /** After one event and up to another, in order. */
    *between(after: number, upTo: number): Generator<StoredEvent> {
      for (let next = after + 1; next <= upTo;) {
        const block = blockAt(next);
        if (block === null) return;
        yield* block.events.slice(next - block.firstSeq, upTo - block.firstSeq + 1);
        next = block.lastSeq + 1;
      }
    },
    /** Of each request, in order. Each block is unpacked once, however many of the requests are in it. */
    ofRequests(asked: readonly Asked[]): ReadonlyMap<string | null, readonly StoredEvent[]> {
      const found = new Map<string | null, StoredEvent[]>(
        asked.map(({ intentId }) => [intentId, []]),
      );
      const firstSeqs = new Set(asked.flatMap(blocksOf));
      for (const firstSeq of [...firstSeqs].toSorted((a, b) => a - b)) {
        for (const event of blockFrom(firstSeq).events) found.get(event.intentId)?.push(event);
      }
      return found;
    },
    /** Whether the request is known to have events in this block, which is not the one of its first event. */
    isLater: (intentId: string, block: number): boolean =>
      of(SQL.isLater).get(intentId, block) !== undefined,
    /** Of all requests, and of events up to this one or not sealed at all. */
    laterCount: (upToSeq: number): number => z.int().parse(of(SQL.laterCount).pluck().get(upToSeq)),
    ...createAboutLog(of),
  };
}

type Statements = ReturnType<typeof createStatements>;

/** Blocks as they are unpacked, the last few of them kept. */
function createBlocks(of: Statements) {
  const kept = new Map<number, SealedBlock>();
  const hashes = new WeakMap<SealedBlock, readonly string[]>();
  /** Most questions are about the block of the question before. */
  let lastRange: Range = { firstSeq: 0, lastSeq: -1 };

  function rangeAt(seq: number): Range | null {
    if (lastRange.firstSeq <= seq && seq <= lastRange.lastSeq) return lastRange;
    const range = rangeSchema.parse(of(SQL.rangeAt).get(seq));
    if (range === undefined || range.lastSeq < seq) return null;
    lastRange = range;
    return range;
  }

  function blockFrom(firstSeq: number): SealedBlock {
    const block = kept.get(firstSeq) ?? unpack(rowSchema.parse(of(SQL.block).get(firstSeq)));
    kept.delete(firstSeq);
    kept.set(firstSeq, block);
    for (const oldest of kept.keys()) {
      if (kept.size <= BLOCKS_KEPT) break;
      kept.delete(oldest);
    }
    return block;
  }

  function blockAt(seq: number): SealedBlock | null {
    const range = rangeAt(seq);
    return range === null ? null : blockFrom(range.firstSeq);
  }

  return {
    rangeAt,
    blockFrom,
    blockAt,
    /** From the file, whatever is kept of it. */
    readBack(firstSeq: number): SealedBlock {
      kept.delete(firstSeq);
      return blockFrom(firstSeq);
    },
    at(seq: number): StoredEvent | null {
      const block = blockAt(seq);
      return block?.events[seq - block.firstSeq] ?? null;
    },
    /** In hexadecimal. */
    hashAt(seq: number): string | null {
      const block = blockAt(seq);
      if (block === null) return null;
      const all = hashes.get(block) ?? hashesOf(block);
      hashes.set(block, all);
      return all[seq - block.firstSeq] ?? null;
    },
  };
}

/** Sealed events that are about no request, by their kinds. */
function createAboutLog(of: Statements) {
  return {
    newest: (kind: string, upToSeq: number): number | null =>
      seqSchema.parse(of(SQL.newest).pluck().get(kind, upToSeq)) ?? null,
    /** After this one, in order. */
    aboutLog: (kind: string, after: number): readonly number[] =>
      seqsSchema.parse(of(SQL.about).pluck().all(kind, after)),
    isAboutLog: (kind: string, seq: number): boolean =>
      of(SQL.isAbout).get(kind, seq) !== undefined,
    /** Of events up to this one, or not sealed at all. */
    aboutLogCount: (upToSeq: number): number =>
      z.int().parse(of(SQL.aboutCount).pluck().get(upToSeq)),
  };
}

/** The body as it was written; null where it was erased. */
export function bodyOf({ content }: StoredEvent): string | null {
  return 'digest' in content ? null : content.body.toString('utf8');
}
