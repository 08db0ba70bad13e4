import { expect, test } from 'vitest';

import { sameProps } from './hooks.ts';

test.each([
  [{}, {}, true],
  [{ value: 'a', list: ['x', 'y'] }, { value: 'a', list: ['x', 'y'] }, true],
  [{ value: Number.NaN }, { value: Number.NaN }, true],
  [{ value: 'a' }, { value: 'b' }, false],
  [{ list: ['x'] }, { list: ['x', 'y'] }, false],
  [{ list: ['x', 'y'] }, { list: ['y', 'x'] }, false],
  [{ list: [{}] }, { list: [{}] }, false],
  [{ value: null }, {}, false],
  [{}, { value: undefined }, false],
  [{ one: 1 }, { other: 1 }, false],
])('%j and %j: %s', (left, right, same) => {
  expect(sameProps(left, right)).toBe(same);
});
