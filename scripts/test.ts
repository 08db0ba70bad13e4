import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { type StepResult, runStep } from './testing/runStep.ts';
import { PARTS, type Stage, type Step } from './testing/steps.ts';
import {
  failedNames,
  failureBlock,
  lineOf,
  outputLines,
  secondTries,
  skippedLines,
} from './testing/told.ts';

/** `npm test`: every check and every suite, one line each, and one sum in the last line. */

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
async function runAndTell(step: Step): Promise<Done> {
  const result = await runStep(ROOT, step, commandOf(step));
  console.log(lineOf(step, result));
  for (const line of failureBlock(result.failures)) console.log(line);
  for (const line of secondTries(step, result)) console.log(`  ${line}`);
  return { step, result };
}

async function runLane(lane: readonly Step[]): Promise<readonly Done[]> {
  const done: Done[] = [];
  for (const step of lane) done.push(await runAndTell(step));
  return done;
}

async function runStages(stages: readonly Stage[]): Promise<readonly Done[]> {
  const done: Done[] = [];
  for (const stage of stages) done.push(...(await Promise.all(stage.map(runLane))).flat());
  return done;
}

/** The long output first, and then once more, where the end of a run is looked at, what matters. */
function tellTheRest(done: readonly Done[], elapsedMs: number): void {
  const failed = done.filter(({ result }) => result.failed > 0);
  for (const { step, result } of failed) console.log(outputLines(step, result).join('\n'));
  for (const line of skippedLines(done.flatMap(({ result }) => result.skipped))) console.log(line);
  console.log(`${(elapsedMs / 1000).toFixed(0)} s in all`);
  for (const { step, result } of done) {
    for (const line of secondTries(step, result)) console.log(line);
  }
  for (const { step, result } of failed) console.log(failedNames(step, result).join('\n'));
}

async function main(): Promise<void> {
  const part = process.argv[2] ?? 'all';
  const stages = PARTS.get(part);
  if (stages === undefined || process.argv.length > 3) {
    console.error(`Usage: node scripts/test.ts [${[...PARTS.keys()].join(' | ')}]`);
    process.exitCode = 2;
    return;
  }
  const startedAt = performance.now();
  const done = await runStages(stages);
  tellTheRest(done, performance.now() - startedAt);
  const sum = (count: (one: Done) => number): number =>
    done.reduce((total, one) => total + count(one), 0);
  // A part gives the figures of its suite; what only leads up to it counts when it fails.
  const passed = sum(({ step, result }) =>
    part === 'all' || step.suites !== null ? result.passed : 0,
  );
  const failed = sum(({ result }) => result.failed);
  const skipped = sum(({ result }) => result.skipped.length);
  console.log(`${passed} passed, ${failed} failed, ${skipped} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
