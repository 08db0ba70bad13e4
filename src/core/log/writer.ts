import { isDeepStrictEqual } from 'node:util';

import Database from 'better-sqlite3';

import { failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import { type DepositRequest, type SettledStage, remoteIdOf } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { NewEvent, PreparedBody } from './events.ts';
import type { EventStore } from './eventStore.ts';
import type { LimitsRows } from './limitsRows.ts';
import type { OrderCounter } from './orderCounter.ts';
import { formatOrderId } from './orderId.ts';
import type { LogPort, NotRecorded } from './port.ts';
import { applyEvent } from './project.ts';
import type { RequestRows } from './requestRows.ts';

export type LogWriter = Pick<
  LogPort,
  'prepare' | 'markSending' | 'settle' | 'recordCopy' | 'nextOrderId' | 'saveLimits'
>;

export type WriterParts = {
  readonly db: Database.Database;
  readonly events: EventStore;
  readonly rows: RequestRows;
  readonly limits: LimitsRows;
  readonly counter: OrderCounter;
};

/** Every write is one transaction: the rule it depends on, the event, and the row that follows from it. */
export function createLogWriter(parts: WriterParts): LogWriter {
  const { db, events, rows, limits, counter } = parts;

  function write<T>(work: () => T): Result<T, NotRecorded> {
    try {
      return ok(db.transaction(work).immediate());
    } catch (error) {
      if (!isDiskFault(error)) throw error;
      return err({ code: 'not_recorded', detail: `${error.code}: ${error.message}` });
    }
  }

  return {
    prepare: async (prepared) => flatten(write(() => prepare(parts, prepared))),
    markSending: async (intentId, sent) =>
      write(() => {
        const before = known(rows, intentId);
        return record(parts, before, { kind: 'sending', body: { intentId, sent } });
      }),
    settle: async (intentId, stage, answer) =>
      write(() => {
        const before = known(rows, intentId);
        const body = { intentId, stage: withoutReusedId(rows, before, stage), answer };
        return record(parts, before, { kind: 'settled', body });
      }),
    recordCopy: async (intentId, copy) =>
      flatten(
        write(() => {
          const before = rows.find(intentId);
          if (before === null) return err(failure('request_not_found'));
          return ok(record(parts, before, { kind: 'copied', body: { intentId, ...copy } }));
        }),
      ),
    nextOrderId: async (profileId, flow, day) =>
      write(() => {
        for (;;) {
          const orderId = formatOrderId(flow, day, counter.next(profileId, flow, day));
          if (!rows.hasOrder(orderId)) return orderId;
        }
      }),
    saveLimits: async (source, snapshot) =>
      write(() => {
        const event = events.append({ kind: 'limits', body: { source, snapshot } });
        if (event.kind === 'limits') limits.put(event);
      }),
  };
}

/** W1's rules: one intent is one request, and an order that is still open is not issued again. */
function prepare(
  parts: WriterParts,
  prepared: PreparedBody,
): Awaited<ReturnType<LogPort['prepare']>> {
  const existing = parts.rows.find(prepared.intentId);
  if (existing !== null) {
    return isSameContent(existing, prepared)
      ? ok({ request: existing, fresh: false })
      : err(failure('intent_conflict'));
  }
  const { merchant, order_id: orderId } = prepared.body.fields;
  const open = parts.rows.findOpenOrder(merchant, orderId);
  if (open !== null && isOpen(open.outcome)) {
    const { intentId: openIntentId, outcome: openOutcome } = open;
    return err({ code: 'order_open', orderId, openIntentId, openOutcome });
  }
  return ok({ request: record(parts, null, { kind: 'prepared', body: prepared }), fresh: true });
}

function record(
  { events, rows }: WriterParts,
  before: DepositRequest | null,
  event: Exclude<NewEvent, { kind: 'limits' }>,
): DepositRequest {
  const placed = events.append(event);
  if (placed.kind === 'limits') throw new Error('Limits are no event of a request.');
  const request = applyEvent(before, placed);
  rows.put(request);
  return request;
}

/** Checked in the transaction that records the answer, so that two answers at once cannot both take an id. */
function withoutReusedId(
  rows: RequestRows,
  request: DepositRequest,
  stage: SettledStage,
): SettledStage {
  if (stage.outcome !== 'accepted') return stage;
  const remoteId = remoteIdOf(stage.answer);
  const owner = rows.findByRemoteId(request.body.fields.merchant, remoteId);
  if (owner === null || owner.intentId === request.intentId) return stage;
  const detail = `${remoteId} already belongs to order ${owner.body.fields.order_id}`;
  return { outcome: 'unknown', reason: { code: 'id_already_used', httpStatus: null, detail } };
}

function known(rows: RequestRows, intentId: IntentId): DepositRequest {
  const request = rows.find(intentId);
  if (request === null) throw new Error(`No request ${intentId} in the log.`);
  return request;
}

function isOpen(outcome: DepositRequest['outcome']): outcome is 'prepared' | 'sending' | 'unknown' {
  return outcome === 'prepared' || outcome === 'sending' || outcome === 'unknown';
}

function isSameContent(request: DepositRequest, prepared: PreparedBody): boolean {
  return request.profileId === prepared.profileId && isDeepStrictEqual(request.body, prepared.body);
}

/** A broken constraint is a bug of ours; everything else SQLite throws is the disk or somebody holding the file. */
function isDiskFault(error: unknown): error is InstanceType<typeof Database.SqliteError> {
  return error instanceof Database.SqliteError && !error.code.startsWith('SQLITE_CONSTRAINT');
}

function flatten<T, E, F>(result: Result<Result<T, E>, F>): Result<T, E | F> {
  return result.ok ? result.value : result;
}
