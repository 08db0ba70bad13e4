import type { Heard } from '#shared/domain/callback.ts';
import type { HistoryEvent } from '#shared/domain/history.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import {
  type DepositRequest,
  type Disposition,
  type SettledStage,
  remoteIdOf,
} from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import type { LogEvent, RequestEvent } from './events.ts';

type CallbackEvent = Extract<RequestEvent, { kind: 'callback' }>;

/**
 * One step of the projection: what a request is after this event. Pure, and the only way a request row comes about, so that
 * the rows can be rebuilt from the events.
 */
export function applyEvent(before: DepositRequest | null, event: RequestEvent): DepositRequest {
  if (event.kind === 'prepared') {
    if (before !== null) throw new Error(`Event ${event.seq} prepares a request twice.`);
    return {
      ...event.body,
      outcome: 'prepared',
      createdAt: event.at,
      updatedAt: event.at,
      lastCopiedAt: null,
    };
  }
  if (before === null) throw new Error(`Event ${event.seq} is about a request never prepared.`);
  switch (event.kind) {
    case 'sending':
      if (before.outcome !== 'prepared') throw outOfOrder(before, event);
      return { ...before, outcome: 'sending', updatedAt: event.at };
    case 'settled':
      if (before.outcome !== 'prepared' && before.outcome !== 'sending') {
        throw outOfOrder(before, event);
      }
      return settled(before, event.body.stage, event.at);
    case 'copied':
      return { ...before, updatedAt: event.at, lastCopiedAt: event.at };
    case 'amount_acknowledged':
      if (before.outcome !== 'accepted') throw outOfOrder(before, event);
      return { ...before, updatedAt: event.at, amountAcknowledgedAt: event.at };
    case 'resolved':
      if (before.outcome !== 'unknown' || before.resolution !== null) {
        throw outOfOrder(before, event);
      }
      return { ...before, updatedAt: event.at, resolution: event.body.resolution };
    case 'callback': {
      const heard = heardIn(event);
      if (heard === null || isOlder(event, before)) return before;
      return { ...before, updatedAt: event.at, heard, ...paidIn(event) };
    }
    case 'disposed':
      return { ...before, updatedAt: event.at, disposition: dispositionIn(event) };
    case 'revealed':
    case 'noted':
      return { ...before, updatedAt: event.at };
    case 'flagged': {
      const { flagged: _, ...unflagged } = before;
      const flag = event.body.flagged ? { flagged: true as const } : {};
      return { ...unflagged, ...flag, updatedAt: event.at };
    }
    default:
      return assertNever(event);
  }
}

/** Null: it changes nothing, because it contradicts what was issued or is not the provider's. */
function heardIn({ seq, at, body }: CallbackEvent): Heard | null {
  const { reading, verdict, by, contradicts } = body;
  if (contradicts !== null || verdict === 'bad_signature') return null;
  const { state, id: remoteId, amount } = reading;
  const arrived = body.replayOf === undefined ? {} : { arrivedSeq: body.replayOf };
  return { seq, at, state, remoteId, amount, by, isVerified: verdict === 'verified', ...arrived };
}

/** Read again after something newer had been heard: that stays what was heard last. */
function isOlder({ body }: CallbackEvent, { heard }: DepositRequest): boolean {
  if (body.replayOf === undefined || heard === undefined) return false;
  return (heard.arrivedSeq ?? heard.seq) > body.replayOf;
}

/** Only where its unit was asked for: what was recorded before stays what it was. */
function paidIn({ seq, at, body }: CallbackEvent): Pick<DepositRequest, 'paid'> {
  const { amount, amountUnit } = body.reading;
  if (amount === null || amountUnit === undefined) return {};
  return { paid: { seq, at, amount, unit: amountUnit, isVerified: body.verdict === 'verified' } };
}

function dispositionIn({ at, body }: Extract<RequestEvent, { kind: 'disposed' }>): Disposition {
  const { disposition, operator, note, paidSeq } = body;
  return { kind: disposition, at, operator, note, paidSeq };
}

