const WHOLE = 1000;

/**
 * What part of the whole each count is, in tenths of a percent. They add up to 100 %: what rounding leaves over goes to those
 * that lost most by it. All nothing where there is nothing.
 */
export function sharesOf(counts: readonly number[]): readonly number[] {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return counts.map(() => 0);
  const exact = counts.map((count) => (count * WHOLE) / total);
  const whole = exact.map(Math.floor);
  const left = WHOLE - whole.reduce((sum, share) => sum + share, 0);
  const winners = new Set(
    exact
      .map((share, at) => ({ at, lost: share - Math.floor(share) }))
      .toSorted((one, other) => other.lost - one.lost)
      .slice(0, left)
      .map(({ at }) => at),
  );
  return whole.map((share, at) => (winners.has(at) ? share + 1 : share));
}

/** Where the half, say, of what was counted is reached. Null: nothing was counted. */
export function reachedAt(counts: readonly number[], part: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let sum = 0;
  return counts.findIndex((count) => {
    sum += count;
    return sum >= total * part;
  });
}
