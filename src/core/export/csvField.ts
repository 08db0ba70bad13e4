import type { ExportValues } from './columns.ts';

/**
 * A spreadsheet runs a cell that begins like a formula, quoted in the file or not, and some look past blanks and quotes before they
 * decide (OWASP, "CSV Injection"; its list has the full-width forms too). Such a value gets an apostrophe in front. Two things begin
 * like a formula and are none: a phone number (`+998901234567`, also in groups, also masked) and a plain number with its sign
 * (`-12.50`). They stay as they are, or every phone in the file would have to be cleaned by whoever reads it.
 */
const FORMULA = /^[\s"'\ufeff]*[=+\-@\t\r\n＝＋－＠]/u;
const PHONE = /^\+[0-9•]+(?: [0-9•]+)*$/u;
const SIGNED_NUMBER = /^[+-][0-9]+(?:[.,][0-9]+)*$/u;

/** Whatever may need quotes or a guard; most values are done with this one look. */
const SPECIAL = /[\p{Cc}",;]|^[\s'\ufeff=+\-@＝＋－＠]|\s$/u;
/** Both delimiters, so that a field is the same under either. Blanks at the edges, which some readers trim. */
const NEEDS_QUOTES = /[\p{Cc}",;]|^\s|\s$/u;

function isFormula(value: string): boolean {
  return FORMULA.test(value) && !PHONE.test(value) && !SIGNED_NUMBER.test(value);
}

export function guard(value: string): string {
  return isFormula(value) ? `'${value}` : value;
}

/** Exactly what `guard` was given: a value that begins with an apostrophe before a formula is taken for one itself. */
export function unguard(field: string): string {
  return field.startsWith("'") && isFormula(field.slice(1)) ? field.slice(1) : field;
}

/** Goes into a CSV exactly as it is, under either delimiter. */
export function isPlainField(value: string): boolean {
  return !SPECIAL.test(value) || (!NEEDS_QUOTES.test(value) && !isFormula(value));
}

/** 2: all goes into a CSV as it is. 1: it does in quotes. 0: something needs a guard, or ends a text too early for SQLite. */
export type Plainness = 0 | 1 | 2;

export function plainnessOf(values: readonly (string | null)[]): Plainness {
  const odd = values.filter((value) => value !== null && !isPlainField(value));
  if (odd.length === 0) return 2;
  return odd.some((value) => value !== null && (value.includes('\0') || isFormula(value))) ? 0 : 1;
}

/** RFC 4180, 2.5 to 2.7, after the guard. */
export function csvField(value: string): string {
  const guarded = guard(value);
  return NEEDS_QUOTES.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

export function csvLine(values: ExportValues, delimiter: ',' | ';'): string {
  return `${values.map((value) => (value === null ? '' : csvField(value))).join(delimiter)}\r\n`;
}