function settled(before: DepositRequest, stage: SettledStage, at: string): DepositRequest {
  const settledAt = { ...before, updatedAt: at };
  switch (stage.outcome) {
    case 'accepted': {
      const accepted = { ...settledAt, ...stage, amountAcknowledgedAt: null };
      const said = before.heard?.remoteId ?? null;
      if (said === null || isSameId(said, remoteIdOf(stage.answer))) return accepted;
      // A callback before the answer named another id: it was about something else.
      const { heard: _, paid: __, ...unheard } = accepted;
      return unheard;
    }
    case 'unknown':
      return { ...settledAt, ...stage, resolution: null };
    case 'rejected':
    case 'not_sent':
      return { ...settledAt, ...stage };
    default:
      return assertNever(stage);
  }
}

/** UUIDs are the same whatever the case of their digits. */
function isSameId(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}

export function isRequestEvent(event: LogEvent): event is RequestEvent {
  return 'intentId' in event.body;
}

/** The request was cut off by a crash, a kill or a closed desk, whoever found that out. */
export function isInterrupted(stage: SettledStage): boolean {
  return (
    (stage.outcome === 'not_sent' && stage.reason.code === 'interrupted_before_sending') ||
    (stage.outcome === 'unknown' && stage.reason.code === 'interrupted_after_sending')
  );
}

export type Projected = {
  readonly request: DepositRequest;
  /** Nobody has acknowledged the interruption yet. */
  readonly isInterrupted: boolean;
  readonly lastSeq: number;
};

/** Every request row, from all events in order. */
export function project(events: Iterable<LogEvent>): ReadonlyMap<IntentId, Projected> {
  const rows = new Map<IntentId, Projected>();
  for (const event of events) {
    if (event.kind === 'recovery_acknowledged') {
      for (const [intentId, row] of rows) rows.set(intentId, { ...row, isInterrupted: false });
    }
    if (!isRequestEvent(event)) continue;
    const before = rows.get(event.body.intentId) ?? null;
    rows.set(event.body.intentId, {
      request: applyEvent(before?.request ?? null, event),
      isInterrupted:
        event.kind === 'settled'
          ? isInterrupted(event.body.stage)
          : (before?.isInterrupted ?? false),
      lastSeq: event.seq,
    });
  }
  return rows;
}

/** The same event as the screen's timeline shows it. */
export function toHistoryEvent(event: RequestEvent): HistoryEvent {
  const { seq, at } = event;
  switch (event.kind) {
    case 'prepared':
      return { kind: 'prepared', seq, at, operator: event.body.operator };
    case 'sending':
      return { kind: 'sending', seq, at, sent: event.body.sent };
    case 'settled': {
      const { stage, answer } = event.body;
      const reasonCode = stage.outcome === 'accepted' ? null : stage.reason.code;
      return { kind: 'settled', seq, at, outcome: stage.outcome, reasonCode, answer };
    }
    case 'copied': {
      const { operator, part, text } = event.body;
      return { kind: 'copied', seq, at, operator, part, text };
    }
    case 'amount_acknowledged':
      return { kind: 'amount_acknowledged', seq, at, operator: event.body.operator };
    case 'resolved':
      return { kind: 'resolved', seq, at, resolution: event.body.resolution };
    case 'callback': {
      const { reading, verdict, by, contradicts, replayOf = null } = event.body;
      return { kind: 'callback', seq, at, reading, verdict, by, contradicts, replayOf };
    }
    case 'disposed': {
      const { operator, disposition, note, paid } = event.body;
      return { kind: 'disposed', seq, at, operator, disposition, note, paid };
    }
    case 'revealed':
      return { kind: 'revealed', seq, at, operator: event.body.operator };
    case 'noted':
      return { kind: 'noted', seq, at, operator: event.body.operator, text: event.body.text };
    case 'flagged': {
      const { operator, flagged } = event.body;
      return { kind: 'flagged', seq, at, operator, flagged };
    }
    default:
      return assertNever(event);
  }
}

function outOfOrder(before: DepositRequest, event: RequestEvent): Error {
  return new Error(`Event ${event.seq} (${event.kind}) cannot follow ${before.outcome}.`);
}
