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

/** Every so many columns have room for their name beneath. */
export function labelEvery(columns: number, most: number): number {
  return Math.max(1, Math.ceil(columns / most));
}
