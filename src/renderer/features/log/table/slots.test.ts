import { expect, test } from 'vitest';

import { Slots } from './slots.ts';

test('rows that stay keep their elements, and those that come take what was left', () => {
  const slots = new Slots();
  expect(slots.assign(['a', 'b', 'c', 'd'])).toEqual([0, 1, 2, 3]);
  expect(slots.assign(['c', 'd', 'e', 'f'])).toEqual([2, 3, 0, 1]);
  expect(slots.assign(['c', 'd', 'e', 'f'])).toEqual([2, 3, 0, 1]);
});

test('no two rows share elements when the window grows or shrinks', () => {
  const slots = new Slots();
  slots.assign(['a', 'b', 'c', 'd', 'e']);
  expect(slots.assign(['e', 'x'])).toEqual([4, 0]);
  expect(slots.assign(['w', 'e', 'x', 'y'])).toEqual([1, 4, 0, 2]);
  for (const ids of [['y'], ['p', 'y', 'q'], ['y', 'e', 'p', 'a', 'b', 'c']]) {
    expect(new Set(slots.assign(ids)).size).toBe(ids.length);
  }
});
