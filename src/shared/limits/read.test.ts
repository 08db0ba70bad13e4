import { describe, expect, it } from 'vitest';

import type { LimitResponse } from '../dialect/schema.ts';
import { limitsAnswerOf, readLimits } from './read.ts';

const RECOGNISED: LimitResponse = { kind: 'recognised', units: 'minor' };
const key = { currency: 'RUB', payment_type: 'sbp' };

function mapping(overrides: Partial<Extract<LimitResponse, { kind: 'mapped' }>>): LimitResponse {
  const keys = { currency: 'c', paymentType: 't', min: 'a', max: 'b', enabled: null };
  return { kind: 'mapped', path: '', shape: 'list', units: 'minor', keys, ...overrides };
}

function many<T>(value: T): T[] {
  return Array.from({ length: 20_000 }, () => value);
}

function boundsOf(answer: unknown, format: LimitResponse = RECOGNISED) {
  return readLimits(answer, format)?.entries.map(({ min, max }) => [min, max]) ?? null;
}

describe('bounds', () => {
  it.each([
    ['min', 'max'],
    ['min_amount', 'max_amount'],
    ['minAmount', 'maxAmount'],
    ['min_cents', 'max_cents'],
    ['Minimum', 'Maximum'],
  ])('are found under %s and %s, as numbers and as numeric texts', (min, max) => {
    expect(boundsOf([{ ...key, [min]: 100, [max]: 5000 }])).toEqual([[100, 5000]]);
    expect(boundsOf([{ ...key, [min]: '100', [max]: ' 5000 ' }])).toEqual([[100, 5000]]);
  });

  it('are in major units where the format says so, but cents are cents', () => {
    const major: LimitResponse = { kind: 'recognised', units: 'major' };
    expect(boundsOf([{ ...key, min: 1, max: '19.9' }], major)).toEqual([[100, 1990]]);
    expect(boundsOf([{ ...key, min_cents: 1, max_cents: 20 }], major)).toEqual([[1, 20]]);
  });

  it('of currencies that the document does not know have the decimals of ISO 4217', () => {
    const major: LimitResponse = { kind: 'recognised', units: 'major' };
    const rows = [
      { ...key, min: 1, max: 2 },
      { ...key, currency: 'JPY', min: 500, max: 10_000 },
      { ...key, currency: 'KWD', min: '1.250', max: '20.5' },
    ];
    expect(boundsOf(rows, major)).toEqual([
      [100, 200],
      [500, 10_000],
      [1250, 20_500],
    ]);
  });

  it('with one decimal point anywhere are all in major units, by digits and not by floats', () => {
    const rows = [
      { ...key, min: 1.1, max: 2 },
      { ...key, currency: 'UZS', min: 3, max: 1_000_000_000_000 },
    ];
    expect(boundsOf(rows)).toEqual([
      [110, 200],
      [300, 100_000_000_000_000],
    ]);
  });

  it('with a decimal point contradict a mapper that says minor units, and are open', () => {
    const answer = [{ c: 'RUB', t: 'sbp', a: 100, b: '5000.00' }];
    expect(boundsOf(answer, mapping({}))).toEqual([[100, null]]);
    expect(boundsOf(answer, mapping({ units: 'major' }))).toEqual([[10_000, 500_000]]);
  });

  it.each([
    ['a negative one', -1],
    ['a zero maximum, which means no limit or not now', 0],
    ['one in prose', 'many'],
    ['one of too many decimals', '1.005'],
    ['a thousand or one', '1.000'],
    ['one beyond what a number holds', '90071992547409930'],
    ['an object', { amount: 5 }],
    ['an exponent', 1e21],
  ])('that cannot be read are open: %s', (_, max) => {
    const answer = [
      { ...key, min: 1, max },
      { ...key, currency: 'UZS', min: 1, max: 2 },
    ];
    const reading = readLimits(answer, RECOGNISED);
    expect(reading?.entries[0]?.max).toBeNull();
    expect(reading?.complaints).toEqual([{ code: 'unreadable_bound', at: '0.max' }]);
  });
});

it('an integer that no number holds is one open bound, and not the end of the answer', () => {
  const raw = '[{"currency":"RUB","payment_type":"sbp","min":100,"max":9223372036854775807}]';
  const answer = limitsAnswerOf(raw);
  expect(answer.ok && boundsOf(answer.value)).toEqual([[100, null]]);
  expect(limitsAnswerOf('{"RUB":{"min":1},"RUB":{"min":2}}').ok).toBe(false);
});

it('a bound of several currencies and types is complained of once', () => {
  const answer = { currencies: ['RUB', 'UZS'], payment_types: ['sbp', 'bankx'], min: 1, max: '?' };
  expect(readLimits(answer, RECOGNISED)?.complaints).toHaveLength(1);
});

