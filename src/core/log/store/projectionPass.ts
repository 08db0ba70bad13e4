import { isDeepStrictEqual } from 'node:util';

import { intentIdSchema } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { rowContentOf } from './callbackRows.ts';
import type { LogEvent, RequestEvent } from './events.ts';
import { applyEvent, isInterrupted, isRequestEvent } from './project.ts';
import { columnsOf } from './requestRows.ts';
import { signedDigestOf } from './signedTexts.ts';
import type { Store } from './store.ts';

export type ProjectionFault = { readonly seq: number; readonly detail: string };

export type Pass = {
  /** The first row, by its newest event, that is not what its events give. */
  readonly fault: ProjectionFault | null;
  /** Events up to the head that belong to a row. */
  readonly events: number;
  /** The first callback about a request whose row is missing, or not what the event gives. */
  readonly badCallback: number | null;
  /** The first event whose signed text has another digest than its row, or no row. */
  readonly unsigned: number | null;
};

const ROWS_AT_ONCE = 500;
const ROWS = `
  SELECT first_seq, intent_id, created_at, profile_id, merchant, order_id, outcome, remote_id, reissue_of, is_open,
    last_seq, is_interrupted, document
  FROM request WHERE first_seq > ? ORDER BY first_seq LIMIT ${ROWS_AT_ONCE}`;
const ACKNOWLEDGED = `
  SELECT max(seq) FROM event WHERE intent_id IS NULL AND kind = 'recovery_acknowledged'`;
/** CROSS: the rows first, in their order, and then each one's events by the index. */
const eventsOf = (columns: string, join: string): string => `
  SELECT e.intent_id, e.seq, e.at, e.kind, e.body, ${columns}
  FROM request r CROSS JOIN event e ON e.intent_id = r.intent_id ${join}
  WHERE r.first_seq > ? AND r.first_seq <= ? ORDER BY r.first_seq, e.seq`;
const CALLBACK_ROWS = "LEFT JOIN callback c ON e.kind = 'callback' AND c.seq = e.seq";
const SIGNED_TEXTS =
  "LEFT JOIN signed_text s ON e.kind IN ('prepared', 'callback') AND s.seq = e.seq";
/** What each schema has beside a request's events: 3 brought callbacks, 4 those read again, 5 the digests of signed texts. */
function sqlOf(schema: number): string {
  if (schema < 3) return eventsOf('NULL, NULL, NULL', '');
  if (schema < 4) return eventsOf('c.content, NULL, NULL', CALLBACK_ROWS);
  if (schema < 5) return eventsOf('c.content, c.replay_of, NULL', CALLBACK_ROWS);
  return eventsOf('c.content, c.replay_of, s.digest', `${CALLBACK_ROWS} ${SIGNED_TEXTS}`);
}

/**
 * Every row against its events, in the order of recording and some hundred at a time, each time in a read of its own. Events
 * are taken as they stand, because the chain has vouched for them.
 */
