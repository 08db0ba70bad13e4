import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import path from 'node:path';

import type { SuiteCounts } from './counts.ts';
import type { Step } from './steps.ts';

export type StepResult = {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: readonly { readonly name: string; readonly reason: string }[];
  readonly elapsedMs: number;
  readonly output: string;
  /** Why the step failed beyond what its output says. */
  readonly remarks: readonly string[];
};

export async function runStep(root: string, step: Step, command: string): Promise<StepResult> {
  const countsFile = path.join(
    root,
    'artifacts',
    'counts',
    `${step.script.replace(':', '-')}.json`,
  );
  rmSync(countsFile, { force: true });
  const startedAt = performance.now();
  const ended = await runCommand(root, command, step.timeoutMs, { DESK_COUNTS_FILE: countsFile });
  const elapsedMs = performance.now() - startedAt;
  const remarks = ended.timedOut ? [`given up after ${step.timeoutMs / 60_000} min`] : [];
  const ok = ended.code === 0 && !ended.timedOut;
  if (step.suites === null) {
    const counted = { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: [] };
    return { ...counted, elapsedMs, output: ended.output, remarks };
  }
  const summed = sumSuites(step.suites.names, readCounts(step.suites.read, countsFile));
  // The runner may fail outside any test: a broken config, a worker that died.
  const outside = !ok && summed.failed === 0 ? 1 : 0;
  return {
    passed: summed.passed,
    failed: summed.failed + outside,
    skipped: summed.skipped,
    elapsedMs,
    output: ended.output,
    remarks: [...remarks, ...summed.remarks],
  };
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

type Summed = Pick<StepResult, 'passed' | 'failed' | 'skipped' | 'remarks'>;

/** A suite without tests proves nothing, so it is a failure. */
function sumSuites(names: readonly string[], counts: readonly SuiteCounts[]): Summed {
  const sizeOf = (name: string): number => {
    const found = counts.find(({ suite }) => suite === name);
    return found === undefined ? 0 : found.passed + found.failed + found.skipped.length;
  };
  const empty = names.filter((name) => sizeOf(name) === 0);
  const sum = (pick: (suite: SuiteCounts) => number): number =>
    counts.reduce((total, suite) => total + pick(suite), 0);
  return {
    passed: sum((suite) => suite.passed),
    failed: sum((suite) => suite.failed) + empty.length,
    skipped: counts.flatMap(({ suite, skipped }) =>
      skipped.map(({ name, reason }) => ({ name: `${suite}: ${name}`, reason })),
    ),
    remarks: empty.map((name) => `suite ${name} ran no tests`),
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
