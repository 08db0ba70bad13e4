import { randomBytes } from 'node:crypto';

import { failure } from '#shared/domain/failure.ts';
import { formatOrderId } from '#shared/domain/orderPattern.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { Writes } from '../operations.ts';
import type { OrderNumbering } from '../port.ts';
import { findRepeatable } from '../reads/batchReads.ts';
import { SALT_BYTES, digestOf, toHex } from '../store/chain.ts';
import type { EventOf, NewEvent } from '../store/events.ts';
import { orderSeriesOf } from '../store/orderId.ts';
import { projectEvent } from '../store/projection.ts';
import type { Store } from '../store/store.ts';

/** What a batch writes besides its requests: the plan, further attempts, refusals, and how it is run. */
export const batchWrites = {
  reserveOrderIds(store, _at, { randoms, ...numbering }) {
    const reserved = new Set<string>();
    for (const random of randoms) {
      const orderId = freeOrderId(store, { ...numbering, random }, reserved);
      if (orderId !== null) reserved.add(orderId);
    }
    return ok([...reserved]);
  },
  planBatch(store, at, batchId, plan, rows) {
    const known = store.projection.batches.find(batchId);
    const left = plan?.rows ?? (known === null ? 0 : known.rows - known.planned);
    if (plan !== null && known !== null && known.planned < known.rows) {
      return err(failure('batch_broke_off'));
    }
    if ((plan === null) === (known === null) || rows.length > left) {
      return err(failure('batch_not_possible', 'the plan is there already, or is not this one'));
    }
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
  queueBatchRows(store, at, batchId, operator, wanted) {
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
    return ok(found.map(({ outcome }) => outcome));
  },
  refuseBatchRow(store, at, { batchId, row }, attempt, refusal) {
    const last = store.projection.batches.attemptOf(batchId, row);
    if (last?.attempt !== attempt || last.refusal !== null) return ok(undefined);
    recordBatch(store, at, { kind: 'batch_refused', body: { batchId, row, attempt, refusal } });
    return ok(undefined);
  },
  resumeBatch(store, at, batchId, operator, pace) {
    const found = runnable(store, batchId);
    if (!found.ok) return found;
    recordBatch(store, at, { kind: 'batch_resumed', body: { batchId, operator, pace } });
    return ok(undefined);
  },
  stopBatch(store, at, batchId, operator) {
    const found = runnable(store, batchId);
    if (!found.ok) return found;
    stopBecause(store, at, { batchId, operator, because: 'operator' });
    return ok(undefined);
  },
} satisfies Partial<Writes>;

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

/** An order id that neither a request nor a plan has; null when the random part of a pattern without a counter is taken. */
export function freeOrderId(
  { counter, projection }: Store,
  { pattern, flow, day, random }: OrderNumbering,
  others: ReadonlySet<string> = new Set(),
): string | null {
  const isCounted = pattern.includes('{counter}');
  const series = orderSeriesOf(pattern, day);
  // Without its letter in the id, both flows number from one counter.
  const counted = pattern.includes('{flow}') ? flow : 'create';
  for (;;) {
    const number = isCounted ? counter.next(counted, series) : 0;
    const orderId = formatOrderId(pattern, { flow, day, counter: number, random });
    const isTaken =
      others.has(orderId) ||
      projection.rows.hasOrder(orderId) ||
      projection.batches.hasOrder(orderId);
    if (!isTaken) return orderId;
    if (!isCounted) return null;
  }
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
