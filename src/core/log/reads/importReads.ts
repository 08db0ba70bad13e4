import { z } from 'zod';

import { intentIdSchema } from '#shared/domain/ids.ts';
import type { MerchantMode } from '#shared/domain/orderUse.ts';
import type { ImportCheck } from '#shared/domain/importing.ts';

import { IS_OF_MERCHANT, type OrderHolder } from '../store/heldOrders.ts';
import { columnsOfMerchant } from '../store/requestRows.ts';
import { read } from '../call.ts';

/** `name`: of its file, empty for pasted rows. */
export type EarlierBatch = NonNullable<ImportCheck['sameBefore']>;

/** A request, or a row of a plan that is still to be sent, by what makes another one the same again. */
export type SameAgain = OrderHolder & {
  readonly customer: string;
  readonly currency: string;
  readonly cents: number;
};

export type OrderInUse = { readonly orderId: string } & OrderHolder;

/** `next`: where to read on; null: the rest is older. */
export type RecentRequests = {
  readonly requests: readonly SameAgain[];
  readonly next: number | null;
};

/** Requests per piece of the walk: other reads wait for one piece, not for the whole walk. */
const PIECE = 500;

const SAME_AGAIN = 'intent_id AS intentId, customer, currency, cents';

const SQL = {
  unanswered: `
    SELECT ${SAME_AGAIN} FROM request
    WHERE is_open = 1 AND merchant = :merchant AND mode = :mode AND outcome = 'unknown' ORDER BY first_seq`,
  unstopped: `
    SELECT b.batch_id FROM batch b WHERE b.planned = b.rows AND b.stopped IS NULL AND ${IS_OF_MERCHANT}
    ORDER BY b.first_seq DESC`,
  before: `
    SELECT first_seq AS seq, created_at AS createdAt, 
      merchant = :merchant AND mode = :mode AND may_exist AS isOwn, ${SAME_AGAIN}
    FROM request WHERE first_seq < :before ORDER BY first_seq DESC LIMIT ${PIECE}`,
  earlier: `
    SELECT b.batch_id AS batchId, coalesce(json_extract(b.plan, '$.file'), '') AS name,
      b.created_at AS createdAt, json_extract(b.plan, '$.sha256') = :sha256 AS isSameFile,
      count(DISTINCT k.value) AS sharedRows
    FROM json_each(:contents) k JOIN batch_row p ON p.content = unhex(k.value)
    JOIN batch b ON b.batch_id = p.batch_id AND b.planned = b.rows
    JOIN batch_attempt a ON a.batch_id = p.batch_id AND a.row = p.row
    LEFT JOIN request r ON r.intent_id = a.intent_id
    WHERE r.may_exist IS NOT 0 AND NOT (r.outcome IS NULL AND (a.refusal IS NOT NULL OR b.stopped IS 'operator'))
    GROUP BY b.batch_id HAVING isSameFile OR sharedRows * 2 >= :rows
    ORDER BY isSameFile DESC, sharedRows DESC, b.first_seq DESC`,
};

const earlierSchema = z.object({
  batchId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  isSameFile: z.int(),
  sharedRows: z.int(),
});
const sameSchema = z.object({
  intentId: intentIdSchema,
  customer: z.string().nullable(),
  currency: z.string(),
  cents: z.int(),
});
const recentSchema = z.object({
  ...sameSchema.shape,
  seq: z.int(),
  createdAt: z.string(),
  isOwn: z.int(),
});

/** What the rows of a file are held against, many at once. */
export const importReads = {
  /** Those of these order ids that a request or a plan has. Some hundred at a time. */
  ordersInUse: read.onReader(
    ({ heldOrders }, whose: MerchantMode, orderIds: readonly string[]): readonly OrderInUse[] =>
      orderIds.flatMap((orderId) => {
        const holder = heldOrders.holderOf(whose, orderId, null);
        return holder === null ? [] : [{ orderId, ...holder }];
      }),
    [],
  ),
  /** Unknown and unresolved. Oldest first. */
  unansweredRequests: read.onReader(
    ({ of }, whose: MerchantMode): readonly SameAgain[] =>
      z
        .array(sameSchema)
        .parse(of(SQL.unanswered).all(columnsOfMerchant(whose)))
        .flatMap(withCustomer),
    [],
  ),
  /** Batches of the merchant and mode with rows that may still be sent, and batches that are over but were not stopped. */
  unstoppedBatches: read.onReader(
    ({ of }, whose: MerchantMode): readonly string[] =>
      z.array(z.string()).parse(of(SQL.unstopped).pluck().all(columnsOfMerchant(whose))),
    [],
  ),
  /**
   * Batches with the same file, then those with at least half of these rows, by the `contentOf` of their cells in hexadecimal. Rows
   * of which nothing is at the provider do not count.
   */
  earlierBatches: read.onReader(
    ({ of }, sha256: string, contents: readonly string[]): readonly EarlierBatch[] => {
      const asked = { sha256, contents: JSON.stringify(contents), rows: contents.length };
      return z
        .array(earlierSchema)
        .parse(of(SQL.earlier).all(asked))
        .map((found) => ({ ...found, isSameFile: found.isSameFile === 1 }));
    },
    [],
  ),
  /** A piece of the requests since a moment, newest first, from `before` on (null: from the newest). */
  recentRequests: read.onReader(
    (store, whose: MerchantMode, since: string, before: number | null): RecentRequests => {
      const asked = { ...columnsOfMerchant(whose), before: before ?? Number.MAX_SAFE_INTEGER };
      const rows = z.array(recentSchema).parse(store.of(SQL.before).all(asked));
      const recent = rows.filter(({ createdAt }) => createdAt > since);
      const own = recent.filter(({ isOwn }) => isOwn === 1);
      // Rows stand in the order of recording: where a whole piece is older, the rest is too, unless the clock was set back by hours.
      return {
        requests: own.flatMap(withCustomer),
        next: recent.length === 0 ? null : (rows.at(-1)?.seq ?? null),
      };
    },
    { requests: [], next: null },
  ),
};

function withCustomer({ intentId, customer, currency, cents }: z.infer<typeof sameSchema>) {
  return customer === null ? [] : [{ otherIntentId: intentId, customer, currency, cents }];
}
