import { expect, it } from 'vitest';

import { dayAfter } from '#shared/domain/merchantDays.ts';
import { stepsOf } from './steps.ts';

const NOW_MS = Date.parse('2026-11-15T12:00:00.000Z');
const UTC = { timeZone: 'UTC', dayCut: '00:00' } as const;

it.each([
  [1, 'hour', 24],
  [2, 'hour', 48],
  [3, 'day', 3],
  [92, 'day', 92],
  [93, 'month', 4],
] as const)('%i days are drawn by %s, in %i steps', (days, step, count) => {
  const to = '2026-11-14';
  const range = { kind: 'custom', from: dayAfter(to, 1 - days), to } as const;
  const work = stepsOf(range, UTC, NOW_MS, null);
  let next = work.next();
  while (next.done !== true) next = work.next();
  expect(next.value.step).toBe(step);
  expect(next.value.spans).toHaveLength(count);
});
