import { createHash, randomBytes } from 'node:crypto';

import type { Database } from 'better-sqlite3';
import { z } from 'zod';

import type { IntentId } from '#shared/domain/ids.ts';
import { assertNever } from '#shared/domain/result.ts';
import {
  MATCHED_HOW,
  type Statement,
  type StatementRow,
  statementRecordSchema,
} from '#shared/domain/statement.ts';
import type { RowDecision } from '#shared/domain/statementComparison.ts';

import { createStatements } from '../../sqlite/openSqlite.ts';
import { SALT_BYTES, digestOf, toHex } from './chain.ts';
import type { EventOf, LogEvent, StatementEvent } from './events.ts';

/** A row as the table keeps it. */
export type SaltedStatementRow = {
  readonly row: number;
  readonly salt: Uint8Array;
  readonly document: string;
};

export function saltedRows(rows: readonly StatementRow[]): readonly SaltedStatementRow[] {
  const salts = randomBytes(SALT_BYTES * rows.length);
  return rows.map((row, at) => ({
    row: row.row,
    salt: salts.subarray(at * SALT_BYTES, (at + 1) * SALT_BYTES),
    document: JSON.stringify(row),
  }));
}

/** One digest for the rows of an event, over the digests of each, in the order of the file. */
export function partDigest(rows: readonly SaltedStatementRow[]): string {
  const hash = createHash('sha256');
  for (const { salt, document } of rows) hash.update(digestOf(salt, document));
  return toHex(hash.digest());
}

/** Written by this program and covered by a digest: of a hundred thousand, none is checked field by field. */
export function readStatementDocument(document: string): StatementRow {
  const row: unknown = JSON.parse(document);
  if (!isStatementRow(row)) throw new Error('A row of a statement could not be read.');
  return row;
}

function isStatementRow(value: unknown): value is StatementRow {
  return typeof value === 'object' && value !== null && 'row' in value && 'cells' in value;
}

const SQL = {
  putRow: `
    INSERT INTO statement_row (statement_id, row, seq, salt, document) VALUES (?, ?, ?, ?, ?)`,
  rowCount: 'SELECT count(*) FROM statement_row WHERE statement_id = ?',
  hasRow: 'SELECT 1 FROM statement_row WHERE statement_id = ? AND row = ?',
  put: `
    INSERT INTO statement (statement_id, seq, recorded_at, profile_id, merchant, sha256, record)
    VALUES (?, ?, ?, ?, ?, ?, ?)`,
  find: `
    SELECT statement_id AS statementId, recorded_at AS recordedAt, record FROM statement
    WHERE statement_id = ?`,
  mark: 'INSERT INTO statement_mark (statement_id, row) VALUES (?, ?) ON CONFLICT DO NOTHING',
  link: `
    UPDATE statement_mark SET intent_id = ?, how = ?, reason = ? WHERE statement_id = ? AND row = ?`,
  flag: 'UPDATE statement_mark SET is_flagged = ? WHERE statement_id = ? AND row = ?',
  note: 'UPDATE statement_mark SET note = ? WHERE statement_id = ? AND row = ?',
  markOf: `
    SELECT row, intent_id AS intentId, how, reason, is_flagged AS isFlagged, note FROM statement_mark
    WHERE statement_id = ? AND row = ?`,
  clearMarks: 'DELETE FROM statement_mark',
  clear: 'DELETE FROM statement',
} as const;

const storedSchema = z.object({
  statementId: z.string(),
  recordedAt: z.string(),
  record: z.string(),
});

/** As the queries of `statement` give it. */
export function readStored(raw: unknown): Statement {
  const { record, ...place } = storedSchema.parse(raw);
  return { ...place, ...statementRecordSchema.parse(JSON.parse(record)) };
}

const markSchema = z.object({
  row: z.int(),
  intentId: z.custom<IntentId>((value) => typeof value === 'string').nullable(),
  how: z.enum(MATCHED_HOW).nullable(),
  reason: z.string(),
  isFlagged: z.int(),
  note: z.string(),
});

/** As the queries of `statement_mark` give it. */
export function readMark(raw: unknown): RowDecision & { readonly row: number } {
  const { isFlagged, ...mark } = markSchema.parse(raw);
  return { ...mark, isFlagged: isFlagged === 1 };
}

type Statements = ReturnType<typeof createStatements>;

function putDecisions(of: Statements, { body }: EventOf<'statement_decided'>): void {
  const { statementId, reason, decisions } = body;
  for (const { row, ...decision } of decisions) {
    const place = [statementId, row];
    of(SQL.mark).run(place);
    if (decision.kind === 'link') {
      of(SQL.link).run(decision.to, decision.how, reason, ...place);
    } else if (decision.kind === 'unlink') of(SQL.link).run(null, null, reason, ...place);
    else if (decision.kind === 'flag') of(SQL.flag).run(decision.flagged ? 1 : 0, ...place);
    else of(SQL.note).run(decision.text, ...place);
  }
}

/** The tables of statements. `clear` keeps `statement_row`, which no event could give back. */
export function createStatementRows(db: Database) {
  const of = createStatements(db);
  return {
    put(event: StatementEvent): void {
      switch (event.kind) {
        case 'statement_rows':
          return;
        case 'statement_recorded': {
          const { statementId, record } = event.body;
          const { profileId, merchant, sha256 } = record;
          // Keys in the order of the schema: a rebuild must come to the same text.
          const text = JSON.stringify(statementRecordSchema.parse(record));
          const { seq, at } = event;
          of(SQL.put).run(statementId, seq, at, profileId, merchant.toLowerCase(), sha256, text);
          return;
        }
        case 'statement_decided':
          putDecisions(of, event);
          return;
        default:
          assertNever(event);
      }
    },
    /** Of the event with the rows' digest. */
    putRows(statementId: string, seq: number, rows: readonly SaltedStatementRow[]): void {
      for (const { row, salt, document } of rows) {
        of(SQL.putRow).run(statementId, row, seq, salt, document);
      }
    },
    rowCount: (statementId: string): number => Number(of(SQL.rowCount).pluck().get(statementId)),
    hasRow: (statementId: string, row: number): boolean =>
      of(SQL.hasRow).get(statementId, row) !== undefined,
    find(statementId: string): Statement | null {
      const raw = of(SQL.find).get(statementId);
      return raw === undefined ? null : readStored(raw);
    },
    markOf(statementId: string, row: number) {
      const raw = of(SQL.markOf).get(statementId, row);
      return raw === undefined ? null : readMark(raw);
    },
    clear(): void {
      of(SQL.clearMarks).run();
      of(SQL.clear).run();
    },
  };
}

export function isStatementEvent(event: LogEvent): event is StatementEvent {
  return event.kind.startsWith('statement_');
}
