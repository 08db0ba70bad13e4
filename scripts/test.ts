import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { findTestElectron } from './testing/electronCopy.ts';
import { type StepResult, runStep } from './testing/runStep.ts';
import { PARTS, type Stage, type Step } from './testing/steps.ts';
import {
  failedNames,
  failureBlock,
  lineOf,
  outputLines,
  secondTries,
  skippedLines,
  slowestLines,
} from './testing/told.ts';
import { makeTemporaryFolder } from './testing/temporaryFolder.ts';

/**
 * `npm test` and its parts: every check and every suite, one line each, and one sum in the last line. `--slowest` prints the ten
 * slowest files of each suite.
 */

const ROOT = path.join(import.meta.dirname, '..');
const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });

type Done = { readonly step: Step; readonly result: StepResult };

function commandOf(step: Step): string {
  const text = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
  const command = manifestSchema.parse(JSON.parse(text)).scripts[step.script];
  if (command === undefined) throw new Error(`package.json has no script ${step.script}`);
  return command;
}

/** Says at once, and briefly, how it went: the long output of what failed waits for the end. */
async function runAndTell(step: Step, temporaryFolder: string): Promise<Done> {
  const first = await runStep(ROOT, step, commandOf(step), temporaryFolder);
  const result = first.isHung ? await runAgain(step, first, temporaryFolder) : first;
  console.log(lineOf(step, result));
  for (const line of failureBlock(result.failures)) console.log(line);
  for (const line of secondTries(step, result)) console.log(`  ${line}`);
  return { step, result };
}

/** A step that hung is run once more, and says so aloud. One that failed is not. */
async function runAgain(
  step: Step,
  first: StepResult,
  temporaryFolder: string,
): Promise<StepResult> {
  console.log(`hung   ${step.name}: tried once more. ${first.output.split('\n').at(-1) ?? ''}`);
  const second = await runStep(ROOT, step, commandOf(step), temporaryFolder);
  return { ...second, secondTry: [...first.failures, ...second.secondTry] };
}

async function runLane(lane: readonly Step[], temporaryFolder: string): Promise<readonly Done[]> {
  const done: Done[] = [];
  for (const step of lane) done.push(await runAndTell(step, temporaryFolder));
  return done;
}

async function runStages(stages: readonly Stage[]): Promise<readonly Done[]> {
  const temporaryFolder = makeTemporaryFolder();
  const done: Done[] = [];
  for (const stage of stages) {
    const lanes = await Promise.all(stage.map((lane) => runLane(lane, temporaryFolder)));
    done.push(...lanes.flat());
  }
  return done;
}

/** The long output first, and then once more, where the end of a run is looked at, what matters. */
function tellTheRest(done: readonly Done[], elapsedMs: number, withSlowest: boolean): void {
  const failed = done.filter(({ result }) => result.failed > 0);
  for (const { step, result } of failed) console.log(outputLines(step, result).join('\n'));
  for (const line of skippedLines(done.flatMap(({ result }) => result.skipped))) console.log(line);
  if (withSlowest) {
    for (const { step, result } of done) {
      for (const line of slowestLines(step, result)) console.log(line);
    }
  }
  for (const line of done.flatMap(({ result }) => result.left)) console.log(line);
  console.log(electronLine());
  console.log(timesLine(done, elapsedMs));
  for (const { step, result } of done) {
    for (const line of secondTries(step, result)) console.log(line);
  }
  for (const { step, result } of failed) console.log(failedNames(step, result).join('\n'));
}

/** Which Electron this machine has for `npm run test:electron` and the second tier. */
function electronLine(): string {
  const { platform, arch, env } = process;
  const found = findTestElectron(ROOT, { platform, arch, env });
  return found.kind === 'stand-in'
    ? `Electron: none, the stand-in takes its place. ${found.reason}`
    : `Electron: ${found.version} ${found.kind}`;
}

/** Provisioning depends on what the machine has, so it is told apart. */
function timesLine(done: readonly Done[], elapsedMs: number): string {
  const provisioningMs = done.find(({ step }) => step.name === 'provision')?.result.elapsedMs ?? 0;
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(0)} s`;
  return `${seconds(elapsedMs)} in all, ${seconds(elapsedMs - provisioningMs)} after provisioning`;
}

const SLOWEST = '--slowest';

async function main(): Promise<void> {
  const words = process.argv.slice(2);
  const named = words.filter((word) => word !== SLOWEST);
  const part = named.length === 0 ? 'all' : named.join(' ');
  const stages = PARTS.get(part);
  if (stages === undefined) {
    console.error(`Usage: node scripts/test.ts [${[...PARTS.keys()].join(' | ')}] [${SLOWEST}]`);
    process.exitCode = 2;
    return;
  }
  const startedAt = performance.now();
  const done = await runStages(stages);
  tellTheRest(done, performance.now() - startedAt, words.includes(SLOWEST));
  const sum = (count: (one: Done) => number): number =>
    done.reduce((total, one) => total + count(one), 0);
  // A part gives the figures of its suite; what only leads up to it counts when it fails.
  const isTier = ['all', 'landing', 'full'].includes(part);
  const passed = sum(({ step, result }) => (isTier || step.suites !== null ? result.passed : 0));
  const failed = sum(({ result }) => result.failed);
  const skipped = sum(({ result }) => result.skipped.length);
  const own = ownSum(part, done);
  console.log(own ?? `${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
}

/** A part that is one program, which counts by itself. */
function ownSum(part: string, done: readonly Done[]): string | null {
  if (part !== 'electron') return null;
  return done.at(-1)?.result.output.split('\n').at(-1) ?? null;
}

await main();
