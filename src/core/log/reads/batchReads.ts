import { z } from 'zod';

import {
  BATCH_OUTCOMES,
  type BatchOutcome,
  type BatchRow,
  batchPaceSchema,
  batchPlanSchema,
  namedBatchSchema,
  type Batch,
  type BatchPlan,
  type NamedBatch,
} from '#shared/domain/batch.ts';
import { type IntentId, intentIdSchema } from '#shared/domain/ids.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';
import { type DepositRequest, remoteIdOf, resolutionOf } from '#shared/domain/request.ts';
import type { DepositDraft } from '#shared/domain/draft.ts';

import { readPlannedRow } from '../store/batchRows.ts';
import { batchRefusalSchema } from '../store/events.ts';
import type { Store } from '../store/store.ts';
import { read } from '../call.ts';
import type { ReaderParts } from './readerParts.ts';

/** A batch whose plan is whole, with the counts of this moment. `pace` is the newest. */
export type StoredBatch = Pick<
  Batch,
  'batchId' | 'createdAt' | 'pace' | 'counts' | 'handedOut' | 'repeatable'
> & {
  readonly plan: BatchPlan;
  /** Unknowns that are not resolved. */
  readonly unresolved: number;
  readonly stopped: 'operator' | 'restored' | null;
};

export type WaitingRow = {
  readonly row: number;
  readonly attempt: number;
  readonly intentId: IntentId;
  readonly draft: DepositDraft;
  readonly note: string;
};

export type BatchReportRow = { readonly row: BatchRow; readonly request: DepositRequest | null };

/** The outcome of a row is that of its newest attempt's request: nothing else keeps it. */
const OUTCOME = `CASE
  WHEN r.outcome IN ('prepared', 'sending') THEN 'in_flight'
  WHEN r.outcome IS NOT NULL THEN r.outcome
  WHEN a.refusal IS NOT NULL THEN 'refused'
  WHEN b.stopped IS NOT NULL THEN 'cancelled'
  ELSE 'waiting' END`;
/** What `Queue again` takes: nothing of it is at the provider. */
const REPEATABLE = `(b.stopped IS NULL AND ((r.outcome IS NULL AND a.refusal IS NOT NULL) OR r.may_exist IS 0))`;
const ITEMS = `
  FROM batch b JOIN batch_attempt a ON a.batch_id = b.batch_id AND b.planned = b.rows
  LEFT JOIN request r ON r.intent_id = a.intent_id`;
const PLANS = `${ITEMS} LEFT JOIN batch_row p ON p.batch_id = a.batch_id AND p.row = a.row`;
const SELECT_ROW = `
  SELECT a.row, a.attempt, a.intent_id AS intentId, a.refusal, a.handed_at AS handedAt, b.stopped,
    r.last_seq AS lastSeq, r.events, r.document, p.document AS planned, ${OUTCOME} AS outcome, ${REPEATABLE} AS repeatable
  ${PLANS}`;
const BATCHES = `
  SELECT batch_id AS batchId, created_at AS createdAt, plan, pace, stopped FROM batch
  WHERE planned = rows`;
/** As many as a filter of the Log may have. */
const MOST_NAMED = 200;
const OF_OUTCOMES = `${OUTCOME} IN (SELECT value FROM json_each(:outcomes))`;

