import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LIMIT_SHAPES, type LimitResponse, UNITS } from '../dialect/schema.ts';
import { checkDraft } from '../domain/draft.ts';
import { merchantIdSchema } from '../domain/ids.ts';
import { limitsSnapshotSchema } from '../domain/limits.ts';
import { limitsAnswerOf, readLimits } from './read.ts';

const RECOGNISED: LimitResponse = { kind: 'recognised', units: 'minor' };
const key = { currency: 'RUB', payment_type: 'sbp' };

function mapping(overrides: Partial<Extract<LimitResponse, { kind: 'mapped' }>>): LimitResponse {
  const keys = { currency: 'c', paymentType: 't', min: 'a', max: 'b', enabled: null };
  return { kind: 'mapped', path: '', shape: 'list', units: 'minor', keys, ...overrides };
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

  it('does not multiply an answer beyond reason', () => {
    const many = Array.from({ length: 3000 }, (_, index) => `t${index}`);
    const answer = { currencies: ['RUB', 'UZS'], payment_types: many, min: 1, max: 2 };
    expect(readLimits(answer, RECOGNISED)).toBeNull();
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

const anyFormat: fc.Arbitrary<LimitResponse> = fc.oneof(
  fc.constantFrom(...UNITS).map((units) => ({ kind: 'recognised' as const, units })),
  fc
    .record({
      path: fc.constantFrom('', 'a', 'a.b', '__proto__', 'RUB'),
      shape: fc.constantFrom(...LIMIT_SHAPES),
      units: fc.constantFrom(...UNITS),
    })
    .map(mapping),
);
/** JSON of the words that the reader knows, so that it does get somewhere. */
const words = [
  'RUB',
  'UZS',
  'USD',
  'currency',
  'min',
  'max',
  'limits',
  'enabled',
  'id',
  'c',
  'a',
  'b',
  'methods',
];
const wordedJson = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.oneof(fc.constantFrom(...words), fc.integer(), fc.double(), fc.boolean(), fc.constant(null)),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.constantFrom(...words), tie('value'), { maxKeys: 5 }),
  ),
})).value;

describe('whatever the answer', () => {
  it('never throws, and what it reads is within the schema with no minimum above its maximum', () => {
    fc.assert(
      fc.property(fc.oneof(fc.jsonValue(), wordedJson), anyFormat, (answer, format) => {
        const reading = readLimits(answer, format);
        if (reading === null) return;
        limitsSnapshotSchema.pick({ entries: true, complaints: true }).parse(reading);
        for (const { min, max } of reading.entries) {
          expect(min === null || max === null || min <= max).toBe(true);
        }
        const keys = reading.entries.map((entry) =>
          JSON.stringify([entry.currency, entry.paymentType]),
        );
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: 1000 },
    );
  });

  it('never refuses what the provider allows because some of it could not be read', () => {
    const row = fc
      .record({
        currency: fc.constantFrom('RUB', 'UZS', 'KZT'),
        payment_type: fc.constantFrom('sbp', 'any_bank', 'humo'),
        min: fc.integer({ min: 0, max: 1000 }),
        more: fc.integer({ min: 1, max: 1000 }),
      })
      .map(({ more, ...rest }) => ({ ...rest, max: rest.min + more }));
    const rows = fc.uniqueArray(row, {
      minLength: 1,
      maxLength: 6,
      selector: ({ currency, payment_type: type }) => `${currency} ${type}`,
    });
    const junk = fc.constantFrom<unknown>({}, [], true, 'n/a', null, { amount: 1 });
    const spoilt = fc.record({
      field: fc.constantFrom('currency', 'payment_type', 'min', 'max'),
      junk: junk.filter((value) => value !== 'n/a'),
      at: fc.nat(),
    });
    fc.assert(
      fc.property(rows, fc.array(spoilt, { maxLength: 3 }), fc.nat(), (list, spoils, which) => {
        const answer: Record<string, unknown>[] = list.map((own) => ({ ...own }));
        for (const { field, junk: value, at } of spoils) {
          const target = answer[at % answer.length];
          if (target !== undefined) target[field] = value;
        }
        const allowed = list[which % list.length];
        if (allowed === undefined) return;
        expect(refusals({ data: answer }, allowed)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });
});

/** What the form and core would refuse, under a fresh snapshot of this answer. */
function refusals(
  answer: unknown,
  { currency, payment_type, max }: { currency: string; payment_type: string; max: number },
) {
  const readAt = '2026-11-15T10:00:00.000Z';
  const reading = readLimits(answer, RECOGNISED);
  const snapshot = limitsSnapshotSchema.parse({
    id: '22222222-2222-4333-8444-555555555555',
    profileId: 'shop',
    readAt,
    recognised: reading !== null,
    entries: reading?.entries ?? [],
    complaints: reading?.complaints ?? [],
    raw: '',
  });
  const urls = { callback_url: '', success_url: '', reject_url: '' };
  const fields = { cents: max, currency, payment_type, customer: 'c', order_id: 'o' };
  const merchant = merchantIdSchema.parse('11111111-2222-4333-8444-555555555555');
  const { faults } = checkDraft(
    { flow: 'create', fields: { ...fields, ...urls, customer_phone_number: '' } },
    { merchant, limitsPolicy: 'enforce' },
    snapshot,
    Date.parse(readAt),
  );
  return faults.filter(({ force }) => force === 'refuse');
}
