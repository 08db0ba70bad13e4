import { spawn } from 'node:child_process';
import path from 'node:path';

/**
 * `npm run check:types`: one program per runtime, two programs at a time, one checker each. TypeScript's own four checkers infer
 * the zod schemas four times over: 57 s of processor time instead of 33. What did not change since the last run is not checked again.
 */
const ROOT = path.join(import.meta.dirname, '..');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');
/** The longest ones first. */
const PROGRAMS = ['node', 'component', 'tests', 'web', 'shared'];
const AT_ONCE = 2;

async function check(program: string): Promise<boolean> {
  const known = path.join(ROOT, `artifacts/types/${program}.tsbuildinfo`);
  const args = ['-p', `tsconfig.${program}.json`, '--checkers', '1'];
  const child = spawn(
    process.execPath,
    [TSC, ...args, '--incremental', '--tsBuildInfoFile', known],
    { cwd: ROOT, stdio: 'inherit' },
  );
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code === 0));
  });
}

const waiting = [...PROGRAMS];
const results: boolean[] = [];
async function work(): Promise<void> {
  for (let program = waiting.shift(); program !== undefined; program = waiting.shift()) {
    results.push(await check(program));
  }
}
await Promise.all(Array.from({ length: AT_ONCE }, work));
process.exitCode = results.every(Boolean) ? 0 : 1;
