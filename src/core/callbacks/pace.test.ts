import { describe, expect, it } from 'vitest';

import { createPace } from './pace.ts';

const BREATH_MS = 50;

describe('the pace at which callbacks are entered', () => {
  it('lets one that comes alone in at once', async () => {
    const pace = createPace(BREATH_MS);
    let isIn = false;
    void pace.enter().then(() => {
      isIn = true;
    });
    await Promise.resolve();
    await Promise.resolve();
    expect(isIn).toBe(true);
  });

  it('lets those of one breath in together at its end, in order, and the next ones at the next', async () => {
    const pace = createPace(BREATH_MS);
    const entered: { readonly name: string; readonly ms: number }[] = [];
    const enter = async (name: string): Promise<void> => {
      await pace.enter();
      entered.push({ name, ms: performance.now() });
    };
    const first = enter('first');
    const startedMs = performance.now();
    const second = Array.from({ length: 20 }, (_, at) => enter(`second ${at}`));
    await Promise.all([first, ...second]);
    await Promise.all([enter('third'), enter('third too')]);
    expect(entered.map(({ name }) => name)).toEqual([
      'first',
      ...Array.from({ length: 20 }, (_, at) => `second ${at}`),
      'third',
      'third too',
    ]);
    const after = (name: string): number =>
      (entered.find((one) => one.name === name)?.ms ?? 0) - startedMs;
    expect(after('second 0')).toBeGreaterThan(BREATH_MS - 5);
    expect(after('third') - after('second 0')).toBeGreaterThan(BREATH_MS - 10);
  });

  it('is free again after a breath in which nobody came', async () => {
    const pace = createPace(5);
    await Promise.all([pace.enter(), pace.enter()]);
    await new Promise((resolve) => setTimeout(resolve, 60));
    let isIn = false;
    void pace.enter().then(() => {
      isIn = true;
    });
    await Promise.resolve();
    await Promise.resolve();
    expect(isIn).toBe(true);
  });
});
