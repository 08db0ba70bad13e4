import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { type Bundled, bundled } from '../support/bundled.ts';
import { type Provider, startProvider } from '../support/provider.ts';
import { tracedRequests } from './trace.ts';

const ENTRY = path.join(import.meta.dirname, 'tracedDesk.ts');
const REQUESTS = 8;
const CALLS = 'fsync,fdatasync,mkdir,mkdirat,write,writev,sendto,sendmsg';
const TIMEOUT_MS = 120_000;

/** Null: it can be used. */
function whyNoStrace(): string | null {
  if (process.platform !== 'linux') return 'strace is a tool of Linux';
  const tried = spawnSync('strace', ['-f', '-qq', '-e', 'trace=fsync', 'true']);
  if (tried.error !== undefined) return 'strace is not installed and could not be';
  return tried.status === 0 ? null : 'this system does not let strace trace';
}
const missing = whyNoStrace();

let dir: string;
let provider: Provider;
let program: Bundled;
beforeAll(async () => {
  dir = mkdtempSync(path.join(tmpdir(), 'desk-durability-'));
  [provider, program] = await Promise.all([startProvider(dir), bundled(ENTRY)]);
});
afterAll(async () => {
  await provider.close();
  program.remove();
  rmSync(dir, { recursive: true, force: true });
});

const anchorKey = randomBytes(32).toString('hex');

async function traced(start: string, isKilled: boolean) {
  const dataDir = path.join(dir, 'data');
  const { origin, merchant, secret } = provider;
  const desk = { dataDir, baseUrl: origin, merchant, secret, anchorKey };
  const task = { desk, marks: path.join(dir, start), requests: REQUESTS, isKilled };
  const traceFile = path.join(dir, `${start}.trace`);
  const options = ['-f', '-qq', '-y', '-s', '64', '-e', `trace=${CALLS}`, '-e', 'signal=none'];
  const child = spawn('strace', [...options, '-o', traceFile, process.execPath, program.file], {
    env: { ...process.env, DURABILITY_TASK: JSON.stringify(task) },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  await new Promise((resolve) => {
    child.once('close', resolve);
  });
  return tracedRequests(readFileSync(traceFile, 'utf8'), path.join(dataDir, 'log.sqlite-wal'));
}

/** In this order, on one data directory. */
describe('W1, W2 and W3 are on the disk when they are said to be', () => {
  it.for([
    { when: 'on the first start', start: 'first', isKilled: false },
    { when: 'on a later start', start: 'second', isKilled: true },
    { when: 'on a start after a crash', start: 'third', isKilled: false },
  ])('$when', { timeout: TIMEOUT_MS }, async ({ start, isKilled }, context) => {
    context.skip(missing !== null, missing ?? '');
    const requests = await traced(start, isKilled);
    expect(requests).toHaveLength(REQUESTS);
    for (const { outcome, flushesBeforePost, flushesAfterPost, posts } of requests) {
      expect({ outcome, posts }).toEqual({ outcome: 'accepted', posts: 1 });
      // W1 and W2 before the first byte, W3 before the screen is told.
      expect(flushesBeforePost).toBeGreaterThanOrEqual(2);
      expect(flushesAfterPost).toBeGreaterThanOrEqual(1);
    }
  });
});
