import type { StatementRow } from '#shared/domain/statement.ts';
import type { StatementChanges } from '#shared/domain/statementComparison.ts';

type Change = StatementChanges['rows'][number];

/** What a newer list says otherwise than an older one: rows by their remote id, else by their order id, else by their cells. */
export function changesBetween(
  was: Iterable<StatementRow>,
  is: Iterable<StatementRow>,
): { readonly counts: StatementChanges['counts']; readonly changes: readonly Change[] } {
  const before = byKey(was);
  const after = byKey(is);
  const changes: Change[] = [];
  for (const [key, row] of after) {
    const old = before.get(key) ?? null;
    if (old === null) changes.push({ kind: 'appeared', was: null, is: row });
    else if (contentOf(old) !== contentOf(row))
      changes.push({ kind: 'changed', was: old, is: row });
  }
  for (const [key, row] of before) {
    if (!after.has(key)) changes.push({ kind: 'disappeared', was: row, is: null });
  }
  const counts = { appeared: 0, disappeared: 0, changed: 0 };
  for (const { kind } of changes) counts[kind] += 1;
  return { counts, changes };
}

type Shown = Omit<StatementRow, 'cells'>;

function byKey(rows: Iterable<StatementRow>): ReadonlyMap<string, Shown> {
  const found = new Map<string, Shown>();
  const times = new Map<string, number>();
  for (const { cells, ...row } of rows) {
    if (row.kind === 'total') continue;
    const key = `${row.kind} ${row.remoteId?.toLowerCase() ?? row.orderId ?? JSON.stringify(cells)}`;
    // A row that is there twice has appeared where it was there once.
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    found.set(`${time} ${key}`, row);
  }
  return found;
}

/** Where it stands in the file is no change. */
function contentOf({
  cents,
  currency,
  state,
  paidCents,
  feeCents,
  orderId,
  customer,
}: Shown): string {
  return JSON.stringify([cents, currency, state, paidCents, feeCents, orderId, customer]);
}
