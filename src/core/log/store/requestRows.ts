import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { IntentId, MerchantId, ProfileId } from '#shared/domain/ids.ts';
import {
  type DepositRequest,
  depositRequestSchema,
  isInFlight,
  isUnresolved,
  remoteIdOf,
} from '#shared/domain/request.ts';

const LAST_SHOWN = 10;
const MOST_RELATED = 50;

export type RequestRows = {
  /** `lastSeq`: the event that made it so. */
  readonly put: (request: DepositRequest, lastSeq: number) => void;
  readonly markInterrupted: (intentId: IntentId) => void;
  readonly clearInterrupted: () => void;
  readonly clear: () => void;
  readonly find: (intentId: IntentId) => DepositRequest | null;
  /** Whatever the case of its letters: rows of before may have capitals. */
  readonly findSameIntent: (intentId: IntentId) => DepositRequest | null;
  readonly findByRemoteId: (merchant: MerchantId, remoteId: string) => DepositRequest | null;
  /** `except`: the one that is being issued again. */
  readonly findOpenOrder: (
    merchant: MerchantId,
    orderId: string,
    except: IntentId | null,
  ) => DepositRequest | null;
  /** Newest first: every request of this order at the merchant, whatever became of it. */
  readonly ofOrder: (merchant: MerchantId, orderId: string) => readonly DepositRequest[];
  /** Newest first: what a profile has issued under this order id. */
  readonly usesOf: (
    profileId: ProfileId,
    orderId: string,
    most: number,
  ) => readonly DepositRequest[];
  /** Newest first: same order at the merchant, reissued from or as. */
  readonly related: (request: DepositRequest) => readonly DepositRequest[];
  readonly hasOrder: (orderId: string) => boolean;
  readonly hasAnyOf: (profileId: ProfileId) => boolean;
  readonly isEmpty: () => boolean;
  readonly now: (profileId: ProfileId) => readonly DepositRequest[];
  readonly inFlight: () => readonly DepositRequest[];
  readonly interrupted: () => readonly DepositRequest[];
  /** Newest first: unknown and unresolved, for exactly this customer of the profile. */
  readonly unansweredFor: (profileId: ProfileId, customer: string) => readonly DepositRequest[];
  /** Unknown and unresolved, of every profile. */
  readonly unanswered: () => number;
};

const SQL = {
  put: `
    INSERT INTO request
      (first_seq, intent_id, created_at, profile_id, merchant, order_id, outcome, remote_id, reissue_of, is_open, last_seq,
       document)
    VALUES
      (:lastSeq, :intentId, :createdAt, :profileId, :merchant, :orderId, :outcome, :remoteId, :reissueOf, :isOpen, :lastSeq, :document)
    ON CONFLICT (intent_id) DO UPDATE SET
      outcome = excluded.outcome, remote_id = excluded.remote_id, is_open = excluded.is_open,
      last_seq = excluded.last_seq, document = excluded.document`,
  markInterrupted: 'UPDATE request SET is_interrupted = 1 WHERE intent_id = ?',
  clearInterrupted: 'UPDATE request SET is_interrupted = 0 WHERE is_interrupted = 1',
  clear: 'DELETE FROM request',
  byIntent: 'SELECT document FROM request WHERE intent_id = ?',
  // Spelt out, because the key's index compares exactly. Other mixtures were never written by a desk.
  sameIntent: `
    SELECT document FROM request WHERE intent_id IN (:intentId, lower(:intentId), upper(:intentId))
    ORDER BY first_seq LIMIT 1`,
  byRemoteId: 'SELECT document FROM request WHERE merchant = ? AND remote_id = ?',
  openOrder: `
    SELECT document FROM request
    WHERE order_id = :orderId AND merchant = :merchant AND is_open = 1 AND intent_id IS NOT :except
    ORDER BY first_seq LIMIT 1`,
  ofOrder: `
    SELECT document FROM request WHERE order_id = ? AND merchant = ?
    ORDER BY first_seq DESC LIMIT ${MOST_RELATED}`,
  usesOf: `
    SELECT document FROM request WHERE order_id = ? AND profile_id = ?
    ORDER BY first_seq DESC LIMIT ?`,
  anyOrder: 'SELECT 1 AS found FROM request WHERE order_id = ? LIMIT 1',
  anyAtAll: 'SELECT 1 AS found FROM request LIMIT 1',
  anyOfProfile: `
    SELECT 1 AS found FROM request WHERE is_open IN (0, 1) AND profile_id = ? LIMIT 1`,
  related: `
    SELECT document FROM request WHERE intent_id <> :intentId AND intent_id IN (
      SELECT intent_id FROM request WHERE order_id = :orderId AND merchant = :merchant
      UNION SELECT intent_id FROM request WHERE reissue_of = :intentId
      UNION SELECT :reissueOf
      UNION SELECT :repeats
    ) ORDER BY first_seq DESC LIMIT ${MOST_RELATED}`,
  open: 'SELECT first_seq AS seq, document FROM request WHERE is_open = 1 AND profile_id = ?',
  lastClosed: `
    SELECT first_seq AS seq, document FROM request WHERE is_open = 0 AND profile_id = ?
    ORDER BY first_seq DESC LIMIT ${LAST_SHOWN}`,
  inFlight: `
    SELECT document FROM request WHERE is_open = 1 AND outcome IN ('prepared', 'sending')
    ORDER BY first_seq`,
  unanswered: `
    SELECT count(*) AS count FROM request WHERE is_open = 1 AND outcome = 'unknown'`,
  unansweredFor: `
    SELECT document FROM request
    WHERE is_open = 1 AND profile_id = ? AND outcome = 'unknown'
      AND json_extract(document, '$.body.fields.customer') = ?
    ORDER BY first_seq DESC`,
  interrupted: 'SELECT document FROM request WHERE is_interrupted = 1 ORDER BY first_seq',
} as const;

