import type { Failure } from '#shared/domain/failure.ts';
import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import type { DepositRequest, Operator } from '#shared/domain/request.ts';
import type { Result } from '#shared/domain/result.ts';
import type { Statement, StatementRecord, StatementRow } from '#shared/domain/statement.ts';
import type {
  SettleItem,
  StatementComparison,
  StatementFilter,
  StatementItem,
} from '#shared/domain/statementComparison.ts';

import type * as port from './port.ts';
import { read, write } from './spineRows.ts';
import type { StatementDecision } from './store/statementEvents.ts';

/** The rows of spine.ts about statements. */
export const STATEMENT_ROWS = {
  /** A part of a statement's rows, in the order of the file, in one transaction with the event that has their digest. */
  addStatementRows: write<
    (statementId: string, rows: readonly StatementRow[]) => Result<void, Failure>
  >({ needsHealthyLog: true }),
  /** Once its rows are all there. The same id again returns what is on record. */
  recordStatement: write<
    (statementId: string, record: StatementRecord) => Result<Statement, Failure>
  >({ needsHealthyLog: true }),
  /** All or none. Only changes are recorded; returns how many. */
  decideStatement: write<
    (
      statementId: string,
      operator: Operator,
      reason: string,
      decisions: readonly StatementDecision[],
    ) => Result<number, Failure>
  >({ needsHealthyLog: true }),
  /** Each request that stands where the preview saw it is resolved; the others are skipped. */
  settleByStatement: write<
    (
      statementId: string,
      items: readonly SettleItem[],
      operator: Operator,
      note: string,
    ) => Result<
      {
        readonly settled: readonly DepositRequest[];
        readonly skipped: readonly port.SettleSkip[];
      },
      Failure
    >
  >({ needsHealthyLog: true }),
  /** Only what says something else than the log's last word about the request is recorded; returns the changed requests. */
  markByStatement: write<
    (
      statementId: string,
      found: readonly port.FoundByStatement[],
      operator: Operator,
    ) => Result<readonly DepositRequest[], Failure>
  >({ needsHealthyLog: true }),

  /** Newest first. Null: of every profile. */
  statements: read.onReader<(profileId: ProfileId | null) => readonly Statement[]>([]),
  statement: read.onReader<(statementId: string) => Statement | null>(null),
  /** The newest one of a file. */
  statementOfFile: read.onReader<(profileId: ProfileId, sha256: string) => Statement | null>(null),
  /**
   * Compares the rows of a statement, recorded or not, with the log, and keeps the result for the reads below until it compares
   * another one. The search index must be whole. Null: the index cannot be read.
   */
  compareStatement:
    read.onReader<(question: port.CompareQuestion) => StatementComparison | null>(null),
  /**
   * The kept comparison after decisions: with the links as they are now, and with this flag on these requests. Both sides are not
   * read again. Null: there is none of this statement, or a link leads out of it.
   */
  refreshComparison:
    read.onReader<
      (
        statementId: string,
        at: string,
        flag: { readonly intentId: IntentId | null; readonly flagged: boolean } | null,
      ) => StatementComparison | null
    >(null),
  /** Null here and below: the reader keeps no comparison of it, or no longer. */
  statementPage:
    read.onReader<
      (
        statementId: string,
        filter: StatementFilter,
        from: number,
        count: number,
      ) => port.StatementPage | null
    >(null),
  statementPair:
    read.onReader<
      (
        statementId: string,
        row: number | null,
        intentId: IntentId | null,
      ) => { readonly pair: port.StatementPair | null } | null
    >(null),
  /** Null: the row has none. */
  statementSuggestion:
    read.onReader<(statementId: string, row: number) => StatementItem['suggestion']>(null),
  statementSettlements: read.onReader<(statementId: string) => readonly SettleItem[] | null>(null),
  /** What the kept comparison says otherwise than the log. Days that a newer statement covers are left to that one. */
  statementFindings:
    read.onReader<(statementId: string) => readonly port.FoundByStatement[] | null>(null),
  statementReport:
    read.onReader<
      (
        statementId: string,
        from: number,
        count: number,
      ) => readonly port.StatementReportLine[] | null
    >(null),
  /** The newest event. */
  logHead: read.onReader<() => { readonly seq: number; readonly hash: string }>({
    seq: 0,
    hash: '',
  }),
};
