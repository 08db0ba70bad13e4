import type { BatchField, RowProblem } from '#shared/domain/importing.ts';
import { hasHidden, visibleText } from '#shared/domain/visibleText.ts';

type Code = RowProblem['code'];

/** Line breaks and control characters stay, and are refused: a cell that holds another row must not pass for a name. */
const REFUSED_CONTROL = /\p{Cc}/u;
/** Excel's way to keep a number as text in a CSV. */
const AS_TEXT = /^="(?<text>(?:[^"]|"")*)"$/u;

/** A cell as it is read: without spaces around it, and without what cannot be seen. */
export function cleanCell(cell: string): { readonly text: string; readonly wasHidden: boolean } {
  const trimmed = cell.trim();
  const bare = trimmed.startsWith('="') ? kept(trimmed) : trimmed;
  if (!hasHidden(bare) || REFUSED_CONTROL.test(bare)) return { text: bare, wasHidden: false };
  return { text: visibleText(bare).trim(), wasHidden: true };
}

function kept(text: string): string {
  return AS_TEXT.exec(text)?.groups?.['text']?.replaceAll('""', '"').trim() ?? text;
}

const ERRORS =
  /^#(?:REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|ССЫЛКА!|Н\/Д|ЗНАЧ!|ДЕЛ\/0!|ИМЯ\?|ЧИСЛО!|ПУСТО!)$/iu;
/** As a spreadsheet writes it: one digit before the mark, and a sign before the exponent. */
const SCIENTIFIC = /^\d(?:[.,]\d+)?E[+-]\d{1,3}$/iu;
const DIGITS = /^\d+$/u;
/** A spreadsheet keeps fifteen. */
const KEPT_DIGITS = 15;
const MONTH = String.raw`(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|янв(?:ар[ья])?|фев(?:рал[ья])?|мар(?:та?)?|апр(?:ел[ья])?|ма[йя]|июн[ья]?|июл[ья]?|авг(?:уста?)?|сент?(?:ябр[ья])?|окт(?:ябр[ья])?|ноя(?:бр[ья])?|дек(?:абр[ья])?)\.?`;
const DATE = new RegExp(
  String.raw`^(?:\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2}.*)?|\d{1,2}[./-]\d{1,2}[./-](?:\d{2}|\d{4})|\d{1,2}[ .-]${MONTH}(?:[ .-]\d{2,4})?|${MONTH}[ .-]\d{1,4})$`,
  'iu',
);

/** The longest has a month in words, or a time of day. */
const LONGEST_DATE = 25;

function isDate(text: string): boolean {
  return text.length <= LONGEST_DATE && DATE.test(text);
}

/** What the cells of a column have in common, so that one that differs is noticed. */
export type ColumnHabit = {
  /** The one length of the numbers that begin with a zero; null where they differ or there are none. */
  readonly zeroLength: number | null;
  /** Most numbers of more than fifteen digits end in zeros from the sixteenth on. */
  readonly losesDigits: boolean;
  /** Most cells are dates, so that a date is no accident. */
  readonly holdsDates: boolean;
};

export const NO_HABIT: ColumnHabit = { zeroLength: null, losesDigits: false, holdsDates: false };

/** Looks at one cell after the other, and says at the end what they have in common. */
export function createHabit() {
  const zeroLengths = new Set<number>();
  let [filled, dates, long, zeroed] = [0, 0, 0, 0];
  return {
    add(cell: string): void {
      const text = cell.trim();
      if (text === '') return;
      filled += 1;
      if (DIGITS.test(text)) {
        if (text.startsWith('0') && text.length > 1) zeroLengths.add(text.length);
        if (text.length > KEPT_DIGITS) long += 1;
        if (endsInZeros(text)) zeroed += 1;
      } else if (isDate(text)) dates += 1;
    },
    end(): ColumnHabit {
      const [zeroLength = null] = zeroLengths.size === 1 ? zeroLengths : [];
      return { zeroLength, losesDigits: zeroed * 2 >= long, holdsDates: dates * 2 > filled };
    },
  };
}

function endsInZeros(digits: string): boolean {
  return digits.length > KEPT_DIGITS && /^0+$/u.test(digits.slice(KEPT_DIGITS));
}

/** Fields whose digits identify something. */
const IDENTIFYING: ReadonlySet<BatchField> = new Set([
  'customer',
  'order_id',
  'customer_phone_number',
]);

type Damage = { readonly code: Code; readonly force: RowProblem['force'] };

const refuse = (code: Code): Damage => ({ code, force: 'refuse' });
const confirm = (code: Code): Damage => ({ code, force: 'confirm' });

/** What a spreadsheet has done to a cell, by its text and its column. Null: nothing that can be seen. */
export function damageOf(field: BatchField, text: string, habit: ColumnHabit): Damage | null {
  if (text === '' || field === 'note') return null;
  if (text.startsWith('=') || (text.startsWith('#') && ERRORS.test(text))) {
    return refuse('formula_error');
  }
  if (text.includes('\ufffd')) return refuse('broken_characters');
  if (field === 'amount') return SCIENTIFIC.test(text) ? refuse('scientific') : dateIn(text, null);
  if (!IDENTIFYING.has(field)) return null;
  if (SCIENTIFIC.test(text)) return refuse('scientific');
  if (habit.losesDigits && DIGITS.test(text) && endsInZeros(text)) return confirm('digits_lost');
  if (hasLostZero(text, habit)) return confirm('leading_zero_lost');
  return dateIn(text, field === 'customer_phone_number' ? null : habit);
}

function hasLostZero(text: string, { zeroLength }: ColumnHabit): boolean {
  return (
    zeroLength !== null && text.length < zeroLength && DIGITS.test(text) && !text.startsWith('0')
  );
}

/** Where a number must stand a date is refused; where a name may stand it is asked about, unless the column is full of them. */
function dateIn(text: string, habit: ColumnHabit | null): Damage | null {
  if (!isDate(text) || habit?.holdsDates === true) return null;
  return habit === null ? refuse('date_in_place') : confirm('date_in_place');
}
