import { z } from 'zod';

import { type FinalMeaning, finalMeaning } from '#shared/domain/finalState.ts';
import type {
  RowDecision,
  SettleItem,
  Statement,
  StatementComparison,
  StatementFilter,
  StatementItem,
  StatementRow,
} from '#shared/domain/statement.ts';

import { type Line, compare, countClasses, isOpenUnknown } from '../../statements/classes.ts';
import { changesBetween } from '../../statements/changes.ts';
import type { Pair } from '../../statements/matching.ts';
import { trimmedOrder } from '../../statements/orderKeys.ts';
import { createStatements } from '../../sqlite/openSqlite.ts';
import type { ReadsOf } from '../operations.ts';
import type { CompareQuestion } from '../port.ts';
import type { LogPaths } from '../store/paths.ts';
import { readMark, readStatementDocument, readStored } from '../store/statementRows.ts';
import type { Store } from '../store/store.ts';
import { type Sides, readSides } from './statementSides.ts';

const STORED =
  'SELECT statement_id AS statementId, recorded_at AS recordedAt, record FROM statement';
const SQL = {
  all: `${STORED} ORDER BY seq DESC`,
  ofProfile: `${STORED} WHERE profile_id = ? ORDER BY seq DESC`,
  one: `${STORED} WHERE statement_id = ?`,
  ofFile: `${STORED} WHERE sha256 = ? AND profile_id = ? ORDER BY seq DESC LIMIT 1`,
  before: `
    ${STORED} WHERE merchant = :merchant AND seq < (SELECT seq FROM statement WHERE statement_id = :statementId)
      AND json_extract(record, '$.stated.from') < :to AND json_extract(record, '$.stated.to') > :from
    ORDER BY seq DESC LIMIT 1`,
  rows: 'SELECT document FROM statement_row WHERE statement_id = ? ORDER BY row',
  some: `
    SELECT document FROM json_each(?) k CROSS JOIN statement_row r ON r.statement_id = ? AND r.row = k.value
    ORDER BY r.row`,
  marks: `
    SELECT row, intent_id AS intentId, how, reason, is_flagged AS isFlagged, note FROM statement_mark
    WHERE statement_id = ?`,
} as const;

type StatementReadName =
  | 'statements'
  | 'statement'
  | 'statementOfFile'
  | 'compareStatement'
  | 'statementPage'
  | 'statementPair'
  | 'statementSuggestions'
  | 'statementSettlements'
  | 'logHead'
  | 'statementReport'
  | 'statementChanges';

type Kept = {
  readonly statementId: string;
  readonly lines: readonly Line[];
  readonly lastSeqs: Sides['lastSeqs'];
};

