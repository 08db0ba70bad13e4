import type { OperationInput } from '#shared/contract/operations.ts';
import { exponentOf } from '#shared/domain/currency.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { plainMoney } from '#shared/domain/money.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err } from '#shared/domain/result.ts';
import type { Statement, StatementRow } from '#shared/domain/statement.ts';
import type { StatementItem } from '#shared/domain/statementComparison.ts';

import type { ExportValues } from '../exports/columns.ts';
import { DELIMITERS } from '../exports/fileBytes.ts';
import { slugOf } from '../exports/fileName.ts';
import { ExportProblem } from '../exports/problem.ts';
import { type ReportFileDeps, createReportReader, writeReportFile } from '../exports/reportFile.ts';
import type { LogPort, StatementReportLine } from '../log/port.ts';

export type StatementReportDeps = ReportFileDeps & {
  readonly log: Pick<LogPort, 'statement' | 'statementReport' | 'logHead'>;
};

type Order = OperationInput<'statement.report'>;

/** English in every language, as in exports: programs read them. The columns of the file follow. */
const COLUMNS = [
  'class',
  'detail',
  'matched_by',
  'differences',
  'order_id',
  'remote_id',
  'customer',
  'amount',
  'currency',
  'time_utc',
  'outcome',
  'resolution',
  'state',
  'flagged',
  'statement_row',
  'statement_order_id',
  'statement_remote_id',
  'statement_customer',
  'statement_amount',
  'statement_currency',
  'statement_paid_amount',
  'statement_fee',
  'statement_time_utc',
  'statement_state',
  'statement_note',
] as const;
const AMOUNTS: ReadonlySet<string> = new Set([
  'amount',
  'statement_amount',
  'statement_paid_amount',
]);
const LINES_AT_ONCE = 500;

/** Reports of comparisons, each with a proof that names the statement. */
export function createStatementReports(deps: StatementReportDeps) {
  return createReportReader((order: Order, operator) => write(order, operator, deps));
}

async function write(
  { statementId, format, delimiter = 'comma' }: Order,
  operator: Operator,
  deps: StatementReportDeps,
): Promise<Result<string, Failure>> {
  const { log } = deps;
  const statement = await log.statement(statementId);
  if (statement === null) return err(failure('statement_not_found'));
  const chainHead = await log.logHead();
  const total = await countRows(statement, deps);
  if (total === null) return err(failure('statement_not_possible', 'not compared yet'));
  const report = {
    name: `statement_${slugOf(statement.profileName)}`,
    format,
    columns: [...COLUMNS, ...statement.headers],
    amounts: AMOUNTS,
    rows: reportRows(statement, total, deps),
    total,
    // The file's own cells may hold whole card numbers.
    requisites: 'whole' as const,
    delimiter: DELIMITERS[delimiter],
    proof: { chainHead, statement: { statementId, sha256: statement.sha256 } },
  };
  return writeReportFile(report, operator, deps);
}

async function* linePages(
  statementId: string,
  { log }: Pick<StatementReportDeps, 'log'>,
  from = 0,
): AsyncGenerator<readonly StatementReportLine[] | null> {
  const page = await log.statementReport(statementId, from, LINES_AT_ONCE);
  yield page;
  if (page?.length === LINES_AT_ONCE) yield* linePages(statementId, { log }, from + page.length);
}

/** Null: there is no comparison to report. */
async function countRows(
  { statementId }: Statement,
  deps: StatementReportDeps,
): Promise<number | null> {
  let total = 0;
  for await (const page of linePages(statementId, deps)) {
    if (page === null) return null;
    for (const { rows } of page) total += Math.max(1, rows.length);
  }
  return total;
}

async function* reportRows(
  { statementId, headers }: Statement,
  total: number,
  deps: StatementReportDeps,
): AsyncGenerator<readonly ExportValues[]> {
  let written = 0;
  for await (const page of linePages(statementId, deps)) {
    if (page === null) throw new ExportProblem('log_unavailable', 'compared anew meanwhile');
    const values = page.flatMap(({ item, rows }) =>
      (rows.length === 0 ? [null] : rows).map((row, at) =>
        // A request that is there twice stands in its first row.
        valuesOf(item, at === 0 ? item.request : null, row, headers.length),
      ),
    );
    written += values.length;
    yield values;
  }
  // The file would not be what its proof says.
  if (written !== total) throw new ExportProblem('log_unavailable', 'compared anew meanwhile');
}

function valuesOf(
  item: StatementItem,
  request: StatementItem['request'],
  row: StatementRow | null,
  columns: number,
): ExportValues {
  const { class: name, differences, how, decision } = item;
  const ours =
    request === null
      ? Array<null>(10).fill(null)
      : [
          request.orderId,
          request.remoteId,
          request.customer,
          majorUnits(request.cents, request.currency),
          request.currency,
          request.at,
          request.outcome,
          request.resolution,
          request.state,
          request.isFlagged || decision?.isFlagged === true ? 'yes' : 'no',
        ];
  const theirs =
    row === null
      ? Array<null>(10).fill(null)
      : [
          String(row.row),
          row.orderId,
          row.remoteId,
          row.customer,
          majorUnits(row.cents, row.currency),
          row.currency,
          majorUnits(row.paidCents, row.currency),
          majorUnits(row.feeCents, row.currency),
          row.at,
          row.state,
        ];
  const cells = Array.from({ length: columns }, (_, at) => row?.cells[at] ?? null);
  const head = [name, detailOf(item), how, differences.join(' ')];
  return [...head, ...ours, ...theirs, decision?.note ?? null, ...cells];
}

function detailOf({
  class: name,
  isFresh,
  suggestion,
  settle,
  failing,
  row,
}: StatementItem): string {
  const parts = [
    name === 'only_here' ? (isFresh ? 'too_fresh' : 'overdue') : '',
    name === 'not_compared' ? (row?.kind ?? '') : '',
    suggestion === null ? '' : `suggested:${suggestion.row}`,
    settle === null ? '' : `may_settle:${settle}`,
    ...failing.map((condition) => `fails:${condition}`),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function majorUnits(cents: number | null, currency: string | null): string | null {
  if (cents === null) return null;
  return plainMoney(cents, currency === null ? 2 : exponentOf(currency));
}
