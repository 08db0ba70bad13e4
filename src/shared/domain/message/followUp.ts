import { closedAs } from '../finalState.ts';
import { type MinorUnits, minorUnitsSchema } from '../money.ts';
import { isPaidUnsettled, paidAmountOf } from '../paid.ts';
import type { Profile } from '../profile.ts';
import { type DepositRequest, amountOf, whyNotHandedOn } from '../request.ts';
import type { MessagePurpose } from '../template.ts';
import { validUntil } from '../validity.ts';

export type AcceptedRequest = Extract<DepositRequest, { outcome: 'accepted' }>;
/** Something came back, or was typed by hand, that a customer can pay to. */
export type PayableRequest = AcceptedRequest | Extract<DepositRequest, { outcome: 'unknown' }>;

/** An unknown is one only where it was found and its requisites were typed. */
export function isPayable(request: DepositRequest): request is PayableRequest {
  const why = whyNotHandedOn(request);
  return why === null || why === 'locked';
}

/** Messages after the one that asks to pay: receipts, reminders, and that the request is closed. */
export type FollowUpKind = Exclude<MessagePurpose, 'payment'>;
export type FollowUp = {
  readonly kind: FollowUpKind;
  /** Of a reminder only: whole minutes, at least one. */
  readonly minutesLeft: number | null;
};

/** What decides about follow-ups besides the request. */
export type FollowUpProfile = Pick<Profile, 'requisitesValidMin'> &
  Partial<Pick<Profile, 'stateWords'>>;

const MINUTE_MS = 60_000;
const of = (kind: FollowUpKind): FollowUp => ({ kind, minutesLeft: null });

/**
 * What the key copies in place of the message that asks to pay. Null: the request is still to be paid. A customer who paid too
 * little is told what is missing, until the operator has settled the difference.
 */
export function followUpInPlace(
  request: PayableRequest,
  stateWords: Profile['stateWords'] | undefined,
): FollowUpKind | null {
  const ended = closedAs(request, stateWords);
  if (ended === 'refused' || ended === 'returned') return 'refusal';
  if (partlyPaid(request) !== null) return isPaidUnsettled(request) ? 'partial' : 'receipt';
  return ended === 'paid' ? 'receipt' : null;
}

/** The follow-ups that suit the state of a request at this time, the most fitting first. Null: its profile is gone. */
export function followUpsFor(
  request: PayableRequest,
  profile: FollowUpProfile | null,
  nowMs: number,
): readonly FollowUp[] {
  const ended = closedAs(request, profile?.stateWords);
  const partial = partlyPaid(request) === null ? [] : [of('partial')];
  if (ended === 'paid') return [...partial, of('receipt')];
  if (ended === 'returned') return [of('refusal')];
  if (ended === 'refused') return [of('refusal'), ...partial];
  const until = validUntil(request, profile?.requisitesValidMin ?? null);
  if (until === null) return partial;
  const leftMs = Date.parse(until) - nowMs;
  if (leftMs <= 0) return [...partial, of('expired')];
  // A customer who paid a part waits for new requisites: hurrying to pay into the old ones would be wrong.
  if (partial.length > 0 || leftMs < MINUTE_MS) return partial;
  return [{ kind: 'reminder', minutesLeft: Math.floor(leftMs / MINUTE_MS) }];
}

/**
 * What was paid and what is missing, where a callback names an amount below the asked one. Null where the amount is unclear:
 * a customer must not read a guess.
 */
export function partlyPaid(
  request: DepositRequest,
): { readonly paid: MinorUnits; readonly missing: MinorUnits } | null {
  const cents = paidAmountOf(request)?.cents ?? 0;
  const missing = amountOf(request).cents - cents;
  if (cents <= 0 || missing <= 0) return null;
  return { paid: minorUnitsSchema.parse(cents), missing: minorUnitsSchema.parse(missing) };
}