export function createStatementReads(
  { db, events }: Store,
  paths: Pick<LogPaths, 'file' | 'index'>,
): Pick<ReadsOf<'reader'>, StatementReadName> {
  const of = createStatements(db);
  /** The newest comparison: the pages of one statement are asked for again and again. */
  let kept: Kept | null = null;
  const keptOf = (statementId: string): Kept | null =>
    kept?.statementId === statementId ? kept : null;
  const stored = (raw: unknown): Statement | null => (raw === undefined ? null : readStored(raw));
  const rowsAt = (statementId: string, numbers: readonly number[]): readonly StatementRow[] =>
    of(SQL.some).pluck().all(JSON.stringify(numbers), statementId).map(documentIn);
  const marksOf = (statementId: string): Marks =>
    new Map(
      of(SQL.marks)
        .all(statementId)
        .map((raw) => {
          const { row, ...mark } = readMark(raw);
          return [row, mark];
        }),
    );

  /** The lines with the texts of their rows, which a comparison does not keep. */
  function shown(statementId: string, lines: readonly Line[], marks: Marks) {
    const numbers = lines.flatMap(({ rows }) => rows.map(({ row }) => row));
    const byNumber = new Map(rowsAt(statementId, numbers).map((row) => [row.row, row]));
    return lines.map((line) => {
      const rows = line.rows.flatMap(({ row }) => byNumber.get(row) ?? []);
      return { item: itemOf(line, rows[0] ?? null, marks), rows };
    });
  }

  return {
    statements: (profileId) =>
      (profileId === null ? of(SQL.all).all() : of(SQL.ofProfile).all(profileId)).map(readStored),
    statement: (statementId) => stored(of(SQL.one).get(statementId)),
    statementOfFile: (profileId, sha256) => stored(of(SQL.ofFile).get(sha256, profileId)),
    async compareStatement(question) {
      kept = null;
      const sides = await readSides(paths, question);
      if (sides === null) return null;
      const { statementId, stated } = question;
      const lines = compare({ ...sides, stated, meaningOf: meaningBy(question) });
      kept = { statementId, lines, lastSeqs: sides.lastSeqs };
      return summaryOf(question, lines, marksOf(statementId));
    },
    statementPage(statementId, filter, from, count) {
      const known = keptOf(statementId);
      if (known === null) return null;
      const marks = marksOf(statementId);
      const found = known.lines.filter(createFilter(filter, marks));
      const page = shown(statementId, found.slice(from, from + count), marks);
      return { total: found.length, items: page.map(({ item }) => item) };
    },
    statementPair(statementId, row, intentId) {
      const known = keptOf(statementId);
      if (known === null) return null;
      const line = known.lines.find(
        ({ rows, ours }) =>
          (row !== null && rows.some((one) => one.row === row)) ||
          (row === null && intentId !== null && ours?.intentId === intentId),
      );
      if (line === undefined) return { pair: null };
      const [pair = null] = shown(statementId, [line], marksOf(statementId));
      return { pair };
    },
    statementSuggestions(statementId, rows) {
      const wanted = new Set(rows);
      const known = keptOf(statementId)?.lines ?? null;
      return (
        known?.flatMap(({ suggestion, rows: [row] }) =>
          suggestion !== null && row !== undefined && wanted.has(row.row)
            ? suggestionOf(suggestion)
            : [],
        ) ?? null
      );
    },
    logHead() {
      // The writer has appended since.
      events.forgetHead();
      const { seq, hash } = events.head();
      return { seq, hash };
    },
    statementSettlements(statementId) {
      const known = keptOf(statementId);
      return known === null ? null : known.lines.flatMap((line) => settlementOf(line, known));
    },
    statementReport(statementId, from, count) {
      const known = keptOf(statementId);
      if (known === null) return null;
      return shown(statementId, known.lines.slice(from, from + count), marksOf(statementId));
    },
    statementChanges(statementId, from, count) {
      const is = stored(of(SQL.one).get(statementId));
      if (is === null) return null;
      const { merchant, stated } = is;
      const period = { from: stated.from, to: stated.to };
      const asked = { statementId, merchant: merchant.toLowerCase(), ...period };
      const was = stored(of(SQL.before).get(asked));
      if (was === null) return { before: null, counts: NO_CHANGES, rows: [] };
      const rowsOf = (id: string): Iterable<StatementRow> =>
        of(SQL.rows).pluck().all(id).map(documentIn);
      const { counts, changes } = changesBetween(rowsOf(was.statementId), rowsOf(statementId));
      const before = { statementId: was.statementId, recordedAt: was.recordedAt };
      return { before, counts, rows: changes.slice(from, from + count) };
    },
  };
}

type Marks = ReadonlyMap<number, RowDecision>;

const NO_CHANGES = { appeared: 0, disappeared: 0, changed: 0 };

function documentIn(raw: unknown): StatementRow {
  return readStatementDocument(z.string().parse(raw));
}

/** The usual words decide; for any other word the colour that the profile gives it. */
function meaningBy({
  stateWords,
}: Pick<CompareQuestion, 'stateWords'>): (state: string) => FinalMeaning | null {
  const known = new Map<string, FinalMeaning | null>();
  const byColour = (state: string): FinalMeaning | null => {
    const colour = stateWords.find(({ word }) => word === state)?.colour;
    if (colour === 'green') return 'paid';
    return colour === 'red' ? 'refused' : null;
  };
  return (state) => {
    const meaning = known.get(state);
    if (meaning !== undefined) return meaning;
    const found = finalMeaning(state) ?? byColour(state);
    known.set(state, found);
    return found;
  };
}

