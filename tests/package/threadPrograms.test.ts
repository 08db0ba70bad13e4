import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Worker } from 'node:worker_threads';

import { expect, it, onTestFinished } from 'vitest';

import { buildThreadPrograms } from '../../scripts/build/threadPrograms.ts';

/** A program as the log's is: ES modules in TypeScript, of which one is loaded on demand. */
const PROGRAM = `
import { parentPort } from 'node:worker_threads';
async function serve(): Promise<void> {
  const { said } = await import('./later.ts');
  parentPort?.postMessage(said);
}
void serve();`;

it('builds what runs in threads as CommonJS, also what is loaded on demand', async () => {
  const root = mkdtempSync(path.join(tmpdir(), 'threads-'));
  onTestFinished(() => rmSync(root, { recursive: true }));
  mkdirSync(path.join(root, 'src'));
  // As the desk's own: a file that ends in .js would be an ES module.
  writeFileSync(path.join(root, 'package.json'), JSON.stringify({ type: 'module' }));
  writeFileSync(path.join(root, 'src/program.ts'), PROGRAM);
  writeFileSync(path.join(root, 'src/later.ts'), `export const said: string = 'from a thread';`);
  await buildThreadPrograms(root, { program: 'src/program.ts' });

  const out = path.join(root, 'out/main');
  const built = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter(
    (name) => path.extname(name) !== '',
  );
  expect(built).toHaveLength(2);
  for (const name of built) {
    expect(path.extname(name)).toBe('.cjs');
    expect(readFileSync(path.join(out, name), 'utf8')).not.toMatch(/^\s*(?:import|export)\b/mu);
  }
  const worker = new Worker(path.join(out, 'program.cjs'), { execArgv: [] });
  const said = await new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  expect(said).toBe('from a thread');
});
