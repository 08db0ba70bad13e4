import type { OperationInput } from '#shared/contract/operations.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import { Money } from '#shared/domain/money.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err } from '#shared/domain/result.ts';
import type { Statement, StatementRow } from '#shared/domain/statement.ts';
import type { StatementItem } from '#shared/domain/statementComparison.ts';

import { type ColumnOf, type ExportValues, valuesOf } from '../exports/columns.ts';
import { slugOf } from '../exports/fileName.ts';
import { ExportProblem } from '../exports/problem.ts';
import { type ReportFileDeps, createReportReader, writeReportFile } from '../exports/reportFile.ts';

import type { LogPort } from '../log/openLog.ts';
import type { StatementReportLine } from '../log/reads/statementReads.ts';
export type StatementReportDeps = ReportFileDeps & {
  readonly log: Pick<LogPort, 'statement' | 'statementReport' | 'logHead'>;
};

type Order = OperationInput<'statement.report'>;

/** `request`: null in the further rows of one that the statement has more than once. */
type Line = {
  readonly item: StatementItem;
  readonly request: StatementItem['request'];
  readonly row: StatementRow | null;
};

/** The columns of the statement's file follow. Its amounts stay texts, as they were read. */
const COLUMNS: readonly ColumnOf<Line>[] = [
  { name: 'class', value: ({ item }) => item.class },
  { name: 'detail', value: ({ item }) => detailOf(item) },
  { name: 'matched_by', value: ({ item }) => item.how },
  { name: 'differences', value: ({ item }) => item.differences.join(' ') },
  { name: 'order_id', value: ({ request }) => request?.orderId ?? null },
  { name: 'remote_id', value: ({ request }) => request?.remoteId ?? null },
  { name: 'customer', value: ({ request }) => request?.customer ?? null },
  { name: 'amount', kind: 'amount', value: ({ request }) => majorUnits(request, request?.cents) },
  { name: 'currency', value: ({ request }) => request?.currency ?? null },
  { name: 'time_utc', value: ({ request }) => request?.at ?? null },
  { name: 'outcome', value: ({ request }) => request?.outcome ?? null },
  { name: 'resolution', value: ({ request }) => request?.resolution ?? null },
  { name: 'state', value: ({ request }) => request?.state ?? null },
  { name: 'flagged', kind: 'flag', value: flagOf },
  { name: 'statement_row', value: ({ row }) => (row === null ? null : String(row.row)) },
  { name: 'statement_order_id', value: ({ row }) => row?.orderId ?? null },
  { name: 'statement_remote_id', value: ({ row }) => row?.remoteId ?? null },
  { name: 'statement_customer', value: ({ row }) => row?.customer ?? null },
  { name: 'statement_amount', kind: 'amount', value: ({ row }) => majorUnits(row, row?.cents) },
  { name: 'statement_currency', value: ({ row }) => row?.currency ?? null },
  {
    name: 'statement_paid_amount',
    kind: 'amount',
    value: ({ row }) => majorUnits(row, row?.paidCents),
  },
  { name: 'statement_fee', value: ({ row }) => majorUnits(row, row?.feeCents) },
  { name: 'statement_time_utc', value: ({ row }) => row?.at ?? null },
  { name: 'statement_state', value: ({ row }) => row?.state ?? null },
  { name: 'statement_note', value: ({ item }) => item.decision?.note ?? null },
];
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
  const columns = [...COLUMNS, ...statement.headers.map(originalColumn)];
  const report = {
    name: `statement_${slugOf(statement.profileName)}`,
    form: { format, delimiter },
    table: { columns, total, rows: () => reportRows(statement, columns, total, deps) },
    // The file's own cells may hold whole card numbers.
    requisites: 'whole' as const,
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
  { statementId }: Statement,
  columns: readonly ColumnOf<Line>[],
  total: number,
  deps: StatementReportDeps,
): AsyncGenerator<readonly ExportValues[]> {
  let written = 0;
  for await (const page of linePages(statementId, deps)) {
    if (page === null) throw new ExportProblem('log_unavailable', 'compared anew meanwhile');
    const values = page.flatMap(({ item, rows }) =>
      (rows.length === 0 ? [null] : rows).map((row, at) =>
        // A request that is there twice stands in its first row.
        valuesOf(columns, { item, request: at === 0 ? item.request : null, row }),
      ),
    );
    written += values.length;
    yield values;
  }
  // The file would not be what its proof says.
  if (written !== total) throw new ExportProblem('log_unavailable', 'compared anew meanwhile');
}

function originalColumn(name: string, at: number): ColumnOf<Line> {
  return { name, value: ({ row }) => row?.cells[at] ?? null };
}

function flagOf({ item, request }: Line): string | null {
  if (request === null) return null;
  return request.isFlagged || item.decision?.isFlagged === true ? 'yes' : 'no';
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

function majorUnits(
  of: { readonly currency: string | null } | null,
  cents: number | null = null,
): string | null {
  return cents === null ? null : Money.plain(cents, of?.currency ?? null);
}
