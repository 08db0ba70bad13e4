import type { IntentId } from '#shared/domain/ids.ts';
import { type DepositRequest, isInFlight } from '#shared/domain/request.ts';

import { checkRow } from './checkWritten.ts';
import type { NewEvent } from './events.ts';
import type { EventStore } from './eventStore.ts';
import type { OrderCounter } from './orderCounter.ts';
import { isRequestEvent } from './project.ts';
import { type Projection, projectRequest } from './projection.ts';

export type WriteParts = {
  readonly events: EventStore;
  readonly projection: Projection;
  readonly counter: OrderCounter;
  /** What is in flight, as last written: W2 and W3 need not read it back. */
  readonly inHand: Map<IntentId, DepositRequest>;
};

/** The event, and the row that follows from it. */
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
