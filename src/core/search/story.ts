import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { isActivity } from '#shared/domain/activity.ts';
import { takenAs } from '#shared/domain/callback.ts';
import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import { type Operator, operatorSchema } from '#shared/domain/request.ts';

import { type KeptBody, bodyIn } from '../log/store/eventStore.ts';
import { IS_ACTIVITY_ROW, type NotedActivity, activityIn } from './activity.ts';
import type { CallbackFacts } from './attention.ts';
import type { Moments } from './times.ts';

/** What the index reads of an event. */
export type Noted = {
  readonly seq: number;
  readonly atMs: number;
  readonly kind: string;
  readonly intentId: string | null;
  readonly callback: NotedCallback | null;
  /** Null: the ordinary work of the desk. */
  readonly activity: NotedActivity | null;
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
export type Story = { readonly facts: CallbackFacts; readonly moments: Moments };

/** By the requests that they are about, in order. */
export type EventsByIntent = ReadonlyMap<string | null, readonly Noted[]>;

export type EventReads = {
  /** Every event between two that a story is told by or that `isKept` is true of, in order. */
  readonly eventsBetween: (after: number, upTo: number) => readonly Noted[];
  /** The events that the stories of these requests are told by. */
  readonly eventsOf: (intentIds: readonly string[]) => EventsByIntent;
  /** `events`: of one request. */
  readonly storyOf: (events: readonly Noted[] | undefined) => Story;
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
type EventRow = KeptBody & Pick<Noted, 'seq' | 'kind' | 'intentId'> & { readonly at: string };
const rowSchema = z.custom<EventRow>((value) => typeof value === 'object');
const callbackBodySchema = z.custom<{
  readonly profileId: string;
  readonly verdict?: string;
  readonly contradicts?: string | null;
  readonly replayOf?: number;
  readonly ofSeq?: number;
  readonly reading?: { readonly amount?: string | null };
}>((value) => typeof value === 'object');

const noteBodySchema = z.object({
  intentId: intentIdSchema,
  operator: operatorSchema,
  text: z.string(),
});

const ROW = 'seq, at, event.kind, intent_id AS intentId, body, salt, digest';
/** Kinds of events that a story is told by, and those that `isKept` is true of. */
const TOLD_OF_REQUEST: ReadonlySet<string> = new Set(['sending', 'settled', 'callback']);
const TOLD_OR_KEPT: ReadonlySet<string> = new Set([
  ...TOLD_OF_REQUEST,
  'callback_apart',
  'callback_repeated',
  'noted',
]);
const inSql = (kinds: ReadonlySet<string>): string =>
  Array.from(kinds, (kind) => `'${kind}'`).join(', ');
const SQL = {
  eventsBetween: `
    SELECT ${ROW} FROM event WHERE seq > ? AND seq <= ? AND (kind IN (${inSql(TOLD_OR_KEPT)}) OR ${IS_ACTIVITY_ROW})
    ORDER BY seq`,
  eventsOf: `
    SELECT ${ROW} FROM json_each(?) CROSS JOIN event INDEXED BY event_by_intent
    WHERE intent_id = value AND intent_id IS NOT NULL AND event.kind IN (${inSql(TOLD_OF_REQUEST)})
    ORDER BY seq`,
  atOf: 'SELECT at FROM event WHERE seq = ?',
  noteAt: `SELECT ${ROW} FROM event WHERE seq = ? AND kind = 'noted'`,
} as const;

/** The index keeps something of this event besides the request that it is about. */
export function isKept({ kind }: Noted): boolean {
  return kind !== 'sending' && kind !== 'settled';
}

export function createEventReads(db: Database): EventReads {
  const eventsBetween = db.prepare(SQL.eventsBetween);
  const eventsOf = db.prepare(SQL.eventsOf);
  const atOf = db.prepare(SQL.atOf).pluck();
  const noteAt = db.prepare(SQL.noteAt);
  const msAt = (seq: number): number | null => {
    const at = atSchema.parse(atOf.get(seq));
    return at === undefined ? null : Date.parse(at);
  };
  return {
    eventsBetween: (after, upTo) => Array.from(eventsBetween.iterate(after, upTo), notedIn),
    eventsOf: (intentIds) =>
      byIntent(Array.from(eventsOf.iterate(JSON.stringify(intentIds)), notedIn)),
    storyOf: (events = []) => storyOf(events, msAt),
    noteAt(seq) {
      const row = rowSchema.optional().parse(noteAt.get(seq));
      const body = row === undefined ? null : bodyIn(seq, row);
      if (row === undefined || body === null) return null;
      return { at: row.at, ...noteBodySchema.parse(JSON.parse(body)) };
    },
  };
}

export function byIntent(events: readonly Noted[]): EventsByIntent {
  const found = new Map<string | null, Noted[]>();
  for (const event of events) {
    const own = found.get(event.intentId);
    if (own === undefined) found.set(event.intentId, [event]);
    else own.push(event);
  }
  return found;
}

/** Only of callbacks and of Activity the bodies are read. Of what was erased the kind and the time are still known. */
function notedIn(raw: unknown): Noted {
  const { seq, at, kind, intentId, ...kept } = rowSchema.parse(raw);
  const hasActivity = isActivity(kind);
  const isCallback = kind.startsWith('callback');
  const body = hasActivity || isCallback ? bodyIn(seq, kept) : null;
  return {
    seq,
    atMs: Date.parse(at),
    kind,
    intentId,
    callback: isCallback && body !== null ? callbackIn(body) : null,
    activity: hasActivity ? activityIn(kind, body) : null,
  };
}

function callbackIn(body: string): NotedCallback {
  const said = callbackBodySchema.parse(JSON.parse(body));
  return {
    profileId: said.profileId,
    verdict: said.verdict ?? null,
    contradicts: said.contradicts ?? null,
    replayOf: said.replayOf ?? null,
    repeatOf: said.ofSeq ?? null,
    amount: said.reading?.amount ?? null,
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

function isOwn({ verdict, contradicts }: NotedCallback): boolean {
  return takenAs(verdict, contradicts) === 'applied';
}

/** Signed messages that overtook each other are put in order by their time: of those there is nothing to decide. */
function isContradicting({ contradicts, verdict }: NotedCallback): boolean {
  return contradicts !== null && !(contradicts === 'older' && verdict === 'verified');
}
