import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';

import type { Answer, Ask, Asked } from './messages.ts';

type Waiter = {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
};

/** The other end of deskThread.ts. */
export type DeskThread = {
  readonly ask: (desk: number, asked: Asked) => Promise<unknown>;
  /** Replaces the desk's listener; null: its events go nowhere. */
  readonly listen: (desk: number, listener: ((event: unknown) => void) | null) => void;
  /** Whatever its desks can still reach, as V8 writes it after collecting garbage. */
  readonly heapSnapshot: () => Promise<string>;
  readonly end: () => Promise<void>;
};

let running: DeskThread | null = null;

/** One for all tests of a worker. It does not keep the process from ending. */
export function deskThread(): DeskThread {
  running ??= startThread();
  return running;
}

/** One that a test has to itself, and ends. */
export function startThread(): DeskThread {
  const source = new URL('deskThread.ts', import.meta.url).href;
  const thread = new Worker(fileURLToPath(process.env['DESK_THREAD'] ?? source));
  const waiters = new Map<number, Waiter>();
  const listeners = new Map<number, (event: unknown) => void>();
  let lastId = 0;
  thread.on('message', (message: Answer) => {
    if (message.kind === 'event') {
      listeners.get(message.desk)?.(message.event);
      return;
    }
    const waiter = waiters.get(message.id);
    waiters.delete(message.id);
    if (message.kind === 'answer') waiter?.resolve(message.value);
    else waiter?.reject(new Error(message.error));
  });
  thread.on('error', (error: Error) => {
    for (const { reject } of waiters.values()) reject(error);
    waiters.clear();
  });
  thread.unref();
  return {
    ask(desk, asked) {
      lastId += 1;
      const message: Ask = { id: lastId, desk, ...asked };
      const answered = new Promise<unknown>((resolve, reject) => {
        waiters.set(message.id, { resolve, reject });
      });
      thread.postMessage(message, []);
      return answered;
    },
    listen(desk, listener) {
      if (listener === null) listeners.delete(desk);
      else listeners.set(desk, listener);
    },
    heapSnapshot: async () => text(await thread.getHeapSnapshot()),
    async end() {
      await thread.terminate();
    },
  };
}
