import { randomBytes } from 'node:crypto';

import { failure } from '#shared/domain/failure.ts';
import { formatOrderId } from '#shared/domain/orderPattern.ts';
import type { MerchantMode } from '#shared/domain/orderUse.ts';
import type { Operator } from '#shared/domain/request.ts';
import { err, ok } from '#shared/domain/result.ts';
import type { BatchPlan, BatchPace } from '#shared/domain/batch.ts';
import type { IntentId, BatchPlace } from '#shared/domain/ids.ts';
import type { Flow } from '#shared/domain/deposit.ts';

import { findRepeatable } from '../reads/batchReads.ts';
import type { PlannedRow } from '../store/batchRows.ts';
import { interruptedIn } from '../reads/reads.ts';
import { SALT_BYTES, digestOf, toHex } from '../store/chain.ts';
import type { EventOf, NewEvent, BatchRefusal } from '../store/events.ts';
import { orderCounterOf, type OrderDay } from '../store/orderId.ts';
import { projectEvent } from '../store/projection.ts';
import type { Store } from '../store/store.ts';
import { write } from '../call.ts';

/** One order id for each of `randoms`. */
export type OrderNumberings = {
  readonly pattern: string;
  readonly flow: Flow;
  /** A day of the merchant's time zone. */
  readonly day: OrderDay;
  readonly randoms: readonly string[];
  /** Numbers begin after this one at least. */
  readonly after: number;
};

/** `last`: the newest number; 0 where the pattern has none. */
export type ReservedOrderIds = { readonly orderIds: readonly string[]; readonly last: number };

/** What a batch writes besides its requests: the plan, further attempts, refusals, and how it is run. */
export const batchWrites = {
  /** As many order ids as `randoms`, or fewer: none of them is suggested, planned or recorded anywhere. */
  reserveOrderIds: write((store, _at, numberings: OrderNumberings) =>
    ok(freeOrderIds(store, numberings)),
  ),
  /**
   * A part of a plan, its rows in one transaction with the event that has their digests. The first part brings the plan; the
   * others are refused unless it is there and still lacks as many rows. `order_held` where another request or plan has an order id.
   */
  planBatch: write(
    (store, at, batchId: string, plan: BatchPlan | null, rows: readonly PlannedRow[]) => {
      const known = store.projection.batches.find(batchId);
      const left = plan?.rows ?? (known === null ? 0 : known.rows - known.planned);
      if (plan !== null && known !== null && known.planned < known.rows) {
        return err(failure('batch_broke_off'));
      }
      if ((plan === null) === (known === null) || rows.length > left) {
        return err(failure('batch_not_possible', 'the plan is there already, or is not this one'));
      }
      const held = heldAmong(store, batchId, plan ?? known, rows);
      if (held !== null) return err(failure('order_held', held));
      const salts = randomBytes(SALT_BYTES * rows.length);
      const salted = rows.map((row, index) => {
        const document = JSON.stringify(row);
        const salt = salts.subarray(index * SALT_BYTES, (index + 1) * SALT_BYTES);
        return { row, document, salt, digest: toHex(digestOf(salt, document)) };
      });
      const { seq } = recordBatch(store, at, {
        kind: 'batch_planned',
        body: {
          batchId,
          ...(plan === null ? {} : { plan }),
          rows: salted.map(({ row, digest }) => [row.row, row.intentId, digest]),
        },
      });
      store.projection.batches.putRows(batchId, seq, salted);
      return ok(undefined);
    },
    { needsHealthyLog: true },
  ),
  /** Leaves out rows that may not be issued again. Returns the outcomes of those that were queued. */
  queueBatchRows: write(
    (
      store,
      at,
      batchId: string,
      operator: Operator,
      wanted: readonly { readonly row: number; readonly intentId: IntentId }[],
    ) => {
      if (store.projection.batches.find(batchId) === null) return err(failure('batch_not_found'));
      const found = wanted.flatMap(({ row, intentId: id }) => {
        const last = findRepeatable(store, batchId, row);
        if (last === null) return [];
        const { attempt, intentId: previous, outcome } = last;
        return [{ again: { row, attempt: attempt + 1, id, previous }, outcome }];
      });
      if (found.length === 0) return ok([]);
      const rows = found.map(({ again }) => again);
      recordBatch(store, at, { kind: 'batch_queued_again', body: { batchId, operator, rows } });
      if (interruptedIn(store).length === 0) acknowledgeInterrupted(store, at, operator);
      return ok(found.map(({ outcome }) => outcome));
    },
    { needsHealthyLog: true },
  ),
  /** Recorded once per attempt. */
  refuseBatchRow: write(
    (store, at, { batchId, row }: BatchPlace, attempt: number, refusal: BatchRefusal) => {
      const last = store.projection.batches.attemptOf(batchId, row);
      if (last?.attempt !== attempt || last.refusal !== null) return ok(undefined);
      recordBatch(store, at, { kind: 'batch_refused', body: { batchId, row, attempt, refusal } });
      return ok(undefined);
    },
  ),
  resumeBatch: write(
    (store, at, batchId: string, operator: Operator, pace: BatchPace) => {
      const found = runnable(store, batchId);
      if (!found.ok) return found;
      recordBatch(store, at, { kind: 'batch_resumed', body: { batchId, operator, pace } });
      return ok(undefined);
    },
    { needsHealthyLog: true },
  ),
  stopBatch: write((store, at, batchId: string, operator: Operator) => {
    const found = runnable(store, batchId);
    if (!found.ok) return found;
    stopBecause(store, at, { batchId, operator, because: 'operator' });
    return ok(undefined);
  }),
};

