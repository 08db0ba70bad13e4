import type { ExportValues } from './columns.ts';

/**
 * A spreadsheet runs a cell that begins like a formula, quoted in the file or not, and some look past blanks and quotes before they
 * decide (OWASP, "CSV Injection"; its list has the full-width forms too). Such a value gets an apostrophe in front. Two things begin
 * like a formula and are none: a phone number (`+998901234567`, `+998 (90) 123-45-67`, also masked) and a plain number with its sign
 * (`-12.50`). They stay as they are, or every reader of the file would have to clean its phones. A phone in nothing but
 * dashes (`+998-90-123`) is guarded: a spreadsheet would subtract.
 */
const FORMULA = /^[\s"'\ufeff]*[=+\-@\t\r\n＝＋－＠]/u;
const PHONE = /^\+[0-9•](?:[0-9• ()-]*[0-9•])?$/u;
/** Two groups of digits with no operator between them: no spreadsheet can reckon with that. */
const NOT_SUM = /^\+[0-9•]+$|[0-9•)] ?\(|[0-9•)] [0-9•]/u;
const SIGNED_NUMBER = /^[+-][0-9]+(?:[.,][0-9]+)*$/u;

/** Characters that may need quotes or a guard; most values have none and need no further test. */
const SPECIAL = /[\p{Cc}",;]|^[\s'\ufeff=+\-@＝＋－＠]|\s$/u;
/** Both delimiters, so that a field is the same under either. Blanks at the edges, which some readers trim. */
const NEEDS_QUOTES = /[\p{Cc}",;]|^\s|\s$/u;

function isPhone(value: string): boolean {
  return PHONE.test(value) && NOT_SUM.test(value);
}

function isFormula(value: string): boolean {
  return FORMULA.test(value) && !isPhone(value) && !SIGNED_NUMBER.test(value);
}

/**
 * Where a reader with another delimiter begins a cell inside this value, quoted or not. Nothing is spared there: what that reader
 * takes for the cell's end is somewhere in the next columns.
 */
const BEGINS_INSIDE = /(?<=[,;\t\r\n])(?=[\s"'\ufeff]*[=+\-@＝＋－＠])/gu;
const GUARDED_INSIDE = /(?<=[,;\t\r\n])'(?=[\s"'\ufeff]*[=+\-@＝＋－＠])/gu;

export function guard(value: string): string {
  const inside = value.replaceAll(BEGINS_INSIDE, "'");
  return isFormula(value) ? `'${inside}` : inside;
}

/** Exactly what `guard` was given: an apostrophe that stood before a formula already is taken for a part of one itself. */
export function unguard(field: string): string {
  const inside = field.startsWith("'") && isFormula(field.slice(1)) ? field.slice(1) : field;
  return inside.replaceAll(GUARDED_INSIDE, '');
}

/** RFC 4180, 2.5 to 2.7, after the guard. */
export function csvField(value: string): string {
  if (!SPECIAL.test(value)) return value;
  const guarded = guard(value);
  return NEEDS_QUOTES.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

export function csvLine(values: ExportValues, delimiter: ',' | ';'): string {
  let line = '';
  let before = '';
  for (const value of values) {
    line += before;
    if (value !== null) line += csvField(value);
    before = delimiter;
  }
  return `${line}\r\n`;
}
