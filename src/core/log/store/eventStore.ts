import { randomFillSync } from 'node:crypto';

import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { IntentId } from '#shared/domain/ids.ts';

import {
  CHAIN_START,
  SALT_BYTES,
  UnreadableEventError,
  type WholeLink,
  digestOf,
  hashOf,
  toHex,
} from './chain.ts';
import {
  type EventOf,
  type FirstCallback,
  type LogEvent,
  type NewEvent,
  type RequestEvent,
  checkEvent,
  logEventSchema,
} from './events.ts';
import { requestEventAsWritten } from './eventAsWritten.ts';
import { createLinks } from './links.ts';
import { pack, unpack } from './packing.ts';
import { createStatements } from '../../sqlite/openSqlite.ts';

/** The newest event. `hash` is the hexadecimal form of `bytes`. */
type Head = { readonly seq: number; readonly hash: string; readonly bytes: Uint8Array };

export type EventStore = ReturnType<typeof createEventStore>;

const eventRowSchema = z.object({
  seq: z.int(),
  at: z.string(),
  kind: z.string(),
  body: z.instanceof(Uint8Array),
  salt: z.instanceof(Uint8Array),
  digest: z.instanceof(Uint8Array),
});
const headRowSchema = z.object({ seq: z.int(), bytes: z.instanceof(Uint8Array) });
const NO_EVENT = { seq: 0, bytes: CHAIN_START };
const EVENT_COLUMNS = 'seq, at, kind, body, salt, digest';

