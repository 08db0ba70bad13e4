import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { recogniseLimits } from './recognise.ts';

const rubSbp = { currency: 'RUB', paymentType: 'sbp', min: 100, max: 5000 };
const rubAny = { currency: 'RUB', paymentType: 'any_bank', min: 100, max: 5000 };
const uzsSbp = { currency: 'UZS', paymentType: 'sbp', min: 100, max: 5000 };
const bounds = { min: 100, max: 5000 };

const recognised: readonly (readonly [string, unknown, unknown])[] = [
  ['a list', [{ currency: 'RUB', payment_type: 'sbp', ...bounds }], [rubSbp]],
  [
    'currencies and types with one pair of bounds',
    { currencies: ['RUB', 'UZS'], payment_types: ['sbp'], ...bounds },
    [rubSbp, uzsSbp],
  ],
  [
    'a map by currency with types',
    { RUB: { ...bounds, payment_types: ['sbp', 'any_bank'] } },
    [rubSbp, rubAny],
  ],
  [
    'a map by currency, then type',
    { RUB: { sbp: bounds, any_bank: bounds }, UZS: { sbp: bounds } },
    [rubSbp, rubAny, uzsSbp],
  ],
  [
    'a list of methods, of which some are switched off',
    [
      { id: 'sbp', enabled: true, currency: 'RUB', limits: bounds },
      { id: 'any_bank', enabled: false, currency: 'RUB', limits: bounds },
    ],
    [rubSbp],
  ],
  [
    'no type: the bounds hold for every type',
    [{ currency: 'RUB', ...bounds }],
    [{ currency: 'RUB', paymentType: null, ...bounds }],
  ],
  [
    'one side open',
    [{ currency: 'RUB', payment_type: 'sbp', min: 100, max: null }],
    [{ ...rubSbp, max: null }],
  ],
];

describe('recogniseLimits', () => {
  it.each(recognised)('reads %s', (_, answer, entries) => {
    expect(recogniseLimits(answer)).toEqual(entries);
  });

  it.each(recognised)('reads %s inside data and inside result', (_, answer, entries) => {
    expect(recogniseLimits({ status: 'ok', data: answer })).toEqual(entries);
    expect(recogniseLimits({ result: answer })).toEqual(entries);
    expect(recogniseLimits({ data: { limits: answer } })).toEqual(entries);
  });

  it.each([
    ['min', 'max'],
    ['min_amount', 'max_amount'],
    ['minAmount', 'maxAmount'],
    ['min_cents', 'max_cents'],
  ])('reads %s and %s, as numbers and as numeric texts', (min, max) => {
    const key = { currency: 'RUB', payment_type: 'sbp' };
    expect(recogniseLimits([{ ...key, [min]: 100, [max]: 5000 }])).toEqual([rubSbp]);
    expect(recogniseLimits([{ ...key, [min]: '100', [max]: '5000' }])).toEqual([rubSbp]);
  });

  it.each([
    ['a text', 'no'],
    ['null', null],
    ['an empty list', []],
    ['an empty object', {}],
    ['an error object', { error: { message: 'no' } }],
    [
      'a fraction, which may be major units',
      [{ currency: 'RUB', payment_type: 'sbp', min: 1.5, max: 2 }],
    ],
    ['a fraction as text', [{ currency: 'RUB', payment_type: 'sbp', min: '1.50', max: '2.00' }]],
    ['a negative bound', [{ currency: 'RUB', payment_type: 'sbp', min: -1, max: 2 }]],
    ['one readable row of two', [{ currency: 'RUB', payment_type: 'sbp', ...bounds }, { foo: 1 }]],
    ['bounds of no currency', { min: 1, max: 2 }],
  ])('does not guess at %s', (_, answer) => {
    expect(recogniseLimits(answer)).toBeNull();
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (answer) => {
        const entries = recogniseLimits(answer);
        expect(entries === null || entries.length > 0).toBe(true);
      }),
    );
  });
});
