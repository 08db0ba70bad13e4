import { spawn } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import type { Failure, FileTime, SuiteCounts } from './counts.ts';
import type { Step } from './steps.ts';

export type StepResult = {
  readonly passed: number;
  readonly failed: number;
  /** It came to no end by itself, or said so by this exit code. */
  readonly isHung: boolean;
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  /** One for each that failed. */
  readonly failures: readonly Failure[];
  /** Among the passed: those that needed a second try. */
  readonly secondTry: readonly Failure[];
  /** Files by the time that their tests took, summed over workers. */
  readonly slowest: readonly FileTime[];
  /** What the step left to a later tier, in its own words. */
  readonly left: readonly string[];
  readonly elapsedMs: number;
  readonly output: string;
  /** The same, whole, for whoever comes later. */
  readonly outputFile: string;
};

/** Of a runner that gives up on itself, to say where it hung (`EX_TEMPFAIL`). */
export const HUNG_CODE = 75;

export async function runStep(
  root: string,
  step: Step,
  command: string,
  temporaryFolder: string,
): Promise<StepResult> {
  // Two parts of one suite may be steps of the same run.
  const fileName = `${step.script}${step.args}`.replaceAll(/[^a-z0-9]+/giu, '-');
  const countsFile = path.join(root, 'artifacts', 'counts', `${fileName}.json`);
  const outputFile = path.join('artifacts', 'output', `${fileName}.txt`);
  rmSync(countsFile, { force: true });
  const startedAt = performance.now();
  const ended = await runCommand(root, `${command} ${step.args}`.trim(), step.timeoutMs, {
    ...step.env,
    TMPDIR: temporaryFolder,
    DESK_COUNTS_FILE: countsFile,
  });
  const elapsedMs = performance.now() - startedAt;
  mkdirSync(path.join(root, path.dirname(outputFile)), { recursive: true });
  writeFileSync(path.join(root, outputFile), ended.output);
  const summed =
    step.suites === null
      ? { passed: 0, failures: [], skipped: [], secondTry: [], slowest: [] }
      : sumSuites(step, step.suites.names, readCounts(step.suites.read, countsFile));
  const failures = [...summed.failures, ...failuresOutside(step, ended, summed)];
  return {
    ...summed,
    passed: step.suites === null && failures.length === 0 ? 1 : summed.passed,
    failed: failures.length,
    isHung: ended.timedOut || ended.code === HUNG_CODE,
    failures,
    left: [
      ...(step.left === null ? [] : [step.left]),
      ...ended.output.split('\n').filter((line) => line.startsWith('left to ')),
    ],
    elapsedMs,
    output: ended.output,
    outputFile,
  };
}

/** A check says itself what is wrong. A suite may fail outside any test: a broken config, a runner that died or hung. */
function failuresOutside(step: Step, ended: Ended, summed: Summed): readonly Failure[] {
  const at = `npm run ${step.script}`;
  const lines = ended.output.split('\n');
  if (ended.timedOut) {
    const error = [`given up after ${step.timeoutMs / 60_000} min, and last said:`];
    return [{ at, name: step.name, error: [...error, ...lines.slice(-5)].join('\n') }];
  }
  if (ended.code === 0) return [];
  // tsc, oxlint and their like begin with the first fault.
  if (step.suites === null) return [{ at, name: step.name, error: ended.output }];
  const said = summed.failures.filter(({ error }) => error !== NO_TESTS);
  if (said.length > 0) return [];
  const error = [`ended with ${ended.code ?? 'a signal'}, and last said:`, ...lines.slice(-5)];
  return [{ at, name: 'outside any test', error: error.join('\n') }];
}

function readCounts(
  read: (file: string) => readonly SuiteCounts[],
  file: string,
): readonly SuiteCounts[] {
  try {
    return read(file);
  } catch {
    // Not written: the suites then count as empty, which fails.
    return [];
  }
}

type Summed = Pick<StepResult, 'passed' | 'failures' | 'skipped' | 'secondTry' | 'slowest'>;

const NO_TESTS = 'the suite ran no tests';
const SLOWEST_FILES = 10;

/** A suite without tests proves nothing, so it is a failure. */
function sumSuites(step: Step, names: readonly string[], counts: readonly SuiteCounts[]): Summed {
  const sizeOf = (name: string): number => {
    const found = counts.find(({ suite }) => suite === name);
    return found === undefined ? 0 : found.passed + found.failed + found.skipped.length;
  };
  const empty = names.filter((name) => sizeOf(name) === 0);
  return {
    passed: counts.reduce((total, suite) => total + suite.passed, 0),
    failures: [
      ...counts.flatMap(({ failures }) => failures),
      ...empty.map((name) => ({ at: `npm run ${step.script}`, name, error: NO_TESTS })),
    ],
    skipped: counts.flatMap(({ suite, skipped }) =>
      skipped.map(({ name, reason }) => ({ name: `${suite}: ${name}`, reason })),
    ),
    secondTry: counts.flatMap(({ secondTry }) => secondTry),
    slowest: counts
      .flatMap(({ files }) => files)
      .toSorted((one, other) => other.ms - one.ms)
      .slice(0, SLOWEST_FILES),
  };
}

type Ended = { readonly code: number | null; readonly timedOut: boolean; readonly output: string };

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

async function runCommand(
  root: string,
  command: string,
  timeoutMs: number,
  extraEnv: Readonly<Record<string, string>>,
): Promise<Ended> {
  const bin = path.join(root, 'node_modules', '.bin');
  const onWindows = process.platform === 'win32';
  const child = spawn(command, {
    cwd: root,
    shell: true,
    // Its own process group, so that a hung browser ends with its suite.
    detached: !onWindows,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      ...process.env,
      // Desks and threads of the log are started hundreds of times, and compiling is most of a start.
      NODE_COMPILE_CACHE: path.join(root, 'artifacts', 'compile-cache'),
      // Lint and types are Go, and run side by side: on one core each nothing is inferred twice, and while there is memory
      // they need not collect. A quarter of their time.
      GOMAXPROCS: '1',
      GOGC: '400',
      GOMEMLIMIT: '2GiB',
      ...extraEnv,
      PATH: `${bin}${path.delimiter}${process.env['PATH'] ?? ''}`,
    },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const end = (): void => {
    if (onWindows || child.pid === undefined) child.kill('SIGKILL');
    else process.kill(-child.pid, 'SIGKILL');
  };
  let timedOut = false;
  const timer = setTimeout(() => {
    timedOut = true;
    end();
  }, timeoutMs);
  // A group of its own does not hear Ctrl+C in our terminal.
  const onSignal = (): void => {
    end();
    process.exit(130);
  };
  for (const signal of SIGNALS) process.once(signal, onSignal);
  const code = await new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', resolve);
  });
  for (const signal of SIGNALS) process.off(signal, onSignal);
  clearTimeout(timer);
  return { code, timedOut, output: Buffer.concat(chunks).toString('utf8').trim() };
}
