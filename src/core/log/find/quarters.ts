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
