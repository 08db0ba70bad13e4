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
  /** "15,000": fifteen thousand by one habit and fifteen by the other. `readingsOf` gives both. */
  'ambiguous',
  'too_many_decimals',
  'too_large',
] as const;
export type MoneyFault = (typeof MONEY_FAULTS)[number];

export type MoneyLocale = 'en' | 'ru';

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

type Mark = '.' | ',';
/** `mark`: what stands before the fraction; null where nothing does. */
type Split = { readonly whole: string; readonly fraction: string; readonly mark: Mark | null };

/** An amount taken apart: the digits before and after its decimal mark, and how many zeroes its unit stands for. */
type Parts = Split & { readonly scale: number };

/**
 * Reads an amount as people type it: "3.12", "1 500,50", "1,234.56", "1.234.567", "150k", "1,5 млн".
 * One separator before three digits ("15,000", "1.234 mln") means thousands by one habit and decimals by the other: it is
 * refused as ambiguous rather than guessed, and `readingsOf` gives what it may mean. Where the decimal mark is known, it decides.
 */
export function parseMoney(
  text: string,
  currency: Currency,
  decimalMark: Mark | null = null,
): Result<MinorUnits, MoneyFault> {
  const parts = partsOf(text);
  if (!parts.ok) return parts;
  if (!isEitherHabit(parts.value)) return unitsOf(parts.value, currency);
  if (decimalMark === null) return err('ambiguous');
  const { thousands, decimals } = habitsOf(parts.value);
  return unitsOf(parts.value.mark === decimalMark ? decimals : thousands, currency);
}

/** The decimal mark that an amount proves by itself: `1500,50` or `1.234.567`. Null where it is written without one, or either way. */
export function decimalMarkOf(text: string): Mark | null {
  const parts = partsOf(text);
  if (!parts.ok || isEitherHabit(parts.value)) return null;
  const { mark, whole } = parts.value;
  if (mark !== null) return mark;
  if (whole.includes('.')) return ',';
  return whole.includes(',') ? '.' : null;
}

/** Every amount that the text may mean: two where it is ambiguous, none where it cannot be read. */
export function readingsOf(text: string, currency: Currency): readonly MinorUnits[] {
  const parts = partsOf(text);
  if (!parts.ok) return [];
  const { thousands, decimals } = habitsOf(parts.value);
  const readings = isEitherHabit(parts.value) ? [thousands, decimals] : [parts.value];
  return readings.flatMap((reading) => {
    const units = unitsOf(reading, currency);
    return units.ok ? [units.value] : [];
  });
}

/**
 * A word of a search with a comma in it, as the log writes amounts: "1500,5" and "1,500.5" are "1500.5", also before the last
 * digit is typed. Of two habits the thousands: the log has no third decimal. Null when it is not such an amount.
 */
export function plainAmount(word: string): string | null {
  if (!word.includes(',')) return null;
  const parts = partsOf(word.replace(/(?<=[0-9]),$/u, ',0'));
  if (!parts.ok || parts.value.scale > 0) return null;
  const { whole, fraction } = parts.value;
  if (isEitherHabit(parts.value)) return whole + fraction;
  if (fraction === '') return bare(whole);
  if (fraction.length > 2) return null;
  return `${bare(whole)}.${word.endsWith(',') ? '' : fraction}`;
}

function partsOf(text: string): Result<Parts, MoneyFault> {
  const trimmed = text.trim();
  if (trimmed === '') return err('empty');
  if (MINUS.test(trimmed)) return err('negative');
  const spaced = trimmed.replace(SPACES, ' ').replaceAll(/['’]/gu, ' ');
  const scaled = SCALED.exec(spaced)?.groups;
  const number = scaled?.['number'] ?? spaced;
  const scale = SCALES[scaled?.['scale']?.toLowerCase() ?? ''] ?? 0;
  if (!/^[0-9][0-9 .,]*$/u.test(number)) return err('malformed');
  const split = splitAtDecimal(number);
  if (split === null || !isGrouped(split.whole)) return err('malformed');
  return ok({ ...split, scale });
}

function unitsOf(
  { whole, fraction, scale }: Parts,
  currency: Currency,
): Result<MinorUnits, MoneyFault> {
  const places = decimalsOf(currency) + scale;
  if (fraction.length > places) return err('too_many_decimals');
  if (!/^[0-9]*$/u.test(fraction)) return err('malformed');
  const exact = BigInt(bare(whole) + fraction.padEnd(places, '0'));
  if (exact > BigInt(Number.MAX_SAFE_INTEGER)) return err('too_large');
  return ok(minorUnitsSchema.parse(Number(exact)));
}

function habitsOf(parts: Parts): { readonly thousands: Parts; readonly decimals: Parts } {
  const { whole, fraction } = parts;
  return {
    thousands: { ...parts, whole: whole + fraction, fraction: '' },
    // Its third decimal must be a zero: no currency here has three.
    decimals: { ...parts, fraction: fraction.replace(/0$/u, '') },
  };
}

/** One mark before three digits, and nothing else that tells which habit it is. */
function isEitherHabit({ whole, fraction }: Split): boolean {
  return /^[0-9]{3}$/u.test(fraction) && /^[1-9][0-9]{0,2}$/u.test(whole);
}

const bare = (whole: string): string => whole.replaceAll(/[ .,]/gu, '');

function splitAtDecimal(text: string): Split | null {
  const lastDot = text.lastIndexOf('.');
  const lastComma = text.lastIndexOf(',');
  const at = Math.max(lastDot, lastComma);
  if (at === -1) return { whole: text, fraction: '', mark: null };
  const mark = at === lastDot ? '.' : ',';
  const both = lastDot !== -1 && lastComma !== -1;
  if (text.indexOf(mark) !== at) {
    // A repeated mark can only group thousands, and then nothing else may be the decimal one.
    return both ? null : { whole: text, fraction: '', mark: null };
  }
  const fraction = text.slice(at + 1);
  return fraction === '' ? null : { whole: text.slice(0, at), fraction, mark };
}

/** Digits alone, or groups of three by one and the same mark. */
function isGrouped(whole: string): boolean {
  return (
    /^[0-9]+$/u.test(whole) ||
    /^[0-9]{1,3}(?<mark>[ .,])[0-9]{3}(?:\k<mark>[0-9]{3})*$/u.test(whole)
  );
}

/** `1500.00`: as files have it, whatever the language. */
export function plainMoney(cents: number, decimals: number): string {
  const digits = String(Math.abs(cents)).padStart(decimals + 1, '0');
  const whole = digits.length - decimals;
  const text = decimals === 0 ? digits : `${digits.slice(0, whole)}.${digits.slice(whole)}`;
  return cents < 0 ? `-${text}` : text;
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
