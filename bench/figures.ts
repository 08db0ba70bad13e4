/** Bounds are data: they say what was promised and do not move with what was measured. */
type Bound = { readonly most: number } | { readonly least: number };

/** A figure means nothing alone: it stands beside its peer, measured in the same run on the same machine. */
export type Figure = {
  readonly name: string;
  readonly unit: string;
  readonly measured: number;
  readonly peer: { readonly name: string; readonly measured: number };
  readonly ratio: number;
  /** Null: nothing was promised. */
  readonly bound: Bound | null;
  readonly isWithin: boolean;
};

export type Tell = (line: string) => void;

export type BenchOptions = {
  /** How many rows a log is seeded with. */
  readonly rows: number;
  /** A data directory that was seeded before: measured is a copy of its log. */
  readonly dataDir: string | null;
  /** Only these parts of the area; null: all. */
  readonly only: readonly string[] | null;
  /** How long the load of a team lasts. */
  readonly minutes: number;
  /** How many events a desk of a team catches up with. */
  readonly events: number;
};

export type Area = {
  /** What both sides pay, and what the figures do not say. */
  readonly notes: readonly string[];
  /** `dir` is on a real disk, new, and removed afterwards. */
  readonly run: (dir: string, tell: Tell, options: BenchOptions) => Promise<readonly Figure[]>;
};

export function figureOf(given: Omit<Figure, 'ratio' | 'isWithin'>): Figure {
  const ratio = given.measured / given.peer.measured;
  const { bound } = given;
  return {
    ...given,
    ratio,
    isWithin: bound === null || ('most' in bound ? ratio <= bound.most : ratio >= bound.least),
  };
}

export function lineOf({ name, unit, measured, peer, ratio, bound, isWithin }: Figure): string {
  const values = `${shown(measured)} ${unit} against ${shown(peer.measured)} ${unit}`;
  if (bound === null) return `${name}: ${ratio.toFixed(3)}× ${peer.name} (${values}); no bound`;
  const limit = 'most' in bound ? `at most ${bound.most}×` : `at least ${bound.least}×`;
  const verdict = isWithin ? 'within' : 'OUTSIDE';
  return `${name}: ${ratio.toFixed(3)}× ${peer.name} (${values}); ${limit}: ${verdict}`;
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(3);
}

/** The smallest value that so great a share of all are not above. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = Math.max(0, Math.ceil(sorted.length * share) - 1);
  const found = sorted[at];
  if (found === undefined) throw new Error('Nothing was measured');
  return found;
}

/** Of every figure the run whose ratio is the median of all runs: its value and its peer's were measured together. */
export function mediansOf(runs: readonly (readonly Figure[])[]): readonly Figure[] {
  const names = [...new Set(runs.flatMap((figures) => figures.map(({ name }) => name)))];
  return names.flatMap((name) => {
    const same = runs.flatMap((figures) => figures.filter((figure) => figure.name === name));
    const sorted = same.toSorted((a, b) => a.ratio - b.ratio);
    return sorted[Math.floor((sorted.length - 1) / 2)] ?? [];
  });
}
