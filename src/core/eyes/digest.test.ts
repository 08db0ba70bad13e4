import { isDeepStrictEqual } from 'node:util';

import fc from 'fast-check';
import { expect, it } from 'vitest';

import type { DepositBody } from '#shared/domain/deposit.ts';

import { createFieldsOf } from '../testing/builders.ts';
import { type ApprovedRequest, digestOf, requestDigest } from './digest.ts';

const KEY = 'a key of this run';
const text = fc.string({ minLength: 1, maxLength: 8 });
const optional = fc.option(text, { nil: undefined });
const body: fc.Arbitrary<DepositBody> = fc
  .record({
    order_id: text,
    cents: fc.nat(),
    currency: fc.constantFrom('RUB', 'UZS'),
    payment_type: text,
    customer: text,
    customer_phone_number: optional,
    callback_url: optional,
    success_url: optional,
    merchant: fc.uuid({ version: 4 }),
  })
  .map((fields) => ({ flow: 'create', fields: createFieldsOf(fields) }));
const request: fc.Arbitrary<ApprovedRequest> = fc.record({
  intentId: text,
  profileId: text,
  origin: text,
  mode: fc.constantFrom('live', 'sandbox'),
  body,
  author: fc.option(text),
  reissueOf: fc.option(text),
  repeats: fc.option(text),
});

/** As JSON has it: a field that is undefined is not there. */
const written = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

it('is another one for every request that differs in anything that is covered', () => {
  fc.assert(
    fc.property(request, request, (one, other) => {
      for (const key of KEYS) {
        const changed = { ...one, [key]: other[key] };
        const isSame = isDeepStrictEqual(written(changed), written(one));
        expect(requestDigest(KEY, changed) === requestDigest(KEY, one)).toBe(isSame);
      }
    }),
  );
});
const KEYS = [
  'intentId',
  'profileId',
  'origin',
  'mode',
  'body',
  'author',
  'reissueOf',
  'repeats',
] as const;

it('is another one for every field of the body, also for one that is left out', () => {
  fc.assert(
    fc.property(request, body, (one, { fields }) => {
      for (const [key, value] of Object.entries(fields)) {
        const own = one.body.fields;
        const changed = createFieldsOf({ ...own, [key]: value });
        const isSame = isDeepStrictEqual(written(changed), written(own));
        const other = { ...one, body: { flow: 'create' as const, fields: changed } };
        expect(requestDigest(KEY, other) === requestDigest(KEY, one)).toBe(isSame);
      }
    }),
  );
});

it('does not depend on the order of keys, nor mix up names and values', () => {
  const one = { x: 1, y: { z: 2, w: 3 } };
  expect(digestOf(KEY, 'a', one)).toBe(digestOf(KEY, 'a', { y: { w: 3, z: 2 }, x: 1 }));
  expect(digestOf(KEY, 'a', { x: 'y' })).not.toBe(digestOf(KEY, 'a', { y: 'x' }));
  expect(digestOf(KEY, 'a', 'x')).not.toBe(digestOf(KEY, 'b', 'x'));
  expect(digestOf(KEY, 'a', 'x')).not.toBe(digestOf('another run', 'a', 'x'));
});
