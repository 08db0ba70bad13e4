import { desktopModes } from './desktopModes.ts';
import { type ModeCheck, runCheck } from './mode.ts';
import { MODES } from '../support/electronStandIn/modes.ts';
import { packedModes } from './packedModes.ts';
import { startModes } from './startModes.ts';

/** `npm run test:standin -- --modes`, or `npm run suite:modes [mode …]`: one line for each check, and the count in the last one. */
const CHECKS: readonly ModeCheck[] = [...startModes, ...packedModes, ...desktopModes];
/** A start that hangs must not hang the rest. */
const GIVE_UP_MS = 150_000;
/** Most of the time they wait: for a deadline, or for a page. */
const AT_ONCE = 3;

const named = process.argv.slice(2);
const chosen = CHECKS.filter(({ mode }) => named.length === 0 || named.includes(mode));
const failed = new Set<string>();
const waiting = [...chosen];
await Promise.all(Array.from({ length: AT_ONCE }, runWaiting));
const untried = MODES.filter((mode) => CHECKS.every((check) => check.mode !== mode));
if (named.length === 0) {
  for (const mode of untried) {
    console.log(`FAILED ${mode.padEnd(16)}          nothing looks at it`);
    failed.add(mode);
  }
}
const modes = new Set([...chosen.map(({ mode }) => mode), ...failed]).size;
console.log(`standin: ${modes} modes, ${failed.size} failed`);
// A run in which nothing was tried proves nothing; what a given-up start still holds open must not keep this one.
process.exit(failed.size === 0 && modes > 0 ? 0 : 1);

async function runWaiting(): Promise<void> {
  for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) {
    const startedAt = performance.now();
    const error = await failureOf(check);
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
    const verdict = error === null ? 'ok    ' : 'FAILED';
    console.log(`${verdict} ${check.mode.padEnd(16)} ${seconds.padStart(5)} s  ${check.expects}`);
    if (error !== null) {
      failed.add(check.mode);
      console.log(error);
    }
  }
}

async function failureOf(check: ModeCheck): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const overdue = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`given up after ${GIVE_UP_MS} ms`)), GIVE_UP_MS);
  });
  try {
    await Promise.race([runCheck(check), overdue]);
    return null;
  } catch (error) {
    return error ?? new Error('it threw nothing');
  } finally {
    clearTimeout(timer);
  }
}