describe('what is recognised', () => {
  it.each([
    ['a text', 'no'],
    ['null', null],
    ['an empty list', []],
    ['an empty object', {}],
    ['an error object', { error: { message: 'no', currency: 'RUB', min: 1, max: 2 } }],
    ['bounds of no currency', { min: 1, max: 2 }],
    ['three capital letters that are no currency', { SBP: { RUB: { min: 1, max: 2 } } }],
    ['currencies of which the document knows none', { USD: { min: 1, max: 2 } }],
    [
      'two lists of equal standing',
      { a: [{ ...key, min: 1, max: 2 }], b: [{ ...key, min: 3, max: 4 }] },
    ],
    ['payouts', { payout: [{ ...key, min: 1, max: 2 }] }],
    ['a map by type, then currency', { sbp: { RUB: { min: 1, max: 2 } } }],
  ])('is not %s', (_, answer) => {
    expect(readLimits(answer, RECOGNISED)).toBeNull();
  });

  it('is an answer that switches everything off: nothing is offered', () => {
    const answer = [{ ...key, enabled: false, min: 1, max: 2 }];
    expect(readLimits(answer, RECOGNISED)).toEqual({ entries: [], complaints: [] });
  });

  it.each([
    ['of a currency', [{ currency: 'RUB', payment_types: [], min: 1, max: 2 }]],
    ['of several', { currencies: ['RUB', 'UZS'], payment_types: [], min: 1, max: 2 }],
    ['in a map', { RUB: { min: 1, max: 2, payment_types: [] } }],
  ])('offers nothing where the list of types %s is empty', (_, answer) => {
    expect(readLimits(answer, RECOGNISED)).toEqual({ entries: [], complaints: [] });
  });

  it('offers the rest where only one list of types is empty', () => {
    const rows = [
      { currency: 'RUB', payment_types: [], min: 1, max: 2 },
      { currency: 'UZS', payment_types: ['sbp'], min: 3, max: 4 },
    ];
    expect(readLimits(rows, RECOGNISED)).toEqual({
      entries: [{ currency: 'UZS', paymentType: 'sbp', min: 3, max: 4 }],
      complaints: [],
    });
    const mapped = [
      { c: 'RUB', t: [], a: 1, b: 2 },
      { c: 'UZS', t: ['sbp'], a: 3, b: 4 },
    ];
    expect(readLimits(mapped, mapping({}))?.entries).toEqual([
      { currency: 'UZS', paymentType: 'sbp', min: 3, max: 4 },
    ]);
  });

  it('takes a method’s code before its number, whichever comes first', () => {
    const of = (item: object) =>
      readLimits([{ currency: 'RUB', min: 1, max: 2, ...item }], RECOGNISED)?.entries[0]
        ?.paymentType;
    expect(of({ id: 17, type: 'sbp' })).toBe('sbp');
    expect(of({ id: '2b6f0cc9-04d2-4a0e-9b1c-0d7a1c1f5a11', type: 'humo' })).toBe('humo');
    expect(of({ id: 'humo', type: 'card' })).toBe('humo');
    expect(of({ id: 'lim_1', type: 'sbp' })).toBe('sbp');
    expect(of({ method: { id: 'sbp' } })).toBe('sbp');
  });

  it.each([
    [
      'a product of long lists',
      { currencies: many('RUB'), payment_types: many('t'), min: 1, max: 2 },
    ],
    ['very many rows', many({ ...key, min: 1, max: 2 })],
    ['very many items that are no rows', [{ ...key, min: 1, max: 2 }, ...many({})]],
    ['very many that are off', many({ ...key, enabled: false })],
    ['very many methods', [{ currency: 'RUB', methods: many({ id: 1 }) }]],
    [
      'very many envelopes',
      Object.fromEntries(many('e').map((own, at) => [`${own}${at}`, { a: {} }])),
    ],
  ])('does not follow an answer beyond reason: %s', (_, answer) => {
    const startedMs = performance.now();
    expect(readLimits(answer, RECOGNISED)).toBeNull();
    expect(performance.now() - startedMs).toBeLessThan(20_000);
  });

  it.each([
    ['a long run of zeros', [{ ...key, min: `1.${'0'.repeat(500_000)}1`, max: 2 }]],
    [
      'a long key around very many items',
      { ['k'.repeat(500_000)]: [{ ...key, min: 1, max: 2 }, ...many({}).slice(0, 4000)] },
    ],
  ])('takes no longer than the answer is long: %s', (_, answer) => {
    const startedMs = performance.now();
    const reading = readLimits(answer, { kind: 'recognised', units: 'major' });
    // Where each of them is looked at again for each of the others, it is minutes.
    expect(performance.now() - startedMs).toBeLessThan(20_000);
    const places = reading?.complaints.map(({ at }) => at.length) ?? [];
    expect(Math.max(...places)).toBeLessThanOrEqual(300);
    expect(places).not.toEqual([]);
  });

  it('keeps the complaint that takes force from the rest, however many others there are', () => {
    const rows = many(null)
      .slice(0, 400)
      .map((_, at) => ({ currency: 'RUB', type: `t${at}`, min: 1, max: '?' }));
    const reading = readLimits([...rows, { currency: 5, min: 1 }], RECOGNISED);
    expect(reading?.complaints).toHaveLength(200);
    expect(reading?.complaints[0]?.code).toBe('unreadable_currency');
  });
});

describe('the mapper', () => {
  it('looks at own properties only', () => {
    const odd = mapping({ path: 'constructor', shape: 'map-by-currency' });
    expect(readLimits({}, odd)).toBeNull();
    const keys = {
      currency: 'c',
      paymentType: 'constructor.name',
      min: 'a',
      max: 'b',
      enabled: null,
    };
    const reading = readLimits([{ c: 'RUB', a: 1, b: 2 }], mapping({ keys }));
    expect(reading?.entries).toEqual([{ currency: 'RUB', paymentType: null, min: 1, max: 2 }]);
  });

  it('finds nothing where the path leads nowhere, or to another shape', () => {
    expect(readLimits({ data: [] }, mapping({ path: 'data.list' }))).toBeNull();
    expect(readLimits({ data: {} }, mapping({ path: 'data' }))).toBeNull();
    expect(readLimits([{ c: 'RUB', x: 1 }], mapping({}))).toBeNull();
  });

  it('goes into lists by number', () => {
    const answer = { d: [{ l: [{ c: 'RUB', t: 'sbp', a: 1, b: 2 }] }] };
    expect(boundsOf(answer, mapping({ path: 'd.0.l' }))).toEqual([[1, 2]]);
  });
});
