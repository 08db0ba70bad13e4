import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import {
  type IntentId,
  type MerchantId,
  type ProfileId,
  intentIdSchema,
} from '#shared/domain/ids.ts';
import { type MerchantMode, mayExist, merchantModeOf } from '#shared/domain/orderUse.ts';
import {
  type DepositRequest,
  depositRequestSchema,
  handedDataOf,
  isInFlight,
  isOpen,
  isUnresolved,
  remoteIdOf,
  stateOf,
} from '#shared/domain/request.ts';

import { UnreadableEventError } from './chain.ts';
import type { RequestEvent } from './events.ts';
import type { EventStore } from './eventStore.ts';
import { applyEvent } from './project.ts';
import { sinceErasing } from './retentionEvents.ts';
import { createSameAgain, sameKeyOf } from './sameAgain.ts';
import { createStatements } from '../../sqlite/openSqlite.ts';

const LAST_SHOWN = 10;
const MOST_RELATED = 50;

/** A request with more events than this stands in its row too. Most have five. */
const MANY_EVENTS = 12;
const ROW = 'intent_id AS intentId, last_seq AS lastSeq, events, document';
/** How many it has then, and what it keeps of them. `since` is 0 where the newest event states the whole request. */
const EVENTS = 'events * :since + :events';
const DOCUMENT = `iif(${EVENTS} > ${MANY_EVENTS}, :document, NULL)`;

const SQL = {
  put: `
    INSERT INTO request
      (first_seq, intent_id, created_at, profile_id, merchant, mode, order_id, customer, currency, cents, person_id, outcome,
       state, payment_data, remote_id, reissue_of, same_key, is_open, may_exist, last_seq, events, document)
    VALUES
      (:firstSeq, :intentId, :createdAt, :profileId, :merchant, :mode, :orderId, :customer, :currency, :cents, :personId, :outcome,
       :state, :paymentData, :remoteId, :reissueOf, :sameKey, :isOpen, :mayExist, :lastSeq, :events,
       iif(:events > ${MANY_EVENTS}, :document, NULL))
    ON CONFLICT (intent_id) DO UPDATE SET
      customer = excluded.customer, outcome = excluded.outcome, state = excluded.state, payment_data = excluded.payment_data,
      remote_id = excluded.remote_id, is_open = excluded.is_open, may_exist = excluded.may_exist,
      last_seq = excluded.last_seq, events = ${EVENTS}, document = ${DOCUMENT}`,
  /** SQLite writes every index again that has one of the named columns, whether its value changes or not. */
  rewrite: `
    UPDATE request SET customer = :customer, outcome = :outcome, state = :state, payment_data = :paymentData,
      may_exist = :mayExist, last_seq = :lastSeq, events = ${EVENTS}, document = ${DOCUMENT}
    WHERE intent_id = :intentId`,
  markInterrupted: 'UPDATE request SET is_interrupted = 1 WHERE intent_id = ?',
  clearInterrupted: 'UPDATE request SET is_interrupted = 0 WHERE is_interrupted = 1',
  clear: 'DELETE FROM request',
  byIntent: `SELECT ${ROW} FROM request WHERE intent_id = ?`,
  byRemoteId: `SELECT ${ROW} FROM request WHERE merchant = ? AND remote_id = ?`,
  openOrder: `
    SELECT ${ROW} FROM request
    WHERE order_id = :orderId AND merchant = :merchant AND mode = :mode AND is_open = 1
      AND intent_id IS NOT :except
    ORDER BY first_seq LIMIT 1`,
  ofOrder: `
    SELECT ${ROW} FROM request WHERE order_id = ? AND merchant = ?
    ORDER BY first_seq DESC LIMIT ${MOST_RELATED}`,
  usesOf: `
    SELECT ${ROW} FROM request
    WHERE order_id = :orderId AND merchant = :merchant AND mode = :mode ORDER BY first_seq DESC LIMIT :most`,
  anyOrder: 'SELECT 1 AS found FROM request WHERE order_id = ? LIMIT 1',
  anyAtAll: 'SELECT 1 AS found FROM request LIMIT 1',
  anyOfProfile: `
    SELECT 1 AS found FROM request WHERE is_open IN (0, 1) AND profile_id = ? LIMIT 1`,
  related: `
    SELECT ${ROW} FROM request WHERE intent_id <> :intentId AND intent_id IN (
      SELECT intent_id FROM request WHERE order_id = :orderId AND merchant = :merchant
      UNION SELECT intent_id FROM request WHERE reissue_of = :intentId
      UNION SELECT :reissueOf
      UNION SELECT :repeats
    ) ORDER BY first_seq DESC LIMIT ${MOST_RELATED}`,
  open: `SELECT first_seq AS seq, ${ROW} FROM request WHERE is_open = 1 AND profile_id = ?`,
  lastClosed: `
    SELECT first_seq AS seq, ${ROW} FROM request WHERE is_open = 0 AND profile_id = ?
    ORDER BY first_seq DESC LIMIT ${LAST_SHOWN}`,
  inFlight: `
    SELECT ${ROW} FROM request WHERE is_open = 1 AND outcome IN ('prepared', 'sending')
    ORDER BY first_seq`,
  countInFlight: `
    SELECT count(*) FROM request WHERE is_open = 1 AND outcome IN ('prepared', 'sending')`,
  unanswered: `
    SELECT count(*) AS count FROM request WHERE is_open = 1 AND outcome = 'unknown'`,
  unansweredCustomers: `
    SELECT DISTINCT mode || char(10) || merchant || char(10) || customer
    FROM request WHERE is_open = 1 AND outcome = 'unknown'`,
  openFor: `
    SELECT ${ROW} FROM request
    WHERE is_open = 1 AND merchant = :merchant AND mode = :mode
      AND customer = :customer
    ORDER BY first_seq DESC`,
  interrupted: `SELECT ${ROW} FROM request WHERE is_interrupted = 1 ORDER BY first_seq`,
} as const;

