import fc from 'fast-check';
import { describe, expect, test } from 'vitest';

import { shareOf } from './operations/rows.ts';
import { isMetOn } from './pairwise.ts';

const HOSTS = [0, 1] as const;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);
const someCount = fc.integer({ min: 2, max: 60 });

describe('two hosts that share a matrix', () => {
  test('meet each pair of the other two dimensions once', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (one, other) => {
        expect(HOSTS.filter((host) => isMetOn(host, one, other))).toHaveLength(1);
      }),
    );
  });

  test('each meet every value of both other dimensions', () => {
    fc.assert(
      fc.property(someCount, someCount, (ones, others) => {
        for (const host of HOSTS) {
          const met = numbers(ones).flatMap((one) =>
            numbers(others).flatMap((other) => (isMetOn(host, one, other) ? [{ one, other }] : [])),
          );
          expect(new Set(met.map(({ one }) => one)).size).toBe(ones);
          expect(new Set(met.map(({ other }) => other)).size).toBe(others);
        }
      }),
    );
  });

  test('try every wrong input of an operation, and the stand-in what JSON cannot say', () => {
    const anyInput = fc.oneof(fc.string(), fc.integer(), fc.bigInt(), fc.constant(undefined));
    const someTries = fc.array(fc.record({ input: anyInput }), { minLength: 1, maxLength: 40 });
    fc.assert(
      fc.property(someTries, (tries) => {
        const [standIn, loopback] = [shareOf(tries, 'stand-in'), shareOf(tries, 'loopback')];
        const spoken = loopback.filter(
          ({ input }) => typeof input !== 'bigint' && input !== undefined,
        );
        expect(new Set([...standIn, ...spoken])).toEqual(new Set(tries));
        expect(Math.min(standIn.length, loopback.length)).toBeGreaterThan(0);
      }),
    );
  });
});
