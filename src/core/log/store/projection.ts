import type { Database } from 'better-sqlite3';

import type { DepositRequest } from '#shared/domain/request.ts';

import { createCallbackRows } from './callbackRows.ts';
import type { LogEvent, RequestEvent } from './events.ts';
import { createEventStore } from './eventStore.ts';
import { createLimitsRows } from './limitsRows.ts';
import { applyEvent, isInterrupted, isRequestEvent } from './project.ts';
import { createRequestRows } from './requestRows.ts';
import { createSignedTexts } from './signedTexts.ts';

export type Projection = ReturnType<typeof createProjection>;

export function createProjection(db: Database) {
  return {
    rows: createRequestRows(db),
    limits: createLimitsRows(db),
    callbacks: createCallbackRows(db),
    signed: createSignedTexts(db),
  };
}

/** What an event about one request does to its row. `before` spares reading a row that the caller has in hand. */
export function projectRequest(
  { rows, callbacks, signed }: Projection,
  before: DepositRequest | null,
  event: RequestEvent,
): DepositRequest {
  const request = applyEvent(before, event);
  rows.put(request, event.seq);
  if (event.kind === 'settled' && isInterrupted(event.body.stage)) {
    rows.markInterrupted(request.intentId);
  }
  if (event.kind === 'callback') callbacks.put(event);
  signed.put(event);
  return request;
}

/** Any event; the writer and the rebuild go the same way. */
export function projectEvent(projection: Projection, event: LogEvent): void {
  if (isRequestEvent(event)) {
    const before = event.kind === 'prepared' ? null : projection.rows.find(event.body.intentId);
    projectRequest(projection, before, event);
  }
  if (event.kind === 'limits') projection.limits.put(event);
  if (event.kind === 'callback_apart' || event.kind === 'callback_repeated') {
    projection.callbacks.put(event);
  }
  if (event.kind === 'recovery_acknowledged') projection.rows.clearInterrupted();
}

/** All rows anew from the events. To be called inside a transaction. */
export function rebuildProjection(db: Database): number {
  const projection = createProjection(db);
  const events = createEventStore(db);
  for (const table of Object.values(projection)) table.clear();
  const last = events.head().seq;
  for (let seq = 1; seq <= last; seq += 1) {
    // One by one: a statement that is still being read from would lock the connection against writes.
    const event = events.bySeq(seq);
    if (event !== null) projectEvent(projection, event);
  }
  return last;
}
