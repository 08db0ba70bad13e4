import { setTimeout as sleep } from 'node:timers/promises';

import { post } from './attacks.ts';

const AGAIN_MS = 100;
const GIVE_UP_MS = 60_000;

/** As a provider's: it comes again until it is taken. How long that took, in milliseconds. */
export async function callBackUntilTaken(
  address: string,
  orderId: string,
  state: string,
): Promise<number> {
  const startedMs = performance.now();
  while ((await post(address, `order_id=${orderId}&state=${state}`)) !== '200') {
    if (performance.now() - startedMs > GIVE_UP_MS) throw new Error(`${state} is never taken`);
    await sleep(AGAIN_MS);
  }
  return performance.now() - startedMs;
}

export type Honest = { readonly stop: () => Promise<ReadonlyMap<string, number>> };

/** One provider who means it, while others do not: one callback after the other. Gives how long each took to be taken. */
export function startHonest(address: string, orderId: string): Honest {
  const taken = new Map<string, number>();
  const stopped = new AbortController();
  const running = (async () => {
    while (!stopped.signal.aborted) {
      const state = `honest-${taken.size}`;
      taken.set(state, await callBackUntilTaken(address, orderId, state));
      await sleep(AGAIN_MS);
    }
  })();
  return {
    async stop() {
      stopped.abort();
      await running;
      return taken;
    },
  };
}
