import type { Database } from 'better-sqlite3';

import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import { createBatchRows, isBatchEvent } from './batchRows.ts';
import { createCallbackRows } from './callbackRows.ts';
import { createCustomerRows } from './customerRows.ts';
import { createErasingRows, isErasingEvent } from './erasingRows.ts';
import type { LogEvent, RequestEvent } from './events.ts';
import { type EventStore, createEventStore } from './eventStore.ts';
import { createLimitsRows } from './limitsRows.ts';
import { createPeopleRows, isPersonEvent } from './peopleRows.ts';
import { applyEvent, isInterrupted, isRequestEvent } from './project.ts';
import { createRequestRows } from './requestRows.ts';
import { createSignedTexts } from './signedTexts.ts';
import { createStatementRows, isStatementEvent } from './statementRows.ts';

export type Projection = ReturnType<typeof createProjection>;

export function createProjection(db: Database, events: EventStore) {
  return {
    rows: createRequestRows(db, events),
    limits: createLimitsRows(db),
    callbacks: createCallbackRows(db),
    signed: createSignedTexts(db),
    customers: createCustomerRows(db),
    batches: createBatchRows(db),
    statements: createStatementRows(db),
    people: createPeopleRows(db),
    erasing: createErasingRows(db, events),
  };
}

/** What an event about one request does to its row. `before` spares reading a row that the caller has in hand. */
export function projectRequest(
  { rows, callbacks, signed, batches, erasing }: Projection,
  before: DepositRequest | null,
  event: RequestEvent,
): DepositRequest {
  const request = applyEvent(before, event);
  const how =
    event.kind === 'requisites_erased' ? { first: event.body.firstSeq, isAnew: true } : {};
  rows.put(request, event.seq, before, how);
  if (event.kind === 'settled' && isInterrupted(event.body.stage)) {
    rows.markInterrupted(request.intentId);
  }
  if (event.kind === 'callback') callbacks.put(event);
  if (request.batch !== undefined) batches.putHandedOut(event);
  if (event.kind === 'requisites_erased') erasing.put(event);
  if (event.kind === 'pictured') erasing.keepPicture(event.body.picture.sha256);
  signed.put(event);
  return request;
}

/** Any event; the writer and the rebuild go the same way. `inHand`: requests as last projected, so that none is read back. */
export function projectEvent(
  projection: Projection,
  event: LogEvent,
  inHand?: Map<IntentId, DepositRequest>,
): void {
  if (isRequestEvent(event)) {
    const { intentId } = event.body;
    const isNew = event.kind === 'prepared';
    const before = isNew ? null : (inHand?.get(intentId) ?? projection.rows.find(intentId));
    // Its W1 was erased: the event that erased it comes later, and states the whole request.
    if (before === null && !isNew && event.kind !== 'requisites_erased') return;
    const request = projectRequest(projection, before, event);
    inHand?.set(intentId, request);
  } else if (isErasingEvent(event)) projection.erasing.put(event);
  if (event.kind === 'limits') projection.limits.put(event);
  if (event.kind === 'callback_apart' || event.kind === 'callback_repeated') {
    projection.callbacks.put(event);
  }
  if (event.kind === 'customer_preferred' || event.kind === 'customer_noted') {
    projection.customers.put(event);
  }
  if (isBatchEvent(event)) projection.batches.put(event);
  if (isStatementEvent(event)) projection.statements.put(event);
  if (isPersonEvent(event)) projection.people.put(event);
  if (event.kind === 'recovery_acknowledged') projection.rows.clearInterrupted();
}

const AHEAD = `
  SELECT max(seq) FROM (
    SELECT max(last_seq) AS seq FROM request UNION SELECT max(seq) FROM limits_snapshot
    UNION SELECT max(seq) FROM callback UNION SELECT max(seq) FROM customer_event
    UNION SELECT max(seq) FROM batch_row UNION SELECT max(seq) FROM statement
    UNION SELECT max(seq) FROM statement_row UNION SELECT max(seq) FROM person)`;

/** An event that a row knows and the log does not have, or null. */
export function projectionAhead(db: Database, headSeq: number): number | null {
  const known = db.prepare(AHEAD).pluck().get();
  return typeof known === 'number' && known > headSeq ? known : null;
}

/** Most events of a request follow soon after its first one. */
const MOST_IN_HAND = 5000;

/** All rows anew from the events. To be called inside a transaction. */
export function rebuildProjection(db: Database): number {
  const events = createEventStore(db);
  const projection = createProjection(db, events);
  for (const table of Object.values(projection)) table.clear();
  const last = events.head().seq;
  const inHand = new Map<IntentId, DepositRequest>();
  for (let seq = 1; seq <= last; seq += 1) {
    // One by one: a statement that is still being read from would lock the connection against writes.
    const event = events.bySeq(seq);
    if (event !== null) projectEvent(projection, event, inHand);
    if (inHand.size > MOST_IN_HAND) inHand.clear();
  }
  return last;
}
