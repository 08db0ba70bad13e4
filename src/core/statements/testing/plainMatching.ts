import type { MatchedHow } from '#shared/domain/statement.ts';

import type { OurRow, Pin, TheirRow } from '../matching.ts';

/** The rules of matching, one after the other and every row against every request: slow, and plain enough to be read as the rule. */
export type PlainMatching = {
  /** `intentId` → rows and how. */
  readonly pairs: ReadonlyMap<string, { readonly rows: ReadonlySet<number>; readonly how: string }>;
  readonly suggestions: ReadonlyMap<string, { readonly row: number; readonly how: string }>;
};

export function plainMatch(
  ours: readonly OurRow[],
  all: readonly TheirRow[],
  pins: readonly Pin[],
  marginMs: number,
): PlainMatching {
  const rows = all.filter(({ kind }) => kind === 'deposit');
  const table = createTable(ours, rows);
  for (const pin of pins.toSorted((a, b) => a.row - b.row)) table.pin(pin);
  joinExact(table, 'remote_id', hasSameRemoteId);
  joinExact(table, 'order_id', hasSameOrderId);
  joinTwins(table, ours, rows);
  suggest(
    table,
    'trimmed',
    (one, row) => row.orderId !== null && bare(row.orderId) === bare(one.orderId),
  );
  suggest(
    table,
    'repaired',
    (one, row) => row.orderId !== null && mayBe(bare(one.orderId), row.orderId),
  );
  suggest(
    table,
    'likeness',
    (one, row) =>
      one.cents === row.cents &&
      one.currency === row.currency &&
      one.customer !== null &&
      one.customer === row.customer &&
      row.atMs !== null &&
      Math.abs(one.atMs - row.atMs) <= marginMs,
  );
  return table;
}

type Table = ReturnType<typeof createTable>;

function createTable(ours: readonly OurRow[], rows: readonly TheirRow[]) {
  const pairs = new Map<string, { rows: Set<number>; how: MatchedHow }>();
  const suggestions = new Map<string, { row: number; how: MatchedHow }>();
  const isUsed = (row: TheirRow): boolean =>
    [...pairs.values()].some((pair) => pair.rows.has(row.row));
  const isSuggested = (row: TheirRow): boolean =>
    [...suggestions.values()].some((one) => one.row === row.row);
  return {
    pairs,
    suggestions,
    freeRows: (): readonly TheirRow[] => rows.filter((row) => !isUsed(row) && !isSuggested(row)),
    freeOurs: (): readonly OurRow[] =>
      ours.filter(({ intentId }) => !pairs.has(intentId) && !suggestions.has(intentId)),
    pin({ intentId, row: number, how }: Pin): void {
      const row = rows.find((each) => each.row === number);
      if (row === undefined || isUsed(row) || !ours.some((one) => one.intentId === intentId))
        return;
      const there = pairs.get(intentId) ?? { rows: new Set(), how };
      there.rows.add(number);
      pairs.set(intentId, there);
    },
  };
}

/** A request is joined with every row of its id, unless another request has the id too. */
function joinExact(
  { pairs, freeOurs, freeRows }: Table,
  how: MatchedHow,
  isSame: (one: Ids, other: Ids) => boolean,
): void {
  const found = freeOurs().flatMap((one) => {
    const alike = freeOurs().filter((other) => isSame(one, other));
    const live = alike.filter(isLive);
    const chosen = live.length > 0 ? live : alike;
    const theirs = freeRows().filter((row) => isSame(one, row));
    return chosen.length === 1 && chosen[0] === one && theirs.length > 0 ? [{ one, theirs }] : [];
  });
  for (const { one, theirs } of found) {
    pairs.set(one.intentId, { rows: new Set(theirs.map(({ row }) => row)), how });
  }
}

function joinTwins(
  { pairs, freeRows }: Table,
  ours: readonly OurRow[],
  rows: readonly TheirRow[],
): void {
  const twins = freeRows().flatMap((row) => {
    const joined = ours.flatMap((one) => {
      const pair = pairs.get(one.intentId);
      if (pair === undefined) return [];
      return [{ one, members: [one, ...rows.filter((each) => pair.rows.has(each.row))] }];
    });
    const byRemote = joined.filter(({ members }) => members.some((m) => hasSameRemoteId(m, row)));
    const byOrder = joined.filter(({ one }) => hasSameOrderId(one, row));
    const [owner] = byRemote.length === 1 ? byRemote : byOrder.length === 1 ? byOrder : [];
    return owner === undefined ? [] : [{ row, intentId: owner.one.intentId }];
  });
  for (const { row, intentId } of twins) pairs.get(intentId)?.rows.add(row.row);
}

function suggest(
  { suggestions, freeOurs, freeRows }: Table,
  how: MatchedHow,
  isLike: (one: OurRow, row: TheirRow) => boolean,
): void {
  const [open, left] = [freeOurs().filter(isLive), freeRows()];
  for (const one of open) {
    const [row, ...others] = left.filter((each) => isLike(one, each));
    if (row === undefined || others.length > 0) continue;
    if (open.filter((other) => isLike(other, row)).length > 1) continue;
    suggestions.set(one.intentId, { row: row.row, how });
  }
}

type Ids = { readonly remoteId: string | null; readonly orderId: string | null };

function hasSameRemoteId(one: Ids, other: Ids): boolean {
  if (one.remoteId === null || one.remoteId === '') return false;
  return one.remoteId.toLowerCase() === other.remoteId?.toLowerCase();
}

function hasSameOrderId(one: Ids, other: Ids): boolean {
  return one.orderId !== '' && one.orderId === other.orderId;
}

function isLive({ outcome, resolution }: OurRow): boolean {
  return (
    !['rejected', 'not_sent'].includes(outcome) && !['absent', 'reissued'].includes(`${resolution}`)
  );
}

const bare = (id: string): string => (id.trim() === '' ? '(none)' : id.trim());

/** Whether a spreadsheet could show this id as that cell. Ids of the test have at most 17 digits. */
function mayBe(orderId: string, cell: string): boolean {
  const shown = cell.trim();
  if (!/^\d+$/u.test(orderId)) return false;
  const digits = String(BigInt(orderId));
  if (/^\d+$/u.test(shown)) {
    const kept = digits.slice(0, 15).padEnd(digits.length, '0');
    return [digits, kept].includes(String(BigInt(shown)));
  }
  const parts = /^(\d(?:[.,]\d+)?)E\+(\d+)$/u.exec(shown);
  if (parts === null) return false;
  const mantissa = (parts[1] ?? '').replace(',', '.');
  const precision = Math.max(6, mantissa.replace('.', '').length);
  return (
    Number(digits).toExponential(precision - 1) ===
    Number(shown.replace(',', '.')).toExponential(precision - 1)
  );
}
