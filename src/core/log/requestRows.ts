import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { IntentId, MerchantId, ProfileId, RemoteId } from '#shared/domain/ids.ts';
import { type DepositRequest, depositRequestSchema, remoteIdOf } from '#shared/domain/request.ts';

import type { LogCursor, LogPage } from './port.ts';

const LAST_SHOWN = 10;

export type RequestRows = {
  readonly put: (request: DepositRequest) => void;
  readonly find: (intentId: IntentId) => DepositRequest | null;
  readonly findByRemoteId: (merchant: MerchantId, remoteId: RemoteId) => DepositRequest | null;
  readonly findOpenOrder: (merchant: MerchantId, orderId: string) => DepositRequest | null;
  readonly hasOrder: (orderId: string) => boolean;
  readonly now: (profileId: ProfileId) => readonly DepositRequest[];
  readonly page: (before: LogCursor, pageSize: number) => LogPage;
  readonly inFlight: () => readonly DepositRequest[];
};

const SQL = {
  put: `
    INSERT INTO request
      (intent_id, created_at, profile_id, merchant, order_id, outcome, remote_id, document)
    VALUES
      (:intentId, :createdAt, :profileId, :merchant, :orderId, :outcome, :remoteId, :document)
    ON CONFLICT (intent_id) DO UPDATE SET
      outcome = excluded.outcome, remote_id = excluded.remote_id, document = excluded.document`,
  byIntent: 'SELECT document FROM request WHERE intent_id = ?',
  byRemoteId: 'SELECT document FROM request WHERE merchant = ? AND remote_id = ?',
  openOrder: `
    SELECT document FROM request
    WHERE order_id = ? AND merchant = ? AND outcome IN ('prepared', 'sending', 'unknown')
    ORDER BY created_at LIMIT 1`,
  anyOrder: 'SELECT 1 AS found FROM request WHERE order_id = ? LIMIT 1',
  now: `
    SELECT document FROM request WHERE intent_id IN (
      SELECT intent_id FROM request
        WHERE outcome IN ('prepared', 'sending', 'unknown') AND profile_id = :profileId
      UNION
      SELECT intent_id FROM (
        SELECT intent_id FROM request WHERE profile_id = :profileId
        ORDER BY created_at DESC, intent_id DESC LIMIT ${LAST_SHOWN})
    ) ORDER BY created_at DESC, intent_id DESC`,
  newest: 'SELECT document FROM request ORDER BY created_at DESC, intent_id DESC LIMIT ?',
  older: `
    SELECT document FROM request WHERE (created_at, intent_id) < (?, ?)
    ORDER BY created_at DESC, intent_id DESC LIMIT ?`,
  count: 'SELECT count(*) AS total FROM request',
  inFlight: `
    SELECT document FROM request WHERE outcome IN ('prepared', 'sending')
    ORDER BY created_at, intent_id`,
} as const;

/** The projection as a table: a few columns to look rows up by, and the request itself. */
export function createRequestRows(db: Database): RequestRows {
  const put = db.prepare(SQL.put);
  const byIntent = db.prepare(SQL.byIntent);
  const byRemoteId = db.prepare(SQL.byRemoteId);
  const openOrder = db.prepare(SQL.openOrder);
  const anyOrder = db.prepare(SQL.anyOrder);
  const now = db.prepare(SQL.now);
  const newest = db.prepare(SQL.newest);
  const older = db.prepare(SQL.older);
  const count = db.prepare(SQL.count);
  const inFlight = db.prepare(SQL.inFlight);

  return {
    put: (request) => void put.run(columnsOf(request)),
    find: (intentId) => readOne(byIntent.get(intentId)),
    findByRemoteId: (merchant, remoteId) =>
      readOne(byRemoteId.get(keyOf(merchant), keyOf(remoteId))),
    findOpenOrder: (merchant, orderId) => readOne(openOrder.get(orderId, keyOf(merchant))),
    hasOrder: (orderId) => anyOrder.get(orderId) !== undefined,
    now: (profileId) => now.all({ profileId }).map(readRow),
    page(before, pageSize) {
      // One row more than asked for tells whether there is a next page.
      const rows =
        before === null
          ? newest.all(pageSize + 1)
          : older.all(before.createdAt, before.intentId, pageSize + 1);
      const requests = rows.slice(0, pageSize).map(readRow);
      const last = requests.at(-1);
      const next =
        rows.length > pageSize && last !== undefined
          ? { createdAt: last.createdAt, intentId: last.intentId }
          : null;
      return { requests, next, total: countSchema.parse(count.get()).total };
    },
    inFlight: () => inFlight.all().map(readRow),
  };
}

const countSchema = z.object({ total: z.int() });

function columnsOf(request: DepositRequest): Readonly<Record<string, string | null>> {
  return {
    intentId: request.intentId,
    createdAt: request.createdAt,
    profileId: request.profileId,
    merchant: keyOf(request.body.fields.merchant),
    orderId: request.body.fields.order_id,
    outcome: request.outcome,
    remoteId: request.outcome === 'accepted' ? keyOf(remoteIdOf(request.answer)) : null,
    document: JSON.stringify(request),
  };
}

/** UUIDs are the same whatever the case of their digits. */
function keyOf(uuid: string): string {
  return uuid.toLowerCase();
}

function readOne(row: unknown): DepositRequest | null {
  return row === undefined ? null : readRow(row);
}

const rowSchema = z.object({ document: z.string() });

function readRow(row: unknown): DepositRequest {
  const document: unknown = JSON.parse(rowSchema.parse(row).document);
  return depositRequestSchema.parse(document);
}
