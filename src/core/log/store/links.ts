import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { CHAIN_START, type ChainLink, type WholeLink, digestOf, hashOf, toHex } from './chain.ts';
import type { SealedEvents } from './sealed.ts';
import { linksOf } from './sealedBlock.ts';
import { createStatements } from '../../sqlite/openSqlite.ts';

const SQL = {
  nextRow: 'SELECT min(seq) FROM event WHERE seq > ? AND seq <= ?',
  // Concatenating a blob and a text in a UTF-8 database puts their bytes one after the other.
  links: `
    SELECT seq, at, kind, intent_id, CAST(salt || body AS BLOB), length(salt),
      lower(hex(digest)), lower(hex(previous)), lower(hex(hash))
    FROM event WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
} as const;
const LINKS_AT_ONCE = 1000;
const nextSchema = z.number().nullable();

/** Every event with its link of the chain, in order: rows and sealed ones alike. */
export function createLinks(
  db: Database,
  sealed: SealedEvents,
  hashAt: (seq: number) => string | null,
) {
  const of = createStatements(db, Object.values(SQL));
  const rowLinks = (after: number, most: number, upToSeq = Number.MAX_SAFE_INTEGER) =>
    of(SQL.links).raw().all(after, upToSeq, most).map(readLink);

  /** Read in pieces: between two of them the connection holds no old state of the file. */
  function* links(
    upToSeq = Number.MAX_SAFE_INTEGER,
    atOnce = LINKS_AT_ONCE,
    // One before the first event is not ours, and must be met too.
    after = Number.NEGATIVE_INFINITY,
  ): Generator<ChainLink> {
    let last = after;
    while (last < upToSeq) {
      const next = Math.max(1, last + 1);
      // The row first: an event may move into a block between the two questions.
      const row = nextSchema.parse(of(SQL.nextRow).pluck().get(last, upToSeq));
      const block = row === null || row > next ? sealed.blockAt(next) : null;
      const piece =
        block === null
          ? // By count: looking for the end would read the page after it, which may be a damaged one.
            rowLinks(last, Math.min(atOnce, upToSeq - next + 1), upToSeq)
          : linksOf(block).filter(({ seq }) => seq >= next && seq <= upToSeq);
      yield* piece;
      const end = piece.at(-1);
      if (end === undefined) return;
      last = end.seq;
    }
  }

  return {
    links,
    /** Rows alone. */
    rowLinks,
    /** After one event and up to another, each stating all of its link: for copies. */
    *written(after = 0, upToSeq = Number.MAX_SAFE_INTEGER): Generator<WholeLink> {
      let previous = after === 0 ? toHex(CHAIN_START) : (hashAt(after) ?? '');
      for (const link of links(upToSeq, LINKS_AT_ONCE, after)) {
        const whole = wholeOf(link, previous);
        yield whole;
        previous = whole.hash;
      }
    },
  };
}

/** In a block most of the hashes are not stored, because they follow from the rest. */
function wholeOf(link: ChainLink, before: string): WholeLink {
  const { seq, at, kind, salted, saltBytes } = link;
  const previous = link.previous ?? before;
  const digest =
    link.digest ??
    (salted === null
      ? ''
      : toHex(digestOf(salted.subarray(0, saltBytes), salted.subarray(saltBytes))));
  const hash =
    link.hash ??
    toHex(hashOf(Buffer.from(previous, 'hex'), seq, at, kind, Buffer.from(digest, 'hex')));
  return { ...link, previous, digest, hash };
}

/** By hand: a schema for each of millions costs more than the hashing. */
export function readLink(row: unknown): WholeLink {
  if (!Array.isArray(row)) throw new Error('A link of the chain could not be read.');
  const columns: readonly unknown[] = row;
  const [seq, at, kind, intentId, salted, saltBytes, digest, previous, hash] = columns;
  if (
    typeof seq === 'number' &&
    typeof at === 'string' &&
    typeof kind === 'string' &&
    (intentId === null || typeof intentId === 'string') &&
    Buffer.isBuffer(salted) &&
    typeof saltBytes === 'number' &&
    typeof digest === 'string' &&
    typeof previous === 'string' &&
    typeof hash === 'string'
  ) {
    // Erasing leaves neither salt nor body.
    const content = salted.length === 0 ? null : salted;
    return { seq, at, kind, intentId, salted: content, saltBytes, digest, previous, hash };
  }
  throw new Error(`Event ${String(seq)} has columns of another kind than it was written with.`);
}
