import type { IntentId } from '#shared/domain/ids.ts';
import { cameToNothing } from '#shared/domain/orderUse.ts';
import type { StatementFindingKind } from '#shared/domain/statementFinding.ts';
import type { MatchedHow, StatementRow } from '#shared/domain/statement.ts';
import type { ComparedRequest } from '#shared/domain/statementComparison.ts';

import { addTo, byTime, groupBy, onlyWithin, put } from './grouping.ts';
import { keysOfCell, keysOfOrder, shownPrecisions, trimmedOrder } from './orderKeys.ts';

/** A request of the log. All of them are of one merchant. */
export type OurRow = Omit<ComparedRequest, 'at'> & {
  readonly atMs: number;
  /** What is on record about it from this or another statement. */
  readonly finding: StatementFindingKind | null;
};
/** A row of the file. */
export type TheirRow = Omit<StatementRow, 'at' | 'cells' | 'problems'> & {
  readonly atMs: number | null;
};

/** A row and a request that the supervisor has joined: by hand, or by accepting a suggestion. */
export type Pin = { readonly row: number; readonly intentId: IntentId; readonly how: MatchedHow };

/** `rows`: more than one where the provider has the request twice. */
export type Pair = {
  readonly ours: OurRow;
  readonly rows: readonly [TheirRow, ...TheirRow[]];
  readonly how: MatchedHow;
};

export type Matching = {
  readonly pairs: readonly Pair[];
  /** Never applied by themselves: to the log, both sides of them are still alone. */
  readonly suggestions: readonly Pair[];
  readonly lonelyOurs: readonly OurRow[];
  readonly lonelyRows: readonly TheirRow[];
  /** Refunds, with the request that they name; and totals. */
  readonly notCompared: readonly { readonly row: TheirRow; readonly ours: OurRow | null }[];
};

/**
 * Joins rows and requests, each row once: what the supervisor has joined; (1) the same remote id; (2) the same order id, byte for
 * byte; then, as suggestions, (3) the same order id after trimming, or after undoing what spreadsheets do to digits, and (4) the
 * same amount, currency and customer within the margin. (3) and (4) take only what is unique on both sides. The order of the
 * arguments' elements changes nothing.
 */
export function match(
  ours: readonly OurRow[],
  all: readonly TheirRow[],
  pins: readonly Pin[],
  marginMs: number,
): Matching {
  const table = createTable(ours, all);
  joinPins(table, pins);
  joinExact(table, 'remote_id', ({ remoteId }) => remoteId?.toLowerCase() ?? null);
  joinExact(table, 'order_id', ({ orderId }) => orderId);
  const others = all.filter(({ kind }) => kind !== 'deposit');
  const ownerOf = joinTwins(table, others);
  suggestByKeys(table, 'trimmed', trimmedKey, trimmedKey);
  const precisions = shownPrecisions(orderIdsOf(table.freeRows()));
  suggestByKeys(
    table,
    'repaired',
    ({ orderId }) => (orderId === null ? [] : keysOfCell(orderId)),
    ({ orderId }) => keysOfOrder(orderId, precisions),
  );
  suggestByLikeness(table, marginMs);
  return {
    pairs: table.pairs().map(inOrder),
    suggestions: table.suggestions,
    lonelyOurs: ours.filter(({ intentId }) => !table.joined.has(intentId)),
    lonelyRows: table.lonelyRows(),
    notCompared: others.map((row) => ({
      row,
      ours: row.kind === 'refund' ? (ownerOf(row)?.ours ?? null) : null,
    })),
  };
}

type Table = ReturnType<typeof createTable>;
type Joined = {
  readonly ours: OurRow;
  readonly rows: [TheirRow, ...TheirRow[]];
  readonly how: MatchedHow;
};

