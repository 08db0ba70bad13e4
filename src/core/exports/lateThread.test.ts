import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

import { afterEach, expect, it, vi } from 'vitest';

import { NEWEST_FIRST, NO_FILTER } from '#shared/domain/logSearch.ts';

import { chance, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { LOG_WORKER } from '../testing/log.ts';
import { SANDBOX, openedDesk } from '../testing/openedDesk.ts';

afterEach(() => {
  vi.useRealTimers();
  removeTemporaryDirs();
});

/** The log's threads, except that an exporter goes on after its answer until the file `go` is there. */
const PROGRAM = `
import { existsSync } from 'node:fs';
import { parentPort, workerData } from 'node:worker_threads';
if (workerData.role === 'exporter') {
  const error = { code: 'cannot_write', detail: 'stuck' };
  parentPort.on('message', (text) => {
    if (text === 'end') return;
    const replies = JSON.parse(text).map(({ id }) => ({ id, ok: true, value: { ok: false, error } }));
    parentPort.postMessage(JSON.stringify({ replies }));
  });
  setInterval(() => {
    if (existsSync(workerData.dataDir + '/go')) process.exit();
  }, 5);
} else {
  await import(${JSON.stringify(LOG_WORKER.href)});
}`;

const END_MS = 5000;
/** A limit for what never comes. */
const PATIENCE_MS = 20_000;

it('the journal says which export’s thread has not ended', async () => {
  const dataDir = temporaryDir();
  const program = join(dataDir, 'threads.mjs');
  writeFileSync(program, PROGRAM);
  const worker = new URL(`file://${program}`);
  const desk = await openedDesk(dataDir, 'http://127.0.0.1:9', undefined, undefined, worker);
  const file = join(dataDir, 'logs/desk.log');
  const lines = () => (existsSync(file) ? readFileSync(file, 'utf8') : '');
  const sort = NEWEST_FIRST;
  const range = { kind: 'all' as const };
  const query = { text: '', filter: NO_FILTER, range, sort, dayProfileId: SANDBOX };
  const order = { query, format: 'csv', delimiter: 'comma', requisites: 'masked' } as const;
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  await desk.client.call('export.start', { exportId: chance.uuid(), ...order });
  const giveUpAt = performance.now() + PATIENCE_MS;
  while (!lines().includes('thread_not_ended') && performance.now() < giveUpAt) {
    vi.advanceTimersByTime(END_MS);
    await nextTurn();
  }
  vi.useRealTimers();
  expect(lines()).toMatch(/"what":"thread_not_ended","thread":"log exporter"/u);
  writeFileSync(join(dataDir, 'go'), '');
  await desk.services.close();
});
