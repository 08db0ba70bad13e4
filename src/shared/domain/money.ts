import { z } from 'zod';

import { type Currency, decimalsOf, exponentOf } from './currency.ts';
import { type Result, err, ok } from './result.ts';

/** An amount in minor units: 3 units 12 minor units is 312 (2.1). Never a float. */
export const minorUnitsSchema = z
  .int()
  .nonnegative()
  .max(Number.MAX_SAFE_INTEGER)
  .brand<'MinorUnits'>();
export type MinorUnits = z.infer<typeof minorUnitsSchema>;

export const MONEY_FAULTS = [
  'empty',
  'malformed',
  'negative',
  'too_many_decimals',
  'too_large',
] as const;
export type MoneyFault = (typeof MONEY_FAULTS)[number];

export type MoneyLocale = 'en' | 'ru' | 'uz';

const SPACES = /[\s\u00a0\u2007\u2009\u202f]+/gu;
const MINUS = /^[-\u2212\u2013]/u;
/** "150k", "1.5 млн", "2 тыс": how many zeroes each stands for. A full stop after an abbreviation is not a decimal mark. */
const SCALES: Readonly<Record<string, number>> = {
  k: 3,
  к: 3,
  тыс: 3,
  ming: 3,
  m: 6,
  м: 6,
  mln: 6,
  млн: 6,
};
const SCALED = /^(?<number>[0-9][0-9 .,]*?) ?(?<scale>k|к|тыс|ming|mln|млн|m|м)\.?$/iu;

/**
 * Reads an amount as people type it: "3.12", "1 500,50", "1,234.56", "1.234.567", "150k", "1,5 млн".
 * One separator followed by three digits ("1.234") could mean either habit, so where the currency
 * has two decimals it is refused rather than guessed; so is "1.234 mln".
 */
export function parseMoney(text: string, currency: Currency): Result<MinorUnits, MoneyFault> {
  const trimmed = text.trim();
  if (trimmed === '') return err('empty');
  if (MINUS.test(trimmed)) return err('negative');
  const spaced = trimmed.replace(SPACES, ' ').replaceAll(/['’]/gu, ' ');
  const scaled = SCALED.exec(spaced)?.groups;
  const number = scaled?.['number'] ?? spaced;
  const scale = SCALES[scaled?.['scale']?.toLowerCase() ?? ''] ?? 0;
  if (!/^[0-9][0-9 .,]*$/u.test(number)) return err('malformed');

  const parts = splitAtDecimal(number);
  if (parts === null || !isGrouped(parts.whole)) return err('malformed');
  const { whole, fraction } = parts;
  const places = decimalsOf(currency) + scale;
  if (fraction.length > places || isEitherHabit(whole, fraction)) return err('too_many_decimals');
  if (!/^[0-9]*$/u.test(fraction)) return err('malformed');

  const digits = whole.replaceAll(/[ .,]/gu, '') + fraction.padEnd(places, '0');
  const exact = BigInt(digits);
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) return err('too_large');
  return ok(minorUnitsSchema.parse(Number(exact)));
}

/** "1.234 mln": a million and a bit, or more than a thousand of them. */
function isEitherHabit(whole: string, fraction: string): boolean {
  return fraction.length === 3 && /^[1-9][0-9]{0,2}$/u.test(whole);
}

function splitAtDecimal(text: string): { whole: string; fraction: string } | null {
  const lastDot = text.lastIndexOf('.');
  const lastComma = text.lastIndexOf(',');
  const at = Math.max(lastDot, lastComma);
  if (at === -1) return { whole: text, fraction: '' };
  const mark = text.charAt(at);
  const both = lastDot !== -1 && lastComma !== -1;
  if (text.indexOf(mark) !== at) {
    // A repeated mark can only group thousands, and then nothing else may be the decimal one.
    return both ? null : { whole: text, fraction: '' };
  }
  const fraction = text.slice(at + 1);
  return fraction === '' ? null : { whole: text.slice(0, at), fraction };
}

/** Digits alone, or groups of three by one and the same mark. */
function isGrouped(whole: string): boolean {
  return (
    /^[0-9]+$/u.test(whole) ||
    /^[0-9]{1,3}(?<mark>[ .,])[0-9]{3}(?:\k<mark>[0-9]{3})*$/u.test(whole)
  );
}

/** "1 500.00" / «1 500,00»; groups are joined by no-break spaces so that an amount never wraps. */
export function formatMoney(
  amount: MinorUnits | bigint,
  currency: Currency,
  locale: MoneyLocale,
): string {
  return formatMinorUnits(amount, decimalsOf(currency), locale);
}

/** For currencies the document does not know: limits may name yen, which have no minor units, or dinars with a thousand. */
export function formatUnknownMoney(
  amount: MinorUnits | bigint,
  currency: string,
  locale: MoneyLocale,
): string {
  return formatMinorUnits(amount, exponentOf(currency), locale);
}

function formatMinorUnits(
  amount: MinorUnits | bigint,
  decimals: number,
  locale: MoneyLocale,
): string {
  const digits = String(amount).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const grouped = whole.replaceAll(/\B(?=(?:[0-9]{3})+$)/gu, '\u00a0');
  if (decimals === 0) return grouped;
  return `${grouped}${locale === 'en' ? '.' : ','}${digits.slice(-decimals)}`;
}
