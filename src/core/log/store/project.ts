import { type Heard, type Paid, isCovered, namesIn, takenAs } from '#shared/domain/callback.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import {
  type DepositRequest,
  type Disposition,
  type LateAnswer,
  type SettledStage,
  remoteIdOf,
} from '#shared/domain/request.ts';
import { assertNever } from '#shared/domain/result.ts';

import type { EventOf, LogEvent, RequestEvent } from './events.ts';

type CallbackEvent = EventOf<'callback'>;

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
      return { ...before, updatedAt: event.at, late: lateIn(event) };
    case 'earlier_answered': {
      const { at, body } = event;
      return { ...before, updatedAt: at, earlierAnswered: { at, of: body.of } };
    }
    case 'copied':
      return copied(before, event);
    case 'amount_acknowledged':
      if (before.outcome !== 'accepted') throw outOfOrder(before, event);
      return { ...before, updatedAt: event.at, amountAcknowledgedAt: event.at };
    case 'resolved':
      if (before.outcome !== 'unknown' || before.resolution !== null) {
        throw outOfOrder(before, event);
      }
      return { ...before, updatedAt: event.at, resolution: event.body.resolution };
    case 'corrected':
      return corrected(before, event);
    case 'callback':
      return calledBack(before, event);
    case 'disposed':
      return { ...before, updatedAt: event.at, disposition: dispositionIn(event) };
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
  const { statementFinding: found } = before;
  // What the flag was set for has been looked at.
  const seen =
    found === undefined ? {} : { statementFinding: { ...found, isDealtWith: true as const } };
  return { ...unflagged, ...seen, updatedAt: at };
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

/** A copy for the provider's support is not for the customer, and a copy that the clipboard refused reached no customer. */
function copied(
  before: DepositRequest,
  { at, body: { part, readBack } }: EventOf<'copied'>,
): DepositRequest {
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

/** Without requisites: a row is what every page has. */
function lateIn({ seq, at, body: { stage } }: EventOf<'late_answer'>): LateAnswer {
  const { outcome } = stage;
  if (outcome === 'not_sent') {
    throw new Error(`Event ${seq} is an answer to a request that was not sent.`);
  }
  if (outcome === 'accepted') {
    return { seq, at, outcome, remoteId: remoteIdOf(stage.answer), reason: null };
  }
  const { code, httpStatus, detail } = stage.reason;
  return { seq, at, outcome, remoteId: null, reason: { code, httpStatus, detail } };
}

/** What is read again takes the place of what it was taken for before; what came after it stays what was heard last. */
function calledBack(before: DepositRequest, event: CallbackEvent): DepositRequest {
  const { heard, paid, ...rest } = before;
  const earlier = unlessReplayed(event, heard);
  const own = heardIn(event, earlier) ?? earlier;
  const named = paidIn(event) ?? unlessReplayed(event, paid);
  const lastHeard = isOlder(event, heard) ? heard : own;
  const lastPaid = isOlder(event, paid) || isSamePaid(event, paid, named) ? paid : named;
  if (lastHeard === heard && lastPaid === paid) return before;
  const isTakenBack = isGone(heard, lastHeard) || isGone(paid, lastPaid);
  return {
    // A row's keys keep their order, as rows of before have it.
    ...(isTakenBack ? rest : before),
    updatedAt: event.at,
    ...(lastHeard === undefined ? {} : { heard: lastHeard }),
    ...(lastPaid === undefined ? {} : { paid: lastPaid }),
  };
}

function isGone(was: unknown, is: unknown): boolean {
  return was !== undefined && is === undefined;
}

/** It contradicts what was issued, is not the provider's, or is not known to be. */
function changesNothing({ contradicts, verdict }: CallbackEvent['body']): boolean {
  return takenAs(verdict, contradicts) !== 'applied';
}

/** One without a state takes no state back. */
function heardIn({ seq, body, ...event }: CallbackEvent, before: Heard | undefined): Heard | null {
  if (changesNothing(body)) return null;
  const { arrivedAt: at = event.at } = body;
  const { reading, verdict, by } = body;
  const { amount, time } = reading;
  const isSigned = verdict === 'verified';
  const isOwnState = reading.state !== null || before === undefined;
  const state = isOwnState ? reading.state : before.state;
  const isVerified = isOwnState ? isSigned && isCovered(reading, 'state') : before.isVerified;
  // Learned once, it would choose the request for whatever comes later.
  const { id: remoteId } = namesIn(reading);
  const isOrdered = time !== undefined && isCovered(reading, 'time');
  const heard = { seq, at, state, remoteId, amount, by, isVerified };
  return {
    ...heard,
    ...(isSigned && !isVerified ? { isSigned } : {}),
    ...(isOrdered ? { time } : {}),
    ...arrivedIn(body),
  };
}

/** Only where its unit was asked for: what was recorded before stays what it was. */
function paidIn({ seq, body, ...event }: CallbackEvent): Paid | null {
  const { arrivedAt: at = event.at } = body;
  const { amount, amountUnit: unit } = body.reading;
  if (changesNothing(body) || amount === null || unit === undefined) return null;
  const isVerified = body.verdict === 'verified' && isCovered(body.reading, 'amount');
  return { seq, at, amount, unit, isVerified, ...arrivedIn(body) };
}

function arrivedIn({ replayOf }: CallbackEvent['body']): Pick<Heard, 'arrivedSeq'> {
  return replayOf === undefined ? {} : { arrivedSeq: replayOf };
}

type Told = { readonly seq: number; readonly arrivedSeq?: number | undefined };

function isOlder({ body }: CallbackEvent, told: Told | undefined): boolean {
  if (body.replayOf === undefined || told === undefined) return false;
  return (told.arrivedSeq ?? told.seq) > body.replayOf;
}

/** The very same callback, read again, does not say it any more. */
function unlessReplayed<T extends Told>(
  { body }: CallbackEvent,
  told: T | undefined,
): T | undefined {
  const isSame = told !== undefined && (told.arrivedSeq ?? told.seq) === body.replayOf;
  return isSame ? undefined : told;
}

/** What was agreed about an amount stays agreed where its callback is read again for something else. */
function isSamePaid({ body }: CallbackEvent, was: Paid | undefined, is: Paid | undefined): boolean {
  if (was === undefined || (was.arrivedSeq ?? was.seq) !== body.replayOf) return false;
  return was.amount === is?.amount && was.unit === is.unit && was.isVerified === is.isVerified;
}

function dispositionIn({ at, body }: EventOf<'disposed'>): Disposition {
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
