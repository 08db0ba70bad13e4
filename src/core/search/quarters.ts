/** What is counted ahead is counted by these: the hours of every time zone are made of them. */
export const QUARTER_MS = 15 * 60_000;

export function quarterOf(ms: number): number {
  return Math.floor(ms / QUARTER_MS);
}

/** A span as the quarters that are whole in it, and what is left before and after them. */
export function quartersOf(
  fromMs: number,
  toMs: number,
): {
  readonly from: number;
  readonly to: number;
  readonly edges: readonly (readonly [fromMs: number, toMs: number])[];
} {
  const from = Math.ceil(fromMs / QUARTER_MS);
  const to = Math.floor(toMs / QUARTER_MS);
  if (from >= to) return { from, to: from, edges: fromMs < toMs ? [[fromMs, toMs]] : [] };
  const edges = [
    [fromMs, from * QUARTER_MS],
    [to * QUARTER_MS, toMs],
  ] as const;
  return { from, to, edges: edges.filter(([start, end]) => start < end) };
}

/** As many as a day has: of the calendar of UTC, which is nobody's in particular. */
const DAY_QUARTERS = 96;

export function dayOf(quarter: number): number {
  return Math.floor(quarter / DAY_QUARTERS);
}

/** Quarters as the days that are whole in them, and the quarters before and after those. */
export function daysOf(
  from: number,
  to: number,
): {
  readonly days: readonly [from: number, to: number];
  readonly quarters: readonly (readonly [from: number, to: number])[];
} {
  const first = Math.ceil(from / DAY_QUARTERS);
  const end = Math.floor(to / DAY_QUARTERS);
  if (first >= end) return { days: [0, 0], quarters: from < to ? [[from, to]] : [] };
  const edges = [
    [from, first * DAY_QUARTERS],
    [end * DAY_QUARTERS, to],
  ] as const;
  return { days: [first, end], quarters: edges.filter(([start, stop]) => start < stop) };
}
