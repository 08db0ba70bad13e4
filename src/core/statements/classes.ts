import { type FinalMeaning, isOpenState } from '#shared/domain/finalState.ts';
import { isUnresolved } from '#shared/domain/request.ts';
import {
  type ClassCounts,
  FRESH_MS,
  type MatchedHow,
  NO_COUNTS,
  type StatedCoverage,
  type StatementClass,
  isUnreadable,
} from '#shared/domain/statement.ts';
import type { CoverageCondition, StatementDifference } from '#shared/domain/statementComparison.ts';

import { createCoverage } from './coverage.ts';
import {
  type Matching,
  type OurRow,
  type Pair,
  type Pin,
  type TheirRow,
  isGivenUp,
  match,
} from './matching.ts';

/** One line of a comparison. Every row of the file is in exactly one, a request in at most one. */
export type Line = {
  readonly class: StatementClass;
  readonly isFresh: boolean;
  readonly how: MatchedHow | null;
  readonly differences: readonly StatementDifference[];
  readonly ours: OurRow | null;
  readonly rows: readonly TheirRow[];
  readonly suggestion: Pair | null;
  readonly settle: 'found' | 'absent' | null;
  readonly failing: readonly CoverageCondition[];
};

export type Compared = {
  /** Every request of the merchant in the period and one margin around it, and those that rows name. */
  readonly ours: readonly OurRow[];
  readonly rows: readonly TheirRow[];
  readonly pins: readonly Pin[];
  readonly stated: StatedCoverage;
  /** What a provider's word for a state means; null: it is not final, or not known to be. */
  readonly meaningOf: (state: string) => FinalMeaning | null;
};

const NO_DIFFERENCES: readonly StatementDifference[] = [];
const NONE_FAILING: readonly CoverageCondition[] = [];

/** Rows in the order of the file, then the requests without a row in the order of recording. */
export function compare(compared: Compared): readonly Line[] {
  const { ours, rows, pins, stated } = compared;
  const matching = match(ours, rows, pins, stated.marginMin * 60_000);
  const rules = createRules(compared);
  // Made for the first unknown without a row: most statements leave none.
  let coverage: ReturnType<typeof createCoverage> | null = null;
  const failingOf = (unknown: OurRow): readonly CoverageCondition[] => {
    coverage ??= createCoverage(stated, ours, matching);
    return coverage(unknown);
  };
  const suggestionOf = suggestionsBy(matching);
  const lines: Line[] = [
    ...matching.pairs.map((pair) => pairedLine(pair, rules)),
    ...matching.lonelyRows.map((row) => lonelyRow(row, suggestionOf.row(row))),
    ...matching.notCompared.map(({ row }) => ({
      ...plainLine('not_compared'),
      ours: null,
      rows: [row],
    })),
    ...matching.lonelyOurs.flatMap((one) =>
      rules.isExpected(one) ? lonelyOurs(one, suggestionOf.ours(one), rules, failingOf) : [],
    ),
  ];
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b));
}

const AFTER_ROWS = 2 ** 40;

function placeOf({ rows, ours }: Line): number {
  return rows[0]?.row ?? AFTER_ROWS + (ours?.seq ?? 0);
}

export function countClasses(lines: readonly Line[]): ClassCounts {
  const counts = { ...NO_COUNTS };
  for (const line of lines) counts[line.class] += 1;
  return counts;
}

function plainLine(name: StatementClass): Omit<Line, 'ours' | 'rows'> {
  return {
    class: name,
    isFresh: false,
    how: null,
    differences: NO_DIFFERENCES,
    suggestion: null,
    settle: null,
    failing: NONE_FAILING,
  };
}

type Rules = ReturnType<typeof createRules>;

