import { isDeepStrictEqual } from 'node:util';

import { type Failure, failure } from '#shared/domain/failure.ts';
import type { TravelledAnswer, TravelledRequest } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { LimitsSnapshot } from '#shared/domain/limits.ts';
import {
  type DepositRequest,
  type Operator,
  type SettledStage,
  isCopyLocked,
  isUnresolved,
} from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import { formatOrderId } from '#shared/domain/orderPattern.ts';

import { recordCallback, replayCallback } from './callbackWrites.ts';
import { correctTyped } from './correcting.ts';
import { disposePaid } from './disposing.ts';
import type { NewEvent, PreparedBody } from './events.ts';
import { recordLateAnswer, tellReissued } from './lateAnswer.ts';
import { orderSeriesOf } from './orderId.ts';
import type { Copy, NotRecorded, OrderNumbering } from './port.ts';
import { projectEvent } from './projection.ts';
import { type WriteParts, record } from './recording.ts';
import { createRemarks } from './remarks.ts';
import { refusedRepeat } from './repeating.ts';
import { withoutReusedId } from './reusedId.ts';
import { resolveAll, resolveAsReissued } from './resolving.ts';
import type { SampleEvent } from './sample/sampleRequests.ts';

type Prepared = { readonly request: DepositRequest; readonly fresh: boolean };

/**
 * What can be written. Each runs inside a savepoint of the group's transaction: the rule it depends on, the event, and the row
 * that follows from it. One that returns a failure has written nothing.
 */
export function createWrites(parts: WriteParts) {
  const { events, projection, counter } = parts;
  const { rows } = projection;
  return {
    prepare: (at: string, prepared: PreparedBody): Result<Prepared, Failure> =>
      prepare(parts, at, prepared),
    markSending(
      at: string,
      intentId: IntentId,
      sent: TravelledRequest,
    ): Result<DepositRequest, NotRecorded> {
      const before = requestInHand(parts, intentId);
      if (before === null) return err(noLongerThere(intentId));
      return ok(record(parts, at, before, { kind: 'sending', body: { intentId, sent } }));
    },
    settle(
      at: string,
      intentId: IntentId,
      stage: SettledStage,
      answer: TravelledAnswer | null,
    ): Result<DepositRequest, NotRecorded> {
      const before = requestInHand(parts, intentId);
      if (before === null) return err(noLongerThere(intentId));
      const body = { intentId, stage: withoutReusedId(parts, before, stage), answer };
      return ok(record(parts, at, before, { kind: 'settled', body }));
    },
    ...createOperatorWrites(parts),
    ...createRemarks(parts),
    nextOrderId(_at: string, numbering: OrderNumbering): Result<string | null, NotRecorded> {
      const { pattern, flow, day, random } = numbering;
      const isCounted = pattern.includes('{counter}');
      const series = orderSeriesOf(pattern, day);
      // Without its letter in the id, both flows number from one counter.
      const counted = pattern.includes('{flow}') ? flow : 'create';
      for (;;) {
        const number = isCounted ? counter.next(counted, series) : 0;
        const orderId = formatOrderId(pattern, { flow, day, counter: number, random });
        if (!rows.hasOrder(orderId)) return ok(orderId);
        if (!isCounted) return ok(null);
      }
    },
    recordCallback: (...input: ParametersAfterParts<typeof recordCallback>) =>
      recordCallback(parts, ...input),
    replayCallback: (...input: ParametersAfterParts<typeof replayCallback>) =>
      replayCallback(parts, ...input),
    loadSample(_at: string, day: readonly SampleEvent[]): Result<number, Failure> {
      if (!rows.isEmpty()) return err(failure('log_not_empty'));
      const { seq: before } = events.head();
      for (const { event, at } of day) {
        projectEvent(projection, events.append(placedAfter(before, event), at));
      }
      return ok(day.filter(({ event }) => event.kind === 'prepared').length);
    },
    saveLimits(at: string, source: string, snapshot: LimitsSnapshot): Result<void, NotRecorded> {
      projectEvent(projection, events.append({ kind: 'limits', body: { source, snapshot } }, at));
      return ok(undefined);
    },
  };
}

