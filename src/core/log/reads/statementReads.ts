import { z } from 'zod';

import type { IntentId } from '#shared/domain/ids.ts';
import type { Statement } from '#shared/domain/statement.ts';

import { type Compared, type Line, compare } from '../../statements/classes.ts';
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
import { createStatements } from '../../sqlite/openSqlite.ts';
import type { ReadsOf } from '../operations.ts';
import type { StatementReportLine } from '../port.ts';
import type { LogPaths } from '../store/paths.ts';
import { readMark, readStatementDocument, readStored } from '../store/statementRows.ts';
import type { Store } from '../store/store.ts';
import { type Sides, readPins, readSides } from './statementSides.ts';

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

type StoredName = 'statements' | 'statement' | 'statementOfFile' | 'logHead';
type ComparedName =
  | 'compareStatement'
  | 'refreshComparison'
  | 'statementFindings'
  | 'statementPage'
  | 'statementPair'
  | 'statementSuggestion'
  | 'statementSettlements'
  | 'statementReport';

export function createStatementReads(
  store: Store,
  paths: Pick<LogPaths, 'file' | 'index'>,
): Pick<ReadsOf<'reader'>, StoredName | ComparedName> {
  const of = createStatements(store.db);
  const holder: Holder = { kept: null };
  return {
    ...storedReads(store, of),
    ...comparisonReads(store, paths, of, holder),
    ...lineReads(of, holder),
  };
}

type Statements = ReturnType<typeof createStatements>;

function storedReads({ events }: Store, of: Statements): Pick<ReadsOf<'reader'>, StoredName> {
  const stored = (raw: unknown): Statement | null => (raw === undefined ? null : readStored(raw));
  return {
    statements: (profileId) =>
      (profileId === null ? of(SQL.all).all() : of(SQL.ofProfile).all(profileId)).map(readStored),
    statement: (statementId) => stored(of(SQL.one).get(statementId)),
    statementOfFile: (profileId, sha256) => stored(of(SQL.ofFile).get(sha256, profileId)),
    logHead() {
      // The writer has appended since.
      events.forgetHead();
      const { seq, hash } = events.head();
      return { seq, hash };
    },
  };
}

type Kept = Pick<Sides, 'lastSeqs'> & {
  readonly statementId: string;
  readonly compared: Compared;
  readonly lines: readonly Line[];
};
type Flag = { readonly intentId: IntentId | null; readonly flagged: boolean };

/** The newest comparison is kept: the pages of one statement are asked for again and again. */
type Holder = { kept: Kept | null };

function linesIn({ kept }: Holder, statementId: string): readonly Line[] | null {
  return kept?.statementId === statementId ? kept.lines : null;
}

type MadeName = 'compareStatement' | 'refreshComparison' | 'statementFindings';

/** What makes and changes the comparison. */
function comparisonReads(
  { db }: Pick<Store, 'db'>,
  paths: Pick<LogPaths, 'file' | 'index'>,
  of: Statements,
  holder: Holder,
): Pick<ReadsOf<'reader'>, MadeName> {
  return {
    async compareStatement({ statementId, stated, stateWords, at, ...question }) {
      holder.kept = null;
      const sides = await readSides(paths, { statementId, stated, ...question });
      if (sides === null) return null;
      const compared = { ...sides, stated, meaningOf: meaningBy(stateWords) };
      const lines = compare(compared);
      holder.kept = { statementId, compared, lines, lastSeqs: sides.lastSeqs };
      return summaryOf(statementId, at, lines, marksOf(of, statementId));
    },
    refreshComparison(statementId, at, flag) {
      if (holder.kept?.statementId !== statementId) return null;
      holder.kept =
        flag === null
          ? linkedAnew(holder.kept, readPins(db, statementId))
          : flagged(holder.kept, flag);
      if (holder.kept === null) return null;
      return summaryOf(statementId, at, holder.kept.lines, marksOf(of, statementId));
    },
    statementFindings(statementId) {
      const lines = linesIn(holder, statementId);
      if (lines === null) return null;
      const newer = of(SQL.newer).all({ statementId }).map(readStored);
      const spans = newer.map(({ stated }) => [Date.parse(stated.from), Date.parse(stated.to)]);
      const found = findingsIn(lines, ({ atMs }) =>
        spans.some(([from = 0, to = 0]) => from <= atMs && atMs <= to),
      );
      // They are recorded next: a link that is made after that must know of them.
      const kinds = new Map(found.map(({ intentId, kind }) => [intentId, kind]));
      if (holder.kept !== null)
        holder.kept = changed(holder.kept, kinds, (ours, finding) => ({ ...ours, finding }));
      return found;
    },
  };
}

/** What answers from it. */
function lineReads(
  of: Statements,
  holder: Holder,
): Pick<ReadsOf<'reader'>, Exclude<ComparedName, MadeName>> {
  const linesOf = (statementId: string): readonly Line[] | null => linesIn(holder, statementId);
  return {
    statementPage(statementId, filter, from, count) {
      const marks = marksOf(of, statementId);
      const found = linesOf(statementId)?.filter(createFilter(filter, marks));
      if (found === undefined) return null;
      const page = shown(of, statementId, found.slice(from, from + count));
      return { total: found.length, items: page.map(({ item }) => item) };
    },
    statementPair(statementId, row, intentId) {
      const isIt = ({ rows, ours }: Line): boolean =>
        row === null
          ? intentId !== null && ours?.intentId === intentId
          : rows.some((one) => one.row === row);
      const lines = linesOf(statementId);
      if (lines === null) return null;
      const [pair = null] = shown(of, statementId, lines.filter(isIt));
      return { pair };
    },
    statementSuggestion(statementId, row) {
      const line = linesOf(statementId)?.find(({ rows: [first] }) => first?.row === row);
      return line === undefined || line.suggestion === null ? null : suggestionOf(line.suggestion);
    },
    statementSettlements(statementId) {
      const { lastSeqs = null } = holder.kept ?? {};
      const lines = linesOf(statementId);
      if (lines === null || lastSeqs === null) return null;
      return lines.flatMap((line) => settlementOf(line, lastSeqs));
    },
    statementReport(statementId, from, count) {
      const lines = linesOf(statementId);
      return lines === null ? null : shown(of, statementId, lines.slice(from, from + count));
    },
  };
}

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

function marksOf(of: Statements, statementId: string): Marks {
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
  of: Statements,
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
