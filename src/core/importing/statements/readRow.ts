import { decimalsOf, isCurrency } from '#shared/domain/currency.ts';
import { Money } from '#shared/domain/money.ts';
import { currencyOf } from '#shared/domain/quickWords.ts';
import type {
  StatementField,
  StatementMapping,
  StatementProblem,
  StatementRow,
} from '#shared/domain/statement.ts';

import { cleanCell } from '../checking/cells.ts';
import { type TimeRules, readTime } from './times.ts';

export type StatementRules = {
  readonly mapping: StatementMapping;
  readonly columns: number;
  /** Null: the amounts of the file do not prove one, so that `15,000` stays ambiguous. */
  readonly decimalMark: '.' | ',' | null;
  readonly times: TimeRules;
};

type Problem = StatementRow['problems'][number];

/** A sum over the rows above it; the word stands in one of its cells, and it has no id. */
const TOTAL =
  /^(?:grand |sub ?)?(?:total|totals|итого|всего|итог|сумма итого|jami|hammasi|umumiy|жами|ҳаммаси)(?![\p{L}\p{N}])/iu;

export function readStatementRow(
  row: number,
  cells: readonly string[],
  rules: StatementRules,
): StatementRow {
  const { mapping, columns } = rules;
  const problems: Problem[] = [];
  const raw = (field: StatementField): string => {
    const source = mapping.fields[field];
    if (source === undefined) return '';
    return source.from === 'constant' ? source.text : (cells[source.column] ?? '');
  };
  const note = (field: StatementField | null, code: StatementProblem): null => {
    problems.push({ field, code });
    return null;
  };
  const text = (field: StatementField): string | null => {
    const cleaned = cleanCell(raw(field)).text;
    return cleaned === '' ? null : cleaned;
  };
  const idOf = (field: 'remote_id' | 'order_id'): string | null => {
    const id = raw(field);
    if (id.includes('\ufffd')) note(field, 'damaged');
    return id.trim() === '' ? null : id;
  };
  const ids = { remoteId: idOf('remote_id'), orderId: idOf('order_id') };
  const common = { row, ...ids, customer: text('customer'), state: text('state'), cells };
  if (isTotal(cells, ids)) {
    return { ...common, kind: 'total', ...NO_VALUES, problems: [] };
  }
  const amount = amountParts(raw('amount'));
  const currency = currencyIn(text('currency') ?? amount.currency) ?? note('currency', 'missing');
  const centsOf = (field: 'amount' | 'paid_amount' | 'fee'): number | null => {
    const parts = field === 'amount' ? amount : amountParts(raw(field));
    if (parts.number === '' && field !== 'amount') return null;
    const read = centsIn(parts, currency, rules);
    return 'cents' in read ? read.cents : note(field, read.problem);
  };
  const values = {
    cents: centsOf('amount'),
    currency,
    paidCents: centsOf('paid_amount'),
    feeCents: centsOf('fee'),
    at: timeOf(raw('time'), mapping, rules, note),
  };
  const kind = (values.cents ?? 0) < 0 ? 'refund' : 'deposit';
  if (cells.slice(columns).some((cell) => cell.trim() !== '')) {
    note(null, 'extra_cells');
    // A delimiter inside a value has shifted the others: none of them can be relied on.
    return { ...common, kind: 'deposit', ...values, cents: null, currency: null, problems };
  }
  return { ...common, kind, ...values, problems };
}

const NO_VALUES = { cents: null, currency: null, paidCents: null, feeCents: null, at: null };

function isTotal(
  cells: readonly string[],
  { remoteId, orderId }: Pick<StatementRow, 'remoteId' | 'orderId'>,
): boolean {
  const isWord = (cell: string | null): boolean => cell !== null && TOTAL.test(cell.trim());
  // The word may stand in the column of an id.
  const isBare = [remoteId, orderId].every((id) => id === null || isWord(id));
  return isBare && cells.some(isWord);
}

function timeOf(
  cell: string,
  { fields }: StatementMapping,
  { times }: StatementRules,
  note: (field: StatementField, code: StatementProblem) => null,
): string | null {
  if (fields.time === undefined) return null;
  const read = readTime(cleanCell(cell).text, times);
  return 'ms' in read ? new Date(read.ms).toISOString() : note('time', read.problem);
}

type AmountParts = {
  readonly number: string;
  readonly isNegative: boolean;
  readonly currency: string | null;
};

const MINUS = /^[-\u2212\u2013]\s*|\s*[-\u2212\u2013]$/u;
const BRACKETS = /^\((?<inside>.+)\)$/u;
/** `1 500,00 ₽`, `RUB 1500`, `1500 so'm`: letters or a sign on one side of the digits. */
const WITH_UNIT = /^(?<before>[^\d(+\-\u2212\u2013.,]*)(?<number>.*?\d)(?<after>[^\d]*)$/u;

/** `(1 500,00)`, `-1500` and `1500-` are negative. A currency may stand on either side. */
export function amountParts(cell: string): AmountParts {
  const text = cleanCell(cell).text.replace(/^\+/u, '');
  const inside = BRACKETS.exec(text)?.groups?.['inside'] ?? text;
  const bare = inside.replace(MINUS, '');
  const { before = '', number = bare, after = '' } = WITH_UNIT.exec(bare)?.groups ?? {};
  const unit = [before, after].map((part) => part.trim()).find((part) => currencyIn(part) !== null);
  const isNegative = inside !== text || bare !== inside || MINUS.test(before.trim());
  if (unit === undefined) return { number: bare.trim(), isNegative, currency: null };
  const rest = number.trim();
  const unsigned = rest.replace(MINUS, '');
  return { number: unsigned, isNegative: isNegative || unsigned !== rest, currency: unit };
}

function currencyIn(text: string | null): string | null {
  if (text === null || text === '') return null;
  const code = text.toUpperCase();
  if (isCurrency(code)) return code;
  return currencyOf(text) ?? (/^[A-Z]{3}$/u.test(code) ? code : null);
}

function centsIn(
  { number, isNegative }: AmountParts,
  currency: string | null,
  { mapping, decimalMark }: StatementRules,
): { readonly cents: number } | { readonly problem: StatementProblem } {
  if (number === '') return { problem: 'missing' };
  // Yen have no minor units, dinars a thousand: such an amount is in none of our requests, and is not guessed.
  if (decimalsOf(currency) !== 2) return { problem: 'malformed' };
  const read = Money.parse(number, currency, { decimalMark, unit: mapping.unit });
  if (!read.ok) return { problem: problemOf(read.error) };
  return { cents: signed(read.value, isNegative ? -1 : 1) };
}

/** Never -0. */
function signed(value: number, sign: number): number {
  return value === 0 ? 0 : value * sign;
}

function problemOf(fault: string): StatementProblem {
  switch (fault) {
    case 'ambiguous':
    case 'too_many_decimals':
    case 'too_large':
      return fault;
    case 'empty':
      return 'missing';
    default:
      return 'malformed';
  }
}
