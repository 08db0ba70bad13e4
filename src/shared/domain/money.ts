import { z } from 'zod';

import { decimalsOf } from './currency.ts';
import { type Result, err, ok } from './result.ts';

/** An amount in minor units: 3 units 12 minor units is 312 (2.1). Never a float. */
export const minorUnitsSchema = z
  .int()
  .nonnegative()
  .max(Number.MAX_SAFE_INTEGER)
  .brand<'MinorUnits'>();
export type MinorUnits = z.infer<typeof minorUnitsSchema>;

/** A sum of amounts in the contract: a number while that is exact, else its digits as text, because JSON has no larger integers. */
export const centsSumSchema = z.union([
  z.int().nonnegative(),
  z.string().regex(/^[1-9][0-9]{15,}$/u),
]);
export type CentsSum = z.infer<typeof centsSumSchema>;

/** `minor`: 150000 is 1500.00. */
export type AmountUnit = 'major' | 'minor';

export const MONEY_FAULTS = [
  'empty',
  'malformed',
  'negative',
  /** "15,000": fifteen thousand by one habit and fifteen by the other. `Money.readings` gives both. */
  'ambiguous',
  'too_many_decimals',
  'too_large',
] as const;
export type MoneyFault = (typeof MONEY_FAULTS)[number];

type MoneyLocale = 'en' | 'ru';

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

type Reading = {
  /** Null: it is not known, so that `15,000` stays ambiguous. */
  readonly decimalMark?: Mark | null;
  readonly unit?: AmountUnit;
};

/**
 * Reads an amount as people type it: "3.12", "1 500,50", "1,234.56", "1.234.567", "150k", "1,5 млн".
 * One separator before three digits ("15,000", "1.234 mln") means thousands by one habit and decimals by the other: it is
 * refused as ambiguous rather than guessed, and `Money.readings` gives what it may mean. Where the decimal mark is known, it decides.
 */
function parse(
  text: string,
  currency: string | null,
  { decimalMark = null, unit = 'major' }: Reading = {},
): Result<MinorUnits, MoneyFault> {
  const parts = partsOf(text);
  if (!parts.ok) return parts;
  if (!isEitherHabit(parts.value)) return unitsOf(parts.value, currency, unit);
  if (decimalMark === null) return err('ambiguous');
  const { thousands, decimals } = habitsOf(parts.value);
  return unitsOf(parts.value.mark === decimalMark ? decimals : thousands, currency, unit);
}

/** Every amount that the text may mean: two where it is ambiguous, none where it cannot be read. */
function readings(text: string, currency: string): readonly MinorUnits[] {
  const parts = partsOf(text);
  if (!parts.ok) return [];
  const { thousands, decimals } = habitsOf(parts.value);
  const meant = isEitherHabit(parts.value) ? [thousands, decimals] : [parts.value];
  return meant.flatMap((one) => {
    const units = unitsOf(one, currency, 'major');
    return units.ok ? [units.value] : [];
  });
}

const NUMERIC = /^(?<whole>[0-9]+)(?:\.(?<fraction>[0-9]+))?$/u;
/** More digits are no amount. BigInt over a megabyte of digits takes its time. */
const MAX_DIGITS = 30;

/** Reads an amount as programs write it: digits, with a decimal point or without; zeros beyond the currency's decimals are nothing. */
function numeric(text: string, currency: string | null, unit: AmountUnit): MinorUnits | null {
  const { whole, fraction = '' } = NUMERIC.exec(text)?.groups ?? {};
  if (whole === undefined) return null;
  const significant = withoutLastZeros(fraction);
  const places = unit === 'minor' ? 0 : decimalsOf(currency);
  const digits = whole + significant.padEnd(places, '0');
  if (significant.length > places || digits.length > MAX_DIGITS) return null;
  const units = safe(BigInt(digits));
  return units.ok ? units.value : null;
}

/** Not by /0+$/: that looks at every run of zeros again from each of its zeros, for minutes where a provider writes a long one. */
function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** `1500.00`: as files have it, whatever the language. */
function plain(amount: CentsSum | bigint, currency: string | null): string {
  const exact = BigInt(amount);
  const decimals = decimalsOf(currency);
  const digits = String(exact < 0n ? -exact : exact).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const text = decimals === 0 ? digits : `${whole}.${digits.slice(-decimals)}`;
  return exact < 0n ? `-${text}` : text;
}

/** "1 500.00" / «1 500,00»; groups are joined by no-break spaces so that an amount never wraps. */
function shown(amount: CentsSum | bigint, currency: string | null, locale: MoneyLocale): string {
  const [whole = '', fraction] = plain(amount, currency).split('.');
  const grouped = whole.replace('-', '\u2212').replaceAll(/\B(?=(?:[0-9]{3})+$)/gu, '\u00a0');
  if (fraction === undefined) return grouped;
  return `${grouped}${locale === 'en' ? '.' : ','}${fraction}`;
}

/** Exact, however many there are. */
function sum(amounts: Iterable<CentsSum | bigint>): CentsSum {
  let exact = 0n;
  for (const amount of amounts) exact += BigInt(amount);
  const number = Number(exact);
  return Number.isSafeInteger(number) ? number : String(exact);
}

/** Amounts are read, written and added here and nowhere else. */
export const Money = { parse, readings, numeric, plain, shown, sum } as const;

/** The decimal mark that an amount proves by itself: `1500,50` or `1.234.567`. Null where it is written without one, or either way. */
export function decimalMarkOf(text: string): Mark | null {
  const parts = partsOf(text);
  if (!parts.ok || isEitherHabit(parts.value)) return null;
  const { mark, whole } = parts.value;
  if (mark !== null) return mark;
  if (whole.includes('.')) return ',';
  return whole.includes(',') ? '.' : null;
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
  currency: string | null,
  unit: AmountUnit,
): Result<MinorUnits, MoneyFault> {
  const decimals = decimalsOf(currency);
  const places = decimals + scale;
  if (fraction.length > places) return err('too_many_decimals');
  if (!/^[0-9]*$/u.test(fraction)) return err('malformed');
  const exact = BigInt(bare(whole) + fraction.padEnd(places, '0'));
  if (unit === 'major') return safe(exact);
  // A column that counts minor units has no fraction.
  const perMajor = 10n ** BigInt(decimals);
  return exact % perMajor === 0n ? safe(exact / perMajor) : err('too_many_decimals');
}

function safe(exact: bigint): Result<MinorUnits, MoneyFault> {
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
