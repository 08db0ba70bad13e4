import type { OperationInput } from '#shared/contract/operations.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { DepositRequest, Operator } from '#shared/domain/request.ts';
import { type Result, assertNever, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { LogPort } from '../log/port.ts';
import type { StatementDecision } from '../log/store/statementEvents.ts';

export type DecisionsDeps = {
  readonly log: Pick<LogPort, 'decideStatement' | 'statementSuggestions' | 'flag' | 'note'>;
  readonly events: Pick<DeskEvents, 'emit'>;
};

type Decide = OperationInput<'statement.decide'>;
type Marking = Extract<Decide['action'], { kind: 'flag' | 'note' }>;

/** What the supervisor decides about rows of a statement, and about the requests beside them. Returns how many changed. */
export async function decide(
  { statementId, action }: Decide,
  operator: Operator,
  deps: DecisionsDeps,
): Promise<Result<number, Failure>> {
  const { log } = deps;
  const record = (reason: string, decisions: readonly StatementDecision[]) =>
    log.decideStatement(statementId, operator, reason, decisions);
  switch (action.kind) {
    case 'accept': {
      const suggested = await log.statementSuggestions(statementId, action.rows);
      // Whatever is not suggested any more was seen in an older comparison.
      if (suggested === null || suggested.length !== new Set(action.rows).size) {
        return err(failure('statement_not_possible', 'not what the newest comparison suggests'));
      }
      return record(
        '',
        suggested.map(({ row, intentId: to, how }) => ({ row, kind: 'link', to, how })),
      );
    }
    case 'link': {
      const { row, intentId: to, reason } = action;
      return record(reason, [{ row, kind: 'link', to, how: 'by_hand' }]);
    }
    case 'unlink':
      return record(action.reason, [{ row: action.row, kind: 'unlink' }]);
    case 'flag':
    case 'note':
      return mark(action, record, operator, deps);
    default:
      return assertNever(action);
  }
}

async function mark(
  action: Marking,
  record: (
    reason: string,
    decisions: readonly StatementDecision[],
  ) => Promise<Result<number, Failure>>,
  operator: Operator,
  { log, events }: DecisionsDeps,
): Promise<Result<number, Failure>> {
  const ofRow = (row: number): StatementDecision =>
    action.kind === 'flag'
      ? { row, kind: 'flag', flagged: action.flagged }
      : { row, kind: 'note', text: action.text };
  const ofRequest = (intentId: IntentId): Promise<Result<DepositRequest, Failure>> =>
    action.kind === 'flag'
      ? log.flag(intentId, operator, action.flagged)
      : log.note(intentId, operator, action.text);
  const marked = action.rows.length === 0 ? ok(0) : await record('', action.rows.map(ofRow));
  if (!marked.ok) return marked;
  // Asked for at once, they are one transaction.
  const changed = await Promise.all([...new Set(action.intentIds)].map(ofRequest));
  for (const one of changed) {
    if (!one.ok) return one;
    events.emit({ name: 'request.changed', request: one.value });
  }
  return ok(marked.value + changed.length);
}
