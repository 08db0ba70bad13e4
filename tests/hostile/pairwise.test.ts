import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';

import { shareOf } from './operations/rows.ts';
import { TURNS, isMetOn, isTried } from './pairwise.ts';

const HOSTS = [0, 1] as const;
const numbers = (count: number): readonly number[] => Array.from({ length: count }, (_, at) => at);
const someCount = fc.integer({ min: 2, max: 60 });

afterEach(() => void vi.unstubAllEnvs());

describe('the turns of landings', () => {
  test('try everything once, each about as much as another', () => {
    fc.assert(
      fc.property(
        fc.nat({ max: 2 ** 31 }),
        fc.integer({ min: TURNS, max: 120 }),
        (first, count) => {
          const tried = numbers(TURNS).map((turn) => {
            vi.stubEnv('DESK_TURN', String(first + turn));
            return numbers(count).filter(isTried);
          });
          expect(tried.flat().toSorted((one, other) => one - other)).toEqual(numbers(count));
          const sizes = tried.map(({ length }) => length);
          expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1);
          for (const own of tried.filter(({ length }) => length > 1)) {
            expect(new Set(own.map((at) => at % 2)).size).toBe(HOSTS.length);
          }
        },
      ),
    );
  });

  test('are the same in every run of a commit', () => {
    vi.stubEnv('DESK_TURN', undefined);
    const first = numbers(15).filter(isTried);
    vi.stubEnv('DESK_TURN', undefined);
    expect(numbers(15).filter(isTried)).toEqual(first);
    expect(first).toHaveLength(3);
  });
});

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
