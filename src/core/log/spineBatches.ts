import type {
  BatchOutcome,
  BatchPace,
  BatchPlan,
  BatchRow,
  NamedBatch,
} from '#shared/domain/batch.ts';
import type { Failure } from '#shared/domain/failure.ts';
import type { BatchPlace, IntentId } from '#shared/domain/ids.ts';
import type { MerchantMode } from '#shared/domain/orderUse.ts';
import type { Operator } from '#shared/domain/request.ts';
import type { Result } from '#shared/domain/result.ts';

import type * as port from './port.ts';
import { read, write } from './spineRows.ts';
import type { PlannedRow } from './store/batchRows.ts';
import type { BatchRefusal } from './store/events.ts';

/** The rows of spine.ts about batches. */
export const BATCH_ROWS = {
  /** As many order ids as `randoms`, or fewer: none of them is suggested, planned or recorded anywhere. */
  reserveOrderIds:
    write<(numbering: port.OrderNumberings) => Result<port.ReservedOrderIds, port.NotRecorded>>(),
  /**
   * A part of a plan, its rows in one transaction with the event that has their digests. The first part brings the plan; the
   * others are refused unless it is there and still lacks as many rows. `order_held` where another request or plan has an order id.
   */
  planBatch: write<
    (batchId: string, plan: BatchPlan | null, rows: readonly PlannedRow[]) => Result<void, Failure>
  >({ needsHealthyLog: true }),
  /** Leaves out rows that may not be issued again. Returns the outcomes of those that were queued. */
  queueBatchRows: write<
    (
      batchId: string,
      operator: Operator,
      rows: readonly { readonly row: number; readonly intentId: IntentId }[],
    ) => Result<readonly BatchOutcome[], Failure>
  >({ needsHealthyLog: true }),
  /** Recorded once per attempt. */
  refuseBatchRow:
    write<
      (place: BatchPlace, attempt: number, refusal: BatchRefusal) => Result<void, port.NotRecorded>
    >(),
  resumeBatch: write<
    (batchId: string, operator: Operator, pace: BatchPace) => Result<void, Failure>
  >({ needsHealthyLog: true }),
  stopBatch: write<(batchId: string, operator: Operator) => Result<void, Failure>>(),

  /** Newest first, only whole plans. `since`: none that is older. */
  batches: read.onReader<(since?: string) => readonly port.StoredBatch[]>([]),
  batch: read.onReader<(batchId: string) => port.StoredBatch | null>(null),
  /** Newest first. Null: the newest of all. */
  batchNames: read.onReader<(batchIds: readonly string[] | null) => readonly NamedBatch[]>([]),
  /** In the order of the file. Without outcomes: all rows. */
  batchRows: read.onReader<
    (
      batchId: string,
      outcomes: readonly BatchOutcome[],
      from: number,
      count: number,
    ) => { readonly total: number; readonly rows: readonly BatchRow[] }
  >({ total: 0, rows: [] }),
  /** Rows after number `after` with their requests. */
  batchReportRows: read.onReader<
    (
      batchId: string,
      outcomes: readonly BatchOutcome[],
      after: number,
      count: number,
    ) => readonly port.BatchReportRow[]
  >([]),
  /** Rows after number `after` that have neither a request nor a refusal. */
  waitingRows: read.onReader<
    (batchId: string, after: number, count: number) => readonly port.WaitingRow[]
  >([]),
  /** Batches of the merchant and mode with rows that may still be sent, and batches that are over but were not stopped. */
  unstoppedBatches: read.onReader<(whose: MerchantMode) => readonly string[]>([]),
  repeatableRows: read.onReader<
    (batchId: string, after: number, count: number) => readonly number[]
  >([]),
  nextToHandOut: read.onReader<(batchId: string, after: number) => BatchRow | null>(null),
  /**
   * Batches with the same file, then those with at least half of these rows, by the `contentOf` of their cells in hexadecimal. Rows
   * of which nothing is at the provider do not count.
   */
  earlierBatches: read.onReader<
    (sha256: string, contents: readonly string[]) => readonly port.EarlierBatch[]
  >([]),
};
