import type { Currency } from './currency.ts';
import { type MinorUnits, Money } from './money.ts';
import type { Paid } from './callback.ts';
import { finalMeaning } from './finalState.ts';
import { type DepositRequest, amountOf } from './request.ts';

/** What is known of the amount that was paid. `cents` null: it may be read in two ways, or not at all, and is shown verbatim. */
export type PaidAmount = {
  readonly paid: Paid;
  readonly cents: MinorUnits | null;
  readonly differs: boolean;
};

/** Null: no callback named an amount. */
export function paidAmountOf(request: DepositRequest): PaidAmount | null {
  const { paid } = request;
  if (paid === undefined) return null;
  const asked = amountOf(request).cents;
  const { currency } = request.body.fields;
  const { major, minor } = inEitherUnit(paid.amount, currency);
  if (paid.unit !== 'unclear') {
    const cents = paid.unit === 'major' ? major : minor;
    return { paid, cents, differs: cents !== asked };
  }
  // Where neither reading is the amount it differs, whatever it counts.
  const isAsked = isInEitherUnit(paid.amount, currency, asked);
  return { paid, cents: isAsked ? asked : null, differs: !isAsked };
}

/** It differs, and no operator has settled it. */
export function isPaidUnsettled(request: DepositRequest): boolean {
  const amount = paidAmountOf(request);
  return amount !== null && amount.differs && request.mismatchSettled?.paidSeq !== amount.paid.seq;
}

/** Zero is no payment. Only where the state says that the request is paid it is an amount to be looked at. */
export function isPayment(amount: string, state: string | null): boolean {
  const isZero = /^\s*[+-]?0+(?:[.,]0*)?\s*$/u.test(amount);
  return !isZero || (state !== null && finalMeaning(state) === 'paid');
}

/** The payment that an operator decides about: another amount, or after the requisites ended. Null: there is none. */
export function paymentInDoubt(
  request: DepositRequest,
): { readonly seq: number; readonly amount: string } | null {
  const named = paidAmountOf(request);
  if (named?.differs === true) return { seq: named.paid.seq, amount: named.paid.amount };
  const seq = request.heard?.lateSeq ?? null;
  return seq === null ? null : { seq, amount: named?.paid.amount ?? '' };
}

/** It was paid after the requisites ended, and no decision about it is recorded. */
export function isLateUnsettled(request: DepositRequest): boolean {
  const isLate = (request.heard?.lateSeq ?? null) !== null;
  return isLate && request.mismatchSettled?.paidSeq !== paymentInDoubt(request)?.seq;
}

/** An amount as a callback wrote it, in minor units. Null: it may be read in two ways, or not at all. */
export function centsWritten(
  text: string,
  unit: Paid['unit'] | undefined,
  currency: Currency,
): MinorUnits | null {
  const { major, minor } = inEitherUnit(text, currency);
  if (unit === 'major') return major;
  return unit === 'minor' ? minor : null;
}

/**
 * An amount that a callback named, in major units as every other amount of a file. Verbatim where its unit is not known and neither
 * reading is the amount that was asked for.
 */
export function saidInMajor(request: DepositRequest, text: string): string {
  const { currency } = request.body.fields;
  const asked = amountOf(request).cents;
  const isAsked = isInEitherUnit(text, currency, asked);
  const unit = request.paid?.unit ?? 'unclear';
  const unclear = isAsked ? asked : null;
  const cents = unit === 'unclear' ? unclear : centsWritten(text, unit, currency);
  return cents === null ? text : Money.plain(cents, currency);
}

/** Where it is not known whether a callback counts in major or minor units. */
function isInEitherUnit(text: string, currency: Currency, cents: number): boolean {
  const { major, minor } = inEitherUnit(text, currency);
  return major === cents || minor === cents;
}

function inEitherUnit(
  text: string,
  currency: Currency,
): { readonly major: MinorUnits | null; readonly minor: MinorUnits | null } {
  const said = text.trim();
  const major = Money.parse(said, currency);
  return { major: major.ok ? major.value : null, minor: Money.numeric(said, currency, 'minor') };
}
