import { readFileSync } from 'node:fs';
import path from 'node:path';

import { z } from 'zod';

import { type StepResult, runStep } from './testing/runStep.ts';
import { PARTS, type Step } from './testing/steps.ts';

/** `npm test`: every check and every suite, one line each, and one sum in the last line. */

const ROOT = path.join(import.meta.dirname, '..');
const manifestSchema = z.object({ scripts: z.record(z.string(), z.string()) });

function commandOf(step: Step): string {
  const text = readFileSync(path.join(ROOT, 'package.json'), 'utf8');
  const command = manifestSchema.parse(JSON.parse(text)).scripts[step.script];
  if (command === undefined) throw new Error(`package.json has no script ${step.script}`);
  return command;
}

function lineOf(step: Step, result: StepResult): string {
  const seconds = `${(result.elapsedMs / 1000).toFixed(1)} s`.padStart(8);
  const verdict = result.failed === 0 ? 'ok    ' : 'FAILED';
  const figures = `${result.passed} passed, ${result.failed} failed, ${result.skipped.length} skipped`;
  const remark = step.suites === null ? (result.output.split('\n').at(-1) ?? '') : figures;
  const isQuiet = step.suites === null && (step.name !== 'provision' || result.failed > 0);
  return `${verdict} ${step.name.padEnd(18)} ${seconds}${isQuiet ? '' : `  ${remark}`}`;
}

async function main(): Promise<void> {
  const part = process.argv[2] ?? 'all';
  const steps = PARTS.get(part);
  if (steps === undefined || process.argv.length > 3) {
    console.error(`Usage: node scripts/test.ts [${[...PARTS.keys()].join(' | ')}]`);
    process.exitCode = 2;
    return;
  }
  const startedAt = performance.now();
  let passed = 0;
  let failed = 0;
  const skipped: { name: string; reason: string }[] = [];
  for (const step of steps) {
    const result = await runStep(ROOT, step, commandOf(step));
    console.log(lineOf(step, result));
    if (result.failed > 0) {
      console.log(result.output);
      for (const remark of result.remarks) console.log(`${step.name}: ${remark}`);
    }
    // A part gives the figures of its suite; what only leads up to it counts when it fails.
    passed += part === 'all' || step.suites !== null ? result.passed : 0;
    failed += result.failed;
    skipped.push(...result.skipped);
  }
  for (const { name, reason } of skipped) console.log(`skipped: ${name}: ${reason}`);
  console.log(`${((performance.now() - startedAt) / 1000).toFixed(0)} s in all`);
  console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`);
  process.exitCode = failed === 0 ? 0 : 1;
}

await main();
