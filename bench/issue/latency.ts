import { setTimeout as sleep } from 'node:timers/promises';

import type { Provider } from '../../tests/support/provider.ts';
import { type Figure, figureOf, quantile } from '../figures.ts';
import type { Sides } from './sides.ts';

const ANSWERS_IN_MS = 50;
/** Typing takes longer than that; a connection on this machine does not. */
const TYPING_MS = 5;
const WARM_UP = 30;
const PAIRS = 400;

/** One after the other, in turns, so that whatever slows the machine slows both. */
export async function measureLatency(sides: Sides, provider: Provider): Promise<readonly Figure[]> {
  await provider.setFault(null, 'slow', { ms: ANSWERS_IN_MS });
  const desk: number[] = [];
  const bare: number[] = [];
  for (let pair = -WARM_UP; pair < PAIRS; pair += 1) {
    await sides.typed();
    await sleep(TYPING_MS);
    const isDeskFirst = pair % 2 === 0;
    const early = isDeskFirst ? await sides.desk() : null;
    const bareMs = await sides.bareFetch();
    const deskMs = early ?? (await sides.desk());
    if (pair < 0) continue;
    desk.push(deskMs);
    bare.push(bareMs);
  }
  await provider.setFault(null, null);
  const at = (name: string, share: number, most: number): Figure =>
    figureOf({
      name: `issuing, provider answers in ${ANSWERS_IN_MS} ms, ${name}`,
      unit: 'ms',
      measured: quantile(desk, share),
      peer: { name: `bare fetch, ${name}`, measured: quantile(bare, share) },
      bound: { most },
    });
  return [at('p50', 0.5, 1.04), at('p99', 0.99, 1.12)];
}
