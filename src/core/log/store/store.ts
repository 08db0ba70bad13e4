import type { Database } from 'better-sqlite3';

import type { IntentId } from '#shared/domain/ids.ts';
import {
  type DepositRequest,
  type SettledStage,
  isInFlight,
  answeredIdOf,
} from '#shared/domain/request.ts';

import { type NewEvent, checkRow } from './events.ts';
import { createEventStore } from './eventStore.ts';
import { createHeldOrders } from './heldOrders.ts';
import { createOrderCounter } from './orderId.ts';
import { isRequestEvent } from './project.ts';
import { createProjection, projectRequest } from './projection.ts';

/** One connection and what reads and writes through it. */
export type Store = ReturnType<typeof createStore>;

export function createStore(db: Database) {
  const events = createEventStore(db);
  return {
    db,
    events,
    projection: createProjection(db, events),
    counter: createOrderCounter(db),
    heldOrders: createHeldOrders(db),
    /** Requests in flight as last written, so that W2 and W3 need not read them back. */
    inHand: new Map<IntentId, DepositRequest>(),
  };
}

/** The request as last written. */
export function requestOf(store: Store, intentId: IntentId): DepositRequest | null {
  return store.inHand.get(intentId) ?? store.projection.rows.find(intentId);
}

/** Appends the event and writes the row that follows from it. */
export function record(
  { events, projection, inHand }: Store,
  at: string,
  before: DepositRequest | null,
  event: NewEvent,
): DepositRequest {
  const placed = events.append(event, at);
  if (!isRequestEvent(placed)) throw new Error(`${placed.kind} is no event of a request.`);
  const request = projectRequest(projection, before, placed);
  checkRow(request);
  if (isInFlight(request)) inHand.set(request.intentId, request);
  else inHand.delete(request.intentId);
  return request;
}

/** Checked in the transaction that records the answer, so that two answers cannot both take one id. */
export function withoutReusedId(
  { projection }: Store,
  request: DepositRequest,
  stage: SettledStage,
): SettledStage {
  if (stage.outcome !== 'accepted') return stage;
  const remoteId = answeredIdOf(stage.answer);
  const owner = projection.rows.findByRemoteId(request.body.fields.merchant, remoteId);
  if (owner === null || owner.intentId === request.intentId) return stage;
  const detail = `${remoteId} already belongs to order ${owner.body.fields.order_id}`;
  return { outcome: 'unknown', reason: { code: 'id_already_used', httpStatus: null, detail } };
}