const SQL = {
  list: `${BATCHES} AND created_at >= ? ORDER BY first_seq DESC`,
  one: `${BATCHES} AND batch_id = ?`,
  named: `
    SELECT batch_id AS batchId, json_extract(plan, '$.file') AS file, created_at AS createdAt FROM batch
    WHERE planned = rows
      AND (:batchIds IS NULL OR batch_id IN (SELECT value FROM json_each(:batchIds)))
    ORDER BY first_seq DESC LIMIT ${MOST_NAMED}`,
  counts: `
    SELECT ${OUTCOME} AS outcome, count(*) AS count, 
      sum(a.handed_at IS NOT NULL AND r.outcome IS 'accepted') AS handedOut,
      sum(${REPEATABLE}) AS repeatable, sum(r.outcome IS 'unknown' AND r.is_open) AS unresolved
    ${ITEMS} WHERE b.batch_id = ? GROUP BY 1`,
  total: `SELECT count(*) ${ITEMS} WHERE b.batch_id = :batchId AND ${OF_OUTCOMES}`,
  page: `
    ${SELECT_ROW} WHERE b.batch_id = :batchId AND ${OF_OUTCOMES}
    ORDER BY a.row LIMIT :count OFFSET :from`,
  after: `
    ${SELECT_ROW} WHERE b.batch_id = :batchId AND a.row > :after AND ${OF_OUTCOMES}
    ORDER BY a.row LIMIT :count`,
  waiting: `
    SELECT a.row, a.attempt, a.intent_id AS intentId, p.document AS planned ${PLANS}
    WHERE b.batch_id = ? AND a.row > ? AND b.stopped IS NULL AND r.outcome IS NULL
      AND a.refusal IS NULL AND p.document IS NOT NULL
    ORDER BY a.row LIMIT ?`,
  repeatable: `
    SELECT a.row ${ITEMS} WHERE b.batch_id = ? AND a.row > ? AND ${REPEATABLE}
    ORDER BY a.row LIMIT ?`,
  isRepeatable: `
    SELECT a.attempt, a.intent_id AS intentId, ${OUTCOME} AS outcome ${ITEMS}
    WHERE b.batch_id = ? AND a.row = ? AND ${REPEATABLE}`,
  toHandOut: `
    ${SELECT_ROW} WHERE b.batch_id = ? AND a.row > ? AND a.handed_at IS NULL
      AND r.outcome = 'accepted'
    ORDER BY a.row LIMIT 1`,
} as const;

/** Counts of each batch are of the moment in which it is read: one transaction. */
function storedOf({ db, of }: ReaderParts, raw: unknown): StoredBatch {
  const readAtOnce = db.transaction((): StoredBatch => {
    const { plan, pace, ...head } = headSchema.parse(raw);
    const counted = z.array(countSchema).parse(of(SQL.counts).all(head.batchId));
    const sum = (part: 'handedOut' | 'repeatable' | 'unresolved'): number =>
      counted.reduce((before, one) => before + one[part], 0);
    return {
      ...head,
      plan: batchPlanSchema.parse(JSON.parse(plan)),
      pace: batchPaceSchema.parse(JSON.parse(pace)),
      counts: countsOf(new Map(counted.map(({ outcome, count }) => [outcome, count]))),
      handedOut: sum('handedOut'),
      repeatable: sum('repeatable'),
      unresolved: sum('unresolved'),
    };
  });
  return readAtOnce();
}

export const batchReads = {
  /** Newest first, only whole plans. `since`: none that is older. */
  batches: read.onReader(
    (parts, since: string = ''): readonly StoredBatch[] =>
      parts
        .of(SQL.list)
        .all(since)
        .map((raw) => storedOf(parts, raw)),
    [],
  ),
  batch: read.onReader((parts, batchId: string) => {
    const raw = parts.of(SQL.one).get(batchId);
    return raw === undefined ? null : storedOf(parts, raw);
  }, null),
  /** Newest first. Null: the newest of all. */
  batchNames: read.onReader(({ of }, wanted: readonly string[] | null): readonly NamedBatch[] => {
    const batchIds = wanted === null ? null : JSON.stringify(wanted);
    return z.array(namedBatchSchema).parse(of(SQL.named).all({ batchIds }));
  }, []),
  /** In the order of the file. Without outcomes: all rows. */
  batchRows: read.onReader(
    (
      parts,
      batchId: string,
      wanted: readonly BatchOutcome[],
      from: number,
      count: number,
    ): { readonly total: number; readonly rows: readonly BatchRow[] } => {
      const outcomes = JSON.stringify(wanted.length === 0 ? BATCH_OUTCOMES : wanted);
      const rows = parts.of(SQL.page).all({ batchId, outcomes, from, count });
      return {
        total: Number(parts.of(SQL.total).pluck().get({ batchId, outcomes })),
        rows: rows.map((raw) => reportRowIn(parts, raw).row),
      };
    },
    { total: 0, rows: [] },
  ),
  /** Rows after number `after` with their requests. */
  batchReportRows: read.onReader(
    (
      parts,
      batchId: string,
      wanted: readonly BatchOutcome[],
      after: number,
      count: number,
    ): readonly BatchReportRow[] =>
      parts
        .of(SQL.after)
        .all({ batchId, after, outcomes: JSON.stringify(wanted), count })
        .map((raw) => reportRowIn(parts, raw)),
    [],
  ),
  /** Rows after number `after` that have neither a request nor a refusal. */
  waitingRows: read.onReader(
    ({ of }, batchId: string, after: number, count: number): readonly WaitingRow[] =>
      of(SQL.waiting)
        .all(batchId, after, count)
        .map((raw) => {
          const { planned, ...place } = waitingSchema.parse(raw);
          const { draft, fields } = readPlannedRow(planned);
          return { ...place, draft, note: fields.note ?? '' };
        }),
    [],
  ),
  repeatableRows: read.onReader(
    ({ of }, batchId: string, after: number, count: number): readonly number[] =>
      z.array(z.int()).parse(of(SQL.repeatable).pluck().all(batchId, after, count)),
    [],
  ),
  nextToHandOut: read.onReader((parts, batchId: string, after: number) => {
    const raw = parts.of(SQL.toHandOut).get(batchId, after);
    return raw === undefined ? null : reportRowIn(parts, raw).row;
  }, null),
};

