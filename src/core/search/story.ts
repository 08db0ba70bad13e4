import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { isActivity } from '#shared/domain/activity.ts';
import { takenAs } from '#shared/domain/callback.ts';
import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import { type Operator, operatorSchema } from '#shared/domain/request.ts';

import { type SealedEvents, bodyOf } from '../log/store/sealed.ts';
import type { StoredEvent } from '../log/store/sealedBlock.ts';
import {
  ACTIVITY_OF_ROW,
  IS_ACTIVITY_ROW,
  type NotedActivity,
  activityIn,
  activityOfRow,
} from './activity.ts';
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
const toldSchema = z.custom<
  readonly (readonly [number, string, string, string | null, string | null, string | null])[]
>(Array.isArray);
const saidSchema = z.custom<
  readonly [string, string | null, string | null, number | null, number | null, string | null]
>(Array.isArray);
const callbackBodySchema = z.custom<{
  readonly profileId: string;
  readonly verdict?: string;
  readonly contradicts?: string | null;
  readonly replayOf?: number;
  readonly ofSeq?: number;
  readonly reading?: { readonly amount?: string | null };
}>((value) => typeof value === 'object');

const noteSchema = z.object({ at: z.string(), body: z.string() });
const noteBodySchema = z.object({
  intentId: intentIdSchema,
  operator: operatorSchema,
  text: z.string(),
});

/** What a callback says beyond that may be 64 KB each. */
const TOLD = `seq, at, kind, intent_id, iif(kind GLOB 'callback*' AND body <> '', json_extract(
  body, '$.profileId', '$.verdict', '$.contradicts', '$.replayOf', '$.ofSeq', '$.reading.amount'), NULL), ${ACTIVITY_OF_ROW}`;
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
    SELECT ${TOLD} FROM event WHERE seq > ? AND seq <= ? AND (kind IN (${inSql(TOLD_OR_KEPT)}) OR ${IS_ACTIVITY_ROW})
    ORDER BY seq`,
  eventsOf: `
    SELECT ${TOLD} FROM json_each(?) CROSS JOIN event INDEXED BY event_by_intent
    WHERE intent_id = value AND intent_id IS NOT NULL AND event.kind IN (${inSql(TOLD_OF_REQUEST)})
    ORDER BY seq`,
  atOf: 'SELECT at FROM event WHERE seq = ?',
  noteAt: "SELECT at, body FROM event WHERE seq = ? AND kind = 'noted' AND body <> ''",
} as const;

/** The index keeps something of this event besides the request that it is about. */
export function isKept({ kind }: Noted): boolean {
  return kind !== 'sending' && kind !== 'settled';
}

/** Rows of `event` are read first, then sealed ones, as `createSealedEvents` says. */
export function createEventReads(db: Database, sealed: SealedEvents): EventReads {
  const eventsBetween = db.prepare(SQL.eventsBetween).raw();
  const eventsOf = db.prepare(SQL.eventsOf).raw();
  const atOf = db.prepare(SQL.atOf).pluck();
  const noteAt = db.prepare(SQL.noteAt);
  const msAt = (seq: number): number | null => {
    const at = atSchema.parse(atOf.get(seq)) ?? sealed.at(seq)?.at;
    return at === undefined ? null : Date.parse(at);
  };
  return {
    eventsBetween(after, upTo) {
      const rows = notedOf(eventsBetween.all(after, upTo));
      return merged(notedIn(sealed.between(after, upTo), isToldOrKept), rows);
    },
    eventsOf(intentIds) {
      const rows = byIntent(notedOf(eventsOf.all(JSON.stringify(intentIds))));
      const older = sealed.ofRequests(intentIds.map((intentId) => ({ intentId })));
      return new Map(
        intentIds.map((intentId) => [
          intentId,
          merged(notedIn(older.get(intentId) ?? [], isToldOfRequest), rows.get(intentId) ?? []),
        ]),
      );
    },
    storyOf: (events = []) => storyOf(events, msAt),
    noteAt(seq) {
      const row = noteSchema.optional().parse(noteAt.get(seq));
      const stored = row === undefined ? sealed.at(seq) : null;
      const body = row?.body ?? (stored?.kind === 'noted' ? bodyOf(stored) : null);
      const at = row?.at ?? stored?.at;
      if (body === null || at === undefined) return null;
      return { at, ...noteBodySchema.parse(JSON.parse(body)) };
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

/** One that moved into a block between the two questions is in both answers. */
function merged(older: readonly Noted[], rows: readonly Noted[]): readonly Noted[] {
  const lastSealed = older.at(-1)?.seq ?? 0;
  return lastSealed === 0 ? rows : [...older, ...rows.filter(({ seq }) => seq > lastSealed)];
}

const isToldOfRequest = (kind: string): boolean => TOLD_OF_REQUEST.has(kind);
const isToldOrKept = (kind: string): boolean => TOLD_OR_KEPT.has(kind) || isActivity(kind);

function notedIn(
  events: Iterable<StoredEvent>,
  isMeant: (kind: string) => boolean,
): readonly Noted[] {
  const found: Noted[] = [];
  for (const event of events) {
    const { seq, at, kind, intentId } = event;
    if (!isMeant(kind)) continue;
    const body = kind.startsWith('callback') ? bodyOf(event) : null;
    const callback = body === null ? null : callbackIn(body);
    const activity = isActivity(kind) ? activityIn(kind, bodyOf(event)) : null;
    found.push({ seq, atMs: Date.parse(at), kind, intentId, callback, activity });
  }
  return found;
}

/** The same as `TOLD` takes out of a row. */
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

function notedOf(rows: unknown): readonly Noted[] {
  return toldSchema.parse(rows).map(([seq, at, kind, intentId, said, did]) => {
    const callback = said === null ? null : calledOf(said);
    // Erased: its kind and time are still known.
    const activity = did === null ? activityIn(kind, null) : activityOfRow(kind, did);
    return { seq, atMs: Date.parse(at), kind, intentId, callback, activity };
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