/** The projection as a table: columns to look rows up by. The request itself is what its events give, up to the newest that the row knows. */
export function createRequestRows(db: Database, log: Pick<EventStore, 'writtenOf'>) {
  const of = createStatements(db, Object.values(SQL));
  /** Between reading a row and its events another connection may have written both: then both are read again, of one moment. */
  function readRow(row: unknown): DepositRequest {
    try {
      return requestIn(row, log);
    } catch (error) {
      if (db.inTransaction || !(error instanceof UnreadableEventError)) throw error;
      const { intentId } = rowSchema.parse(row);
      return db.transaction(() => requestIn(of(SQL.byIntent).get(intentId), log))();
    }
  }
  const one = (sql: string, ...keys: readonly unknown[]): DepositRequest | null => {
    const row = of(sql).get(...keys);
    return row === undefined ? null : readRow(row);
  };
  const all = (sql: string, ...keys: readonly unknown[]): readonly DepositRequest[] =>
    of(sql)
      .all(...keys)
      .map(readRow);
  const isAny = (sql: string, ...keys: readonly unknown[]): boolean =>
    of(sql).get(...keys) !== undefined;
  const ofCustomers = createOfCustomers(of, readRow);
  const sameAgain = createSameAgain(of, readRow);

  return {
    /**
     * `lastSeq`: the event that made it so. `before`: what its row holds; null: it may have none. `first`: of a new row. `events`:
     * how many since the row was written last, or in all where one of them states the whole request (`isAnew`).
     */
    put(
      request: DepositRequest,
      lastSeq: number,
      before: DepositRequest | null,
      { first = lastSeq, events = 1, isAnew = false } = {},
    ) {
      const columns = {
        ...columnsOf(request, lastSeq),
        firstSeq: first,
        events,
        since: isAnew ? 0 : 1,
      };
      const isRewritten =
        isIndexedAs(request, before) && of(SQL.rewrite).run(columns).changes === 1;
      if (!isRewritten) of(SQL.put).run(columns);
      sameAgain.note(request);
      ofCustomers.note(request);
    },
    markInterrupted: (intentId: IntentId) => void of(SQL.markInterrupted).run(intentId),
    clearInterrupted: () => void of(SQL.clearInterrupted).run(),
    clear: () => void of(SQL.clear).run(),
    /** Of a row that another statement has read. */
    read: readRow,
    find: (intentId: IntentId) => one(SQL.byIntent, intentId),
    findByRemoteId: (merchant: MerchantId, remoteId: string) =>
      one(SQL.byRemoteId, keyOf(merchant), keyOf(remoteId)),
    /** `except`: the one that is being issued again. */
    findOpenOrder: (whose: MerchantMode, orderId: string, except: IntentId | null) =>
      one(SQL.openOrder, { ...columnsOfMerchant(whose), orderId, except }),
    /** Newest first: every request of this order at the merchant, whatever became of it. */
    ofOrder: (merchant: MerchantId, orderId: string) => all(SQL.ofOrder, orderId, keyOf(merchant)),
    findSameSince: sameAgain.findSince,
    /** Newest first: what was issued under this order id. */
    usesOf: (whose: MerchantMode, orderId: string, most: number) =>
      all(SQL.usesOf, { ...columnsOfMerchant(whose), orderId, most }),
    hasOrder: (orderId: string) => isAny(SQL.anyOrder, orderId),
    hasAnyOf: (profileId: ProfileId) => isAny(SQL.anyOfProfile, profileId),
    isEmpty: () => !isAny(SQL.anyAtAll),
    /** Newest first: same order at the merchant, reissued from or as. */
    related({ intentId, reissueOf, repeats: earlier, body: { fields } }: DepositRequest) {
      const { order_id: orderId } = fields;
      const repeats = earlier ?? null;
      const merchant = keyOf(fields.merchant);
      return all(SQL.related, { intentId, reissueOf, repeats, orderId, merchant });
    },
    now: (profileId: ProfileId) =>
      shownNow([...of(SQL.open).all(profileId), ...of(SQL.lastClosed).all(profileId)], readRow),
    inFlight: () => all(SQL.inFlight),
    countInFlight: () => Number(of(SQL.countInFlight).pluck().get()),
    interrupted: () => all(SQL.interrupted),
    unansweredFor: (whose: MerchantMode, customer: string) =>
      ofCustomers.unanswered(whose, customer),
    underWayFor: (whose: MerchantMode, customer: string) => ofCustomers.underWay(whose, customer),
    /** Unknown and unresolved, of every profile. */
    unanswered: () => Number(of(SQL.unanswered).pluck().get()),
  };
}

