import { HUNG_CODE } from '../../scripts/testing/runStep.ts';
import { callbacksPart } from './callbacks/part.ts';
import { filesPart } from './files.ts';
import { importsPart } from './imports/part.ts';
import { linksPart } from './links/part.ts';
import { longTextsPart } from './longTexts/part.ts';
import { loopbackPart } from './loopbackMatrix/part.ts';
import { operationsPart } from './operations/part.ts';
import type { Part, PartResult } from './part.ts';
import { payloadsPart } from './payloads/part.ts';
import { sandboxPart } from './sandboxPort.ts';

/**
 * `npm run test:hostile [part …]`: what somebody would try who wants the desk to do something that its operator does not. One line
 * for each part, and a sum in the last one. `--pairwise`: every two values of any two dimensions meet, not all of all; of links,
 * payloads and long texts a fifth, by the commit's turn.
 */
const STAGES: readonly (readonly (readonly Part[])[])[] = [
  // None of these has a bound of time, so the lanes may run side by side. The loopback matrix waits for what must not come most of its
  // time.
  [[payloadsPart, filesPart, sandboxPart], [linksPart, operationsPart], [loopbackPart]],
  // These have. It grows with the load of the machine, and a file with which the desk was slow is tried again.
  [[callbacksPart, longTextsPart], [importsPart]],
];
const PARTS: readonly Part[] = STAGES.flat(2);

/** Three times what two busy cores take. A run that hangs ends by itself and names the parts that have not ended. */
const GIVE_UP_MS = { pairwise: 9 * 60_000, whole: 60 * 60_000 };
/** Of one fault there are often hundreds. */
const MOST_TOLD = 25;

const say = (line: string): void => void process.stdout.write(`${line}\n`);

async function resultOf(part: Part, isPairwise: boolean): Promise<PartResult> {
  try {
    return await part.run(isPairwise);
  } catch (error) {
    const told = error instanceof Error ? (error.stack ?? String(error)) : String(error);
    return { figures: 'could not be run', tried: 0, failures: [told], left: 'all' };
  }
}

function tell(part: Part, { figures, tried, failures }: PartResult, elapsedMs: number): void {
  for (const failure of failures.slice(0, MOST_TOLD)) say(`  ${part.name}: ${failure}`);
  if (failures.length > MOST_TOLD) say(`  ${part.name}: … ${failures.length - MOST_TOLD} more`);
  const seconds = (elapsedMs / 1000).toFixed(0);
  say(`${part.name}: ${tried} tried, ${failures.length} failed; ${figures} (${seconds} s)`);
}

async function main(names: readonly string[], isPairwise: boolean): Promise<void> {
  const unknown = names.filter((name) => PARTS.every((part) => part.name !== name));
  if (unknown.length > 0) {
    say(
      `There is no part ${unknown.join(', ')}; there are: ${PARTS.map(({ name }) => name).join(', ')}`,
    );
    process.exitCode = 2;
    return;
  }
  const results = new Map<Part, PartResult>();
  const running = new Set<Part>();
  const giveUpMs = isPairwise ? GIVE_UP_MS.pairwise : GIVE_UP_MS.whole;
  const timer = setTimeout(() => {
    const stuck = [...running].map(({ name }) => name).join(', ');
    say(`hostile: given up after ${giveUpMs / 60_000} min, in: ${stuck}`);
    process.exit(HUNG_CODE);
  }, giveUpMs);
  const runLane = async (lane: readonly Part[]): Promise<void> => {
    for (const part of lane) {
      if (names.length > 0 && !names.includes(part.name)) continue;
      const startedAt = performance.now();
      running.add(part);
      const result = await resultOf(part, isPairwise);
      running.delete(part);
      tell(part, result, performance.now() - startedAt);
      results.set(part, result);
    }
  };
  for (const lanes of STAGES) await Promise.all(lanes.map(runLane));
  clearTimeout(timer);
  const all = [...results.values()];
  const tried = all.reduce((sum, result) => sum + result.tried, 0);
  const failed = all.reduce((sum, { failures }) => sum + failures.length, 0);
  // A run in which nothing was tried proves nothing.
  process.exitCode = failed === 0 && tried > 0 ? 0 : 1;
  const left = [...results].map(([part, result]) => `${part.name}: ${result.left}`);
  if (isPairwise) say(`left to test:full: ${left.join('; ')}`);
  say(`hostile: ${tried} tried, ${failed} failed`);
}

const given = process.argv.slice(2);
await main(
  given.filter((word) => word !== '--pairwise'),
  given.includes('--pairwise'),
);
