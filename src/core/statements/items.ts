import { type FinalMeaning, finalMeaning } from '#shared/domain/finalState.ts';
import type { IntentId } from '#shared/domain/ids.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { isUnresolved } from '#shared/domain/request.ts';
import type { StatementRow } from '#shared/domain/statement.ts';
import type {
  RowDecision,
  SettleItem,
  StatementComparison,
  StatementFilter,
  StatementItem,
} from '#shared/domain/statementComparison.ts';

import { type Line, countClasses } from './classes.ts';
import type { Pair } from './matching.ts';
import { trimmedOrder } from './orderKeys.ts';

/** What was decided about rows, by their number. */
export type Marks = ReadonlyMap<number, RowDecision>;

/** The usual words decide; for any other word the colour that the profile gives it. */
export function meaningBy(
  stateWords: Profile['stateWords'],
): (state: string) => FinalMeaning | null {
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

export function summaryOf(
  statementId: string,
  comparedAt: string,
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
  return settle ?? (ours !== null && isUnresolved(ours) ? 'open' : null);
}

export function createFilter(filter: StatementFilter, marks: Marks): (line: Line) => boolean {
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

/** A line as a page sees it. `first`: its first row as it stands in the log. */
export function itemOf(line: Line, first: StatementRow | null, marks: Marks): StatementItem {
  const { ours, rows, suggestion, class: name, isFresh, how, differences, settle, failing } = line;
  return {
    class: name,
    isFresh,
    how,
    differences,
    request: ours === null ? null : requestOf(ours),
    row: first === null ? null : withoutCells(first),
    others: rows.slice(1).map((one) => one.row),
    suggestion: suggestion === null ? null : suggestionOf(suggestion),
    settle,
    failing,
    decision: marks.get(first?.row ?? 0) ?? null,
  };
}

function withoutCells({ cells: _cells, ...row }: StatementRow): StatementItem['row'] {
  return row;
}

export function suggestionOf({
  ours,
  rows: [{ row }],
  how,
}: Pair): NonNullable<StatementItem['suggestion']> {
  return { row, intentId: ours.intentId, how };
}

function requestOf(ours: NonNullable<Line['ours']>): StatementItem['request'] {
  const { atMs, finding: _, ...shown } = ours;
  return { ...shown, at: new Date(atMs).toISOString() };
}

/** `lastSeqs`: the newest event about each unknown when it was compared. */
export function settlementOf(
  { settle, ours, rows }: Line,
  lastSeqs: ReadonlyMap<IntentId, number>,
): readonly SettleItem[] {
  const lastSeq = ours === null ? undefined : lastSeqs.get(ours.intentId);
  if (settle === null || ours === null || lastSeq === undefined) return [];
  const { intentId, orderId } = ours;
  const [row] = rows;
  const remoteId = trimmedOrder(row?.remoteId ?? '');
  const found = { row: row?.row ?? null, remoteId: remoteId === '' ? null : remoteId };
  return [{ intentId, orderId, kind: settle, ...found, lastSeq }];
}