/** Newest first: open requests for exactly one customer. */
function createOfCustomers(
  of: ReturnType<typeof createStatements>,
  readRow: (row: unknown) => DepositRequest,
) {
  /** Those with an unanswered request, and some whose requests were resolved since. Spares W1 a walk over all open rows. */
  let known: Set<string> | null = null;
  const openFor = (whose: MerchantMode, customer: string): readonly DepositRequest[] =>
    of(SQL.openFor)
      .all({ ...columnsOfMerchant(whose), customer })
      .map(readRow);
  return {
    note(request: DepositRequest): void {
      const { customer } = request.body.fields;
      if (request.outcome !== 'unknown' || customer === undefined) return;
      known?.add(customerKey(merchantModeOf(request), customer));
    },
    /** Unknown and unresolved. */
    unanswered(whose: MerchantMode, customer: string): readonly DepositRequest[] {
      known ??= new Set(keysSchema.parse(of(SQL.unansweredCustomers).pluck().all()));
      if (!known.has(customerKey(whose, customer))) return [];
      return openFor(whose, customer).filter(isUnresolved);
    },
    /** Between W1 and W3. */
    underWay: (whose: MerchantMode, customer: string) =>
      openFor(whose, customer).filter(isInFlight),
  };
}

function columnsOf(
  request: DepositRequest,
  lastSeq: number,
): Readonly<Record<string, string | number | null>> {
  return {
    intentId: request.intentId,
    createdAt: request.createdAt,
    profileId: request.profileId,
    ...columnsOfMerchant(merchantModeOf(request)),
    orderId: request.body.fields.order_id,
    customer: request.erased === undefined ? (request.body.fields.customer ?? null) : null,
    currency: request.body.fields.currency,
    cents: request.body.fields.cents,
    personId: request.operator.personId ?? null,
    outcome: request.outcome,
    state: stateOf(request),
    paymentData: paymentDataIn(request),
    remoteId: remoteKeyOf(request),
    reissueOf: request.reissueOf,
    sameKey: sameKeyOf(request),
    isOpen: isOpen(request) ? 1 : 0,
    mayExist: mayExist(request) ? 1 : 0,
    lastSeq,
    document: JSON.stringify(request),
  };
}