/** What somebody at the desk does to a request that has its outcome. */
function createOperatorWrites(parts: WriteParts) {
  const { events, projection } = parts;
  const { rows } = projection;
  return {
    recordCopy(at: string, intentId: IntentId, copy: Copy): Result<DepositRequest, Failure> {
      const before = rows.find(intentId);
      if (before === null) return err(failure('request_not_found'));
      return ok(record(parts, at, before, { kind: 'copied', body: { intentId, ...copy } }));
    },
    acknowledgeAmount(
      at: string,
      intentId: IntentId,
      operator: Operator,
    ): Result<DepositRequest, Failure> {
      const before = rows.find(intentId);
      if (before === null) return err(failure('request_not_found'));
      if (!isCopyLocked(before)) return ok(before);
      const body = { intentId, operator };
      return ok(record(parts, at, before, { kind: 'amount_acknowledged', body }));
    },
    recordLateAnswer: (...input: ParametersAfterParts<typeof recordLateAnswer>) =>
      recordLateAnswer(parts, ...input),
    dispose: (...input: ParametersAfterParts<typeof disposePaid>) => disposePaid(parts, ...input),
    correct: (...input: ParametersAfterParts<typeof correctTyped>) => correctTyped(parts, ...input),
    resolve: (...input: ParametersAfterParts<typeof resolveAll>) => resolveAll(parts, ...input),
    acknowledgeInterrupted(at: string, operator: Operator): Result<void, NotRecorded> {
      if (rows.interrupted().length === 0) return ok(undefined);
      projectEvent(
        projection,
        events.append({ kind: 'recovery_acknowledged', body: { operator } }, at),
      );
      return ok(undefined);
    },
  };
}

export type Writes = ReturnType<typeof createWrites>;

type ParametersAfterParts<F extends (parts: WriteParts, ...rest: never[]) => unknown> =
  Parameters<F> extends [WriteParts, ...infer Rest] ? Rest : never;

/** W1's rules: one intent is one request, and neither an open order nor one without an answer is issued again unasked. */
function prepare(parts: WriteParts, at: string, prepared: PreparedBody): Result<Prepared, Failure> {
  const { rows } = parts.projection;
  const existing = rows.findSameIntent(prepared.intentId);
  if (existing !== null) {
    return isSameContent(existing, prepared)
      ? ok({ request: existing, fresh: false })
      : err(failure('intent_conflict'));
  }
  const reissued = prepared.reissueOf === null ? null : rows.find(prepared.reissueOf);
  if (prepared.reissueOf !== null && (reissued === null || !isUnresolved(reissued))) {
    return err(failure('not_resolvable', prepared.reissueOf));
  }
  const { merchant, order_id: orderId } = prepared.body.fields;
  const open = rows.findOpenOrder(merchant, orderId, prepared.reissueOf);
  if (open !== null && isOpenOutcome(open.outcome)) {
    const { intentId: openIntentId, outcome: openOutcome } = open;
    return err({ code: 'order_open', orderId, openIntentId, openOutcome });
  }
  const refused = refusedRepeat(parts, prepared);
  if (refused !== null) return err(refused);
  if (reissued !== null) {
    resolveAsReissued(parts, at, reissued, prepared.operator, prepared.intentId);
  }
  const request = record(parts, at, null, { kind: 'prepared', body: prepared });
  const told = reissued === null ? request : tellReissued(parts, at, request, reissued);
  return ok({ request: told, fresh: true });
}

function requestInHand(parts: WriteParts, intentId: IntentId): DepositRequest | null {
  return parts.inHand.get(intentId) ?? parts.projection.rows.find(intentId);
}

/** A sample day counts its events from one; the log may have some already, about limits and its key. */
function placedAfter(seq: number, event: NewEvent): NewEvent {
  switch (event.kind) {
    case 'callback_repeated':
      return { ...event, body: { ...event.body, ofSeq: event.body.ofSeq + seq } };
    case 'disposed':
      return { ...event, body: { ...event.body, paidSeq: event.body.paidSeq + seq } };
    default:
      return event;
  }
}

/** The log was restored from a backup that is older than the request. */
function noLongerThere(intentId: IntentId): NotRecorded {
  return { code: 'not_recorded', detail: `No request ${intentId} in the log.` };
}

function isOpenOutcome(
  outcome: DepositRequest['outcome'],
): outcome is 'prepared' | 'sending' | 'unknown' {
  return outcome === 'prepared' || outcome === 'sending' || outcome === 'unknown';
}

function isSameContent(request: DepositRequest, prepared: PreparedBody): boolean {
  return (
    request.profileId === prepared.profileId &&
    request.reissueOf === prepared.reissueOf &&
    isDeepStrictEqual(request.body, prepared.body)
  );
}
