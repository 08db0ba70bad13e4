import * as fc from 'fast-check';
import { expect, it } from 'vitest';

import { createCustomerNames } from './customerNames.ts';

const name = fc.string({
  unit: fc.constantFrom('a', 'b', 'ж', 'é', '😀', ' ', '\n', '-'),
  maxLength: 5,
});
const word = fc.string({
  unit: fc.constantFrom('a', 'b', 'ж', 'é', '😀', '-'),
  minLength: 1,
  maxLength: 2,
});

it('finds the latest of those whose name has every word, also as they come again', () => {
  fc.assert(
    fc.property(
      fc.array(name, { maxLength: 600 }),
      fc.array(fc.nat(), { maxLength: 20 }),
      fc.array(word, { maxLength: 2 }),
      fc.integer({ min: 1, max: 9 }),
      (all, again, words, most) => {
        const names = createCustomerNames();
        const lasts = new Map<number, number>();
        for (const [at, one] of all.entries()) {
          names.push(at * 3 + 1, one, at);
          lasts.set(at, at);
        }
        for (const [at, one] of again.entries()) {
          // Some of them are nobody's.
          names.touch(one % (all.length * 3 + 3), all.length + at);
          const row = ((one % (all.length * 3 + 3)) - 1) / 3;
          if (lasts.has(row)) lasts.set(row, all.length + at);
        }
        const expected = [...lasts]
          .filter(([row]) => words.every((part) => (all[row] ?? '').includes(part)))
          .toSorted(([, one], [, other]) => other - one)
          .slice(0, most)
          .map(([row]) => row * 3 + 1);
        expect(names.latest(words, most)).toEqual(expected);
      },
    ),
    { numRuns: 60 },
  );
});