function createRules({ ours, stated, meaningOf }: Compared) {
  const [fromMs, toMs, madeMs] = [stated.from, stated.to, stated.madeAt].map(Date.parse);
  // A desk without a listener hears nothing: then a paid row is no difference.
  const hears = ours.some(({ isHeard }) => isHeard);
  const ourMeaning = ({ state, isHeard }: OurRow): FinalMeaning | null =>
    isHeard && state !== null ? meaningOf(state) : null;
  return {
    isFresh: ({ atMs }: OurRow): boolean => atMs > (madeMs ?? 0) - FRESH_MS,
    /** A request of the period that the file should have. */
    isExpected(one: OurRow): boolean {
      if (one.atMs < (fromMs ?? 0) || one.atMs > (toMs ?? 0)) return false;
      if (isUnresolved(one)) return true;
      const isThere = one.outcome === 'accepted' || one.resolution === 'found';
      return isThere && (stated.lists === 'all' || ourMeaning(one) === 'paid');
    },
    isOtherState(one: OurRow, { state }: TheirRow): boolean {
      if (isGivenUp(one)) return true;
      const [own, theirs] = [ourMeaning(one), state === null ? null : meaningOf(state)];
      // Of an unknown this desk has said nothing that the provider could contradict.
      if (own === null && isUnresolved(one)) return false;
      // A word that is neither final nor known to be open contradicts nothing.
      if (theirs === null) return own !== null && state !== null && isOpenState(state);
      return hears && theirs !== own;
    },
  };
}

function pairedLine({ ours, rows, how }: Pair, rules: Rules): Line {
  const [row] = rows;
  const differences = rules.isOtherState(ours, row)
    ? [...differencesIn(ours, row), 'state' as const]
    : differencesIn(ours, row);
  const name = classOf(rows, differences);
  // Whatever differs is looked at one by one; so is what the provider has twice.
  const isFound = name === 'matched' && isUnresolved(ours) && (row.remoteId ?? '') !== '';
  const settle = isFound ? ('found' as const) : null;
  return { ...plainLine(name), how, differences, ours, rows, settle };
}

function differencesIn(ours: OurRow, row: TheirRow): readonly StatementDifference[] {
  const found: StatementDifference[] = [];
  if (row.currency !== null && row.currency !== ours.currency) found.push('currency');
  if (row.cents !== null && row.cents !== ours.cents) found.push('amount');
  if ((row.paidCents ?? 0) !== 0 && row.paidCents !== ours.cents) found.push('paid_amount');
  const [own, theirs] = [ours.remoteId?.toLowerCase(), row.remoteId?.toLowerCase() ?? ''];
  if (own !== undefined && theirs !== '' && theirs !== own) found.push('remote_id');
  return found.length === 0 ? NO_DIFFERENCES : found;
}

function classOf(rows: Pair['rows'], differences: readonly StatementDifference[]): StatementClass {
  if (rows.length > 1) return 'twice_there';
  if (isUnreadable(rows[0])) return 'unreadable';
  if (differences.includes('currency')) return 'currency_differs';
  if (differences.includes('amount') || differences.includes('paid_amount')) {
    return 'amount_differs';
  }
  return differences.length > 0 ? 'state_differs' : 'matched';
}

function lonelyRow(row: TheirRow, suggestion: Pair | null): Line {
  const name = isUnreadable(row) ? 'unreadable' : 'only_there';
  return { ...plainLine(name), ours: null, rows: [row], suggestion };
}

function lonelyOurs(
  ours: OurRow,
  suggestion: Pair | null,
  rules: Rules,
  failingOf: (unknown: OurRow) => readonly CoverageCondition[],
): Line {
  const failing = isUnresolved(ours) ? failingOf(ours) : NONE_FAILING;
  const settle = isUnresolved(ours) && failing.length === 0 ? ('absent' as const) : null;
  const isFresh = rules.isFresh(ours);
  return { ...plainLine('only_here'), isFresh, ours, rows: [], suggestion, settle, failing };
}

function suggestionsBy({ suggestions }: Matching) {
  const byRow = new Map(suggestions.map((pair) => [pair.rows[0].row, pair]));
  const byOurs = new Map(suggestions.map((pair) => [pair.ours.intentId, pair]));
  return {
    row: ({ row }: TheirRow): Pair | null => byRow.get(row) ?? null,
    ours: ({ intentId }: OurRow): Pair | null => byOurs.get(intentId) ?? null,
  };
}
