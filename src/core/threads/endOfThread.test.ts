import { Worker } from 'node:worker_threads';

import { expect, it } from 'vitest';

import { endOfThread } from './rpc.ts';

/** Hears `end`, and does so only after it has been let go. */
const PROGRAM = `
import { parentPort, workerData } from 'node:worker_threads';
parentPort.once('message', () => {
  parentPort.postMessage('heard');
  Atomics.wait(workerData, 0, 0);
  process.exit();
});`;

function started() {
  const gate = new Int32Array(new SharedArrayBuffer(4));
  const url = new URL(`data:text/javascript,${encodeURIComponent(PROGRAM)}`);
  const worker = new Worker(url, { workerData: gate });
  const exited = new Promise((resolve) => {
    worker.once('exit', resolve);
  });
  const release = (): void => {
    Atomics.store(gate, 0, 1);
    Atomics.notify(gate, 0);
  };
  worker.postMessage('end', []);
  return { worker, exited, release };
}

it('waits for a thread that ends', async () => {
  const { worker, exited, release } = started();
  release();
  expect(await endOfThread(worker, exited)).toBe(true);
});

it('leaves a thread alone that is stuck, and lets it finish what it does', async () => {
  const { worker, exited, release } = started();
  const heard = new Promise((resolve) => {
    worker.once('message', resolve);
  });
  expect(await endOfThread(worker, exited, 1)).toBe(false);
  worker.ref();
  expect(await heard).toBe('heard');
  release();
  await exited;
});
