import type { EventEmitter } from 'node:events';
import type { Worker } from 'node:worker_threads';

import { within } from '../within.ts';

/** Longer than any piece of work that a thread does without listening, shorter than what closing the desk may take. */
const END_MS = 5000;

/**
 * Waits until a thread that was asked to end has done so. One that has not by then is left to itself: `terminate()` would stop it
 * inside a write or inside native code, which Electron does not always survive. False: it is still running.
 */
export async function endOfThread(
  worker: Pick<Worker, 'unref'>,
  exited: Promise<unknown>,
  withinMs: number = END_MS,
): Promise<boolean> {
  const ended = exited.then(() => true);
  const isEnded = await within(ended, { ms: withinMs }, () => false);
  if (!isEnded) worker.unref();
  return isEnded;
}

export function exitOf(worker: EventEmitter): Promise<void> {
  return new Promise((resolve) => {
    worker.once('exit', () => resolve());
  });
}
