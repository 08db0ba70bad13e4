import { isDeepStrictEqual } from 'node:util';

import Database from 'better-sqlite3';

import { failure } from '#shared/domain/failure.ts';
import { type DepositRequest, type SettledStage, remoteIdOf } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import type { Chance, Clock } from '../ports.ts';
import { openDatabase } from './database.ts';
import type { NewEvent, PreparedBody } from './events.ts';
import { createEventStore } from './eventStore.ts';
import { createLimitsRows } from './limitsRows.ts';
import { createOrderCounter } from './orderCounter.ts';
import { formatOrderId } from './orderId.ts';
import type { LogPort, NotRecorded } from './port.ts';
import { applyEvent, toHistoryEvent } from './project.ts';
import { createRequestRows } from './requestRows.ts';

type NewRequestEvent = Exclude<NewEvent, { kind: 'limits' }>;

/** The log on SQLite. Every write is one transaction: the event, and the row it makes. */
export function openSqliteLog(file: string, clock: Clock, chance: Chance): LogPort {
  const db = openDatabase(file);
  const events = createEventStore(db, clock, chance);
  const rows = createRequestRows(db);
  const limits = createLimitsRows(db);
  const counter = createOrderCounter(db);

  /** Writes the event and the row that follows from it. */
  function record(before: DepositRequest | null, event: NewRequestEvent): DepositRequest {
    const placed = events.append(event);
    if (placed.kind === 'limits') throw new Error('Limits are no event of a request.');
    const request = applyEvent(before, placed);
    rows.put(request);
    return request;
  }

  /** W1's rules: one intent is one request, and an order that is still open is not issued again. */
  function prepare(prepared: PreparedBody): Awaited<ReturnType<LogPort['prepare']>> {
    const existing = rows.find(prepared.intentId);
    if (existing !== null) {
      return isSameContent(existing, prepared)
        ? ok({ request: existing, fresh: false })
        : err(failure('intent_conflict'));
    }
    const { merchant, order_id: orderId } = prepared.body.fields;
    const open = rows.findOpenOrder(merchant, orderId);
    if (open !== null && isOpen(open.outcome)) {
      return err({
        code: 'order_open',
        orderId,
        openIntentId: open.intentId,
        openOutcome: open.outcome,
      });
    }
    return ok({ request: record(null, { kind: 'prepared', body: prepared }), fresh: true });
  }

  /** Checked in the transaction that records the answer, so that two answers at once cannot both take an id. */
  function withoutReusedId(request: DepositRequest, stage: SettledStage): SettledStage {
    if (stage.outcome !== 'accepted') return stage;
    const remoteId = remoteIdOf(stage.answer);
    const owner = rows.findByRemoteId(request.body.fields.merchant, remoteId);
    if (owner === null || owner.intentId === request.intentId) return stage;
    const detail = `${remoteId} already belongs to order ${owner.body.fields.order_id}`;
    return {
      outcome: 'unknown',
      reason: { code: 'id_already_used', httpStatus: null, detail },
    };
  }

  function write<T>(work: () => T): Result<T, NotRecorded> {
    try {
      return ok(db.transaction(work).immediate());
    } catch (error) {
      if (!isDiskFault(error)) throw error;
      return err({ code: 'not_recorded', detail: `${error.code}: ${error.message}` });
    }
  }

  function existing(intentId: DepositRequest['intentId']): DepositRequest {
    const request = rows.find(intentId);
    if (request === null) throw new Error(`No request ${intentId} in the log.`);
    return request;
  }

  return {
    prepare: async (prepared) => flatten(write(() => prepare(prepared))),
    markSending: async (intentId, sent) =>
      write(() => record(existing(intentId), { kind: 'sending', body: { intentId, sent } })),
    settle: async (intentId, stage, answer) =>
      write(() => {
        const before = existing(intentId);
        const settled = withoutReusedId(before, stage);
        return record(before, { kind: 'settled', body: { intentId, stage: settled, answer } });
      }),
    recordCopy: async (intentId, copy) =>
      flatten(
        write(() => {
          const before = rows.find(intentId);
          if (before === null) return err(failure('request_not_found'));
          return ok(record(before, { kind: 'copied', body: { intentId, ...copy } }));
        }),
      ),
    find: async (intentId) => rows.find(intentId),
    findByRemoteId: async (merchant, remoteId) => rows.findByRemoteId(merchant, remoteId),
    now: async (profileId) => rows.now(profileId),
    page: async (before, pageSize) => rows.page(before, pageSize),
    async history(intentId) {
      const request = rows.find(intentId);
      if (request === null) return null;
      const own = events.ofIntent(intentId).filter((event) => event.kind !== 'limits');
      return { request, events: own.map(toHistoryEvent) };
    },
    inFlight: async () => rows.inFlight(),
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
    async latestLimits(profileId, source) {
      const seq = limits.latest(profileId, source);
      const event = seq === null ? null : events.bySeq(seq);
      return event?.kind === 'limits' ? event.body.snapshot : null;
    },
    async close() {
      db.close();
    },
  };
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
