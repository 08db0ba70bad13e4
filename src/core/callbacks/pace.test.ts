import { setTimeout as sleep } from 'node:timers/promises';

import { describe, expect, it } from 'vitest';

import { type Pace, createPace } from './pace.ts';

const BREATH_MS = 50;

async function isInAtOnce(pace: Pace): Promise<boolean> {
  let isIn = false;
  const entering = (async () => {
    await pace.enter();
    isIn = true;
  })();
  await Promise.resolve();
  await Promise.resolve();
  const wasIn = isIn;
  await entering;
  return wasIn;
}

describe('the pace at which callbacks are entered', () => {
  it('lets one that comes alone in at once', async () => {
    expect(await isInAtOnce(createPace(BREATH_MS))).toBe(true);
  });

  it('lets those of one breath in together at its end, in order, and the next ones at the next', async () => {
    const pace = createPace(BREATH_MS);
    const entered: { readonly name: string; readonly ms: number }[] = [];
    const enter = async (name: string): Promise<void> => {
      await pace.enter();
      entered.push({ name, ms: performance.now() });
    };
    const names = Array.from({ length: 20 }, (_, at) => `second ${at}`);
    const startedMs = performance.now();
    await Promise.all(['first', ...names].map(enter));
    await Promise.all(['third', 'third too'].map(enter));
    expect(entered.map(({ name }) => name)).toEqual(['first', ...names, 'third', 'third too']);
    const after = (name: string): number =>
      (entered.find((one) => one.name === name)?.ms ?? 0) - startedMs;
    // A timer may be early by less than a millisecond.
    expect(after('second 0')).toBeGreaterThan(BREATH_MS - 2);
    expect(after('third')).toBeGreaterThan(2 * BREATH_MS - 4);
  });

  it('is free again after a breath in which nobody came', async () => {
    const pace = createPace(5);
    await Promise.all([pace.enter(), pace.enter()]);
    await sleep(60);
    expect(await isInAtOnce(pace)).toBe(true);
  });
});