function createTable(ours: readonly OurRow[], all: readonly TheirRow[]) {
  const deposits = all.filter(({ kind }) => kind === 'deposit');
  const joined = new Map<IntentId, Joined>();
  const used = new Set<number>();
  const suggestedOurs = new Set<IntentId>();
  const suggestedRows = new Set<number>();
  const suggestions: Pair[] = [];
  return {
    joined,
    suggestions,
    byIntent: () => new Map(ours.map((one) => [one.intentId, one])),
    byRow: () => new Map(deposits.map((one) => [one.row, one])),
    pairs: () => [...joined.values()],
    freeRows: () => deposits.filter(({ row }) => !used.has(row) && !suggestedRows.has(row)),
    freeOurs: () =>
      ours.filter(({ intentId }) => !joined.has(intentId) && !suggestedOurs.has(intentId)),
    lonelyRows: () => deposits.filter(({ row }) => !used.has(row)),
    join(one: OurRow, rows: readonly TheirRow[], how: MatchedHow): void {
      const [first, ...others] = rows.filter(({ row }) => !used.has(row));
      if (first === undefined) return;
      used.add(first.row);
      for (const { row } of others) used.add(row);
      const before = joined.get(one.intentId);
      if (before === undefined) {
        joined.set(one.intentId, { ours: one, rows: [first, ...others], how });
      } else before.rows.push(first, ...others);
    },
    suggest(one: OurRow, row: TheirRow, how: MatchedHow): void {
      suggestedOurs.add(one.intentId);
      suggestedRows.add(row.row);
      suggestions.push({ ours: one, rows: [row], how });
    },
  };
}

function joinPins(table: Table, pins: readonly Pin[]): void {
  if (pins.length === 0) return;
  const [byIntent, byRow] = [table.byIntent(), table.byRow()];
  for (const { row, intentId, how } of pins.toSorted((a, b) => a.row - b.row)) {
    const one = byIntent.get(intentId);
    const theirs = byRow.get(row);
    if (one !== undefined && theirs !== undefined) table.join(one, [theirs], how);
  }
}

/**
 * Nothing is expected of these at the provider: they stand back where another request has the same order id. One that the
 * provider has all the same is a difference worth seeing.
 */
export function isGivenUp({
  outcome,
  resolution,
}: Pick<OurRow, 'outcome' | 'resolution'>): boolean {
  const resolved = resolution === null ? null : { kind: resolution };
  return resolution === 'reissued' || cameToNothing({ outcome, resolution: resolved });
}

type Ids = Pick<TheirRow, 'orderId' | 'remoteId'>;

/** Several requests of one key are ambiguous. Several rows of one key are one request, twice there. */
function joinExact(table: Table, how: MatchedHow, keyOf: (ids: Ids) => string | null): void {
  const rows = groupBy(table.freeRows(), keyOf);
  const free = table.freeOurs();
  const live = groupBy(
    free.filter((one) => !isGivenUp(one)),
    keyOf,
  );
  const givenUp = groupBy(free.filter(isGivenUp), keyOf);
  for (const [key, theirs] of rows) {
    const [one, ...others] = live.get(key) ?? givenUp.get(key) ?? [];
    if (one !== undefined && others.length === 0) table.join(one, theirs, how);
  }
}

/** Rows that are left and name a request which has its row: the provider has it twice. */
function joinTwins(table: Table, refunds: readonly TheirRow[]) {
  const left = table.freeRows();
  const pairs = table.pairs();
  // Of most requests no row is left: only ids that one names are looked up.
  const asked = new Set([...left, ...refunds].flatMap(idsOf));
  const byRemote = uniquely(pairs, asked, ({ ours, rows }) =>
    [ours, ...rows].map(({ remoteId }) => lowered(remoteId)),
  );
  const byOrder = uniquely(pairs, asked, ({ ours }) => [ours.orderId]);
  const ownerOf = ({ remoteId, orderId }: TheirRow): Joined | null =>
    byRemote.get(lowered(remoteId)) ?? byOrder.get(orderId ?? '') ?? null;
  for (const row of left) {
    const pair = ownerOf(row);
    if (pair !== null) table.join(pair.ours, [row], pair.how);
  }
  return ownerOf;
}

