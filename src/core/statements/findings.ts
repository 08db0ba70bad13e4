import { isUnresolved } from '#shared/domain/request.ts';
import { type Line } from './classes.ts';
import type { OurRow } from './matching.ts';
import type { FoundByStatement } from '../log/writes/statements.ts';

/** Beyond this many the file is of other days or of another merchant, and marks of single requests would help no operator. */
const MOST_FINDINGS = 1000;

/**
 * What a comparison says otherwise than the log knows: requests that the file should have and has not, those with another
 * amount, and those of which an earlier finding no longer holds. `isNewer`: a newer statement covers the day of the request.
 */
export function findingsIn(
  lines: readonly Line[],
  isNewer: (ours: OurRow) => boolean,
): readonly FoundByStatement[] {
  const found: { readonly seq: number; readonly one: FoundByStatement }[] = [];
  const gone: FoundByStatement[] = [];
  for (const line of lines) {
    const { ours, rows } = line;
    if (ours === null || isUnresolved(ours) || isNewer(ours)) continue;
    const kind = kindIn(line, ours);
    if (kind === undefined) continue;
    const place = { intentId: ours.intentId, kind, row: rows[0]?.row ?? null };
    if (kind !== null) found.push({ seq: ours.seq, one: { ...place, cents: centsIn(line) } });
    else if (ours.finding !== null) gone.push({ ...place, cents: null });
  }
  const newest = found.toSorted((a, b) => b.seq - a.seq).slice(0, MOST_FINDINGS);
  return [...gone, ...newest.map(({ one }) => one)];
}

/** Null: the file agrees. Undefined: it does not say. */
function kindIn(
  { class: name, isFresh }: Line,
  { finding }: OurRow,
): FoundByStatement['kind'] | undefined {
  if (name === 'only_here') return isFresh ? undefined : name;
  if (name === 'amount_differs') return name;
  // A row that cannot be read is there all the same.
  if (name === 'unreadable') return finding === 'only_here' ? null : undefined;
  return null;
}

function centsIn({ class: name, differences, rows: [row] }: Line): number | null {
  if (name !== 'amount_differs' || row === undefined) return null;
  return differences.includes('amount') ? row.cents : row.paidCents;
}