const SQL = {
  head: 'SELECT seq, hash AS bytes FROM event ORDER BY seq DESC LIMIT 1',
  insert: `
    INSERT INTO event (seq, at, kind, intent_id, body, salt, digest, hash)
    VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  ofIntent: `SELECT ${EVENT_COLUMNS} FROM event WHERE intent_id = ? AND seq <= ? ORDER BY seq`,
  bySeq: `SELECT ${EVENT_COLUMNS} FROM event WHERE seq = ?`,
  hashAt: 'SELECT lower(hex(hash)) FROM event WHERE seq = ?',
  timeOf: 'SELECT at FROM event WHERE seq = ?',
  isErased: 'SELECT length(body) = 0 FROM event WHERE seq = ?',
  newest: `
    SELECT ${EVENT_COLUMNS} FROM event
    WHERE intent_id IS NULL AND kind = ? AND seq <= ? ORDER BY seq DESC LIMIT 1`,
  aboutLog: `
    SELECT seq FROM event WHERE intent_id IS NULL AND kind = ? AND seq > ? ORDER BY seq`,
} as const;

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
  const reads = createReads(of);
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
      of(SQL.insert).run(seq, at, event.kind, intentId, pack(body), salt, digest, hash);
      known = { seq, bytes: hash, hash: toHex(hash) };
      return placed;
    },
    /** An event that has its place already, from a backup whose chain was checked. To be called inside a transaction. */
    appendAsWritten(link: WholeLink): void {
      of(SQL.insert).run(columnsOf(link));
      known = null;
    },
    head,
    /** After a rollback: the head kept in memory may be of events that are not there. */
    forgetHead(): void {
      known = null;
    },
    ...reads,
    ...createLinks(db, reads.hashAt),
  };
}

function createReads(of: ReturnType<typeof createStatements>) {
  const read = (sql: string, ...keys: readonly unknown[]): LogEvent | null => {
    const row = of(sql).get(...keys);
    return row === undefined ? null : placedOf(row).event;
  };
  /** With those that were erased. */
  const placesOf = (intentId: IntentId): readonly PlacedEvent[] =>
    of(SQL.ofIntent).all(intentId, Number.MAX_SAFE_INTEGER).map(placedOf);
  const bySeq = (seq: number): LogEvent | null => read(SQL.bySeq, seq);
  return {
    placesOf,
    /** Up to this event, with no more than their outline checked: the digest vouches for the rest. Without those that were erased. */
    writtenOf: (intentId: IntentId, upToSeq: number): readonly RequestEvent[] =>
      of(SQL.ofIntent)
        .all(intentId, upToSeq)
        .flatMap((row) => {
          const { seq, at, kind, ...kept } = eventRowSchema.parse(row);
          const body = bodyIn(seq, kept);
          return body === null ? [] : requestEventAsWritten({ seq, at, kind }, body);
        }),
    /** Without those whose body was erased, or is about to be. */
    ofIntent(intentId: IntentId): readonly LogEvent[] {
      const own = placesOf(intentId).flatMap(({ event }) => event ?? []);
      const erased = new Set(
        own.flatMap(({ kind, body }) => (kind === 'requisites_erased' ? body.events : [])),
      );
      return erased.size === 0 ? own : own.filter(({ seq }) => !erased.has(seq));
    },
    /** Null: there is no such event. */
    placeAt(seq: number): PlacedEvent | null {
      const row = of(SQL.bySeq).get(seq);
      return row === undefined ? null : placedOf(row);
    },
    /** Without its body, which may be unreadable. Null: there is no such event. */
    timeOf: (seq: number): string | null =>
      z.string().optional().parse(of(SQL.timeOf).pluck().get(seq)) ?? null,
    /** False where there is no such event. */
    isErased: (seq: number): boolean => of(SQL.isErased).pluck().get(seq) === 1,
    /** Null also where its body was erased. */
    bySeq,
    /** Null where the event is no callback, or only a repeat of one. */
    callbackAt(seq: number): FirstCallback | null {
      const event = bySeq(seq);
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
      const event = read(SQL.newest, kind, upToSeq);
      return event !== null && isOfKind(event, kind) ? event : null;
    },
    /** Events of these kinds that are about no request, after this one and in order. */
    aboutLog: (kinds: readonly LogEvent['kind'][], after = 0): readonly number[] =>
      kinds
        .flatMap((kind) => z.array(z.int()).parse(of(SQL.aboutLog).pluck().all(kind, after)))
        .toSorted((a, b) => a - b),
  };
}

export function isOfKind<K extends LogEvent['kind']>(
  event: LogEvent,
  kind: K,
): event is EventOf<K> {
  return event.kind === kind;
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

/** As `SQL.insert` takes them. */
function columnsOf({ seq, at, kind, intentId, salted, saltBytes, digest, hash }: WholeLink) {
  const [salt, body] =
    salted === null
      ? [Buffer.alloc(0), Buffer.alloc(0)]
      : [salted.subarray(0, saltBytes), pack(salted.subarray(saltBytes))];
  return [
    seq,
    at,
    kind,
    intentId,
    body,
    salt,
    Buffer.from(digest, 'hex'),
    Buffer.from(hash, 'hex'),
  ];
}

/** Null where the body was erased. */
export function eventOf({ seq, at, kind, salted, saltBytes }: WholeLink): LogEvent | null {
  return salted === null ? null : readEvent({ seq, at, kind }, salted.toString('utf8', saltBytes));
}

/** One event of a request; `event` is null where its body was erased. */
export type PlacedEvent = Place & { readonly event: LogEvent | null };
type Place = { readonly seq: number; readonly at: string; readonly kind: string };

function placedOf(row: unknown): PlacedEvent {
  const { seq, at, kind, ...kept } = eventRowSchema.parse(row);
  const body = bodyIn(seq, kept);
  return { seq, at, kind, event: body === null ? null : readEvent({ seq, at, kind }, body) };
}

function readEvent(place: Place, body: string): LogEvent {
  const parsed: unknown = JSON.parse(body);
  return logEventSchema.parse({ ...place, body: parsed });
}

export type KeptBody = Pick<z.infer<typeof eventRowSchema>, 'body' | 'salt' | 'digest'>;

/** The body as it was written; null where it was erased. Whatever else the file has is not shown, and not acted on. */
export function bodyIn(seq: number, { body, salt, digest }: KeptBody): string | null {
  if (body.length === 0 && salt.length === 0) return null;
  let bytes: Buffer;
  try {
    bytes = unpack(body);
  } catch (error) {
    throw new UnreadableEventError(seq, error);
  }
  if (Buffer.compare(digestOf(salt, bytes), digest) === 0) return bytes.toString('utf8');
  throw new UnreadableEventError(seq, 'its body is not the one that its digest is of');
}
