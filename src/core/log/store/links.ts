import type { Database } from 'better-sqlite3';

import {
  CHAIN_START,
  type ChainLink,
  UnreadableEventError,
  type WholeLink,
  toHex,
} from './chain.ts';
import { unpack } from './packing.ts';
import { createStatements } from '../../sqlite/openSqlite.ts';

const SQL = {
  links: `
    SELECT seq, at, kind, intent_id, body, salt, lower(hex(digest)), lower(hex(hash))
    FROM event WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
} as const;
const LINKS_AT_ONCE = 1000;

/** Every event with its link of the chain, in order. */
export function createLinks(db: Database, hashAt: (seq: number) => string | null) {
  const of = createStatements(db, Object.values(SQL));

  /** Read in pieces: between two of them the connection holds no old state of the file. */
  function* links(
    upToSeq = Number.MAX_SAFE_INTEGER,
    atOnce = LINKS_AT_ONCE,
    // One before the first event is not ours, and must be met too.
    after = Number.NEGATIVE_INFINITY,
  ): Generator<ChainLink> {
    let last = after;
    while (last < upToSeq) {
      // By count: looking for the end would read the page after it, which may be a damaged one.
      const most = Math.min(atOnce, upToSeq - Math.max(0, last));
      const rows = of(SQL.links).raw().all(last, upToSeq, most);
      for (const row of rows) {
        const link = readLink(row);
        last = link.seq;
        yield link;
      }
      if (rows.length === 0) return;
    }
  }

  return {
    links,
    /** After one event and up to another, each naming the one before it: for copies. */
    *written(after = 0, upToSeq = Number.MAX_SAFE_INTEGER): Generator<WholeLink> {
      let previous = after === 0 ? toHex(CHAIN_START) : (hashAt(after) ?? '');
      for (const link of links(upToSeq, LINKS_AT_ONCE, after)) {
        yield { ...link, previous };
        previous = link.hash;
      }
    },
  };
}

/** By hand: a schema for each of millions costs more than the hashing. */
function readLink(row: unknown): ChainLink {
  if (!Array.isArray(row)) throw new Error('A link of the chain could not be read.');
  const columns: readonly unknown[] = row;
  const [seq, at, kind, intentId, body, salt, digest, hash] = columns;
  if (
    typeof seq === 'number' &&
    typeof at === 'string' &&
    typeof kind === 'string' &&
    (intentId === null || typeof intentId === 'string') &&
    Buffer.isBuffer(body) &&
    Buffer.isBuffer(salt) &&
    typeof digest === 'string' &&
    typeof hash === 'string'
  ) {
    const salted = saltedIn(seq, salt, body);
    return { seq, at, kind, intentId, salted, saltBytes: salt.length, digest, hash };
  }
  throw new Error(`Event ${String(seq)} has columns of another kind than it was written with.`);
}

/** Erasing leaves neither salt nor body. */
function saltedIn(seq: number, salt: Buffer, body: Buffer): Buffer | null {
  if (salt.length === 0 && body.length === 0) return null;
  try {
    return Buffer.concat([salt, unpack(body)]);
  } catch (error) {
    throw new UnreadableEventError(seq, error);
  }
}
