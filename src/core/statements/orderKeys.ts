import { cleanCell } from '../importing/checking/cells.ts';

/** A spreadsheet keeps this many digits of a number, and turns the others to zeros. */
const KEPT_DIGITS = 15;
/** It shows six of them where a cell is narrow, and leaves zeros at their end out. */
const SHOWN_DIGITS = 6;
const DIGITS = /^\d+$/u;
const SCIENTIFIC = /^(?<first>\d)(?:[.,](?<rest>\d+))?E\+(?<exponent>\d{1,3})$/iu;

/** As an operator would type it: without blanks around it, and without what cannot be seen. */
export function trimmedOrder(orderId: string): string {
  return cleanCell(orderId).text;
}

type Shown = { readonly digits: string; readonly exponent: number };

function scientificIn(text: string): Shown | null {
  const { first, rest = '', exponent } = SCIENTIFIC.exec(text)?.groups ?? {};
  if (first === undefined || exponent === undefined) return null;
  return { digits: `${first}${rest}`.padEnd(SHOWN_DIGITS, '0'), exponent: Number(exponent) };
}

/** How many digits each number in scientific notation shows. The ids of the log are rounded to these alone. */
export function shownPrecisions(orderIds: Iterable<string>): ReadonlySet<number> {
  const found = new Set<number>();
  for (const orderId of orderIds) {
    const shown = scientificIn(trimmedOrder(orderId));
    if (shown !== null) found.add(shown.digits.length);
  }
  return found;
}

/**
 * What a cell may have been before a spreadsheet damaged it: digits without leading zeros, the first fifteen digits of a longer
 * number, or the digits of `1.23457E+15`. Two ids with a key in common may be the same. An id that is no number has none.
 */
export function keysOfCell(orderId: string): readonly string[] {
  const text = trimmedOrder(orderId);
  const shown = scientificIn(text);
  if (shown !== null) return [`s ${shown.digits} ${shown.exponent}`];
  if (!DIGITS.test(text)) return [];
  const bare = withoutZeros(text);
  const isCut = bare.length > KEPT_DIGITS && /^0+$/u.test(bare.slice(KEPT_DIGITS));
  return [`z ${bare}`, ...(isCut ? [cutKey(bare)] : [])];
}

/** Every form that the damage could have given to an id of the log. */
export function keysOfOrder(orderId: string, precisions: ReadonlySet<number>): readonly string[] {
  const text = trimmedOrder(orderId);
  if (!DIGITS.test(text)) return [];
  const bare = withoutZeros(text);
  const keys = [`z ${bare}`];
  if (bare.length > KEPT_DIGITS) keys.push(cutKey(bare));
  for (const precision of precisions) {
    const rounded = roundedTo(bare, precision);
    keys.push(`s ${rounded.digits} ${rounded.exponent}`);
  }
  return keys;
}

function cutKey(digits: string): string {
  return `f ${digits.slice(0, KEPT_DIGITS)} ${digits.length}`;
}

function withoutZeros(digits: string): string {
  return digits.replace(/^0+(?=\d)/u, '');
}

function roundedTo(digits: string, precision: number): Shown {
  const exponent = digits.length - 1;
  if (digits.length <= precision) return { digits: digits.padEnd(precision, '0'), exponent };
  const up = (digits[precision] ?? '0') >= '5' ? 1n : 0n;
  const rounded = String(BigInt(digits.slice(0, precision)) + up);
  // 9.99996 becomes 10.0000.
  return rounded.length > precision
    ? { digits: rounded.slice(0, precision), exponent: exponent + 1 }
    : { digits: rounded, exponent };
}