/** Null where `Queue again` would not take the row. Asked inside the transaction that queues it. */
export function findRepeatable(
  { db }: Store,
  batchId: string,
  row: number,
): { attempt: number; intentId: IntentId; outcome: BatchOutcome } | null {
  const found: unknown = db.prepare(SQL.isRepeatable).get(batchId, row);
  return found === undefined ? null : repeatableSchema.parse(found);
}

const centsSchema = minorUnitsSchema.nullable();
const headSchema = z.object({
  batchId: z.string(),
  createdAt: z.string(),
  plan: z.string(),
  pace: z.string(),
  stopped: z.enum(['operator', 'restored']).nullable(),
});
const outcomeSchema = z.enum(BATCH_OUTCOMES);
const countSchema = z.object({
  outcome: outcomeSchema,
  count: z.int(),
  handedOut: z.int(),
  repeatable: z.int(),
  unresolved: z.int(),
});
const attemptSchema = z.object({ attempt: z.int(), intentId: intentIdSchema });
const repeatableSchema = attemptSchema.extend({ outcome: outcomeSchema });
const waitingSchema = attemptSchema.extend({ row: z.int(), planned: z.string() });
const rowSchema = attemptSchema.extend({
  row: z.int(),
  refusal: z.string().nullable(),
  handedAt: z.string().nullable(),
  stopped: headSchema.shape.stopped,
  lastSeq: z.int().nullable(),
  events: z.int().nullable(),
  document: z.string().nullable(),
  planned: z.string().nullable(),
  outcome: outcomeSchema,
  repeatable: z.int(),
});

function countsOf(counted: ReadonlyMap<BatchOutcome, number>): StoredBatch['counts'] {
  const of = (outcome: BatchOutcome): number => counted.get(outcome) ?? 0;
  return {
    waiting: of('waiting'),
    in_flight: of('in_flight'),
    accepted: of('accepted'),
    rejected: of('rejected'),
    not_sent: of('not_sent'),
    unknown: of('unknown'),
    refused: of('refused'),
    cancelled: of('cancelled'),
  };
}

function reportRowIn({ projection }: Store, raw: unknown): BatchReportRow {
  const { lastSeq, events, document, planned, refusal, handedAt, stopped, repeatable, ...place } =
    rowSchema.parse(raw);
  const { intentId } = place;
  const request =
    lastSeq === null ? null : projection.rows.read({ intentId, lastSeq, events, document });
  // Rows of plans are erased in time, and a log that was put together from a damaged one may lack some.
  const plan = planned === null || planned === '' ? null : readPlannedRow(planned);
  const isLeft = place.outcome === 'cancelled' && stopped === 'restored';
  const refused = refusal === null ? null : batchRefusalSchema.parse(JSON.parse(refusal));
  const reason = (request === null ? null : reasonOf(request)) ?? refused;
  const row: BatchRow = {
    ...place,
    cells: plan?.cells ?? [],
    fields: plan?.fields ?? {},
    cents: centsSchema.parse(plan?.draft.fields.cents ?? null),
    orderId: plan?.draft.fields.order_id ?? request?.body.fields.order_id ?? '',
    reasonCode: reason?.code ?? (isLeft ? 'restored' : null),
    detail: reason?.detail ?? null,
    remoteId: request === null ? null : remoteIdOf(request),
    resolution: request === null ? null : resolutionOf(request),
    handedOutAt: handedAt,
    mayQueueAgain: repeatable === 1,
  };
  return { row, request };
}

function reasonOf(request: DepositRequest): { code: string; detail: string | null } | null {
  return 'reason' in request ? request.reason : null;
}