/** The list of what a crash interrupted ends: the operator has seen it, or has queued all of its rows again. */
export function acknowledgeInterrupted(
  { events, projection }: Store,
  at: string,
  operator: Operator,
): void {
  if (projection.rows.interrupted().length === 0) return;
  const event = events.append({ kind: 'recovery_acknowledged', body: { operator } }, at);
  projectEvent(projection, event);
}

/**
 * After a restore: a row that the backup shows as waiting may have been issued in the part that is missing. No batch of the
 * backup goes on.
 */
export function stopRestoredBatches(
  store: Store,
  at: string,
  operator: EventOf<'batch_stopped'>['body']['operator'],
): void {
  for (const batchId of store.projection.batches.unstopped()) {
    stopBecause(store, at, { batchId, operator, because: 'restored' });
  }
}

/** The first order id of these rows that another request or plan has. */
function heldAmong(
  { heldOrders }: Store,
  batchId: string,
  whose: MerchantMode | null,
  rows: readonly PlannedRow[],
): string | null {
  if (whose === null) return null;
  const orders = rows.map(({ draft }) => draft.fields.order_id.trim());
  const isHeld = (order: string): boolean => heldOrders.holderOf(whose, order, batchId) !== null;
  return orders.find(isHeld) ?? null;
}

/** Order ids that neither a request nor a plan has; fewer where the random part of a pattern without a counter is taken. */
function freeOrderIds(
  { counter, projection }: Store,
  { pattern, flow, day, randoms, after }: OrderNumberings,
): ReservedOrderIds {
  const counted = orderCounterOf(pattern, flow, day);
  const reserved = new Set<string>();
  const isTaken = (orderId: string): boolean =>
    reserved.has(orderId) ||
    projection.rows.hasOrder(orderId) ||
    projection.batches.hasOrder(orderId);
  let last = 0;
  const freeFor = (random: string): string | null => {
    for (;;) {
      if (counted !== null) last = counter.next(counted.flow, counted.series, after);
      const orderId = formatOrderId(pattern, { flow, day, counter: last, random });
      if (!isTaken(orderId)) return orderId;
      if (counted === null) return null;
    }
  };
  for (const random of randoms) {
    const orderId = freeFor(random);
    if (orderId !== null) reserved.add(orderId);
  }
  return { orderIds: [...reserved], last };
}

function runnable({ projection }: Store, batchId: string) {
  const batch = projection.batches.find(batchId);
  if (batch === null || batch.planned < batch.rows) return err(failure('batch_not_found'));
  return batch.stopped === null ? ok(batch) : err(failure('batch_not_possible', 'stopped'));
}

function stopBecause(store: Store, at: string, body: EventOf<'batch_stopped'>['body']): void {
  recordBatch(store, at, { kind: 'batch_stopped', body });
}

function recordBatch({ events, projection }: Store, at: string, event: NewEvent) {
  const placed = events.append(event, at);
  projectEvent(projection, placed);
  return placed;
}
