import { randomFillSync } from 'node:crypto';

import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';

import type { IntentId } from '#shared/domain/ids.ts';

import { CHAIN_START, type ChainLink, SALT_BYTES, digestOf, hashOf } from './chain.ts';
import { checkEvent } from './checkWritten.ts';
import { type LogEvent, type NewEvent, logEventSchema } from './events.ts';

type Head = { readonly seq: number; readonly hash: Uint8Array };

export type EventStore = {
  /** To be called inside the transaction that also writes the projection. */
  readonly append: (event: NewEvent, at: string) => LogEvent;
  readonly head: () => Head;
  /** After a rollback: the head kept in memory may be of events that are not there. */
  readonly forgetHead: () => void;
  readonly ofIntent: (intentId: IntentId) => readonly LogEvent[];
  readonly bySeq: (seq: number) => LogEvent | null;
  readonly hashAt: (seq: number) => Uint8Array | null;
  /** The newest event of a kind that is about the log itself, not about a request. */
  readonly newest: (kind: LogEvent['kind'], upToSeq?: number) => LogEvent | null;
  readonly all: () => IterableIterator<LogEvent>;
  /** In order, read in pieces: between two of them the connection holds no old state of the file. */
  readonly links: (upToSeq?: number, atOnce?: number) => IterableIterator<ChainLink>;
};

const bytes = z.instanceof(Uint8Array);
const eventRowSchema = z.object({
  seq: z.int(),
  at: z.string(),
  kind: z.string(),
  body: z.string(),
});
const headRowSchema = z.object({ seq: z.int(), hash: bytes });
const EVENT_COLUMNS = 'seq, at, kind, body';

/** Concatenating a blob and a text in a UTF-8 database puts their bytes one after the other. */
const SELECT_LINKS = `
  SELECT seq, at, kind, intent_id, CAST(salt || body AS BLOB), length(salt),
    lower(hex(digest)), lower(hex(previous)), lower(hex(hash))
  FROM event WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`;
const LINKS_AT_ONCE = 1000;

/**
 * `newSalt`: only sample rows may have salts that can be guessed. `check`: only those may go unchecked,
 * because checking millions takes minutes.
 */
export function createEventStore(
  db: Database,
  newSalt = createSalts(),
  check: (event: LogEvent) => void = checkEvent,
): EventStore {
  const readHead = db.prepare('SELECT seq, hash FROM event ORDER BY seq DESC LIMIT 1');
  const insert = db.prepare(`
    INSERT INTO event (seq, at, kind, intent_id, body, salt, digest, previous, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`);
  const ofIntent = db.prepare(
    `SELECT ${EVENT_COLUMNS} FROM event WHERE intent_id = ? ORDER BY seq`,
  );
  const bySeq = db.prepare(`SELECT ${EVENT_COLUMNS} FROM event WHERE seq = ?`);
  const hashAt = db.prepare('SELECT seq, hash FROM event WHERE seq = ?');
  const newest = db.prepare(
    `SELECT ${EVENT_COLUMNS} FROM event WHERE intent_id IS NULL AND kind = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`,
  );
  const all = db.prepare(`SELECT ${EVENT_COLUMNS} FROM event ORDER BY seq`);
  const links = db.prepare(SELECT_LINKS).raw();

  let known: Head | null = null;
  function head(): Head {
    known ??= headRowSchema.optional().parse(readHead.get()) ?? { seq: 0, hash: CHAIN_START };
    return known;
  }

  return {
    append(event, at) {
      const { seq: before, hash: previous } = head();
      const seq = before + 1;
      const placed = { ...event, seq, at };
      check(placed);
      const body = JSON.stringify(event.body);
      const salt = newSalt();
      const digest = digestOf(salt, body);
      const hash = hashOf(previous, seq, at, event.kind, digest);
      const intentId = 'intentId' in event.body ? event.body.intentId : null;
      insert.run(seq, at, event.kind, intentId, body, salt, digest, previous, hash);
      known = { seq, hash };
      return placed;
    },
    head,
    forgetHead() {
      known = null;
    },
    ofIntent: (intentId) => ofIntent.all(intentId).map(readEvent),
    bySeq: (seq) => readOne(bySeq.get(seq)),
    hashAt: (seq) => headRowSchema.optional().parse(hashAt.get(seq))?.hash ?? null,
    newest: (kind, upToSeq = Number.MAX_SAFE_INTEGER) => readOne(newest.get(kind, upToSeq)),
    *all() {
      for (const row of all.iterate()) yield readEvent(row);
    },
    links: (upToSeq, atOnce) => linksIn(links, upToSeq, atOnce),
  };
}

function* linksIn(
  statement: Statement,
  upToSeq = Number.MAX_SAFE_INTEGER,
  atOnce = LINKS_AT_ONCE,
): Generator<ChainLink> {
  // One before the first event is not ours, and must be met too.
  let last = Number.NEGATIVE_INFINITY;
  for (;;) {
    const rows = statement.all(last, upToSeq, atOnce);
    for (const row of rows) {
      const link = readLink(row);
      yield link;
      last = link.seq;
    }
    if (rows.length < atOnce) return;
  }
}

/** Drawn many at a time: a call for each costs more than the hash it is for. */
const SALTS_AT_ONCE = 256;
function createSalts(): () => Uint8Array {
  const drawn = Buffer.alloc(SALTS_AT_ONCE * SALT_BYTES);
  let at = drawn.length;
  return () => {
    if (at === drawn.length) {
      randomFillSync(drawn);
      at = 0;
    }
    at += SALT_BYTES;
    return Uint8Array.from(drawn.subarray(at - SALT_BYTES, at));
  };
}

/** By hand: a schema for each of millions costs more than the hashing. */
function readLink(row: unknown): ChainLink {
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
    return { seq, at, kind, intentId, salted, saltBytes, digest, previous, hash };
  }
  throw new Error(`Event ${String(seq)} has columns of another kind than it was written with.`);
}

function readOne(row: unknown): LogEvent | null {
  return row === undefined ? null : readEvent(row);
}

export function readEvent(row: unknown): LogEvent {
  const { body, ...place } = eventRowSchema.parse(row);
  const parsed: unknown = JSON.parse(body);
  return logEventSchema.parse({ ...place, body: parsed });
}
