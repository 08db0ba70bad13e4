import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { LIMIT_SHAPES, type LimitResponse, UNITS } from '../dialect/schema.ts';
import { checkDraft } from '../domain/draft.ts';
import { merchantIdSchema } from '../domain/ids.ts';
import { limitsSnapshotSchema } from '../domain/limits.ts';
import { readLimits } from './read.ts';

const RECOGNISED: LimitResponse = { kind: 'recognised', units: 'minor' };
const KEYS = { currency: 'c', paymentType: 't', min: 'a', max: 'b', enabled: null };

const anyFormat: fc.Arbitrary<LimitResponse> = fc.oneof(
  fc.constantFrom(...UNITS).map((units) => ({ kind: 'recognised' as const, units })),
  fc
    .record({
      path: fc.constantFrom('', 'a', 'a.b', '__proto__', 'RUB'),
      shape: fc.constantFrom(...LIMIT_SHAPES),
      units: fc.constantFrom(...UNITS),
    })
    .map((mapping) => ({ kind: 'mapped' as const, keys: KEYS, ...mapping })),
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
