import { expect, it } from 'vitest';

import { DEFAULT_ORDER_PATTERN, formatOrderId, repeatsOnAnotherDesk } from './orderPattern.ts';

const parts = {
  flow: 'create',
  day: { year: '2026', month: '11', day: '15' },
  counter: 1,
} as const;

it.each([
  [DEFAULT_ORDER_PATTERN, true],
  ['{counter}', true],
  ['{random}', false],
  ['{flow}-{counter}-{random}', false],
])('of two desks that both count from one, %s gives the same ids: %s', (pattern, repeats) => {
  const [one, another] = ['AAAAAAAA', 'BBBBBBBB'].map((random) =>
    formatOrderId(pattern, { ...parts, random }),
  );
  expect(one === another).toBe(repeats);
  expect(repeatsOnAnotherDesk(pattern)).toBe(repeats);
});
