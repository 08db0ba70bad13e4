import { failure } from '#shared/domain/failure.ts';
import { isSameMerchantMode, merchantModeOf } from '#shared/domain/orderUse.ts';
import { type DepositRequest, isUnresolved, type Operator } from '#shared/domain/request.ts';
import { err, ok } from '#shared/domain/result.ts';
import type { Statement, StatementRow, StatementRecord } from '#shared/domain/statement.ts';
import type { SettleItem } from '#shared/domain/statementComparison.ts';
import type { OperationOutput } from '#shared/contract/operations.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { StatementFindingKind } from '#shared/domain/statementFinding.ts';

import type { NewEvent } from '../store/events.ts';
import type { StatementDecision } from '../store/statementEvents.ts';
import { projectEvent } from '../store/projection.ts';
import { partDigest, saltedRows } from '../store/statementRows.ts';
import { type Store, record, requestOf } from '../store/store.ts';
import { resolveRequests, type Finding } from './resolving.ts';
import { write } from '../call.ts';

type SettleSkip = OperationOutput<'statement.settle'>['skipped'][number];

/** What a comparison has found out about a request. `kind`: null where it has taken an earlier finding back. */
export type FoundByStatement = {
  readonly intentId: IntentId;
  readonly kind: StatementFindingKind | null;
  readonly row: number | null;
  readonly cents: number | null;
};

/** Statements of providers, what is decided about their rows, and the unknowns that they settle. */
export const statementWrites = {
  /** A part of a statement's rows, in the order of the file, in one transaction with the event that has their digest. */
  addStatementRows: write(
    (store, at, statementId: string, rows: readonly StatementRow[]) => {
      const { statements } = store.projection;
      const [first, last] = [rows[0], rows.at(-1)];
      if (first === undefined || last === undefined) return ok(undefined);
      // What a crash has left of a statement is never completed: its id is used up.
      if (statements.find(statementId) !== null || statements.hasRow(statementId, first.row)) {
        return err(failure('statement_not_possible', 'rows of this statement are there already'));
      }
      const salted = saltedRows(rows);
      const part = { first: first.row, last: last.row, rows: rows.length };
      const body = { statementId, ...part, digest: partDigest(salted) };
      const { seq } = recordEvent(store, at, { kind: 'statement_rows', body });
      statements.putRows(statementId, seq, salted);
      return ok(undefined);
    },
    { needsHealthyLog: true },
  ),
  /** Once its rows are all there. The same id again returns what is on record. */
  recordStatement: write(
    (store, at, statementId: string, said: StatementRecord) => {
      const { statements } = store.projection;
      const known = statements.find(statementId);
      if (known !== null) return ok(known);
      if (statements.rowCount(statementId) !== said.rows) {
        return err(failure('statement_not_possible', 'rows of this statement are missing'));
      }
      recordEvent(store, at, { kind: 'statement_recorded', body: { statementId, record: said } });
      return ok({ statementId, recordedAt: at, ...said });
    },
    { needsHealthyLog: true },
  ),
  /** All or none. Only changes are recorded; returns how many. */
  decideStatement: write(
    (
      store,
      at,
      statementId: string,
      operator: Operator,
      reason: string,
      decisions: readonly StatementDecision[],
    ) => {
      const statement = store.projection.statements.find(statementId);
      if (statement === null) return err(failure('statement_not_found'));
      for (const decision of decisions) {
        const why = whyNot(store, statement, decision);
        if (why !== null) return err(failure('statement_not_possible', why));
      }
      const changes = decisions.filter((decision) => isChange(store, statementId, decision));
      if (changes.length === 0) return ok(0);
      const body = { statementId, operator, reason, decisions: changes };
      recordEvent(store, at, { kind: 'statement_decided', body });
      return ok(changes.length);
    },
    { needsHealthyLog: true },
  ),
  /** Each request that stands where the preview saw it is resolved; the others are skipped. */
  settleByStatement: write(
    (
      store,
      at,
      statementId: string,
      items: readonly SettleItem[],
      operator: Operator,
      note: string,
    ) => {
      const statement = store.projection.statements.find(statementId);
      if (statement === null) return err(failure('statement_not_found'));
      const { sha256 } = statement;
      const settled: DepositRequest[] = [];
      const skipped: SettleSkip[] = [];
      for (const item of items) {
        const { intentId, row } = item;
        const request = store.projection.rows.find(intentId);
        const why = request === null ? 'gone' : whyChanged(store, request, item);
        const finding = request === null ? null : findingOf(request, item);
        if (request === null || why !== null || finding === null) {
          skipped.push({ intentId, why: why ?? 'taken' });
          continue;
        }
        const by = { operator, note, statement: { statementId, sha256, row } };
        const resolved = resolveRequests(store, at, [request], finding, by);
        if (resolved.ok) settled.push(...resolved.value);
        else skipped.push({ intentId, why: 'taken' });
      }
      return ok({ settled, skipped });
    },
    { needsHealthyLog: true },
  ),
  /** Only what says something else than the log's last word about the request is recorded; returns the changed requests. */
  markByStatement: write(
    (store, at, statementId: string, found: readonly FoundByStatement[], operator: Operator) => {
      const statement = store.projection.statements.find(statementId);
      if (statement === null) return err(failure('statement_not_found'));
      const { sha256 } = statement;
      return ok(
        found.flatMap(({ intentId, kind: finding, row, cents }) => {
          const request = requestOf(store, intentId);
          if (request === null || !isNews(request, finding, cents)) return [];
          const place = { statementId, sha256, row };
          const body = { intentId, operator, statement: place, finding, cents };
          return record(store, at, request, { kind: 'compared', body });
        }),
      );
    },
    { needsHealthyLog: true },
  ),
};

