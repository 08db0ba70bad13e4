import { randomFillSync } from 'node:crypto';

import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { IntentId } from '#shared/domain/ids.ts';

import { CHAIN_START, SALT_BYTES, type WholeLink, digestOf, hashOf, toHex } from './chain.ts';
import {
  type EventOf,
  type FirstCallback,
  type LogEvent,
  type NewEvent,
  checkEvent,
  logEventSchema,
} from './events.ts';
import { createLinks } from './links.ts';
import { type SealedEvents, bodyOf, createSealedEvents } from './sealed.ts';
import type { StoredEvent } from './sealedBlock.ts';
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
  const sealed = createSealedEvents(db);
  const reads = createReads(of, sealed);
  let known: Head | null = null;
  function head(): Head {
    if (known !== null) return known;
    const row = headRowSchema.optional().parse(of(SQL.head).get());
    // The newest event is never sealed; where its row was taken away, the log ends with the last block.
    const { seq, bytes } = row ?? sealed.head() ?? NO_EVENT;
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
    sealed,
    ...reads,
    ...createLinks(db, sealed, reads.hashAt),
  };
}

/** Rows first, then sealed ones, as `createSealedEvents` says. */
function createReads(of: ReturnType<typeof createStatements>, sealed: SealedEvents) {
  function bySeq(seq: number): LogEvent | null {
    const row = of(SQL.bySeq).get(seq);
    if (row !== undefined) return readEvent(row);
    const stored = sealed.at(seq);
    return stored === null ? null : readStored(stored);
  }
  const places = createPlaces(of, sealed);
  return {
    /** Without those whose body was erased, or is about to be. */
    ofIntent(intentId: IntentId): readonly LogEvent[] {
      const own = places.placesOf(intentId).flatMap(({ event }) => event ?? []);
      const erased = new Set(
        own.flatMap(({ kind, body }) => (kind === 'requisites_erased' ? body.events : [])),
      );
      return erased.size === 0 ? own : own.filter(({ seq }) => !erased.has(seq));
    },
    ...places,
    /** Null also where its body was erased. */
    bySeq,
    /** Null where the event is no callback, or only a repeat of one. */
    callbackAt(seq: number): FirstCallback | null {
      const event = bySeq(seq);
      return event?.kind === 'callback' || event?.kind === 'callback_apart' ? event : null;
    },
    /** In hexadecimal; null where there is no such event. */
    hashAt: (seq: number): string | null =>
      z.string().optional().parse(of(SQL.hashAt).pluck().get(seq)) ?? sealed.hashAt(seq),
    /** The newest event of a kind that is about the log itself, not about a request. */
    newest<K extends LogEvent['kind']>(
      kind: K,
      upToSeq = Number.MAX_SAFE_INTEGER,
    ): EventOf<K> | null {
      const row: unknown = of(SQL.newest).get(kind, upToSeq);
      const sealedSeq = row === undefined ? sealed.newest(kind, upToSeq) : null;
      const older = sealedSeq === null ? null : bySeq(sealedSeq);
      const event = row === undefined ? older : readEvent(row);
      return event !== null && isOfKind(event, kind) ? event : null;
    },
    /** Events of these kinds that are about no request, after this one and in order. */
    aboutLog(kinds: readonly LogEvent['kind'][], after = 0): readonly number[] {
      const rows = kinds.flatMap((kind) =>
        z.array(z.int()).parse(of(SQL.aboutLog).pluck().all(kind, after)),
      );
      const older = kinds.flatMap((kind) => sealed.aboutLog(kind, after));
      return [...new Set([...older, ...rows])].toSorted((a, b) => a - b);
    },
  };
}

/** Where events are, whether they still have their bodies or not. */
function createPlaces(of: ReturnType<typeof createStatements>, sealed: SealedEvents) {
  /** False where there is no such event. */
  function isErased(seq: number): boolean {
    const row = eventRowSchema.optional().parse(of(SQL.bySeq).get(seq));
    if (row !== undefined) return row.body === '';
    const stored = sealed.at(seq);
    return stored !== null && 'digest' in stored.content;
  }
  /** With those that were erased. */
  function placesOf(intentId: IntentId): readonly PlacedEvent[] {
    const rows = of(SQL.ofIntent).all(intentId).map(placedOf);
    const stored = sealed.ofRequests([{ intentId }]).get(intentId) ?? [];
    const lastSealed = stored.at(-1)?.seq ?? 0;
    return [
      ...stored.map((one) => ({ ...placeOf(one), event: readStored(one) })),
      ...rows.filter(({ seq }) => seq > lastSealed),
    ];
  }
  return {
    placesOf,
    /** Null: there is no such event. */
    placeAt(seq: number): PlacedEvent | null {
      const row = of(SQL.bySeq).get(seq);
      if (row !== undefined) return placedOf(row);
      const stored = sealed.at(seq);
      return stored === null ? null : { ...placeOf(stored), event: readStored(stored) };
    },
    isErased,
    /** The same, whatever is kept of its block in memory: another thread may have erased it. */
    isErasedNow(seq: number): boolean {
      const range = sealed.rangeAt(seq);
      if (range !== null) sealed.readBack(range.firstSeq);
      return isErased(seq);
    },
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
function columnsOf({ seq, at, kind, intentId, salted, saltBytes, ...link }: WholeLink) {
  const hashes = [link.digest, link.previous, link.hash].map((text) => Buffer.from(text, 'hex'));
  const [salt, body] =
    salted === null
      ? [Buffer.alloc(0), '']
      : [salted.subarray(0, saltBytes), salted.toString('utf8', saltBytes)];
  return [seq, at, kind, intentId, body, salt, ...hashes];
}

/** Null where the body was erased. */
export function eventOf({ seq, at, kind, salted, saltBytes }: WholeLink): LogEvent | null {
  return readEvent({ seq, at, kind, body: salted?.toString('utf8', saltBytes) ?? '' });
}

/** One event of a request; `event` is null where its body was erased. */
export type PlacedEvent = {
  readonly seq: number;
  readonly at: string;
  readonly kind: string;
  readonly event: LogEvent | null;
};

function placedOf(row: unknown): PlacedEvent {
  return { ...placeOf(eventRowSchema.parse(row)), event: readEvent(row) };
}

function placeOf({ seq, at, kind }: Omit<PlacedEvent, 'event'>): Omit<PlacedEvent, 'event'> {
  return { seq, at, kind };
}

function readStored(event: StoredEvent): LogEvent | null {
  const { seq, at, kind } = event;
  return readEvent({ seq, at, kind, body: bodyOf(event) ?? '' });
}

function readEvent(row: unknown): LogEvent | null {
  const { body, ...place } = eventRowSchema.parse(row);
  if (body === '') return null;
  const parsed: unknown = JSON.parse(body);
  return logEventSchema.parse({ ...place, body: parsed });
}
