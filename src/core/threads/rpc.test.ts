import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { MessageChannel } from 'node:worker_threads';

import { afterEach, expect, it } from 'vitest';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { END } from './messages.ts';
import { serve, startThread, workersFrom } from './rpc.ts';

afterEach(removeTemporaryDirs);

/** Is in the middle of a write when it is asked to end: `terminate()` would stop it there. */
const PROGRAM = `
import { writeFileSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
parentPort.on('message', (text) => {
  if (text !== 'end') return;
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 50);
  writeFileSync(workerData.dataDir + '/written', '');
  process.exit();
});`;

it('a thread that is asked to end finishes what it writes, and ends by itself', async () => {
  const dataDir = temporaryDir();
  const program = join(dataDir, 'thread.mjs');
  writeFileSync(program, PROGRAM);
  const late: string[] = [];
  const onLate = (role: string) => void late.push(role);
  const thread = startThread(
    workersFrom(pathToFileURL(program)),
    { role: 'writer', dataDir },
    { onLate },
  );
  await thread.end();
  expect(existsSync(join(dataDir, 'written'))).toBe(true);
  expect(late).toEqual([]);
});

it('a thread ends after what it was asked before: what is opened for a call is closed by the end', async () => {
  const { port1: asking, port2: serving } = new MessageChannel();
  const did: string[] = [];
  const ended = new Promise<void>((resolve) => {
    const end = (): void => {
      did.push('end');
      serving.close();
      resolve();
    };
    serve(serving, () => ({ read: () => did.push('read') }), end);
  });
  const ask = (id: number) => JSON.stringify([{ id, name: 'read', args: [] }]);
  for (const text of [ask(1), ask(2), END]) asking.postMessage(text, []);
  await ended;
  expect(did).toStrictEqual(['read', 'read', 'end']);
});
