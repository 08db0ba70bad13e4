import { z } from 'zod';

import type { IntentId, ProfileId } from '#shared/domain/ids.ts';
import type { Statement, StatedCoverage, StatementRow } from '#shared/domain/statement.ts';
import type { MerchantMode } from '#shared/domain/orderUse.ts';
import type { Profile } from '#shared/domain/profile.ts';
import type { OperationOutput, OperationInput } from '#shared/contract/operations.ts';
import type {
  StatementItem,
  StatementComparison,
  StatementFilter,
} from '#shared/domain/statementComparison.ts';
import { ok } from '#shared/domain/result.ts';

import { type Line, compare } from '../../statements/classes.ts';
import { findingsIn } from '../../statements/findings.ts';
import {
  type Marks,
  createFilter,
  itemOf,
  meaningBy,
  settlementOf,
  suggestionOf,
  summaryOf,
} from '../../statements/items.ts';
import type { OurRow } from '../../statements/matching.ts';
import { readMark, readStatementDocument, readStored } from '../store/statementRows.ts';
import { type Sides, readPins, readSides } from './statementSides.ts';
import { read } from '../call.ts';
import type { ReaderParts, Kept } from './readerParts.ts';

/** What a comparison needs to know besides the log. */
export type CompareQuestion = {
  readonly statementId: string;
  readonly whose: MerchantMode;
  readonly stated: StatedCoverage;
  readonly stateWords: Profile['stateWords'];
  readonly at: string;
};

export type StatementPage = OperationOutput<'statement.rows'>;

/** The request itself is read from the writer, which has its newest state. */
export type StatementPair = Pick<OperationOutput<'statement.pair'>, 'item' | 'rows'>;

/** A line of the report, with every row of the file that belongs to it. */
export type StatementReportLine = {
  readonly item: StatementItem;
  readonly rows: readonly StatementRow[];
};

const STORED =
  'SELECT statement_id AS statementId, recorded_at AS recordedAt, record FROM statement';
/** One whose rows were erased cannot be compared with anything any more. */
const HAS_ROWS = "statement_id NOT IN (SELECT id FROM erased_rows WHERE kind = 'statement')";
const SQL = {
  all: `${STORED} WHERE ${HAS_ROWS} ORDER BY seq DESC`,
  ofProfile: `${STORED} WHERE profile_id = ? AND ${HAS_ROWS} ORDER BY seq DESC`,
  one: `${STORED} WHERE statement_id = ? AND ${HAS_ROWS}`,
  ofFile: `${STORED} WHERE sha256 = ? AND profile_id = ? ORDER BY seq DESC LIMIT 1`,
  newer: `
    ${STORED} WHERE (merchant, json_extract(record, '$.mode')) = (SELECT merchant, json_extract(record, '$.mode') FROM statement
      WHERE statement_id = :statementId) AND seq > (SELECT seq FROM statement WHERE statement_id = :statementId)`,
  some: `
    SELECT document FROM json_each(?) k CROSS JOIN statement_row r ON r.statement_id = ? AND r.row = k.value
    ORDER BY r.row`,
  marks: `
    SELECT row, intent_id AS intentId, how, reason, is_flagged AS isFlagged, note FROM statement_mark
    WHERE statement_id = ?`,
} as const;

type Flag = { readonly intentId: IntentId | null; readonly flagged: boolean };

function linesOf({ comparison }: ReaderParts, statementId: string): readonly Line[] | null {
  const { kept } = comparison;
  return kept?.statementId === statementId ? kept.lines : null;
}

const stored = (raw: unknown): Statement | null => (raw === undefined ? null : readStored(raw));

