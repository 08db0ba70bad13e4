import type { LimitResponse } from '../dialect/schema.ts';
import { decimalsOf, exponentOf, isCurrency } from '../domain/currency.ts';
import { type MinorUnits, minorUnitsSchema } from '../domain/money.ts';

export type Units = LimitResponse['units'];

const NUMERIC = /^(?<whole>[0-9]+)(?:\.(?<fraction>[0-9]+))?$/u;
/** "1.000" may be a thousand or one: not guessed. A database's "1500.0000" is plain. */
const TWO_WAYS = /^[1-9][0-9]{0,2}\.000$/u;

/**
 * A number or a numeric text as minor units; null: it is not an amount in these units. By digits, because 1.1 × 100 is not
 * 110. Minor units have no decimal point: where one stands, the amount is not in minor units.
 */
export function amountIn(units: Units, value: unknown, currency: string): MinorUnits | null {
  const text = textOf(value);
  const { whole, fraction = null } = NUMERIC.exec(text)?.groups ?? {};
  if (whole === undefined || TWO_WAYS.test(text)) return null;
  if (units === 'minor') return fraction === null ? safe(whole) : null;
  const decimals = isCurrency(currency) ? decimalsOf(currency) : exponentOf(currency);
  const significant = withoutLastZeros(fraction ?? '');
  return significant.length > decimals ? null : safe(whole + significant.padEnd(decimals, '0'));
}

/** Not by /0+$/: that looks at every run of zeros again from each of its zeros, for minutes where a provider writes a long one. */
function withoutLastZeros(digits: string): string {
  let end = digits.length;
  while (digits[end - 1] === '0') end -= 1;
  return digits.slice(0, end);
}

/** "150.00", 99.5: an amount, and certainly not one in minor units. */
export function hasDecimals(value: unknown): boolean {
  return NUMERIC.exec(textOf(value))?.groups?.['fraction'] !== undefined;
}

function textOf(value: unknown): string {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' ? value.trim() : '';
}

function safe(digits: string): MinorUnits | null {
  // Long before it is compared: BigInt over a megabyte of digits takes its time.
  if (digits.length > 30) return null;
  const exact = BigInt(digits);
  return exact > BigInt(Number.MAX_SAFE_INTEGER) ? null : minorUnitsSchema.parse(Number(exact));
}
