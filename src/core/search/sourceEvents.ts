import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { takenAs } from '#shared/domain/callback.ts';
import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import { type Operator, operatorSchema } from '#shared/domain/request.ts';

import { type CallbackFacts, NOTHING_HEARD } from './attention.ts';
import type { LimitsReading } from './limitsIndex.ts';
import type { Moments } from './times.ts';

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

/** What the finder reads from events beyond what a request keeps of them. */
export type EventReads = {
  readonly factsOf: (intentId: string) => CallbackFacts;
  readonly momentsOf: (intentId: string) => Moments;
  /** Between two events, in order: where requests begin, are sent and settled, callbacks, answers of GET limit, and notes. */
  readonly noted: (after: number, upTo: number) => readonly Noted[];
  readonly limitsAt: (seq: number) => LimitsReading | null;
  readonly noteAt: (seq: number) => WrittenNote | null;
};

type WrittenNote = {
  readonly at: string;
  readonly operator: Operator;
  readonly text: string;
  readonly intentId: IntentId;
};

const callbackSchema = z.object({
  seq: z.int(),
  verdict: z.string(),
  contradicts: z.string().nullable(),
  amount: z.string().nullable(),
  replayOf: z.int().nullable(),
});

const atSchema = z.string().optional();
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

const noteSchema = z.object({ at: z.string(), body: z.string() });
const noteBodySchema = z.object({
  intentId: intentIdSchema,
  operator: operatorSchema,
  text: z.string(),
});

const SQL = {
  callbacks: `
    SELECT seq, json_extract(body, '$.verdict') AS verdict,
      json_extract(body, '$.contradicts') AS contradicts,
      json_extract(body, '$.reading.amount') AS amount,
      json_extract(body, '$.replayOf') AS replayOf
    FROM event WHERE intent_id = ? AND kind = 'callback' ORDER BY seq`,
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
      'callback_apart', 'callback_repeated', 'limits', 'noted')
    ORDER BY seq`,
  limitsAt: "SELECT body FROM event WHERE seq = ? AND kind = 'limits'",
  noteAt: "SELECT at, body FROM event WHERE seq = ? AND kind = 'noted'",
} as const;

export function createEventReads(db: Database): EventReads {
  const callbacks = db.prepare(SQL.callbacks);
  const noted = db.prepare(SQL.noted).raw();
  const limitsAt = db.prepare(SQL.limitsAt).pluck();
  const noteAt = db.prepare(SQL.noteAt);
  return {
    factsOf: (intentId) => factsIn(z.array(callbackSchema).parse(callbacks.all(intentId))),
    momentsOf: createMoments(db),
    noted: (after, upTo) => noted.all(after, upTo).map(notedOf),
    limitsAt(seq) {
      const body = z.string().optional().parse(limitsAt.get(seq));
      return body === undefined ? null : limitsSchema.parse(JSON.parse(body));
    },
    noteAt(seq) {
      const row = noteSchema.optional().parse(noteAt.get(seq));
      if (row === undefined) return null;
      return { at: row.at, ...noteBodySchema.parse(JSON.parse(row.body)) };
    },
  };
}

type Read = { readonly seq: number; readonly replayOf: number | null };

/** Oldest first by the event that each came with. Of one that was read again only the last reading counts. */
function lastReadings<T extends Read>(readings: readonly T[]): readonly T[] {
  const byArrival = new Map(readings.map((one) => [one.replayOf ?? one.seq, one]));
  return [...byArrival].toSorted(([a], [b]) => a - b).map(([, one]) => one);
}

function factsIn(readings: readonly z.infer<typeof callbackSchema>[]): CallbackFacts {
  const all = lastReadings(readings);
  const own = all.filter(isOwn);
  return {
    isContradicted: all.some(isContradicting),
    amount: own.findLast(({ amount }) => amount !== null)?.amount ?? NOTHING_HEARD.amount,
  };
}

function createMoments(db: Database): EventReads['momentsOf'] {
  const moments = db.prepare(SQL.moments);
  const atOf = db.prepare(SQL.atOf).pluck();
  return (intentId) => {
    const rows = moments.all(intentId).map((row) => momentSchema.parse(row));
    const msOf = (kind: string): number | null => {
      const at = rows.find((row) => row.kind === kind)?.at;
      return at === undefined ? null : Date.parse(at);
    };
    const called = rows.flatMap(({ seq, at, said }) =>
      said === null ? [] : [{ seq, at, ...calledOf(said) }],
    );
    const first = lastReadings(called).find(isOwn);
    const cameAt =
      typeof first?.replayOf === 'number' ? atSchema.parse(atOf.get(first.replayOf)) : first?.at;
    return {
      sentMs: msOf('sending'),
      settledMs: msOf('settled'),
      calledMs: cameAt === undefined ? null : Date.parse(cameAt),
    };
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

export function isOwn({
  verdict,
  contradicts,
}: Pick<NotedCallback, 'verdict' | 'contradicts'>): boolean {
  return takenAs(verdict, contradicts) === 'applied';
}

/** Signed messages that overtook each other are put in order by their time: of those there is nothing to decide. */
export function isContradicting({
  contradicts,
  verdict,
}: Pick<NotedCallback, 'contradicts' | 'verdict'>): boolean {
  return contradicts !== null && !(contradicts === 'older' && verdict === 'verified');
}
