import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import tls from 'node:tls';

import type { Provider } from '../../tests/support/provider.ts';
import { type Figure, figureOf, quantile } from '../figures.ts';
import { type Sides, openSides } from './sides.ts';
import { startSlowLine } from './slowLine.ts';

const EACH_WAY_MS = 20;
const ANSWERS_IN_MS = 50;
const TYPED_EVERY_MS = 2000;
/** As the form tells the desk of typing. */
const PREPARE_EVERY_MS = 1000;
const WARM_UP = 3;
const PAIRS = 25;

/** One request every two seconds to a provider behind https and a round trip of 40 ms, in turns with a fetch on a kept connection. */
export async function measureFarAway(dir: string, provider: Provider): Promise<readonly Figure[]> {
  const line = await startSlowLine(provider.origin, EACH_WAY_MS);
  const trusted = tls.getCACertificates('default');
  tls.setDefaultCACertificates([...trusted, line.caPem]);
  const own = path.join(dir, 'far');
  mkdirSync(own);
  const took: Took = { desk: [], kept: [] };
  try {
    const sides = await openSides(own, { ...provider, origin: line.origin });
    await provider.setFault(null, 'slow', { ms: ANSWERS_IN_MS });
    try {
      for (let pair = -WARM_UP; pair < PAIRS; pair += 1) await issuePair(sides, pair, took);
    } finally {
      await provider.setFault(null, null);
      await sides.close();
    }
  } finally {
    tls.setDefaultCACertificates(trusted);
    await line.close();
  }
  const roundTripMs = 2 * EACH_WAY_MS;
  return [
    figureOf({
      name: `issuing by https, ${roundTripMs} ms round trip, provider answers in ${ANSWERS_IN_MS} ms, typed every ${TYPED_EVERY_MS / 1000} s, p50`,
      unit: 'ms',
      measured: quantile(took.desk, 0.5),
      peer: { name: 'fetch on a kept connection, p50', measured: quantile(took.kept, 0.5) },
      bound: { most: 1.05 },
    }),
  ];
}

type Took = { readonly desk: number[]; readonly kept: number[] };

async function issuePair(sides: Sides, pair: number, { desk, kept }: Took): Promise<void> {
  for (let typedMs = 0; typedMs < TYPED_EVERY_MS; typedMs += PREPARE_EVERY_MS) {
    await sides.typed();
    await sleep(PREPARE_EVERY_MS);
  }
  const early = pair % 2 === 0 ? await sides.desk() : null;
  const keptMs = await sides.bareFetch();
  const deskMs = early ?? (await sides.desk());
  if (pair < 0) return;
  desk.push(deskMs);
  kept.push(keptMs);
}
