import { randomFillSync } from 'node:crypto';

import type { Database, Statement } from 'better-sqlite3';
import { z } from 'zod';

import type { IntentId } from '#shared/domain/ids.ts';

import { CHAIN_START, type ChainLink, SALT_BYTES, digestOf, hashOf, toHex } from './chain.ts';
import {
  type EventOf,
  type FirstCallback,
  type LogEvent,
  type NewEvent,
  checkEvent,
  logEventSchema,
} from './events.ts';
import { createStatements } from '../../sqlite/openSqlite.ts';

/** The newest event. `hash` is the hexadecimal form of `bytes`. */
type Head = { readonly seq: number; readonly hash: string; readonly bytes: Uint8Array };

export type EventStore = ReturnType<typeof createEventStore>;

const eventRowSchema = z.object({
  seq: z.int(),
  at: z.string(),
  kind: z.string(),
  body: z.string(),
});
const headRowSchema = z.object({ seq: z.int(), bytes: z.instanceof(Uint8Array) });
const NO_EVENT = { seq: 0, bytes: CHAIN_START };
const EVENT_COLUMNS = 'seq, at, kind, body';

const SQL = {
  head: 'SELECT seq, hash AS bytes FROM event ORDER BY seq DESC LIMIT 1',
  insert: `
    INSERT INTO event (seq, at, kind, intent_id, body, salt, digest, previous, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  ofIntent: `SELECT ${EVENT_COLUMNS} FROM event WHERE intent_id = ? ORDER BY seq`,
  bySeq: `SELECT ${EVENT_COLUMNS} FROM event WHERE seq = ?`,
  hashAt: 'SELECT lower(hex(hash)) FROM event WHERE seq = ?',
  newest: `
    SELECT ${EVENT_COLUMNS} FROM event
    WHERE intent_id IS NULL AND kind = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`,
  // Concatenating a blob and a text in a UTF-8 database puts their bytes one after the other.
  links: `
    SELECT seq, at, kind, intent_id, CAST(salt || body AS BLOB), length(salt),
      lower(hex(digest)), lower(hex(previous)), lower(hex(hash))
    FROM event WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?`,
} as const;
const LINKS_AT_ONCE = 1000;

/**
 * `newSalt`: only sample rows may have salts that can be guessed. `check`: only those may go unchecked,
 * because checking millions takes minutes.
 */
export function createEventStore(
  db: Database,
  newSalt = createSalts(),
  check: (event: LogEvent) => void = checkEvent,
) {
  const of = createStatements(db, Object.values(SQL));
  let known: Head | null = null;
  function head(): Head {
    if (known !== null) return known;
    const { seq, bytes } = headRowSchema.optional().parse(of(SQL.head).get()) ?? NO_EVENT;
    known = { seq, bytes, hash: toHex(bytes) };
    return known;
  }

  return {
    /** To be called inside the transaction that also writes the projection. */
    append(event: NewEvent, at: string): LogEvent {
      const { seq: before, bytes: previous } = head();
      const seq = before + 1;
      const placed = { ...event, seq, at };
      check(placed);
      const body = JSON.stringify(event.body);
      const salt = newSalt();
      const digest = digestOf(salt, body);
      const hash = hashOf(previous, seq, at, event.kind, digest);
      const intentId = 'intentId' in event.body ? event.body.intentId : null;
      of(SQL.insert).run(seq, at, event.kind, intentId, body, salt, digest, previous, hash);
      known = { seq, bytes: hash, hash: toHex(hash) };
      return placed;
    },
    head,
    /** After a rollback: the head kept in memory may be of events that are not there. */
    forgetHead(): void {
      known = null;
    },
    ofIntent: (intentId: IntentId) => of(SQL.ofIntent).all(intentId).map(readEvent),
    bySeq: (seq: number) => readOne(of(SQL.bySeq).get(seq)),
    /** Null where the event is no callback, or only a repeat of one. */
    callbackAt(seq: number): FirstCallback | null {
      const event = readOne(of(SQL.bySeq).get(seq));
      return event?.kind === 'callback' || event?.kind === 'callback_apart' ? event : null;
    },
    /** In hexadecimal; null where there is no such event. */
    hashAt: (seq: number): string | null =>
      z.string().optional().parse(of(SQL.hashAt).pluck().get(seq)) ?? null,
    /** The newest event of a kind that is about the log itself, not about a request. */
    newest<K extends LogEvent['kind']>(
      kind: K,
      upToSeq = Number.MAX_SAFE_INTEGER,
    ): EventOf<K> | null {
      const event = readOne(of(SQL.newest).get(kind, upToSeq));
      return event !== null && isOfKind(event, kind) ? event : null;
    },
    /** In order, read in pieces: between two of them the connection holds no old state of the file. */
    links: (upToSeq?: number, atOnce?: number) => linksIn(of(SQL.links).raw(), upToSeq, atOnce),
  };
}

function isOfKind<K extends LogEvent['kind']>(event: LogEvent, kind: K): event is EventOf<K> {
  return event.kind === kind;
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
