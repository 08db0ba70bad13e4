import { readFileSync } from 'node:fs';

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { type DepositBody, depositBodySchema } from '#shared/domain/deposit.ts';

import { createFieldsOf } from '../testing/builders.ts';
import { sign } from './sign.ts';
import { sentFields, signedSegments, stringToSign } from './stringToSign.ts';

const vectorsSchema = z.array(
  z.object({
    name: z.string(),
    flow: z.string(),
    secret: z.string(),
    fields: z.record(z.string(), z.unknown()),
    stringToSign: z.string(),
    hmacSha256HexLower: z.string(),
  }),
);
const vectors = vectorsSchema.parse(
  JSON.parse(
    readFileSync(new URL('../../../tests/vectors/signature.json', import.meta.url), 'utf8'),
  ),
);

/** Values as the rules of draft.ts let them through: no separator inside or at an edge. */
const value = fc
  .string({ minLength: 1, maxLength: 40, unit: 'binary' })
  .filter((text) => !text.includes('::') && !text.startsWith(':') && !text.endsWith(':'));
const optional = fc.option(value, { nil: undefined });

const anyBody: fc.Arbitrary<DepositBody> = fc
  .record({
    flow: fc.constantFrom('create', 'build'),
    merchant: fc.uuid(),
    order_id: value,
    cents: fc.nat({ max: Number.MAX_SAFE_INTEGER }),
    currency: fc.constantFrom('RUB', 'UZS'),
    type: value,
    customer: value,
    phone: optional,
    callback_url: optional,
    success_url: optional,
    reject_url: optional,
  })
  .map(({ flow, type, phone, ...common }) => {
    const own =
      flow === 'create'
        ? { payment_type: type, customer_phone_number: phone }
        : { payment_type: 'uzs_select' };
    const fields = Object.entries({ ...common, ...own }).filter(([, part]) => part !== undefined);
    return depositBodySchema.parse({ flow, fields: Object.fromEntries(fields) });
  });

describe('the signature', () => {
  it.each(vectors)('agrees with the vector "$name"', (vector) => {
    const body = depositBodySchema.parse({ flow: vector.flow, fields: vector.fields });
    const text = stringToSign(body);
    expect(text).toBe(vector.stringToSign);
    expect(sign(text, vector.secret, DEFAULT_DIALECT.signature)).toEqual({
      ok: true,
      value: vector.hmacSha256HexLower,
    });
  });

  it('has every field that is sent, in alphabetical order, and no other', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const fields = signedSegments(body).map((segment) => segment.field);
        expect(fields).toEqual(Object.keys(body.fields).toSorted());
      }),
    );
  });

  it('can be taken apart again into the values sent', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const values = signedSegments(body).map((segment) => segment.value);
        expect(stringToSign(body).split('::')).toEqual(values);
      }),
    );
  });

  it('writes cents as decimal text to sign and as a number to send', () => {
    fc.assert(
      fc.property(anyBody, (body) => {
        const cents = signedSegments(body).find((segment) => segment.field === 'cents');
        expect(cents?.value).toMatch(/^(?:0|[1-9][0-9]*)$/u);
        expect(Object.fromEntries(sentFields(body))).toEqual(body.fields);
      }),
    );
  });
});

it('only a success address and only a reject address share one string, by the document', () => {
  const fields = createFieldsOf();
  const address = 'https://shop.example/back';
  const succeeding = { ...fields, success_url: address };
  const rejecting = { ...fields, reject_url: address };
  expect(stringToSign({ flow: 'create', fields: succeeding })).toBe(
    stringToSign({ flow: 'create', fields: rejecting }),
  );
});
