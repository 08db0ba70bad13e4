import { z } from 'zod';

import { intentIdSchema, type MerchantId, type ProfileId } from '#shared/domain/ids.ts';

import type { EarlierBatch, OrderInUse, RecentRequests, SameAgain } from '../port.ts';
import type { Store } from '../store/store.ts';
import { OUTCOME } from './batchReads.ts';

/** Requests per piece of the walk: other reads wait for one piece, not for the whole walk. */
const PIECE = 500;

/** Null where the document is empty, which is no JSON: such a request is in sealed events. */
const DOCUMENT = "nullif(document, '')";
const SAME_AGAIN = `
  intent_id AS intentId, json_extract(${DOCUMENT}, '$.body.fields.customer') AS customer,
  json_extract(${DOCUMENT}, '$.body.fields.currency') AS currency, json_extract(${DOCUMENT}, '$.body.fields.cents') AS cents`;

const SQL = {
  /** It exists at the provider, or may: not rejected, not unsent, not resolved as absent. Unknowns keep their documents. */
  ordersInUse: `
    SELECT value AS orderId, (
      SELECT intent_id FROM request
      WHERE order_id = value AND merchant = :merchant AND outcome NOT IN ('rejected', 'not_sent')
        AND json_extract(${DOCUMENT}, '$.resolution.kind') IS NOT 'absent'
      ORDER BY first_seq DESC LIMIT 1
    ) AS intentId
    FROM json_each(:orderIds)`,
  unanswered: `
    SELECT ${SAME_AGAIN} FROM request WHERE is_open = 1 AND profile_id = ? AND outcome = 'unknown'
    ORDER BY first_seq`,
  before: `
    SELECT first_seq AS seq, created_at AS createdAt, profile_id AS profileId, outcome, document = '' AS isSealed,
      ${SAME_AGAIN}
    FROM request WHERE first_seq < ? ORDER BY first_seq DESC LIMIT ${PIECE}`,
  earlier: `
    SELECT b.batch_id AS batchId, coalesce(json_extract(b.plan, '$.file'), '') AS name,
      b.created_at AS createdAt, json_extract(b.plan, '$.sha256') = :sha256 AS isSameFile,
      count(DISTINCT k.value) AS sharedRows
    FROM json_each(:contents) k JOIN batch_row p ON p.content = unhex(k.value)
    JOIN batch b ON b.batch_id = p.batch_id AND b.planned = b.rows
    JOIN batch_attempt a ON a.batch_id = p.batch_id AND a.row = p.row
    LEFT JOIN request r ON r.intent_id = a.intent_id
    WHERE ${OUTCOME} NOT IN ('rejected', 'not_sent', 'refused')
      AND NOT (r.outcome IS NULL AND b.stopped IS 'operator')
    GROUP BY b.batch_id HAVING isSameFile OR sharedRows * 2 >= :rows
    ORDER BY isSameFile DESC, sharedRows DESC, b.first_seq DESC LIMIT 1`,
};

const earlierSchema = z.object({
  batchId: z.string(),
  name: z.string(),
  createdAt: z.string(),
  isSameFile: z.int(),
  sharedRows: z.int(),
});
const orderSchema = z.object({ orderId: z.string(), intentId: intentIdSchema.nullable() });
const sameSchema = z.object({
  intentId: intentIdSchema,
  customer: z.string().nullable(),
  currency: z.string(),
  cents: z.int(),
});
const recentSchema = z.object({
  ...sameSchema.shape,
  currency: z.string().nullable(),
  cents: z.int().nullable(),
  isSealed: z.int(),
  seq: z.int(),
  createdAt: z.string(),
  profileId: z.string(),
  outcome: z.string(),
});

/** What the rows of a file are held against, many at once. */
export function createImportReads({ db, projection }: Store) {
  const ordersInUse = db.prepare(SQL.ordersInUse);
  const unanswered = db.prepare(SQL.unanswered);
  const before = db.prepare(SQL.before);
  const earlier = db.prepare(SQL.earlier);
  function sameOf({ isSealed, ...row }: z.infer<typeof recentSchema>): readonly SameAgain[] {
    const fields = isSealed === 1 ? projection.rows.find(row.intentId)?.body.fields : row;
    return withCustomer(sameSchema.parse({ intentId: row.intentId, customer: null, ...fields }));
  }
  return {
    ordersInUse(merchant: MerchantId, orderIds: readonly string[]): readonly OrderInUse[] {
      const asked = { merchant: merchant.toLowerCase(), orderIds: JSON.stringify(orderIds) };
      return z
        .array(orderSchema)
        .parse(ordersInUse.all(asked))
        .flatMap(({ orderId, intentId }) => (intentId === null ? [] : [{ orderId, intentId }]));
    },
    unansweredRequests: (profileId: ProfileId): readonly SameAgain[] =>
      z.array(sameSchema).parse(unanswered.all(profileId)).flatMap(withCustomer),
    earlierBatch(sha256: string, contents: readonly string[]): EarlierBatch | null {
      const asked = { sha256, contents: JSON.stringify(contents), rows: contents.length };
      const found = earlierSchema.optional().parse(earlier.get(asked));
      return found === undefined ? null : { ...found, isSameFile: found.isSameFile === 1 };
    },
    recentRequests(profileId: ProfileId, since: string, beforeSeq: number | null): RecentRequests {
      const rows = z.array(recentSchema).parse(before.all(beforeSeq ?? Number.MAX_SAFE_INTEGER));
      const recent = rows.filter(({ createdAt }) => createdAt > since);
      const own = recent.filter((row) => row.profileId === profileId && counts(row.outcome));
      // Rows stand in the order of recording: where a whole piece is older, the rest is too, unless the clock was set back by hours.
      return {
        requests: own.flatMap(sameOf),
        next: recent.length === 0 ? null : (rows.at(-1)?.seq ?? null),
      };
    },
  };
}

/** One that was refused, or never left, is not the same again. */
function counts(outcome: string): boolean {
  return outcome !== 'rejected' && outcome !== 'not_sent';
}

function withCustomer({ intentId, customer, currency, cents }: z.infer<typeof sameSchema>) {
  return customer === null ? [] : [{ intentId, customer, currency, cents }];
}
