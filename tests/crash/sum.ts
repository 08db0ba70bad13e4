import type { PointRun } from './points.ts';

/** Names what was lost or doubled; `counted` is the last line of the run. */
export function sumOf(runs: readonly PointRun[]): {
  readonly isGood: boolean;
  readonly counted: string;
} {
  const problems = runs.flatMap((run) => run.problems);
  for (const { kind, text } of problems) console.log(`crash: ${kind}: ${text}`);
  const kills = runs.reduce((sum, run) => sum + run.kills, 0);
  const lost = problems.filter(({ kind }) => kind === 'lost').length;
  const doubled = problems.length - lost;
  const counted = `crash: ${kills} kills, ${lost} lost, ${doubled} doubled`;
  return { isGood: problems.length === 0, counted };
}