/** The projection as a table: a few columns to look rows up by, and the request itself. */
export function createRequestRows(db: Database): RequestRows {
  const put = db.prepare(SQL.put);
  const markInterrupted = db.prepare(SQL.markInterrupted);
  const clearInterrupted = db.prepare(SQL.clearInterrupted);
  const clear = db.prepare(SQL.clear);
  const byIntent = db.prepare(SQL.byIntent);
  const sameIntent = db.prepare(SQL.sameIntent);
  const byRemoteId = db.prepare(SQL.byRemoteId);
  const openOrder = db.prepare(SQL.openOrder);
  const ofOrder = db.prepare(SQL.ofOrder);
  const usesOf = db.prepare(SQL.usesOf);
  const anyOrder = db.prepare(SQL.anyOrder);
  const anyAtAll = db.prepare(SQL.anyAtAll);
  const anyOfProfile = db.prepare(SQL.anyOfProfile);
  const related = db.prepare(SQL.related);
  const open = db.prepare(SQL.open);
  const lastClosed = db.prepare(SQL.lastClosed);
  const inFlight = db.prepare(SQL.inFlight);
  const interrupted = db.prepare(SQL.interrupted);
  const unansweredFor = db.prepare(SQL.unansweredFor);
  const unanswered = db.prepare(SQL.unanswered).pluck();

  return {
    put: (request, lastSeq) => void put.run(columnsOf(request, lastSeq)),
    markInterrupted: (intentId) => void markInterrupted.run(intentId),
    clearInterrupted: () => void clearInterrupted.run(),
    clear: () => void clear.run(),
    find: (intentId) => readOne(byIntent.get(intentId)),
    findSameIntent: (intentId) => readOne(sameIntent.get({ intentId })),
    findByRemoteId: (merchant, remoteId) =>
      readOne(byRemoteId.get(keyOf(merchant), keyOf(remoteId))),
    findOpenOrder: (merchant, orderId, except) =>
      readOne(openOrder.get({ orderId, merchant: keyOf(merchant), except })),
    ofOrder: (merchant, orderId) => ofOrder.all(orderId, keyOf(merchant)).map(readRow),
    usesOf: (profileId, orderId, most) => usesOf.all(orderId, profileId, most).map(readRow),
    hasOrder: (orderId) => anyOrder.get(orderId) !== undefined,
    hasAnyOf: (profileId) => anyOfProfile.get(profileId) !== undefined,
    isEmpty: () => anyAtAll.get() === undefined,
    related({ intentId, reissueOf, repeats = null, body: { fields } }) {
      const { order_id: orderId } = fields;
      const merchant = keyOf(fields.merchant);
      return related.all({ intentId, reissueOf, repeats, orderId, merchant }).map(readRow);
    },
    now: (profileId) => shownNow([...open.all(profileId), ...lastClosed.all(profileId)]),
    inFlight: () => inFlight.all().map(readRow),
    interrupted: () => interrupted.all().map(readRow),
    unansweredFor: (profileId, customer) => unansweredFor.all(profileId, customer).map(readRow),
    unanswered: () => Number(unanswered.get()),
  };
}

export function columnsOf(
  request: DepositRequest,
  lastSeq: number,
): Readonly<Record<string, string | number | null>> {
  return {
    intentId: request.intentId,
    createdAt: request.createdAt,
    profileId: request.profileId,
    merchant: keyOf(request.body.fields.merchant),
    orderId: request.body.fields.order_id,
    outcome: request.outcome,
    remoteId: knownRemoteId(request),
    reissueOf: request.reissueOf,
    isOpen: isInFlight(request) || isUnresolved(request) ? 1 : 0,
    lastSeq,
    document: JSON.stringify(request),
  };
}

/** From the answer, or as the operator found it in the provider's cabinet. */
function knownRemoteId(request: DepositRequest): string | null {
  if (request.outcome === 'accepted') return keyOf(remoteIdOf(request.answer));
  if (request.outcome === 'unknown' && request.resolution?.kind === 'found') {
    return keyOf(request.resolution.remoteId);
  }
  return null;
}

/** UUIDs are the same whatever the case of their digits. */
function keyOf(uuid: string): string {
  return uuid.toLowerCase();
}

function readOne(row: unknown): DepositRequest | null {
  return row === undefined ? null : readRow(row);
}

/** Newest first: everything open, and whatever is among the last ten. */
function shownNow(rows: readonly unknown[]): readonly DepositRequest[] {
  return rows
    .map((row) => ({ seq: seqSchema.parse(row).seq, request: readRow(row) }))
    .toSorted((a, b) => b.seq - a.seq)
    .filter(({ request }, at) => at < LAST_SHOWN || isInFlight(request) || isUnresolved(request))
    .map(({ request }) => request);
}

const seqSchema = z.object({ seq: z.int() });
const rowSchema = z.object({ document: z.string() });

function readRow(row: unknown): DepositRequest {
  const document: unknown = JSON.parse(rowSchema.parse(row).document);
  return depositRequestSchema.parse(document);
}
