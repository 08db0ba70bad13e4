import type { OperationInput } from '#shared/contract/operations.ts';
import { type Failure, failure } from '#shared/domain/failure.ts';
import type { Operator } from '#shared/domain/request.ts';
import { type Result, assertNever, err, ok } from '#shared/domain/result.ts';

import type { DeskEvents } from '../desk/deskEvents.ts';
import type { StatementDecision } from '../log/store/statementEvents.ts';
import type { LogPort } from '../log/openLog.ts';

export type DecisionsDeps = {
  readonly log: Pick<
    LogPort,
    'decideStatement' | 'statementSuggestion' | 'request.flag' | 'request.note'
  >;
  readonly events: Pick<DeskEvents, 'emit'>;
};

type Decide = OperationInput<'statement.decide'>;
type Marking = Extract<Decide['action'], { kind: 'flag' | 'note' }>;

type Done = Promise<Result<unknown, Failure>>;

/** What the supervisor decides about a row of a statement, and about the request beside it. */
export async function decide(
  { statementId, action }: Decide,
  operator: Operator,
  deps: DecisionsDeps,
): Done {
  const { log } = deps;
  const record = (reason: string, decisions: readonly StatementDecision[]): Done =>
    log.decideStatement(statementId, operator, reason, decisions);
  switch (action.kind) {
    case 'accept': {
      const suggested = await log.statementSuggestion(statementId, action.row);
      // What is not suggested any more was seen in an older comparison.
      if (suggested === null) {
        return err(failure('statement_not_possible', 'not what the newest comparison suggests'));
      }
      const { row, intentId: to, how } = suggested;
      return record('', [{ row, kind: 'link', to, how }]);
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
  record: (reason: string, decisions: readonly StatementDecision[]) => Done,
  operator: Operator,
  { log, events }: DecisionsDeps,
): Done {
  const { rows, intentId } = action;
  const ofRow = (row: number): StatementDecision =>
    action.kind === 'flag'
      ? { row, kind: 'flag', flagged: action.flagged }
      : { row, kind: 'note', text: action.text };
  const marked = rows.length === 0 ? ok(undefined) : await record('', rows.map(ofRow));
  if (!marked.ok || intentId === null) return marked;
  const changed =
    action.kind === 'flag'
      ? await log['request.flag']({ intentId: intentId, flagged: action.flagged }, operator)
      : await log['request.note']({ intentId: intentId, text: action.text }, operator);
  if (changed.ok) events.emit({ name: 'request.changed', request: changed.value });
  return changed;
}
