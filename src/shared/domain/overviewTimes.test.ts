import { describe, expect, it } from 'vitest';

import { answerTimeOf, callbackTimeOf } from './overviewTimes.ts';

/** A class is what its name says: what took exactly so long is not under it any more. */
describe('how long something took', () => {
  it.each([
    [-5, 'under_500ms'],
    [499, 'under_500ms'],
    [500, 'under_1s'],
    [1000, 'under_2s'],
    [2000, 'under_5s'],
    [5000, 'under_10s'],
    [10_000, 'under_30s'],
    [29_999, 'under_30s'],
    [30_000, 'longer'],
  ])('an answer after %i ms is %s', (ms, expected) => {
    expect(answerTimeOf(ms)).toBe(expected);
  });

  it.each([
    [-5, 'under_10s'],
    [9999, 'under_10s'],
    [10_000, 'under_1m'],
    [60_000, 'under_5m'],
    [300_000, 'under_15m'],
    [900_000, 'under_1h'],
    [3_600_000, 'under_1d'],
    [86_399_999, 'under_1d'],
    [86_400_000, 'longer'],
  ])('a callback after %i ms is %s', (ms, expected) => {
    expect(callbackTimeOf(ms)).toBe(expected);
  });
});