/** An unknown needs attention as it is, and stays at the event that a preview of settling has seen. */
function isNews(
  request: DepositRequest,
  kind: FoundByStatement['kind'],
  cents: number | null,
): boolean {
  if (isUnresolved(request)) return false;
  const { statementFinding: known } = request;
  return (known?.kind ?? null) !== kind || (known?.cents ?? null) !== cents;
}

const LAST_SEQ = 'SELECT last_seq FROM request WHERE intent_id = ?';

/** Any event since the preview may be the answer, a callback, or another supervisor's finding. */
function whyChanged(
  { db }: Store,
  request: DepositRequest,
  { intentId, lastSeq }: SettleItem,
): 'changed' | null {
  const isSame = Number(db.prepare(LAST_SEQ).pluck().get(intentId)) === lastSeq;
  return isSame && isUnresolved(request) ? null : 'changed';
}

/** An answer that came late and names the same id has the requisites: they come with it. */
function findingOf({ late }: DepositRequest, { kind, remoteId }: SettleItem): Finding | null {
  if (kind === 'absent') return { kind };
  if (remoteId === null || remoteId === '') return null;
  const found = { kind, remoteId, typedByHand: null };
  const own = late?.outcome === 'accepted' ? late.remoteId : null;
  // UUIDs are the same whatever the case of their digits.
  if (late === undefined || own?.toLowerCase() !== remoteId.toLowerCase()) return found;
  return { ...found, remoteId: own, lateSeq: late.seq };
}

function whyNot(
  { projection }: Store,
  { statementId, merchant, mode }: Statement,
  decision: StatementDecision,
): string | null {
  const { row } = decision;
  if (!projection.statements.hasRow(statementId, row)) return `there is no row ${row}`;
  if (decision.kind !== 'link') return null;
  const request = projection.rows.find(decision.to);
  if (request === null) return `row ${row}: there is no such request`;
  const isOwn = isSameMerchantMode(merchantModeOf(request), { merchant, mode });
  if (!isOwn) return `row ${row}: the request is of another merchant or mode`;
  const linked = projection.statements.markOf(statementId, row)?.intentId ?? null;
  return linked === null || linked === decision.to ? null : `row ${row} is linked already`;
}

/** Two windows may decide the same: the first is enough. */
function isChange(
  { projection }: Store,
  statementId: string,
  decision: StatementDecision,
): boolean {
  const mark = projection.statements.markOf(statementId, decision.row);
  if (decision.kind === 'link') return mark?.intentId !== decision.to;
  if (decision.kind === 'unlink') return (mark?.intentId ?? null) !== null;
  if (decision.kind === 'flag') return (mark?.isFlagged ?? false) !== decision.flagged;
  return (mark?.note ?? '') !== decision.text;
}

function recordEvent({ events, projection }: Store, at: string, event: NewEvent) {
  const placed = events.append(event, at);
  projectEvent(projection, placed);
  return placed;
}
