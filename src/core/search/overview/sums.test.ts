import { expect, it } from 'vitest';

import { unevenQuarters } from './sums.ts';

const QUARTER_MS = 15 * 60_000;

it('a quarter is looked at one by one where a step begins in it, and where the last one ends', () => {
  const spans = [
    { fromMs: QUARTER_MS, toMs: 2 * QUARTER_MS + 1 },
    { fromMs: 2 * QUARTER_MS + 1, toMs: 5 * QUARTER_MS - 1 },
  ];
  expect([...unevenQuarters(spans)]).toEqual([2, 4]);
  expect(unevenQuarters([{ fromMs: 0, toMs: QUARTER_MS }]).size).toBe(0);
});
