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
  /** As it was read, verbatim. */
  readonly amount: string | null;
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
/** Millions of them, by statements of our own: only looked at. */
const toldSchema = z.custom<
  readonly (readonly [number, string, string, string | null, string | null])[]
>(Array.isArray);
const saidSchema = z.custom<
  readonly [string, string | null, string | null, number | null, number | null, string | null]
>(Array.isArray);
/** As it was written; only held against another one. */
const limitsSchema = z.custom<LimitsReading>((value) => typeof value === 'object');

const noteSchema = z.object({ at: z.string(), body: z.string() });
const noteBodySchema = z.object({
  intentId: intentIdSchema,
  operator: operatorSchema,
  text: z.string(),
});

/** What a callback says beyond that may be 64 KB each. */
const TOLD = `seq, at, kind, intent_id, iif(kind GLOB 'callback*', json_extract(
  body, '$.profileId', '$.verdict', '$.contradicts', '$.replayOf', '$.ofSeq', '$.reading.amount'), NULL)`;
const SQL = {
  told: `
    SELECT ${TOLD} FROM json_each(?) CROSS JOIN event INDEXED BY event_by_intent
    WHERE intent_id = value AND intent_id IS NOT NULL AND event.kind IN ('sending', 'settled', 'callback')
    ORDER BY seq`,
  atOf: 'SELECT at FROM event WHERE seq = ?',
  noted: `
    SELECT ${TOLD} FROM event WHERE seq > ? AND seq <= ?
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
    noted: (after, upTo) => notedOf(noted.all(after, upTo)),
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

function createStories(db: Database): EventReads['storiesOf'] {
  const told = db.prepare(SQL.told).raw();
  const atOf = db.prepare(SQL.atOf).pluck();
  const msAt = (seq: number): number | null => {
    const at = atSchema.parse(atOf.get(seq));
    return at === undefined ? null : Date.parse(at);
  };
  return (intentIds) => {
    const byIntent = new Map<string | null, Noted[]>(intentIds.map((intentId) => [intentId, []]));
    for (const one of notedOf(told.all(JSON.stringify(intentIds)))) {
      byIntent.get(one.intentId)?.push(one);
    }
    return intentIds.map((intentId) => storyOf(byIntent.get(intentId) ?? [], msAt));
  };
}

function storyOf(events: readonly Noted[], msAt: (seq: number) => number | null): Story {
  const msOf = (kind: string): number | null =>
    events.find((one) => one.kind === kind)?.atMs ?? null;
  const read = lastReadings(events);
  const own = read.filter(isOwn);
  const [first] = own;
  return {
    facts: {
      isContradicted: read.some(isContradicting),
      amount: own.findLast(({ amount }) => amount !== null)?.amount ?? null,
    },
    moments: {
      sentMs: msOf('sending'),
      settledMs: msOf('settled'),
      calledMs: typeof first?.replayOf === 'number' ? msAt(first.replayOf) : (first?.atMs ?? null),
    },
  };
}

type Reading = NotedCallback & { readonly atMs: number };

/** Oldest first by the event that each came with. Of one that was read again only the last reading counts. */
function lastReadings(events: readonly Noted[]): readonly Reading[] {
  const byArrival = new Map<number, Reading>();
  for (const { seq, atMs, callback } of events) {
    if (callback !== null) byArrival.set(callback.replayOf ?? seq, { ...callback, atMs });
  }
  return [...byArrival].toSorted(([a], [b]) => a - b).map(([, one]) => one);
}

function notedOf(rows: unknown): readonly Noted[] {
  return toldSchema.parse(rows).map(([seq, at, kind, intentId, said]) => {
    const callback = said === null ? null : calledOf(said);
    return { seq, atMs: Date.parse(at), kind, intentId, callback };
  });
}

function calledOf(said: string): NotedCallback {
  const [profileId, verdict, contradicts, replayOf, repeatOf, amount] = saidSchema.parse(
    JSON.parse(said),
  );
  return { profileId, verdict, contradicts, replayOf, repeatOf, amount };
}

function isOwn({ verdict, contradicts }: NotedCallback): boolean {
  return takenAs(verdict, contradicts) === 'applied';
}

/** Signed messages that overtook each other are put in order by their time: of those there is nothing to decide. */
function isContradicting({ contradicts, verdict }: NotedCallback): boolean {
  return contradicts !== null && !(contradicts === 'older' && verdict === 'verified');
}
