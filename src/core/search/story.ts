import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { takenAs } from '#shared/domain/callback.ts';
import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import { type Operator, operatorSchema } from '#shared/domain/request.ts';

import type { CallbackFacts } from './attention.ts';
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

/** What the events of a request say beyond what the request keeps of them. */
type Story = { readonly facts: CallbackFacts; readonly moments: Moments };

export type EventReads = {
  /** Of each of these requests, in their order. */
  readonly storiesOf: (intentIds: readonly string[]) => readonly Story[];
  /** Between two events, in order: callbacks, answers of GET limit, and notes. */
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

const atSchema = z.string().optional();
type Told = {
  readonly intentId: string;
  readonly seq: number;
  readonly kind: string;
  readonly at: string;
  readonly said: string | null;
  readonly amount: string | null;
};
/** Millions of them, by statements of our own: only looked at. */
const toldSchema = z.custom<readonly Told[]>(Array.isArray);
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

/** What a callback says beyond that may be 64 KB each. */
const SAID =
  "json_extract(body, '$.profileId', '$.verdict', '$.contradicts', '$.replayOf', '$.ofSeq')";
const SQL = {
  told: `
    SELECT intent_id AS intentId, seq, kind, at,
      iif(kind = 'callback', ${SAID}, NULL) AS said,
      iif(kind = 'callback', json_extract(body, '$.reading.amount'), NULL) AS amount
    FROM json_each(?) CROSS JOIN event INDEXED BY event_by_intent
    WHERE intent_id = value AND intent_id IS NOT NULL AND event.kind IN ('sending', 'settled', 'callback')
    ORDER BY seq`,
  atOf: 'SELECT at FROM event WHERE seq = ?',
  noted: `
    SELECT seq, at, kind, intent_id, iif(kind IN ('limits', 'noted'), NULL, ${SAID})
    FROM event WHERE seq > ? AND seq <= ?
      AND kind IN ('callback', 'callback_apart', 'callback_repeated', 'limits', 'noted')
    ORDER BY seq`,
  limitsAt: "SELECT body FROM event WHERE seq = ? AND kind = 'limits'",
  noteAt: "SELECT at, body FROM event WHERE seq = ? AND kind = 'noted'",
} as const;

export function createEventReads(db: Database): EventReads {
  const noted = db.prepare(SQL.noted).raw();
  const limitsAt = db.prepare(SQL.limitsAt).pluck();
  const noteAt = db.prepare(SQL.noteAt);
  return {
    storiesOf: createStories(db),
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

function createStories(db: Database): EventReads['storiesOf'] {
  const told = db.prepare(SQL.told);
  const atOf = db.prepare(SQL.atOf).pluck();
  return (intentIds) => {
    const byIntent = new Map<string, Told[]>();
    for (const one of toldSchema.parse(told.all(JSON.stringify(intentIds)))) {
      const own = byIntent.get(one.intentId);
      if (own === undefined) byIntent.set(one.intentId, [one]);
      else own.push(one);
    }
    return intentIds.map((intentId) =>
      storyOf(byIntent.get(intentId) ?? [], (seq) => atSchema.parse(atOf.get(seq))),
    );
  };
}

function storyOf(told: readonly Told[], atOf: (seq: number) => string | undefined): Story {
  const msOf = (kind: string): number | null => {
    const at = told.find((one) => one.kind === kind)?.at;
    return at === undefined ? null : Date.parse(at);
  };
  const read = lastReadings(
    told.flatMap(({ said, ...one }) => (said === null ? [] : [{ ...one, ...calledOf(said) }])),
  );
  const own = read.filter(isOwn);
  const [first] = own;
  const cameAt = typeof first?.replayOf === 'number' ? atOf(first.replayOf) : first?.at;
  return {
    facts: {
      isContradicted: read.some(isContradicting),
      amount: own.findLast(({ amount }) => amount !== null)?.amount ?? null,
    },
    moments: {
      sentMs: msOf('sending'),
      settledMs: msOf('settled'),
      calledMs: cameAt === undefined ? null : Date.parse(cameAt),
    },
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

function isOwn({ verdict, contradicts }: Pick<NotedCallback, 'verdict' | 'contradicts'>): boolean {
  return takenAs(verdict, contradicts) === 'applied';
}

/** Signed messages that overtook each other are put in order by their time: of those there is nothing to decide. */
function isContradicting({
  contradicts,
  verdict,
}: Pick<NotedCallback, 'contradicts' | 'verdict'>): boolean {
  return contradicts !== null && !(contradicts === 'older' && verdict === 'verified');
}
