import type { OperationInput } from '#shared/contract/operations.ts';
import type { STATEMENT_OPERATIONS } from '#shared/contract/statement.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { ExportPiece } from '#shared/domain/logExport.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import type { StatementComparison } from '#shared/domain/statementComparison.ts';

import type { DomainOperations } from '../dispatch.ts';
import type { Importer } from '../importing/importer.ts';
import type { EmbeddedSandbox } from '../ports.ts';
import { type DecisionsDeps, decide } from './decisions.ts';
import { type StatementReportDeps, createStatementReports } from './report.ts';
import { type StatementsDeps, checkRows, createStatementUses, markRequests } from './statements.ts';
import type { LogPort } from '../log/openLog.ts';

export type StatementOperationDeps = Omit<StatementsDeps, 'log' | 'steps'> &
  Omit<DecisionsDeps, 'log'> &
  Omit<StatementReportDeps, 'log'> & {
    readonly log: StatementsDeps['log'] &
      DecisionsDeps['log'] &
      StatementReportDeps['log'] &
      Pick<LogPort, 'statementPage' | 'statementPair' | 'refreshComparison' | 'find'>;
    readonly importer: Pick<Importer, 'statements'>;
    readonly sandbox: Pick<EmbeddedSandbox, 'statement'>;
  };

type Compare = ReturnType<typeof createStatementUses>['compare'];

const NOT_FOUND = err(failure('statement_not_found'));

/** The provider's list against the log. */
export function statementOperations(
  deps: StatementOperationDeps,
): DomainOperations<typeof STATEMENT_OPERATIONS> {
  const { log, importer, sandbox } = deps;
  const { statements: steps } = importer;
  const uses = createStatementUses({ ...deps, steps });
  const report = createStatementReports(deps);

  const compared = createCompared(uses.compare);
  const refreshed = createRefreshed(deps, uses.compare);

  return {
    'statement.read': steps.read,
    'statement.preview': steps.preview,
    'statement.check': (input, actor) => checkRows({ log, steps }, input, actor),
    'statement.current': async (_, actor) => ok(steps.current(actor)),
    'statement.record': (input, { operator }) => uses.record(input, operator),
    'statement.compare': ({ statementId }, { operator }) => uses.compare(statementId, operator),
    'statement.rows': ({ statementId, filter, from, count }, { operator }) =>
      compared(statementId, operator, () => log.statementPage(statementId, filter, from, count)),
    async 'statement.pair'({ statementId, row, intentId }, { operator }) {
      const found = await compared(statementId, operator, () =>
        log.statementPair(statementId, row, intentId),
      );
      if (!found.ok) return found;
      const { pair } = found.value;
      const statement = await log.statement(statementId);
      if (pair === null || statement === null) return NOT_FOUND;
      const { item, rows } = pair;
      const request = item.request === null ? null : await log.find(item.request.intentId);
      return ok({ item, rows, request, headers: statement.headers });
    },
    async 'statement.decide'(input, { operator }) {
      const decided = await decide(input, operator, deps);
      return decided.ok ? ok(await refreshed(input, operator)) : decided;
    },
    'statement.previewSettle': ({ statementId }, { operator }) =>
      uses.previewSettle(statementId, operator),
    'statement.settle': (input, { operator }) => uses.settle(input, operator),
    async 'statement.report'(order, { operator, may }) {
      if (!may('supervise')) return err(failure('not_permitted', 'supervise'));
      if (order.from > 0) return report(order, operator);
      const seen = await seenByTwo(order, operator, deps);
      if (!seen.ok) return seen;
      const ready = await compared(order.statementId, operator, () =>
        log.statementReport(order.statementId, 0, 1),
      );
      return ready.ok ? report(order, operator) : ready;
    },
    'sandbox.statement': async () => ok(pieceOf(await sandbox.statement())),
  };
}

/** The report has the cells of the file as they are. */
async function seenByTwo(
  { statementId, format }: OperationInput<'statement.report'>,
  operator: Operator,
  { log, profiles, guard }: StatementOperationDeps,
): Promise<Result<void, Failure>> {
  if (!guard.hasRules()) return ok(undefined);
  const statement = await log.statement(statementId);
  if (statement === null) return NOT_FOUND;
  const profile = profiles.find(statement.profileId);
  return guard.byKind('unmasked_export', {
    act: 'export',
    operator,
    profiles: profile.ok ? [profile.value] : [],
    content: { statementId, format },
    facts: [
      { what: 'file', text: statement.file ?? statementId },
      { what: 'format', text: format },
    ],
  });
}

/** The comparison after a decision. Null: it counts as before, or is not to be had now. */
function createRefreshed(deps: StatementOperationDeps, compare: Compare) {
  return async (
    { statementId, action }: OperationInput<'statement.decide'>,
    operator: Operator,
  ): Promise<StatementComparison | null> => {
    if (action.kind === 'note') return null;
    const at = deps.clock.now().toISOString();
    const flag = action.kind === 'flag' ? action : null;
    const comparison = await deps.log.refreshComparison(statementId, at, flag);
    if (comparison === null) {
      const anew = await compare(statementId, operator);
      return anew.ok ? anew.value : null;
    }
    if (flag === null) await markRequests(deps, statementId, operator);
    return comparison;
  };
}

/** The reader keeps one comparison: where another statement, or the end of the thread, has taken its place, it compares anew. */
function createCompared(compare: Compare) {
  return async <T>(
    statementId: string,
    operator: Operator,
    read: () => Promise<T | null>,
  ): Promise<Result<T, Failure>> => {
    const kept = await read();
    if (kept !== null) return ok(kept);
    const comparison = await compare(statementId, operator);
    if (!comparison.ok) return comparison;
    const found = await read();
    return found === null ? NOT_FOUND : ok(found);
  };
}

function pieceOf(text: string): ExportPiece {
  const bytes = Buffer.from(text);
  const base64 = bytes.toString('base64');
  return { name: 'sandbox-statement.csv', bytes: bytes.length, base64 };
}