function isFlagged({ ours, rows }: Line, marks: Marks): boolean {
  return ours?.isFlagged === true || rows.some(({ row }) => marks.get(row)?.isFlagged === true);
}

function summaryOf(
  { statementId, at: comparedAt }: CompareQuestion,
  lines: readonly Line[],
  marks: Marks,
): StatementComparison {
  const counts = countClasses(lines);
  const failing: StatementComparison['failing'] = {};
  const settle = { found: 0, absent: 0, open: 0 };
  let [fresh, suggested, flagged] = [0, 0, 0];
  for (const line of lines) {
    if (line.isFresh) fresh += 1;
    if (line.suggestion !== null && line.rows.length > 0) suggested += 1;
    if (isFlagged(line, marks)) flagged += 1;
    for (const condition of line.failing) failing[condition] = (failing[condition] ?? 0) + 1;
    const end = endOf(line);
    if (end !== null) settle[end] += 1;
  }
  const overdue = counts.only_here - fresh;
  return { statementId, comparedAt, counts, fresh, overdue, suggested, flagged, settle, failing };
}

/** What would become of an unresolved unknown; null: the line is about none. */
function endOf({ settle, ours }: Line): 'found' | 'absent' | 'open' | null {
  return settle ?? (ours !== null && isOpenUnknown(ours) ? 'open' : null);
}

function createFilter(filter: StatementFilter, marks: Marks): (line: Line) => boolean {
  const { classes, fresh, suggested, settle, flagged, currency } = filter;
  const text = filter.text.trim().toLowerCase();
  const isIn = (value: string | null): boolean => value?.toLowerCase().includes(text) === true;
  return (line) =>
    (classes.length === 0 || classes.includes(line.class)) &&
    (fresh === null || (line.class === 'only_here' && line.isFresh === fresh)) &&
    (suggested === null || (line.suggestion !== null) === suggested) &&
    (settle === null || endOf(line) === settle) &&
    (flagged === null || isFlagged(line, marks) === flagged) &&
    (currency === null || (line.ours ?? line.rows[0])?.currency === currency) &&
    (text === '' ||
      [line.ours, ...line.rows].some(
        (one) => one !== null && [one.orderId, one.remoteId, one.customer].some(isIn),
      ));
}

function itemOf(line: Line, first: StatementRow | null, marks: Marks): StatementItem {
  const { ours, rows, suggestion, class: name, isFresh, how, differences, settle, failing } = line;
  const { cells: _, ...row } = first ?? { cells: null };
  return {
    class: name,
    isFresh,
    how,
    differences,
    request: ours === null ? null : requestOf(ours),
    row: 'row' in row ? row : null,
    others: rows.slice(1).map((one) => one.row),
    suggestion: suggestion === null ? null : suggestionOf(suggestion),
    settle,
    failing,
    decision: marks.get(first?.row ?? 0) ?? null,
  };
}

function suggestionOf({
  ours,
  rows: [{ row }],
  how,
}: Pair): NonNullable<StatementItem['suggestion']> {
  return { row, intentId: ours.intentId, how };
}

function requestOf({ atMs, ...ours }: NonNullable<Line['ours']>): StatementItem['request'] {
  return { ...ours, at: new Date(atMs).toISOString() };
}

function settlementOf({ settle, ours, rows }: Line, { lastSeqs }: Kept): readonly SettleItem[] {
  const lastSeq = ours === null ? undefined : lastSeqs.get(ours.intentId);
  if (settle === null || ours === null || lastSeq === undefined) return [];
  const { intentId, orderId } = ours;
  const [row] = rows;
  const remoteId = trimmedOrder(row?.remoteId ?? '') || null;
  return [{ intentId, orderId, kind: settle, row: row?.row ?? null, remoteId, lastSeq }];
}
