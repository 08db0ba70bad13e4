import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { DepositRequest } from '#shared/domain/request.ts';

import { type CallbackFacts, NOTHING_HEARD } from './attention.ts';
import type { LimitsReading } from './limitsIndex.ts';
import type { Moments } from './times.ts';

/** One request as the log has it now. */
export type Recorded = { readonly seq: number; readonly request: DepositRequest };

type Change = {
  readonly seq: number;
  readonly kind: string;
  readonly intentId: string | null;
  readonly previous: string;
  readonly hash: string;
};

/** An event that the index keeps something of besides its request. */
export type Noted = {
  readonly seq: number;
  readonly atMs: number;
  readonly kind: string;
  readonly intentId: string | null;
  readonly callback: NotedCallback | null;
};
type NotedCallback = {
  readonly profileId: string;
  readonly verdict: string | null;
  readonly contradicts: string | null;
  readonly replayOf: number | null;
  readonly repeatOf: number | null;
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
  readonly momentsOf: (intentId: string) => Moments;
  /** Between two events, in order: where requests begin, are sent and settled, callbacks, and answers of GET limit. */
  readonly noted: (after: number, upTo: number) => readonly Noted[];
  readonly limitsAt: (seq: number) => LimitsReading | null;
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

const momentSchema = z.object({
  seq: z.int(),
  kind: z.string(),
  at: z.string(),
  said: z.string().nullable(),
});
const saidSchema = z.tuple([
  z.string(),
  z.string().nullable(),
  z.string().nullable(),
  z.int().nullable(),
  z.int().nullable(),
]);
/** As it was written; only held against another one. */
const limitsSchema = z.custom<LimitsReading>((value) => typeof value === 'object');

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
  atOf: 'SELECT at FROM event WHERE seq = ?',
  moments: `
    SELECT seq, kind, at,
      CASE kind WHEN 'callback'
        THEN json_extract(body, '$.profileId', '$.verdict', '$.contradicts', '$.replayOf', '$.ofSeq')
      END AS said
    FROM event WHERE intent_id = ? AND kind IN ('sending', 'settled', 'callback') ORDER BY seq`,
  // What a callback says beyond that may be 64 KB each.
  noted: `
    SELECT seq, at, kind, intent_id,
      CASE WHEN kind IN ('callback', 'callback_apart', 'callback_repeated')
        THEN json_extract(body, '$.profileId', '$.verdict', '$.contradicts', '$.replayOf', '$.ofSeq')
      END
    FROM event WHERE seq > ? AND seq <= ? AND kind IN ('prepared', 'sending', 'settled', 'callback',
      'callback_apart', 'callback_repeated', 'limits')
    ORDER BY seq`,
  limitsAt: "SELECT body FROM event WHERE seq = ? AND kind = 'limits'",
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
  const noted = db.prepare(SQL.noted).raw();
  const limitsAt = db.prepare(SQL.limitsAt).pluck();
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
    momentsOf: createMoments(db),
    noted: (after, upTo) => noted.all(after, upTo).map(notedOf),
    limitsAt(seq) {
      const body = z.string().optional().parse(limitsAt.get(seq));
      return body === undefined ? null : limitsSchema.parse(JSON.parse(body));
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

function createMoments(db: Database): Source['momentsOf'] {
  const moments = db.prepare(SQL.moments);
  const atOf = db.prepare(SQL.atOf).pluck();
  return (intentId) => {
    let [sentMs, settledMs, calledMs]: (number | null)[] = [null, null, null];
    let firstSeq = Number.POSITIVE_INFINITY;
    for (const row of moments.all(intentId)) {
      const { seq, kind, at, said } = momentSchema.parse(row);
      const atMs = Date.parse(at);
      if (kind === 'sending') sentMs = atMs;
      if (kind === 'settled') settledMs = atMs;
      const callback = said === null ? null : calledOf(said);
      if (callback === null || !isOwn(callback)) continue;
      const cameWith = callback.replayOf ?? seq;
      if (cameWith >= firstSeq) continue;
      firstSeq = cameWith;
      const cameAt = cameWith === seq ? null : hashSchema.parse(atOf.get(cameWith));
      calledMs = cameAt === null || cameAt === undefined ? atMs : Date.parse(cameAt);
    }
    return { sentMs: sentMs ?? null, settledMs: settledMs ?? null, calledMs: calledMs ?? null };
  };
}

/** By hand: there are millions of them. */
function notedOf(row: unknown): Noted {
  if (!Array.isArray(row)) throw new TypeError('An event is a list of columns.');
  const columns: readonly unknown[] = row;
  const [seq, at, kind, intentId, said] = columns;
  if (typeof seq !== 'number' || typeof at !== 'string' || typeof kind !== 'string') {
    throw new TypeError(`Event ${String(seq)} has columns of another kind.`);
  }
  return {
    seq,
    atMs: Date.parse(at),
    kind,
    intentId: typeof intentId === 'string' ? intentId : null,
    callback: typeof said === 'string' ? calledOf(said) : null,
  };
}

function calledOf(said: string): NotedCallback {
  const [profileId, verdict, contradicts, replayOf, repeatOf] = saidSchema.parse(JSON.parse(said));
  return { profileId, verdict, contradicts, replayOf, repeatOf };
}

/** Taken for the request's own; `takenOf` has the same rule. */
export function isOwn({ verdict, contradicts }: NotedCallback): boolean {
  return contradicts === null && verdict !== 'bad_signature';
}

function readOne(row: unknown): Recorded | null {
  return row === undefined ? null : read(row);
}

function read(row: unknown): Recorded {
  const { seq, document } = rowSchema.parse(row);
  return { seq, request: documentSchema.parse(JSON.parse(document)) };
}
