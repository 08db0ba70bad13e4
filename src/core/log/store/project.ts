import type { IntentId } from '#shared/domain/ids.ts';
import {
  type DepositRequest,
  type MismatchSettled,
  type SettledStage,
  answeredIdOf,
} from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import { calledBack } from './calledBack.ts';
import type { EventOf, LogEvent, RequestEvent } from './events.ts';
import { alsoThere, lateAnswerIn } from './resolvingEvents.ts';

type ResolvingEvent = EventOf<'resolved' | 'reopened'>;

/**
 * One step of the projection: what a request is after this event. Pure, and the only way a request row comes about, so that
 * the rows can be rebuilt from the events.
 */
export function applyEvent(before: DepositRequest | null, event: RequestEvent): DepositRequest {
  if (event.kind === 'prepared') {
    if (before !== null) throw new Error(`Event ${event.seq} prepares a request twice.`);
    // Only its history tells what the operator was asked.
    const { askedAbout: _, ...prepared } = event.body;
    return {
      ...prepared,
      outcome: 'prepared',
      createdAt: event.at,
      updatedAt: event.at,
      lastCopiedAt: null,
    };
  }
  // It states the whole request: the events before it cannot any more.
  if (event.kind === 'requisites_erased') return event.body.kept;
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
    case 'late_answer':
      if (before.outcome !== 'unknown') throw outOfOrder(before, event);
      return { ...before, updatedAt: event.at, late: lateAnswerIn(event) };
    case 'earlier_answered':
    case 'sent_elsewhere':
      return alsoThere(before, event);
    case 'copied':
      return copied(before, event);
    case 'amount_acknowledged':
      if (before.outcome !== 'accepted' && before.outcome !== 'unknown') {
        throw outOfOrder(before, event);
      }
      return { ...before, updatedAt: event.at, amountAcknowledgedAt: event.at };
    case 'resolved':
    case 'reopened':
      return resolved(before, event);
    case 'corrected':
      return corrected(before, event);
    case 'callback':
      return calledBack(before, event);
    case 'mismatch_settled':
      return { ...before, updatedAt: event.at, mismatchSettled: settledIn(event) };
    case 'revealed':
    case 'noted':
    case 'pictured':
      return { ...before, updatedAt: event.at };
    case 'flagged':
      return flagged(before, event);
    case 'compared':
      return compared(before, event);
    case 'taken':
      return taken(before, event);
    default:
      return assertNever(event);
  }
}

function flagged(before: DepositRequest, { at, body }: EventOf<'flagged'>): DepositRequest {
  const { flagged: _, ...unflagged } = before;
  if (body.flagged) return { ...unflagged, flagged: true, updatedAt: at };
  const { statementFinding: found, sentElsewhere: sent } = before;
  // What the flag was set for has been looked at.
  const isDealtWith = true as const;
  return {
    ...unflagged,
    ...(found === undefined ? {} : { statementFinding: { ...found, isDealtWith } }),
    ...(sent === undefined ? {} : { sentElsewhere: { ...sent, isDealtWith } }),
    updatedAt: at,
  };
}

function compared(before: DepositRequest, { at, body }: EventOf<'compared'>): DepositRequest {
  const { statementFinding: _, ...rest } = before;
  const { statement, finding: kind, cents } = body;
  const found = kind === null ? {} : { statementFinding: { ...statement, kind, at, cents } };
  return { ...rest, ...found, updatedAt: at };
}

function taken(before: DepositRequest, { at, body }: EventOf<'taken'>): DepositRequest {
  const { takenBy: _, ...free } = before;
  const by = body.taken ? { takenBy: { at, operator: body.operator } } : {};
  return { ...free, ...by, updatedAt: at };
}

function resolved(before: DepositRequest, event: ResolvingEvent): DepositRequest {
  const isReopened = event.kind === 'reopened';
  const closedBy = isReopened ? 'reissued' : undefined;
  if (before.outcome !== 'unknown' || before.resolution?.kind !== closedBy) {
    throw outOfOrder(before, event);
  }
  return { ...before, updatedAt: event.at, resolution: isReopened ? null : event.body.resolution };
}

/** A copy for the provider's support is not for the customer, and a copy that the clipboard refused reached no customer. */
function copied(
  before: DepositRequest,
  { at, body: { part, readBack } }: EventOf<'copied'>,
): DepositRequest {
  if (readBack === 'undone') return { ...before, updatedAt: at, lastCopiedAt: null };
  const isHandedOver = part !== 'support' && readBack !== 'different';
  return { ...before, updatedAt: at, ...(isHandedOver ? { lastCopiedAt: at } : {}) };
}

function corrected(before: DepositRequest, event: EventOf<'corrected'>): DepositRequest {
  if (before.outcome !== 'unknown' || before.resolution?.kind !== 'found') {
    throw outOfOrder(before, event);
  }
  const { at, body } = event;
  const { typedByHand, operator } = body;
  const resolution = { ...before.resolution, typedByHand, corrected: { at, operator } };
  return { ...before, updatedAt: at, resolution };
}

function settledIn({ at, body }: EventOf<'mismatch_settled'>): MismatchSettled {
  const { operator, note, paidSeq } = body;
  return { at, operator, note, paidSeq };
}

function settled(before: DepositRequest, stage: SettledStage, at: string): DepositRequest {
  const settledAt = { ...before, updatedAt: at };
  switch (stage.outcome) {
    case 'accepted': {
      const accepted = { ...settledAt, ...stage, amountAcknowledgedAt: null };
      const said = before.heard?.remoteId ?? null;
      if (said === null || isSameId(said, answeredIdOf(stage.answer))) return accepted;
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

/** The request was cut off by a crash, a kill or a closed desk. */
export function isInterrupted(stage: SettledStage): boolean {
  return (
    (stage.outcome === 'not_sent' && stage.reason.code === 'interrupted_before_sending') ||
    (stage.outcome === 'unknown' && stage.reason.code === 'interrupted_after_sending')
  );
}

export type Projected = {
  readonly request: DepositRequest;
  /** The interruption is not acknowledged yet. */
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

function outOfOrder(before: DepositRequest, event: RequestEvent): Error {
  return new Error(`Event ${event.seq} (${event.kind}) cannot follow ${before.outcome}.`);
}
