import { type Figure, figureOf } from '../figures.ts';
import type { Side, Sides } from './sides.ts';

const CONCURRENCY = 32;
const WARM_UP = 320;
const ROUNDS = 6;
const PER_ROUND = 640;

/** Rounds in turns; each side's requests over each side's time. */
export async function measureThroughput({ desk, bareFetch }: Sides): Promise<readonly Figure[]> {
  await secondsFor(desk, WARM_UP);
  await secondsFor(bareFetch, WARM_UP);
  let deskSeconds = 0;
  let bareSeconds = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    deskSeconds += await secondsFor(desk, PER_ROUND);
    bareSeconds += await secondsFor(bareFetch, PER_ROUND);
  }
  const all = ROUNDS * PER_ROUND;
  return [
    figureOf({
      name: `issuing, ${CONCURRENCY} at once, provider answers at once, throughput`,
      unit: 'requests/s',
      measured: all / deskSeconds,
      peer: { name: `bare fetch, ${CONCURRENCY} at once`, measured: all / bareSeconds },
      bound: { least: 0.85 },
    }),
  ];
}

async function secondsFor(side: Side, requests: number): Promise<number> {
  const startedMs = performance.now();
  let left = requests;
  const one = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      await side();
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, one));
  return (performance.now() - startedMs) / 1000;
}
