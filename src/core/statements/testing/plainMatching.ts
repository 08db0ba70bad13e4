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
  const pairs = new Map<string, { rows: Set<number>; how: MatchedHow }>();
  const suggestions = new Map<string, { row: number; how: MatchedHow }>();
  const isUsed = (row: TheirRow): boolean =>
    [...pairs.values()].some((pair) => pair.rows.has(row.row));
  const isSuggested = (row: TheirRow): boolean =>
    [...suggestions.values()].some((one) => one.row === row.row);
  const freeRows = (): readonly TheirRow[] =>
    rows.filter((row) => !isUsed(row) && !isSuggested(row));
  const freeOurs = (): readonly OurRow[] =>
    ours.filter(({ intentId }) => !pairs.has(intentId) && !suggestions.has(intentId));

  for (const pin of pins.toSorted((a, b) => a.row - b.row)) {
    const one = ours.find(({ intentId }) => intentId === pin.intentId);
    const row = rows.find((each) => each.row === pin.row);
    if (one === undefined || row === undefined || isUsed(row)) continue;
    const there = pairs.get(one.intentId) ?? { rows: new Set(), how: pin.how };
    there.rows.add(row.row);
    pairs.set(one.intentId, there);
  }

  for (const step of ['remote_id', 'order_id'] as const) {
    const isSame = step === 'remote_id' ? hasSameRemoteId : hasSameOrderId;
    const found = freeOurs().flatMap((one) => {
      const alike = freeOurs().filter((other) => isSame(one, other));
      const live = alike.filter(isLive);
      const chosen = live.length > 0 ? live : alike;
      const theirs = freeRows().filter((row) => isSame(one, row));
      return chosen.length === 1 && chosen[0] === one && theirs.length > 0 ? [{ one, theirs }] : [];
    });
    for (const { one, theirs } of found) {
      pairs.set(one.intentId, { rows: new Set(theirs.map(({ row }) => row)), how: step });
    }
  }

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

  const suggest = (how: MatchedHow, isLike: (one: OurRow, row: TheirRow) => boolean): void => {
    const [open, left] = [freeOurs().filter(isLive), freeRows()];
    for (const one of open) {
      const [row, ...others] = left.filter((each) => isLike(one, each));
      if (row === undefined || others.length > 0) continue;
      if (open.filter((other) => isLike(other, row)).length > 1) continue;
      suggestions.set(one.intentId, { row: row.row, how });
    }
  };
  suggest('trimmed', (one, row) => row.orderId !== null && bare(row.orderId) === bare(one.orderId));
  suggest('repaired', (one, row) => row.orderId !== null && mayBe(bare(one.orderId), row.orderId));
  suggest(
    'likeness',
    (one, row) =>
      one.cents === row.cents &&
      one.currency === row.currency &&
      one.customer !== null &&
      one.customer === row.customer &&
      row.atMs !== null &&
      Math.abs(one.atMs - row.atMs) <= marginMs,
  );
  return { pairs, suggestions };
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
