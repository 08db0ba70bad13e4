import type { Currency } from './currency.ts';
import { parseMoney } from './money.ts';
import type { Paid } from './callback.ts';
import { type DepositRequest, amountOf } from './request.ts';

/** What is known of the amount that was paid. `cents` null: it may be read in two ways, or not at all, and is shown verbatim. */
export type PaidAmount = {
  readonly paid: Paid;
  readonly cents: number | null;
  readonly differs: boolean;
};

/** Null: no callback named an amount. */
export function paidAmountOf(request: DepositRequest): PaidAmount | null {
  const { paid } = request;
  if (paid === undefined) return null;
  const asked: number = amountOf(request).cents;
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

/** It differs, and the operator has not yet recorded what was agreed. */
export function isPaidUnsettled(request: DepositRequest): boolean {
  const amount = paidAmountOf(request);
  return amount !== null && amount.differs && request.disposition?.paidSeq !== amount.paid.seq;
}

/** An amount as a callback wrote it, in minor units. Null: it may be read in two ways, or not at all. */
export function centsWritten(
  text: string,
  unit: Paid['unit'] | undefined,
  currency: Currency,
): number | null {
  const { major, minor } = inEitherUnit(text, currency);
  if (unit === 'major') return major;
  return unit === 'minor' ? minor : null;
}

/** Where it is not known whether a callback counts in major or minor units. */
export function isInEitherUnit(text: string, currency: Currency, cents: number): boolean {
  const { major, minor } = inEitherUnit(text, currency);
  return major === cents || minor === cents;
}

function inEitherUnit(
  text: string,
  currency: Currency,
): { readonly major: number | null; readonly minor: number | null } {
  const said = text.trim();
  const major = parseMoney(said, currency);
  const minor = /^[0-9]+(?:\.0+)?$/u.test(said) ? Number(said) : null;
  return {
    major: major.ok ? major.value : null,
    minor: minor !== null && Number.isSafeInteger(minor) ? minor : null,
  };
}
