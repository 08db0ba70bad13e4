import type { IntentId } from '#shared/domain/ids.ts';
import { intentIdSchema } from '#shared/domain/ids.ts';
import { Money } from '#shared/domain/money.ts';
import type { Statement, StatementClass, StatementRow } from '#shared/domain/statement.ts';
import type { StatementFilter, StatementItem } from '#shared/domain/statementComparison.ts';
import { NO_STATEMENT_FILTER } from '#shared/domain/statementComparison.ts';

import type { Language, Say } from '../../i18n/i18n.ts';
import { countText, moneyText } from '../../text/numbers.ts';
import { betweenText } from '../../text/time.ts';
import type { Tone } from '../../ui/Notice.tsx';

export const STATEMENTS = '/log/statements';

/** A line by a row of the file (`row-17`), or by its request where the file has none. */
export type LineName = `row-${number}` | IntentId;

export function statementHref(statementId: string | null, line: LineName | null = null): string {
  if (statementId === null) return STATEMENTS;
  return line === null ? `${STATEMENTS}/${statementId}` : `${STATEMENTS}/${statementId}/${line}`;
}

export function lineOf({ row, request }: Pick<StatementItem, 'row' | 'request'>): LineName | null {
  return row === null ? (request?.intentId ?? null) : `row-${row.row}`;
}

/** Null: the address names no line. */
export function readLine(text: string | null): LineName | null {
  const row = /^row-(?<row>[1-9]\d{0,6})$/u.exec(text ?? '')?.groups?.['row'];
  if (row !== undefined) return `row-${Number(row)}`;
  const intentId = intentIdSchema.safeParse(text);
  return intentId.success ? intentId.data : null;
}

export function lineInput(line: LineName | null): {
  readonly row: number | null;
  readonly intentId: IntentId | null;
} {
  const row = /^row-(?<row>\d+)$/u.exec(line ?? '')?.groups?.['row'];
  if (row !== undefined) return { row: Number(row), intentId: null };
  const intentId = intentIdSchema.safeParse(line);
  return { row: null, intentId: intentId.success ? intentId.data : null };
}

export function statementName({ file }: Pick<Statement, 'file'>, say: Say): string {
  return file ?? say('batch.pasted');
}

/** "43 rows · 15 Nov, 10:00–18:20 UTC · every created request". */
export function statementFacts(
  { rows, stated }: Pick<Statement, 'rows' | 'stated'>,
  language: Language,
  say: Say,
): string {
  const { timeZone, lists } = stated;
  const period = betweenText(stated, language, timeZone, Date.now());
  return [
    say('batch.rows', { count: rows, shown: countText(rows) }),
    `${period} ${timeZone}`,
    say(`statement.lists.${lists}.short`),
  ].join(' · ');
}

/** Classes that a supervisor has to look at: everything but what agrees and what is never compared. */
const OPEN_CLASSES = [
  'amount_differs',
  'currency_differs',
  'state_differs',
  'only_here',
  'only_there',
  'twice_there',
  'unreadable',
] as const satisfies readonly StatementClass[];

export function openCounts({ counts }: Pick<Statement, 'counts'>): readonly {
  readonly name: StatementClass;
  readonly count: number;
}[] {
  return OPEN_CLASSES.map((name) => ({ name, count: counts[name] })).filter(
    ({ count }) => count > 0,
  );
}

/** Amber is what a supervisor decides about. What is only here may be too fresh to be listed. */
export function classTone(name: StatementClass): Tone {
  return name === 'matched' || name === 'not_compared' || name === 'only_here' ? 'calm' : 'unknown';
}

/** Minor units may be negative in a file: refunds. */
export function centsText(
  cents: number | null,
  currency: string | null,
  language: Language,
): string {
  if (cents === null) return '';
  return currency === null
    ? Money.shown(cents, currency, language)
    : moneyText(cents, currency, language);
}

export function problemsText({ problems }: Pick<StatementRow, 'problems'>, say: Say): string {
  return problems
    .map(({ field, code }) =>
      field === null
        ? say(`statement.problem.${code}`)
        : `${say(`statement.field.${field}`)}: ${say(`statement.problem.${code}`)}`,
    )
    .join(', ');
}

/** What is to be said about a line: what can be done, else why it stands where it stands. */
export function saysText(item: StatementItem, say: Say): string {
  const { suggestion, settle, failing, row, others, decision } = item;
  if (settle === 'found') return say('statement.says.found');
  if (settle === 'absent') return say('statement.says.absent');
  if (suggestion !== null) return say(`statement.suggests.${suggestion.how}`);
  const [first] = failing;
  if (first !== undefined) return say(`statement.fails.${first}`);
  if (item.class === 'only_here')
    return say(`statement.says.${item.isFresh ? 'fresh' : 'overdue'}`);
  if (item.class === 'twice_there' && row !== null) {
    return say('statement.says.rows', { rows: [row.row, ...others].join(', ') });
  }
  if (item.class === 'not_compared' && row !== null && row.kind !== 'deposit') {
    return say(`statement.kind.${row.kind}`);
  }
  if (row !== null && row.problems.length > 0) return problemsText(row, say);
  const how = decision?.how ?? item.how;
  return how === null ? '' : say(`statement.how.${how}`);
}

/** The same in the table, where no heading names the class. */
export function lineText(item: StatementItem, say: Say): string {
  const isOther = item.request !== null && classTone(item.class) === 'unknown';
  const texts = [isOther ? say(`statement.class.${item.class}`) : '', saysText(item, say)];
  return texts.filter((text) => text !== '').join(', ');
}

export function isFlagged({ decision, request }: StatementItem): boolean {
  return request?.isFlagged === true || decision?.isFlagged === true;
}

/** Ways to narrow a class further, one at a time. */
export const NARROWINGS = [
  'all',
  'suggested',
  'found',
  'absent',
  'open',
  'overdue',
  'fresh',
  'flagged',
] as const;
export type Narrowing = (typeof NARROWINGS)[number];

const NARROWED: Readonly<Record<Narrowing, Partial<StatementFilter>>> = {
  all: {},
  suggested: { suggested: true },
  found: { settle: 'found' },
  absent: { settle: 'absent' },
  open: { settle: 'open' },
  overdue: { fresh: false },
  fresh: { fresh: true },
  flagged: { flagged: true },
};

/** The class, the currency and the text stay. */
export function narrowed(filter: StatementFilter, narrowing: Narrowing): StatementFilter {
  const { classes, currency, text } = filter;
  return { ...NO_STATEMENT_FILTER, classes, currency, text, ...NARROWED[narrowing] };
}

export function narrowingOf({ suggested, settle, fresh, flagged }: StatementFilter): Narrowing {
  if (suggested === true) return 'suggested';
  if (settle !== null) return settle;
  if (fresh !== null) return fresh ? 'fresh' : 'overdue';
  return flagged === true ? 'flagged' : 'all';
}