/** As JSON. Null: there is none, or it was erased. */
function paymentDataIn(request: DepositRequest): string | null {
  const data = request.erased === undefined ? handedDataOf(request) : null;
  return data === null ? null : JSON.stringify(data);
}

/** No index has to change for it. */
function isIndexedAs(request: DepositRequest, before: DepositRequest | null): boolean {
  return (
    before !== null &&
    isOpen(before) === isOpen(request) &&
    remoteKeyOf(before) === remoteKeyOf(request)
  );
}

function remoteKeyOf(request: DepositRequest): string | null {
  const remoteId = remoteIdOf(request);
  return remoteId === null ? null : keyOf(remoteId);
}

/** As the columns of that name hold them. */
export function columnsOfMerchant({ merchant, mode }: MerchantMode) {
  return { merchant: keyOf(merchant), mode };
}

/** UUIDs are the same whatever the case of their digits. */
function keyOf(uuid: string): string {
  return uuid.toLowerCase();
}

/** Newest first: everything open, and whatever is among the last ten. */
function shownNow(
  rows: readonly unknown[],
  readRow: (row: unknown) => DepositRequest,
): readonly DepositRequest[] {
  return rows
    .map((row) => ({ seq: seqSchema.parse(row).seq, request: readRow(row) }))
    .toSorted((a, b) => b.seq - a.seq)
    .filter(({ request }, at) => at < LAST_SHOWN || isOpen(request))
    .map(({ request }) => request);
}

/** Null for a request without a customer. */
const keysSchema = z
  .array(z.string().nullable())
  .transform((keys) => keys.filter((key) => key !== null));

/** As `unansweredCustomers` writes it. */
function customerKey(whose: MerchantMode, customer: string): string {
  const { merchant, mode } = columnsOfMerchant(whose);
  return `${mode}\n${merchant}\n${customer}`;
}

const seqSchema = z.object({ seq: z.int() });
const rowSchema = z.object({
  intentId: intentIdSchema,
  lastSeq: z.int(),
  events: z.int(),
  document: z.string().nullable(),
});

function requestIn(row: unknown, { writtenOf }: Pick<EventStore, 'writtenOf'>): DepositRequest {
  const { intentId, lastSeq, events, document } = rowSchema.parse(row);
  if (document !== null) return depositRequestSchema.parse(JSON.parse(document));
  return depositRequestSchema.parse(projectRow(writtenOf(intentId, lastSeq), { lastSeq, events }));
}

/** What the events of a row give. Throws where they are not the ones that it was made from: less than that is another state. */
export function projectRow(
  written: readonly RequestEvent[],
  { lastSeq, events }: { readonly lastSeq: number; readonly events: number },
): DepositRequest {
  const told = sinceErasing(written);
  const [first, ...later] = told;
  if (first === undefined || told.length !== events || told.at(-1)?.seq !== lastSeq) {
    throw new UnreadableEventError(lastSeq, `its request is made from ${events} events`);
  }
  try {
    return later.reduce(applyEvent, applyEvent(null, first));
  } catch (error) {
    throw new UnreadableEventError(lastSeq, error);
  }
}
