import type { IntentId } from '#shared/domain/ids.ts';
import {
  type DepositRequest,
  type SettledStage,
  isInFlight,
  remoteIdOf,
} from '#shared/domain/request.ts';

import { checkRow } from '../store/checkWritten.ts';
import type { NewEvent } from '../store/events.ts';
import type { EventStore } from '../store/eventStore.ts';
import type { OrderCounter } from '../store/orderCounter.ts';
import { isRequestEvent } from '../store/project.ts';
import { type Projection, projectRequest } from '../store/projection.ts';

export type WriteParts = {
  readonly events: EventStore;
  readonly projection: Projection;
  readonly counter: OrderCounter;
  /** Requests in flight as last written, so that W2 and W3 need not read them back. */
  readonly inHand: Map<IntentId, DepositRequest>;
};

/** The request as last written. */
export function requestOf(parts: WriteParts, intentId: IntentId): DepositRequest | null {
  return parts.inHand.get(intentId) ?? parts.projection.rows.find(intentId);
}

/** Appends the event and writes the row that follows from it. */
export function record(
  { events, projection, inHand }: WriteParts,
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
  { projection }: WriteParts,
  request: DepositRequest,
  stage: SettledStage,
): SettledStage {
  if (stage.outcome !== 'accepted') return stage;
  const remoteId = remoteIdOf(stage.answer);
  const owner = projection.rows.findByRemoteId(request.body.fields.merchant, remoteId);
  if (owner === null || owner.intentId === request.intentId) return stage;
  const detail = `${remoteId} already belongs to order ${owner.body.fields.order_id}`;
  return { outcome: 'unknown', reason: { code: 'id_already_used', httpStatus: null, detail } };
}
