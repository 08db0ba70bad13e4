/** One part of `npm run test:hostile`: a file that exports one of these, and a line in run.ts. */
export type Part = {
  readonly name: string;
  /** Throws only where it could not be run at all, which counts as a failure. */
  readonly run: (isPairwise: boolean) => Promise<PartResult>;
};

export type PartResult = {
  /** What was tried, with its figures, for the part's one line. */
  readonly figures: string;
  /** How many were tried. */
  readonly tried: number;
  /** One for each that was not refused as it must be, or where the proof itself does not work. */
  readonly failures: readonly string[];
  /** Pairwise: what the whole matrix tries besides. */
  readonly left: string;
};
