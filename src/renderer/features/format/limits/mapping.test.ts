import { describe, expect, it } from 'vitest';

import { limitResponseSchema } from '#shared/dialect/schema.ts';
import { readLimits } from '#shared/limits/read.ts';

import { guessMapping, keysIn, placesIn } from './mapping.ts';

const LIST = {
  ok: true,
  payload: {
    rules: [
      { ccy: 'RUB', method: 'sbp', is_active: true, bounds: { lowest: 500, highest: 150_000 } },
      { ccy: 'UZS', method: 'p2p', is_active: true, bounds: { lowest: 1000, highest: 2000 } },
    ],
  },
};
const BY_CURRENCY = { result: { RUB: { min: 1, max: 2, payment_types: ['sbp'] } }, at: 'now' };
const BY_TYPE = { RUB: { sbp: { min_amount: '5', max_amount: '9' } } };

describe('where limits could stand', () => {
  it('finds lists and maps by their paths', () => {
    expect(placesIn(LIST, 'list')).toEqual(['payload.rules']);
    expect(placesIn(BY_CURRENCY, 'map-by-currency')).toEqual(['result']);
    expect(placesIn(BY_TYPE, 'map-by-currency-then-type')).toEqual(['']);
    expect(placesIn('no limits today', 'list')).toEqual([]);
  });

  it('offers the keys of the items, inner ones by their path', () => {
    const keys = keysIn(LIST, { path: 'payload.rules', shape: 'list' });
    expect(keys).toEqual(['ccy', 'method', 'is_active', 'bounds.lowest', 'bounds.highest']);
    expect(keysIn(BY_TYPE, { path: '', shape: 'map-by-currency-then-type' })).toEqual([
      'min_amount',
      'max_amount',
    ]);
  });

  it('leaves out keys that a path cannot name', () => {
    const answer = [{ currency: 'RUB', 'min amount': 1, 'a.b': 2 }];
    expect(keysIn(answer, { path: '', shape: 'list' })).toEqual(['currency']);
  });
});

describe('the first guess', () => {
  it.each([
    ['a list with odd names', LIST, 2],
    ['a map by currency', BY_CURRENCY, 1],
    ['a map by currency, then type', BY_TYPE, 1],
  ] as const)('reads %s', (_what, answer, entries) => {
    const mapping = guessMapping(answer, 'major');
    expect(limitResponseSchema.safeParse(mapping).success).toBe(true);
    const reading = readLimits(answer, mapping);
    expect(reading?.entries).toHaveLength(entries);
    expect(reading?.complaints).toEqual([]);
  });

  it.each([null, 'text', [], {}, { RUB: 5 }])('is a valid beginning even for %j', (answer) => {
    expect(limitResponseSchema.safeParse(guessMapping(answer, 'minor')).success).toBe(true);
  });
});
