import type { OperationOutput } from '#shared/contract/operations.ts';
import { type SummedCents, addCents } from '#shared/domain/centsSum.ts';

type Line = OperationOutput<'team.sums'>[number];

export const COUNTED = ['accepted', 'rejected', 'not_sent', 'waiting', 'unknown'] as const;
type Counted = (typeof COUNTED)[number];

export type SumRow = {
  /** Null: of all desks together. */
  readonly desk: string | null;
  /** Null: the desk shares no amounts. */
  readonly currency: string | null;
  readonly requests: number;
  readonly counts: Readonly<Record<Counted, number>>;
  /** Of the unknowns: those that are closed. */
  readonly resolved: number;
  /** Of those that were accepted; null where no amount is shared. */
  readonly requested: SummedCents | null;
};

/** One row per desk and currency, in the order of their names, and one per currency over all desks. */
export function sumsOf(lines: readonly Line[]): {
  readonly rows: readonly SumRow[];
  readonly totals: readonly SumRow[];
} {
  return {
    rows: grouped(lines, (line) => line.desk),
    totals: grouped(lines, () => null),
  };
}

function grouped(lines: readonly Line[], deskOf: (line: Line) => string | null): SumRow[] {
  const groups = new Map<string, Line[]>();
  for (const line of lines) {
    const key = JSON.stringify([deskOf(line), line.currency]);
    groups.set(key, [...(groups.get(key) ?? []), line]);
  }
  return [...groups.values()]
    .flatMap((group) => {
      const [first] = group;
      return first === undefined ? [] : [rowOf(group, deskOf(first), first.currency)];
    })
    .toSorted((one, other) => nameOf(one).localeCompare(nameOf(other)));
}

/** Where no currency is shared, the row stands after the others of its desk. */
function nameOf({ desk, currency }: SumRow): string {
  return `${desk ?? ''} ${currency ?? '\uFFFF'}`;
}

function rowOf(lines: readonly Line[], desk: string | null, currency: string | null): SumRow {
  const countOf = (counted: Counted): number =>
    requestsIn(lines.filter(({ outcome }) => countedAs(outcome) === counted));
  const accepted = lines.filter(({ outcome }) => outcome === 'accepted');
  return {
    desk,
    currency,
    requests: requestsIn(lines),
    counts: {
      accepted: countOf('accepted'),
      rejected: countOf('rejected'),
      not_sent: countOf('not_sent'),
      waiting: countOf('waiting'),
      unknown: countOf('unknown'),
    },
    resolved: lines.reduce((sum, { resolved }) => sum + resolved, 0),
    requested: currency === null ? null : addCents(accepted.map(({ cents }) => cents ?? 0)),
  };
}

function requestsIn(lines: readonly Line[]): number {
  return lines.reduce((sum, { requests }) => sum + requests, 0);
}

/** Null: an outcome of a newer version, which only `requests` counts. */
function countedAs(outcome: string): Counted | null {
  if (outcome === 'prepared' || outcome === 'sending') return 'waiting';
  return COUNTED.find((one) => one === outcome) ?? null;
}
