import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest } from '#shared/domain/request.ts';
import type { EventStore } from '#core/log/store/eventStore.ts';
import type { RequestEvent } from '#core/log/store/events.ts';
import { applyEvent, isInterrupted, isRequestEvent } from '#core/log/store/project.ts';
import { type Projection, projectEvent } from '#core/log/store/projection.ts';
import type { SampleEvent } from '#core/log/sample/sampleDay.ts';

type Parts = { readonly events: EventStore; readonly projection: Projection };

export type SampleWriter = {
  /** Inside a transaction, event by event in their order. */
  readonly write: (sample: SampleEvent) => void;
  /** Before the transaction ends. */
  readonly flush: () => void;
};

/** More than have anything happen to them within an hour. */
const KEPT_IN_HAND = 20_000;

type InHand = {
  readonly request: DepositRequest;
  /** Of its events since its row was written: the first, the last, and how many. */
  readonly first: number;
  readonly seq: number;
  readonly events: number;
  readonly isInterrupted: boolean;
};

/** The same steps as the projection, but a row is written once for everything that happens to its request within the hour. */
export function createSampleWriter({ events, projection }: Parts): SampleWriter {
  const { rows, callbacks, signed } = projection;
  const inHand = new Map<IntentId, InHand>();

  function flush(): void {
    for (const { request, seq, isInterrupted: isMarked, ...how } of inHand.values()) {
      rows.put(request, seq, null, how);
      if (isMarked) rows.markInterrupted(request.intentId);
    }
    inHand.clear();
  }

  function keep(event: RequestEvent): void {
    const { intentId } = event.body;
    const known = inHand.get(intentId) ?? null;
    const isNew = event.kind === 'prepared';
    const before = known?.request ?? (isNew ? null : rows.find(intentId));
    const request = applyEvent(before, event);
    inHand.set(intentId, {
      request,
      first: known?.first ?? event.seq,
      seq: event.seq,
      events: (known?.events ?? 0) + 1,
      isInterrupted:
        known?.isInterrupted === true ||
        (event.kind === 'settled' && isInterrupted(event.body.stage)),
    });
    if (event.kind === 'callback') callbacks.put(event);
    signed.put(event);
  }

  return {
    write({ at, event }) {
      const placed = events.append(event, at);
      if (isRequestEvent(placed)) {
        keep(placed);
        if (inHand.size >= KEPT_IN_HAND) flush();
        return;
      }
      // What acknowledges an interruption speaks of every row before it.
      if (placed.kind === 'recovery_acknowledged') flush();
      projectEvent(projection, placed);
    },
    flush,
  };
}
