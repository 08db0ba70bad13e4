import { setTimeout as sleep } from 'node:timers/promises';

import type { AbusedDesk } from './desk.ts';

const EVERY_MS = 40;

export type Load = { readonly stop: () => Promise<readonly number[]> };

/**
 * Requests at a steady pace, whether the last one is done or not: an operator does not wait for a desk that hangs, so neither
 * may what measures it. Gives how long each took.
 */
export function startLoad(desk: AbusedDesk, name: string): Load {
  const under: Promise<number>[] = [];
  const stopped = new AbortController();
  const startedMs = performance.now();
  const running = (async () => {
    while (!stopped.signal.aborted) {
      under.push(desk.issue(`${name}-${under.length}`));
      await sleep(Math.max(0, startedMs + under.length * EVERY_MS - performance.now()));
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await running;
      return Promise.all(under);
    },
  };
}
