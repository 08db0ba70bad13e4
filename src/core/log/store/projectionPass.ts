import { isDeepStrictEqual } from 'node:util';

import type { Database } from 'better-sqlite3';

import { intentIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { rowContentOf } from './callbackRows.ts';
import { requestEventAsWritten } from './eventAsWritten.ts';
import type { LogEvent, RequestEvent } from './events.ts';
import { applyEvent, isInterrupted, isRequestEvent } from './project.ts';
import { sinceErasing } from './retentionEvents.ts';
import { columnsOf } from './requestRows.ts';
import { bodyOf } from './sealed.ts';
import { signedDigestOf } from './signedTexts.ts';
import type { Store } from './store.ts';

export type ProjectionFault = { readonly seq: number; readonly detail: string };

export type Pass = {
  /** The first row, by its newest event, that is not what its events give. */
  readonly fault: ProjectionFault | null;
  /** Events up to the head that belong to a row. */
  readonly events: number;
  /** Callbacks and digests of signed texts among them. */
  readonly callbacks: number;
  readonly signedTexts: number;
  /** The first callback about a request whose row is missing, or not what the event gives. */
  readonly badCallback: number | null;
  /** The first event whose signed text has another digest than its row, or no row. */
  readonly unsigned: number | null;
};

/** Many at a time: their events are sealed in few blocks, each of which is then unpacked once. */
const ROWS_AT_ONCE = 1000;
const SQL = {
  rows: `
    SELECT first_seq, intent_id, created_at, profile_id, merchant, mode, order_id, outcome, remote_id, reissue_of, same_key,
      is_open, may_exist, last_seq, is_interrupted, document
    FROM request WHERE first_seq > ? ORDER BY first_seq LIMIT ${ROWS_AT_ONCE}`,
  /** CROSS: the rows first, in their order, and then each one's events by the index. */
  events: `
    SELECT e.intent_id, e.seq, e.at, e.kind, e.body
    FROM request r CROSS JOIN event e ON e.intent_id = r.intent_id
    WHERE r.first_seq > ? AND r.first_seq <= ? ORDER BY r.first_seq, e.seq`,
  callback: 'SELECT content, replay_of FROM callback WHERE seq = ?',
  signedText: 'SELECT digest FROM signed_text WHERE seq = ?',
} as const;

/**
 * Every row against its events, in the order of recording and some hundred at a time, each time in a read of its own. Events
 * are taken as they stand, because the chain has vouched for them.
 */
export function passOverRows(store: Store, headSeq: number): Pass {
  const { db, events } = store;
  const rows = db.prepare(SQL.rows).raw();
  const own = db.prepare(SQL.events).raw();
  const columnsAt = createColumns(db);
  let fault: ProjectionFault | null = null;
  let counted = 0;
  let callbacks = 0;
  let signedTexts = 0;
  let badCallback: number | null = null;
  let unsigned: number | null = null;
  // A row before the first event belongs to none, and must be met too.
  let last = Number.NEGATIVE_INFINITY;
  const piece = db.transaction((): boolean => {
    const found = rows.all(last).map(readRow);
    const end = found.at(-1);
    if (end === undefined) return false;
    const standing = {
      acknowledged: events.newest('recovery_acknowledged')?.seq ?? 0,
      sealedUpTo: events.sealed.lastSeq(),
    };
    const groups = groupOf(own.all(last, end.firstSeq));
    const older = events.sealed.ofRequests(found);
    for (const row of found) {
      const sealed = (older.get(row.intentId) ?? []).map((event) => placedOf(event, bodyOf(event)));
      const placed = [...sealed, ...(groups.get(row.intentId) ?? [])];
      const { told, unnamed } = toldOf(placed);
      counted += placed.length - told.length;
      if (unnamed !== null && unnamed < (fault?.seq ?? Infinity)) {
        fault = { seq: unnamed, detail: `the body of event ${unnamed} is missing` };
      }
      const differs = rowFault(store, row, told, standing);
      if (differs !== null && differs.seq < (fault?.seq ?? Infinity)) fault = differs;
      for (const event of told) {
        if (event.seq > headSeq) continue;
        counted += 1;
        const { digest, ...columns } = columnsAt(event);
        if (digest !== null) signedTexts += 1;
        if (!isSameBlob(signedDigestOf(event), digest)) unsigned ??= event.seq;
        if (event.kind !== 'callback') continue;
        callbacks += 1;
        if (isCallbackRow(event, columns)) continue;
        badCallback = Math.min(badCallback ?? event.seq, event.seq);
      }
    }
    last = end.firstSeq;
    return found.length === ROWS_AT_ONCE;
  });
  while (piece());
  return { fault, events: counted, callbacks, signedTexts, badCallback, unsigned };
}

/** The last acknowledgement of interruptions, and the newest sealed event. */
type Standing = { readonly acknowledged: number; readonly sealedUpTo: number };

type EventColumns = CallbackColumns & { readonly digest: Uint8Array | null };
const NO_COLUMNS: EventColumns = { content: null, replayOf: null, digest: null };

/** What is kept beside a request's events. */
function createColumns(db: Database): (event: RequestEvent) => EventColumns {
  const callback = db.prepare(SQL.callback).raw();
  const signedText = db.prepare(SQL.signedText).pluck();
  return ({ seq, kind }) => {
    if (kind !== 'prepared' && kind !== 'callback') return NO_COLUMNS;
    const row: unknown = kind === 'callback' ? callback.get(seq) : undefined;
    const columns: readonly unknown[] = Array.isArray(row) ? row : [];
    const [content = null, replayOf = null] = columns;
    return { content: blobOf(content), replayOf, digest: blobOf(signedText.get(seq)) };
  };
}

type Row = {
  readonly firstSeq: number;
  readonly intentId: string;
  /** As `columnsOf` gives them, in their order, without the document. */
  readonly columns: readonly unknown[];
  readonly isInterrupted: unknown;
  readonly document: unknown;
};

function readRow(raw: unknown): Row {
  if (!Array.isArray(raw)) throw new Error('A row could not be read.');
  const all: readonly unknown[] = raw;
  const [firstSeq, intentId] = all;
  if (typeof firstSeq !== 'number' || typeof intentId !== 'string') {
    throw new Error(`The row of event ${String(firstSeq)} has columns of another kind.`);
  }
  const [isMarked, document] = all.slice(-2);
  return { firstSeq, intentId, columns: all.slice(1, -2), isInterrupted: isMarked, document };
}

/** An event of a request; null where its body was erased. */
type Placed = { readonly seq: number; readonly event: RequestEvent | null };

function placedOf(
  place: { readonly seq: unknown; readonly at: unknown; readonly kind: unknown },
  body: string | null,
): Placed {
  const event = body === null || body === '' ? null : requestEventAsWritten(place, body);
  return { seq: Number(place.seq), event };
}

/** The events that still tell something. `unnamed`: one without a body that no event of the request names as erased. */
function toldOf(placed: readonly Placed[]): {
  readonly told: readonly RequestEvent[];
  readonly unnamed: number | null;
} {
  const own = placed.flatMap(({ event }) => event ?? []);
  const erased = new Set(
    own.flatMap(({ kind, body }) => (kind === 'requisites_erased' ? body.events : [])),
  );
  const unnamed = placed.find(({ seq, event }) => event === null && !erased.has(seq))?.seq ?? null;
  return { told: erased.size === 0 ? own : own.filter(({ seq }) => !erased.has(seq)), unnamed };
}

function groupOf(rows: readonly unknown[]): ReadonlyMap<string, readonly Placed[]> {
  const groups = new Map<string, Placed[]>();
  for (const raw of rows) {
    if (!Array.isArray(raw)) throw new Error('An event could not be read.');
    const columns: readonly unknown[] = raw;
    const [intentId, seq, at, kind, body] = columns;
    const event = placedOf({ seq, at, kind }, String(body));
    const group = groups.get(String(intentId));
    if (group === undefined) groups.set(String(intentId), [event]);
    else group.push(event);
  }
  return groups;
}

function blobOf(value: unknown): Uint8Array | null {
  return value instanceof Uint8Array ? value : null;
}

function isSameBlob(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other;
  return Buffer.compare(one, other) === 0;
}

type CallbackColumns = {
  readonly content: Uint8Array | null;
  readonly replayOf: unknown;
  readonly repeatOf?: unknown;
};

/** Whether a row of `callback` says what the event gives. */
export function isCallbackRow(
  event: LogEvent | null,
  { content, repeatOf, replayOf }: CallbackColumns,
): boolean {
  if (event?.kind === 'callback_repeated') return event.body.ofSeq === repeatOf;
  return (
    (event?.kind === 'callback' || event?.kind === 'callback_apart') &&
    (event.body.replayOf ?? null) === replayOf &&
    isSameBlob(rowContentOf(event), content)
  );
}

/** In doubt the events are read once more by their schema, which gives older ones the values that they lack. */
function rowFault(
  { events }: Store,
  row: Row,
  told: readonly RequestEvent[],
  standing: Standing,
): ProjectionFault | null {
  const asTheyStand = (): readonly RequestEvent[] => told;
  if (differenceIn(row, asTheyStand, standing) === null) return null;
  const bySchema = (): readonly RequestEvent[] =>
    events.ofIntent(intentIdSchema.parse(row.intentId)).filter(isRequestEvent);
  const difference = differenceIn(row, bySchema, standing);
  if (difference === null) return null;
  const detail = `the row of request ${row.intentId} is not what its events give${difference}`;
  return { seq: Math.max(1, Number(row.columns.at(-1))), detail };
}

/** Null: the row is what its events give. Else the error that they could not be followed with, or an empty text. */
function differenceIn(
  row: Row,
  eventsOfRow: () => readonly RequestEvent[],
  standing: Standing,
): string | null {
  try {
    return isWhatEventsGive(row, eventsOfRow(), standing) ? null : '';
  } catch (error) {
    return `: ${String(error)}`;
  }
}

function isWhatEventsGive(
  row: Row,
  events: readonly RequestEvent[],
  { acknowledged, sealedUpTo }: Standing,
): boolean {
  let request: DepositRequest | null = null;
  let isMarked = false;
  for (const event of sinceErasing(events)) {
    request = applyEvent(request, event);
    if (event.kind !== 'settled') continue;
    isMarked = event.seq > acknowledged && isInterrupted(event.body.stage);
  }
  const last = events.at(-1)?.seq;
  const first = firstSeqOf(events);
  if (request === null || last === undefined || first !== row.firstSeq) return false;
  const { document, ...columns } = columnsOf(request, last);
  return (
    row.isInterrupted === (isMarked ? 1 : 0) &&
    Object.values(columns).every((value, at) => value === row.columns[at]) &&
    Object.keys(columns).length === row.columns.length &&
    (row.document === ''
      ? last <= sealedUpTo && columns['isOpen'] === 0 && request.outcome !== 'unknown'
      : document === row.document || saysTheSame(request, row.document))
  );
}

function firstSeqOf(events: readonly RequestEvent[]): number | undefined {
  const [first] = sinceErasing(events);
  return first?.kind === 'requisites_erased' ? first.body.firstSeq : first?.seq;
}

/** A rebuilt row has its keys in another order. */
function saysTheSame(request: DepositRequest, document: unknown): boolean {
  const plain: unknown = JSON.parse(JSON.stringify(request));
  return isDeepStrictEqual(JSON.parse(String(document)), plain);
}