function idsOf({ remoteId, orderId }: TheirRow): readonly string[] {
  return [lowered(remoteId), orderId ?? ''];
}

function lowered(remoteId: string | null): string {
  return remoteId?.toLowerCase() ?? '';
}

/** Of the keys that are asked for those that lead to one pair alone. */
function uniquely(
  pairs: readonly Joined[],
  asked: ReadonlySet<string>,
  keysOf: (pair: Joined) => readonly string[],
): ReadonlyMap<string, Joined> {
  const found = new Map<string, Joined>();
  const ambiguous = new Set<string>(['']);
  for (const pair of asked.size === 0 ? [] : pairs) {
    for (const key of keysOf(pair)) {
      if (!asked.has(key)) continue;
      const other = found.get(key);
      if (other !== undefined && other !== pair) ambiguous.add(key);
      found.set(key, pair);
    }
  }
  for (const key of ambiguous) found.delete(key);
  return found;
}

function trimmedKey({ orderId }: { readonly orderId: string | null }): readonly string[] {
  const key = orderId === null ? '' : trimmedOrder(orderId);
  return key === '' ? [] : [key];
}

function suggestByKeys(
  table: Table,
  how: MatchedHow,
  keysOfRow: (row: TheirRow) => readonly string[],
  keysOfOurs: (ours: OurRow) => readonly string[],
): void {
  const rowsBy = new Map<string, TheirRow[]>();
  for (const row of table.freeRows()) for (const key of keysOfRow(row)) put(rowsBy, key, row);
  // Most ids of the log share no key with a row that is left.
  const near = new Map<OurRow, Set<TheirRow>>();
  const nearRow = new Map<TheirRow, Set<OurRow>>();
  for (const one of rowsBy.size === 0 ? [] : table.freeOurs()) {
    if (isGivenUp(one)) continue;
    for (const row of keysOfOurs(one).flatMap((key) => rowsBy.get(key) ?? [])) {
      addTo(near, one, row);
      addTo(nearRow, row, one);
    }
  }
  for (const [one, rows] of near) {
    const [row] = rows;
    if (rows.size === 1 && row !== undefined && nearRow.get(row)?.size === 1) {
      table.suggest(one, row, how);
    }
  }
}

function suggestByLikeness(table: Table, marginMs: number): void {
  const likeness = (
    { cents, currency, customer }: Pick<TheirRow, 'cents' | 'currency' | 'customer'>,
    atMs: number | null,
  ): string | null =>
    cents === null || currency === null || customer === null || customer === '' || atMs === null
      ? null
      : `${cents} ${currency} ${customer}`;
  const rows = groupBy(table.freeRows(), (row) => likeness(row, row.atMs));
  if (rows.size === 0) return;
  const free = table.freeOurs().filter((one) => !isGivenUp(one));
  const ours = groupBy(free, (one) => likeness(one, one.atMs));
  for (const [key, theirs] of rows) {
    const candidates = byTime(ours.get(key) ?? []);
    const sorted = byTime(theirs);
    for (const row of candidates.length === 0 ? [] : sorted) {
      const one = onlyWithin(candidates, row.atMs, marginMs);
      if (one !== null && onlyWithin(sorted, one.atMs, marginMs) === row) {
        table.suggest(one, row, 'likeness');
      }
    }
  }
}

/** The row with our remote id first; rows of equal content are the same to every reader. */
function inOrder({ ours, rows, how }: Joined): Pair {
  if (rows.length === 1) return { ours, rows, how };
  const own = ours.remoteId?.toLowerCase();
  const rank = ({ row, ...content }: TheirRow): string =>
    `${content.remoteId?.toLowerCase() === own ? 0 : 1} ${JSON.stringify(Object.values(content))} ${String(row).padStart(7, '0')}`;
  const [first, ...others] = rows.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1));
  return first === undefined ? { ours, rows, how } : { ours, rows: [first, ...others], how };
}

function orderIdsOf(rows: readonly TheirRow[]): readonly string[] {
  return rows.flatMap(({ orderId }) => orderId ?? []);
}