export function passOverRows(store: Store, headSeq: number, schema: number): Pass {
  const { db } = store;
  const rows = db.prepare(ROWS).raw();
  const events = db.prepare(sqlOf(schema)).raw();
  const acknowledgement = db.prepare(ACKNOWLEDGED).pluck();
  let fault: ProjectionFault | null = null;
  let counted = 0;
  let badCallback: number | null = null;
  let unsigned: number | null = null;
  // A row before the first event belongs to none, and must be met too.
  let last = Number.NEGATIVE_INFINITY;
  const piece = db.transaction((): boolean => {
    const found = rows.all(last).map(readRow);
    const end = found.at(-1);
    if (end === undefined) return false;
    const acknowledged = Number(acknowledgement.get() ?? 0);
    const own = groupOf(events.all(last, end.firstSeq));
    for (const row of found) {
      const told = own.get(row.intentId) ?? [];
      const isOldRule = schema < 5 && told.some(({ event }) => isProjectedDifferently(event));
      const differs = isOldRule ? null : rowFault(store, row, told, acknowledged);
      if (differs !== null && differs.seq < (fault?.seq ?? Infinity)) fault = differs;
      for (const { event, digest, ...columns } of told) {
        if (event.seq > headSeq) continue;
        counted += 1;
        if (schema >= 5 && !isSameBlob(signedDigestOf(event), digest)) unsigned ??= event.seq;
        if (event.kind !== 'callback' || isCallbackRow(event, columns)) continue;
        badCallback = Math.min(badCallback ?? event.seq, event.seq);
      }
    }
    last = end.firstSeq;
    return found.length === ROWS_AT_ONCE;
  });
  while (piece());
  return { fault, events: counted, badCallback, unsigned };
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

type Told = {
  readonly event: RequestEvent;
  readonly content: Uint8Array | null;
  readonly replayOf: unknown;
  readonly digest: Uint8Array | null;
};

function groupOf(rows: readonly unknown[]): ReadonlyMap<string, readonly Told[]> {
  const groups = new Map<string, Told[]>();
  for (const raw of rows) {
    if (!Array.isArray(raw)) throw new Error('An event could not be read.');
    const columns: readonly unknown[] = raw;
    const [intentId, seq, at, kind, body, content, replayOf, digest] = columns;
    const parsed: unknown = JSON.parse(String(body));
    const event = { seq, at, kind, body: parsed };
    if (!isAsWritten(event)) throw new Error(`Event ${String(seq)} could not be read.`);
    const told = { event, content: blobOf(content), replayOf, digest: blobOf(digest) };
    const group = groups.get(String(intentId));
    if (group === undefined) groups.set(String(intentId), [told]);
    else group.push(told);
  }
  return groups;
}

/** Before schema 5 a callback that was not checked counted, and one without a state took the state back. */
function isProjectedDifferently(event: RequestEvent): boolean {
  if (event.kind !== 'callback') return false;
  return event.body.verdict === 'not_checked' || event.body.reading.state === null;
}

function blobOf(value: unknown): Uint8Array | null {
  return value instanceof Uint8Array ? value : null;
}

function isSameBlob(one: Uint8Array | null, other: Uint8Array | null): boolean {
  if (one === null || other === null) return one === other;
  return Buffer.compare(one, other) === 0;
}

type CallbackColumns = Pick<Told, 'content' | 'replayOf'> & { readonly repeatOf?: unknown };

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

/** No more than its outline: for what is inside it the chain stands, and the comparison with the row. */
function isAsWritten(
  event: Readonly<Record<'seq' | 'at' | 'kind' | 'body', unknown>>,
): event is RequestEvent {
  const { seq, at, kind, body } = event;
  return (
    typeof seq === 'number' &&
    typeof at === 'string' &&
    typeof kind === 'string' &&
    typeof body === 'object' &&
    body !== null &&
    'intentId' in body
  );
}

/** In doubt the events are read once more by their schema, which gives older ones the values that they lack. */
function rowFault(
  { events }: Store,
  row: Row,
  told: readonly Told[],
  acknowledged: number,
): ProjectionFault | null {
  const asTheyStand = (): readonly RequestEvent[] => told.map(({ event }) => event);
  if (differenceIn(row, asTheyStand, acknowledged) === null) return null;
  const bySchema = (): readonly RequestEvent[] =>
    events.ofIntent(intentIdSchema.parse(row.intentId)).filter(isRequestEvent);
  const difference = differenceIn(row, bySchema, acknowledged);
  if (difference === null) return null;
  const detail = `the row of request ${row.intentId} is not what its events give${difference}`;
  return { seq: Math.max(1, Number(row.columns.at(-1))), detail };
}

/** Null: the row is what its events give. Else the error that they could not be followed with, or an empty text. */
function differenceIn(
  row: Row,
  eventsOfRow: () => readonly RequestEvent[],
  acknowledged: number,
): string | null {
  try {
    return isWhatEventsGive(row, eventsOfRow(), acknowledged) ? null : '';
  } catch (error) {
    return `: ${String(error)}`;
  }
}

function isWhatEventsGive(
  row: Row,
  events: readonly RequestEvent[],
  acknowledged: number,
): boolean {
  let request: DepositRequest | null = null;
  let isMarked = false;
  for (const event of events) {
    request = applyEvent(request, event);
    if (event.kind !== 'settled') continue;
    isMarked = event.seq > acknowledged && isInterrupted(event.body.stage);
  }
  const [first, last] = [events[0]?.seq, events.at(-1)?.seq];
  if (request === null || last === undefined || first !== row.firstSeq) return false;
  const { document, ...columns } = columnsOf(request, last);
  return (
    row.isInterrupted === (isMarked ? 1 : 0) &&
    Object.values(columns).every((value, at) => value === row.columns[at]) &&
    Object.keys(columns).length === row.columns.length &&
    (document === row.document || saysTheSame(request, row.document))
  );
}

/** A rebuilt row has its keys in another order. */
function saysTheSame(request: DepositRequest, document: unknown): boolean {
  const plain: unknown = JSON.parse(JSON.stringify(request));
  return isDeepStrictEqual(JSON.parse(String(document)), plain);
}
