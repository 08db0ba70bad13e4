import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import type { MerchantMode } from '#shared/domain/orderUse.ts';

import { createStatements } from '../../sqlite/openSqlite.ts';
import { columnsOfMerchant } from './requestRows.ts';

const REQUESTS = `
  SELECT intent_id AS otherIntentId FROM request
  WHERE order_id = :orderId AND merchant = :merchant AND mode = :mode AND may_exist = 1
  ORDER BY first_seq DESC`;
/** Of a row `b` of the table `batch`. */
export const IS_OF_MERCHANT =
  "lower(json_extract(b.plan, '$.merchant')) = :merchant AND json_extract(b.plan, '$.mode') = :mode";
const SQL = {
  requests: REQUESTS,
  request: `${REQUESTS} LIMIT 1`,
  // A row that was refused, or whose request is over, waits for nothing; neither does one of a batch that was stopped.
  planned: `
    SELECT p.batch_id AS otherBatchId FROM batch_row p
    JOIN batch b ON b.batch_id = p.batch_id AND b.planned = b.rows AND b.stopped IS NULL
    JOIN batch_attempt a ON a.batch_id = p.batch_id AND a.row = p.row AND a.refusal IS NULL
    WHERE p.order_id = :orderId AND p.batch_id IS NOT :batchId
      AND ${IS_OF_MERCHANT}
      AND NOT EXISTS (SELECT 1 FROM request r WHERE r.intent_id = a.intent_id)
    LIMIT 1`,
} as const;
const holderSchema = z
  .union([
    z.strictObject({ otherIntentId: intentIdSchema }),
    z.strictObject({ otherBatchId: z.string() }),
  ])
  .optional();
export type OrderHolder = NonNullable<z.infer<typeof holderSchema>>;

/**
 * What has an order id at a merchant: a request that is at the provider or may be, or a row of a plan that is still to be sent.
 * The check of a file, the freezing of a plan and W1 of each of its rows ask this, and nothing else.
 */
export function createHeldOrders(db: Database) {
  const of = createStatements(db);
  return {
    /** `batchId`: the batch that asks, whose own plan does not count. Null: no other has it. */
    holderOf(whose: MerchantMode, orderId: string, batchId: string | null): OrderHolder | null {
      const asked = { ...columnsOfMerchant(whose), orderId };
      const found = of(SQL.request).get(asked) ?? of(SQL.planned).get({ ...asked, batchId });
      return holderSchema.parse(found) ?? null;
    },
    /** Newest first: the requests among the holders. */
    requestsOf: (whose: MerchantMode, orderId: string): readonly IntentId[] =>
      z.array(intentIdSchema).parse(
        of(SQL.requests)
          .pluck()
          .all({ ...columnsOfMerchant(whose), orderId }),
      ),
  };
}
