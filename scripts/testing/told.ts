import type { Failure } from './counts.ts';
import type { StepResult } from './runStep.ts';
import type { Step } from './steps.ts';

/** Where only the first lines of a run can be seen, they must say what failed: so this stays short, however much fails. */
const BLOCK_LINES = 30;
const ERROR_LINES = 6;
const SECOND_TRY_LINES = 4;
const LINE_LENGTH = 200;
/** Of the long output the end says most; the whole is in a file. */
const OUTPUT_LINES = 120;

export function lineOf(step: Step, result: StepResult): string {
  const seconds = `${(result.elapsedMs / 1000).toFixed(1)} s`.padStart(8);
  const verdict = result.failed === 0 ? 'ok    ' : 'FAILED';
  const figures = `${result.passed} passed, ${result.failed} failed, ${result.skipped.length} skipped`;
  const remark = step.suites === null ? (result.output.split('\n').at(-1) ?? '') : figures;
  const isQuiet = step.suites === null && (!step.showsLastLine || result.failed > 0);
  return `${verdict} ${step.name.padEnd(18)} ${seconds}${isQuiet ? '' : `  ${remark}`}`;
}

/** Each failure with its place and the first lines of its error. */
export function failureBlock(failures: readonly Failure[]): readonly string[] {
  const each = Math.floor(BLOCK_LINES / Math.max(1, failures.length)) - 1;
  const errorLines = Math.min(ERROR_LINES, Math.max(1, each));
  const shown = failures.slice(0, BLOCK_LINES / 2);
  const left = failures.length - shown.length;
  return [
    ...shown.flatMap(({ at, name, error }) => [
      cut(`  ✘ ${at} › ${name}`),
      ...linesOf(error)
        .slice(0, errorLines)
        .map((line) => cut(`      ${line}`)),
    ]),
    ...(left === 0 ? [] : [`  ✘ and ${left} more, named at the end`]),
  ];
}

export function failedNames(step: Step, { failures }: StepResult): readonly string[] {
  return failures.map(({ at, name }) => cut(`failed: ${step.name}: ${at} › ${name}`));
}

/** Loud, since a test that fails now and then is a fault of the test or of the desk, whatever the sum says. */
export function secondTries(step: Step, { secondTry }: StepResult): readonly string[] {
  return secondTry.flatMap(({ at, name, error }) => [
    cut(`passed only at the second try: ${step.name}: ${at} › ${name}`),
    // The line that says where comes first, the ones that say what after it.
    ...linesOf(error)
      .slice(0, SECOND_TRY_LINES)
      .map((line) => cut(`      ${line}`)),
  ]);
}

/** The slowest files of a suite, each with its seconds. */
export function slowestLines(step: Step, { slowest }: StepResult): readonly string[] {
  if (slowest.length === 0) return [];
  return [
    `slowest files of ${step.name}:`,
    ...slowest.map(({ file, ms }) => `${(ms / 1000).toFixed(1).padStart(8)} s  ${file}`),
  ];
}

/** As many as can be read one by one; a whole suite that stands aside for one reason is one line. */
const EACH_NAMED = 5;

/** Every test that did not run, with the reason. */
export function skippedLines(skipped: StepResult['skipped']): readonly string[] {
  const reasons = [...new Set(skipped.map(({ reason }) => reason))];
  return reasons.flatMap((reason) => {
    const names = skipped.filter((one) => one.reason === reason).map(({ name }) => name);
    if (names.length <= EACH_NAMED) return names.map((name) => `skipped: ${name}: ${reason}`);
    const suites = [...new Set(names.map((name) => name.split(': ', 1)[0] ?? name))].join(', ');
    return [`skipped: ${names.length} tests of ${suites}: ${reason}`];
  });
}

/** What the step printed, its end at least. */
export function outputLines(step: Step, { output, outputFile }: StepResult): readonly string[] {
  const lines = output.split('\n');
  const isWhole = lines.length <= OUTPUT_LINES;
  return [
    `--- ${step.name}${isWhole ? '' : `, the last ${OUTPUT_LINES} of ${lines.length} lines; all in ${outputFile}`}`,
    ...lines.slice(-OUTPUT_LINES),
  ];
}

function linesOf(error: string): readonly string[] {
  return error
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

function cut(line: string): string {
  return line.length <= LINE_LENGTH ? line : `${line.slice(0, LINE_LENGTH)}…`;
}
