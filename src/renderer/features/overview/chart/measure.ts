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

export type Scale = {
  readonly top: number;
  /** From nothing up to the top. */
  readonly ticks: readonly number[];
};

const MOST_LINES = 4;

/** Round numbers that hold the highest column, whole ones since requests are. */
export function scaleOf(highest: number): Scale {
  const step = roundStep(Math.max(1, highest) / MOST_LINES);
  const lines = Math.max(1, Math.ceil(highest / step));
  const ticks = Array.from({ length: lines + 1 }, (_, at) => at * step);
  return { top: lines * step, ticks };
}

/** The next of 1, 2, 5, 10, 20, 50 and so on. */
function roundStep(least: number): number {
  const power = 10 ** Math.max(0, Math.floor(Math.log10(least)));
  const factor = [1, 2, 5].find((one) => one * power >= least) ?? 10;
  return factor * power;
}

/** The distance between two columns whose names are shown, in columns: at most `most` names fit. */
export function labelEvery(columns: number, most: number): number {
  return Math.max(1, Math.ceil(columns / most));
}