export const statementReads = {
  /** Newest first. Null: of every profile. */
  'statement.list': read.onReader(({ of }, { profileId }: OperationInput<'statement.list'>) => {
    const raw = profileId === null ? of(SQL.all).all() : of(SQL.ofProfile).all(profileId);
    return ok(raw.map(readStored));
  }, ok([])),
  statement: read.onReader(
    ({ of }, statementId: string) => stored(of(SQL.one).get(statementId)),
    null,
  ),
  /** The newest one of a file. */
  statementOfFile: read.onReader(
    ({ of }, profileId: ProfileId, sha256: string) => stored(of(SQL.ofFile).get(sha256, profileId)),
    null,
  ),
  /** The newest event. */
  logHead: read.onReader(
    ({ events }) => {
      // The writer has appended since.
      events.forgetHead();
      const { seq, hash } = events.head();
      return { seq, hash };
    },
    { seq: 0, hash: '' },
  ),
  /**
   * Compares the rows of a statement, recorded or not, with the log, and keeps the result for the reads below until it compares
   * another one. The search index must be whole. Null: the index cannot be read.
   */
  compareStatement: read.onReader(
    async (
      { of, paths, comparison },
      { statementId, stated, stateWords, at, ...question }: CompareQuestion,
    ): Promise<StatementComparison | null> => {
      comparison.kept = null;
      const sides = await readSides(paths, { statementId, stated, ...question });
      if (sides === null) return null;
      const compared = { ...sides, stated, meaningOf: meaningBy(stateWords) };
      const lines = compare(compared);
      comparison.kept = { statementId, compared, lines, lastSeqs: sides.lastSeqs };
      return summaryOf(statementId, at, lines, marksOf(of, statementId));
    },
    null,
  ),
  /**
   * The kept comparison after decisions: with the links as they are now, and with this flag on these requests. Both sides are not
   * read again. Null: there is none of this statement, or a link leads out of it.
   */
  refreshComparison: read.onReader(
    ({ db, of, comparison }, statementId: string, at: string, flag: Flag | null) => {
      if (comparison.kept?.statementId !== statementId) return null;
      comparison.kept =
        flag === null
          ? linkedAnew(comparison.kept, readPins(db, statementId))
          : flagged(comparison.kept, flag);
      if (comparison.kept === null) return null;
      return summaryOf(statementId, at, comparison.kept.lines, marksOf(of, statementId));
    },
    null,
  ),
  /** Null here and below: the reader keeps no comparison of it, or no longer. */
  statementPage: read.onReader(
    (
      parts,
      statementId: string,
      filter: StatementFilter,
      from: number,
      count: number,
    ): StatementPage | null => {
      const marks = marksOf(parts.of, statementId);
      const found = linesOf(parts, statementId)?.filter(createFilter(filter, marks));
      if (found === undefined) return null;
      const page = shown(parts.of, statementId, found.slice(from, from + count));
      return { total: found.length, items: page.map(({ item }) => item) };
    },
    null,
  ),
  statementPair: read.onReader(
    (
      parts,
      statementId: string,
      row: number | null,
      intentId: IntentId | null,
    ): { readonly pair: StatementPair | null } | null => {
      const isIt = ({ rows, ours }: Line): boolean =>
        row === null
          ? intentId !== null && ours?.intentId === intentId
          : rows.some((one) => one.row === row);
      const lines = linesOf(parts, statementId);
      if (lines === null) return null;
      const [pair = null] = shown(parts.of, statementId, lines.filter(isIt));
      return { pair };
    },
    null,
  ),
  /** Null: the row has none. */
  statementSuggestion: read.onReader((parts, statementId: string, row: number) => {
    const line = linesOf(parts, statementId)?.find(({ rows: [first] }) => first?.row === row);
    return line === undefined || line.suggestion === null ? null : suggestionOf(line.suggestion);
  }, null),
  statementSettlements: read.onReader((parts, statementId: string) => {
    const { lastSeqs = null } = parts.comparison.kept ?? {};
    const lines = linesOf(parts, statementId);
    if (lines === null || lastSeqs === null) return null;
    return lines.flatMap((line) => settlementOf(line, lastSeqs));
  }, null),
  /** What the kept comparison says otherwise than the log. Days that a newer statement covers are left to that one. */
  statementFindings: read.onReader((parts, statementId: string) => {
    const { of, comparison } = parts;
    const lines = linesOf(parts, statementId);
    if (lines === null) return null;
    const newer = of(SQL.newer).all({ statementId }).map(readStored);
    const spans = newer.map(({ stated }) => [Date.parse(stated.from), Date.parse(stated.to)]);
    const found = findingsIn(lines, ({ atMs }) =>
      spans.some(([from = 0, to = 0]) => from <= atMs && atMs <= to),
    );
    // They are recorded next: a link that is made after that must know of them.
    const kinds = new Map(found.map(({ intentId, kind }) => [intentId, kind]));
    if (comparison.kept !== null) {
      comparison.kept = changed(comparison.kept, kinds, (ours, finding) => ({ ...ours, finding }));
    }
    return found;
  }, null),
  statementReport: read.onReader((parts, statementId: string, from: number, count: number) => {
    const lines = linesOf(parts, statementId);
    return lines === null ? null : shown(parts.of, statementId, lines.slice(from, from + count));
  }, null),
};

/** Null: a row is linked with a request that neither the period nor a row had named before. */
function linkedAnew(kept: Kept, pins: Sides['pins']): Kept | null {
  const known = new Set(kept.compared.ours.map(({ intentId }) => intentId));
  if (pins.some(({ intentId }) => !known.has(intentId))) return null;
  const compared = { ...kept.compared, pins };
  return { ...kept, compared, lines: compare(compared) };
}

function flagged(kept: Kept, { intentId, flagged: isFlagged }: Flag): Kept {
  const named = new Map(intentId === null ? [] : [[intentId, isFlagged]]);
  return changed(kept, named, (ours, to) => ({ ...ours, isFlagged: to }));
}

/** The same lines with some requests otherwise. */
function changed<T>(
  kept: Kept,
  by: ReadonlyMap<IntentId, T>,
  change: (ours: OurRow, to: T) => OurRow,
): Kept {
  if (by.size === 0) return kept;
  const changedIn = (ours: OurRow): OurRow => {
    const to = by.get(ours.intentId);
    return to === undefined ? ours : change(ours, to);
  };
  const ours = kept.compared.ours.map(changedIn);
  const lines = kept.lines.map((line) =>
    line.ours === null ? line : { ...line, ours: changedIn(line.ours) },
  );
  return { ...kept, compared: { ...kept.compared, ours }, lines };
}

function marksOf(of: ReaderParts['of'], statementId: string): Marks {
  return new Map(
    of(SQL.marks)
      .all(statementId)
      .map((raw) => {
        const { row, ...mark } = readMark(raw);
        return [row, mark];
      }),
  );
}

/** The lines with the texts of their rows, which a comparison does not keep. */
function shown(
  of: ReaderParts['of'],
  statementId: string,
  lines: readonly Line[],
): readonly StatementReportLine[] {
  const marks = marksOf(of, statementId);
  const numbers = lines.flatMap(({ rows }) => rows.map(({ row }) => row));
  const found = of(SQL.some)
    .pluck()
    .all(JSON.stringify(numbers), statementId)
    .map((raw) => readStatementDocument(z.string().parse(raw)));
  const byNumber = new Map(found.map((row) => [row.row, row]));
  return lines.map((line) => {
    const rows = line.rows.flatMap(({ row }) => byNumber.get(row) ?? []);
    return { item: itemOf(line, rows[0] ?? null, marks), rows };
  });
}
