import { type Heard, type Paid, isCovered, namesIn, takenAs } from '#shared/domain/callback.ts';
import { isPayment } from '#shared/domain/paid.ts';
import type { DepositRequest } from '#shared/domain/request.ts';

import type { EventOf } from './events.ts';

type CallbackEvent = EventOf<'callback'>;

/** What is read again takes the place of what it was taken for before; what came after it stays what was heard last. */
export function calledBack(before: DepositRequest, event: CallbackEvent): DepositRequest {
  const { heard, paid, ...rest } = before;
  const earlier = unlessReplayed(event, heard);
  const own = heardIn(event, earlier) ?? earlier;
  const named = paidIn(event) ?? unlessReplayed(event, paid);
  const lastHeard = isOlder(event, heard) ? heard : own;
  const lastPaid = isOlder(event, paid) || isSamePaid(event, paid, named) ? paid : named;
  if (lastHeard === heard && lastPaid === paid) return before;
  return {
    ...rest,
    updatedAt: event.at,
    ...(lastHeard === undefined ? {} : { heard: lastHeard }),
    ...(lastPaid === undefined ? {} : { paid: lastPaid }),
  };
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
    ...(isOwnState ? lateIn(seq, body, before) : lateSeqOf(before)),
  };
}

/** What is said of a late payment again is the same payment, and a state that is no payment leaves it what it was. */
function lateIn(
  seq: number,
  { isLate, replayOf = seq }: CallbackEvent['body'],
  before: Heard | undefined,
): Pick<Heard, 'lateSeq'> {
  if (isLate === undefined) return lateSeqOf(before);
  return { lateSeq: isLate ? (before?.lateSeq ?? replayOf) : null };
}

function lateSeqOf(before: Heard | undefined): Pick<Heard, 'lateSeq'> {
  return before?.lateSeq === undefined ? {} : { lateSeq: before.lateSeq };
}

function paidIn({ seq, body, ...event }: CallbackEvent): Paid | null {
  const { arrivedAt: at = event.at } = body;
  const { amount, amountUnit: unit } = body.reading;
  if (changesNothing(body) || amount === null || unit === undefined) return null;
  if (!isPayment(amount, body.reading.state)) return null;
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

/** A settled amount stays settled where its callback is read again for something else. */
function isSamePaid({ body }: CallbackEvent, was: Paid | undefined, is: Paid | undefined): boolean {
  if (was === undefined || (was.arrivedSeq ?? was.seq) !== body.replayOf) return false;
  return was.amount === is?.amount && was.unit === is.unit && was.isVerified === is.isVerified;
}
