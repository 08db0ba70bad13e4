import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { DepositRequest } from '#shared/domain/request.ts';

import { type CallbackFacts, NOTHING_HEARD } from './attention.ts';

/** One request as the log has it now. */
export type Recorded = { readonly seq: number; readonly request: DepositRequest };

type Change = {
  readonly seq: number;
  readonly kind: string;
  readonly intentId: string | null;
  readonly previous: string;
  readonly hash: string;
};

/** What the finder reads from the log. */
export type Source = {
  /** Everything that is read in it is of one moment, however the log grows. */
  readonly atOnce: <T>(work: () => T) => T;
  readonly head: () => number;
  /** Hexadecimal; null: there is no such event. */
  readonly hashAt: (seq: number) => string | null;
  readonly firstHash: () => string | null;
  /** Events after this one, in order. */
  readonly changes: (after: number, limit: number) => readonly Change[];
  readonly find: (intentId: string) => Recorded | null;
  readonly seqOf: (intentId: string) => number | null;
  readonly at: (seq: number) => Recorded | null;
  /** Requests recorded after one event and up to another, in order. */
  readonly recorded: (after: number, upTo: number, limit: number) => readonly Recorded[];
  /** The first events of all requests up to this one, in order, without reading the requests. */
  readonly allSeqs: (upTo: number) => Uint32Array;
  readonly seqsAfter: (after: number) => Uint32Array;
  readonly factsOf: (intentId: string) => CallbackFacts;
  /** Requests that a callback contradicts, of a piece of all callbacks. `upTo` null: there are no more. */
  readonly contradicted: (
    after: number,
    last: number,
    limit: number,
  ) => { readonly seqs: readonly number[]; readonly upTo: number | null };
};

const changeSchema = z.object({
  seq: z.int(),
  kind: z.string(),
  intentId: z.string().nullable(),
  previous: z.string(),
  hash: z.string(),
});
const rowSchema = z.object({ seq: z.int(), document: z.string() });
const hashSchema = z.string().optional();
const seqSchema = z.int().nullish();
const seqsSchema = z.custom<readonly number[]>(Array.isArray);
/** Written by the log's own projection and checked by whoever reads a request to act on it; here only looked at. */
const documentSchema = z.custom<DepositRequest>((value) => typeof value === 'object');
const callbackSchema = z.object({
  verdict: z.string(),
  contradicts: z.string().nullable(),
  reading: z.object({ amount: z.string().nullable() }),
});

const SQL = {
  head: 'SELECT max(seq) FROM event',
  hashAt: 'SELECT lower(hex(hash)) FROM event WHERE seq = ?',
  firstHash: 'SELECT lower(hex(hash)) FROM event ORDER BY seq LIMIT 1',
  changes: `
    SELECT seq, kind, intent_id AS intentId, lower(hex(previous)) AS previous, lower(hex(hash)) AS hash
    FROM event WHERE seq > ? ORDER BY seq LIMIT ?`,
  find: 'SELECT first_seq AS seq, document FROM request WHERE intent_id = ?',
  seqOf: 'SELECT first_seq FROM request WHERE intent_id = ?',
  at: 'SELECT first_seq AS seq, document FROM request WHERE first_seq = ?',
  recorded: `
    SELECT first_seq AS seq, document FROM request WHERE first_seq > ? AND first_seq <= ?
    ORDER BY first_seq LIMIT ?`,
  // By an index that has nothing but the order ids beside them: the documents would be gigabytes.
  allSeqs: 'SELECT first_seq FROM request INDEXED BY request_by_order WHERE first_seq <= ?',
  seqsAfter: 'SELECT first_seq FROM request WHERE first_seq > ? ORDER BY first_seq',
  callbacks: `
    SELECT body FROM event WHERE intent_id = ? AND kind = 'callback' ORDER BY seq DESC`,
  callbackPiece: `
    SELECT max(seq) FROM (SELECT seq FROM callback WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT ?)`,
  // Inside a JSON text the key of another one would have its quotes escaped.
  contradicted: `
    SELECT DISTINCT request.first_seq FROM callback
    JOIN event ON event.seq = callback.seq
    JOIN request ON request.intent_id = event.intent_id
    WHERE callback.seq > ? AND callback.seq <= ? AND event.kind = 'callback'
      AND instr(event.body, '"contradicts":null') = 0`,
} as const;

export function createSource(db: Database): Source {
  const head = db.prepare(SQL.head).pluck();
  const hashAt = db.prepare(SQL.hashAt).pluck();
  const firstHash = db.prepare(SQL.firstHash).pluck();
  const changes = db.prepare(SQL.changes);
  const find = db.prepare(SQL.find);
  const seqOf = db.prepare(SQL.seqOf).pluck();
  const at = db.prepare(SQL.at);
  const recorded = db.prepare(SQL.recorded);
  const allSeqs = db.prepare(SQL.allSeqs).pluck();
  const seqsAfter = db.prepare(SQL.seqsAfter).pluck();
  const callbacks = db.prepare(SQL.callbacks).pluck();
  const callbackPiece = db.prepare(SQL.callbackPiece).pluck();
  const contradicted = db.prepare(SQL.contradicted).pluck();
  return {
    atOnce: (work) => db.transaction(work)(),
    head: () => seqSchema.parse(head.get()) ?? 0,
    hashAt: (seq) => hashSchema.parse(hashAt.get(seq)) ?? null,
    firstHash: () => hashSchema.parse(firstHash.get()) ?? null,
    changes: (after, limit) => changes.all(after, limit).map((row) => changeSchema.parse(row)),
    find: (intentId) => readOne(find.get(intentId)),
    seqOf: (intentId) => seqSchema.parse(seqOf.get(intentId)) ?? null,
    at: (seq) => readOne(at.get(seq)),
    recorded: (...range) => recorded.all(...range).map(read),
    allSeqs: (upTo) => Uint32Array.from(seqsSchema.parse(allSeqs.all(upTo))).toSorted(),
    seqsAfter: (after) => Uint32Array.from(seqsSchema.parse(seqsAfter.all(after))),
    factsOf: (intentId) => factsIn(z.array(z.string()).parse(callbacks.all(intentId))),
    contradicted(after, last, limit) {
      const upTo = seqSchema.parse(callbackPiece.get(after, last, limit)) ?? null;
      const seqs = upTo === null ? [] : seqsSchema.parse(contradicted.all(after, upTo));
      return { seqs, upTo };
    },
  };
}

/** Newest first. */
function factsIn(bodies: readonly string[]): CallbackFacts {
  const all = bodies.map((body) => callbackSchema.parse(JSON.parse(body)));
  const own = all.filter(
    ({ contradicts, verdict }) => contradicts === null && verdict !== 'bad_signature',
  );
  return {
    isContradicted: all.some(({ contradicts }) => contradicts !== null),
    amount:
      own.find(({ reading }) => reading.amount !== null)?.reading.amount ?? NOTHING_HEARD.amount,
  };
}

function readOne(row: unknown): Recorded | null {
  return row === undefined ? null : read(row);
}

function read(row: unknown): Recorded {
  const { seq, document } = rowSchema.parse(row);
  return { seq, request: documentSchema.parse(JSON.parse(document)) };
}
