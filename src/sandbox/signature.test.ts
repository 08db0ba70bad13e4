import { assert, constantFrom, property } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { stringToSign, verifiesHmac } from './signature.ts';
import { MERCHANT, SECRET, buildBody, createBody, sign } from './testing/support.ts';

const ALL_FIELDS = {
  merchant: MERCHANT,
  order_id: 'A-1',
  cents: 312,
  currency: 'RUB',
  payment_type: 'sbp',
  customer: 'cust-1',
  callback_url: 'https://shop.example/cb',
  success_url: 'https://shop.example/ok',
  reject_url: 'https://shop.example/no',
  customer_phone_number: '+79990001122',
};

const VECTORS = [
  {
    name: 'create, all fields',
    flow: 'create',
    body: ALL_FIELDS,
    text: `https://shop.example/cb::312::RUB::cust-1::+79990001122::${MERCHANT}::A-1::sbp::https://shop.example/no::https://shop.example/ok`,
    signature: 'b1b6f35ea32d557313c27ed7b637c548df7b871b671643cc6a6d0057cbd9d2b9',
  },
  {
    name: 'create, required only',
    flow: 'create',
    body: createBody({ cents: 312 }),
    text: `312::RUB::cust-1::${MERCHANT}::A-1::any_bank`,
    signature: '4b3e290240829cd2fd661bf3dd100ad617089b2f026dbf43aa2c607e9278df4c',
  },
  {
    name: 'build, required only',
    flow: 'build',
    body: buildBody(),
    text: `1000000::UZS::${MERCHANT}::B-1::uzs_select`,
    signature: 'a6ad95efe79c8d614f5b7ee3040d25f4df329858e6d8eb38029a96b4e4a51164',
  },
] as const;

describe('the signature', () => {
  it.each(VECTORS)('agrees with the agreed vector: $name', ({ flow, body, text, signature }) => {
    expect(stringToSign(flow, body)).toBe(text);
    expect(verifiesHmac(text, SECRET, signature)).toBe(true);
  });

  it.each(VECTORS)('refuses the vector altered in one digit: $name', ({ text, signature }) => {
    const altered = signature.replace(/.$/u, (last) => (last === '0' ? '1' : '0'));
    expect(verifiesHmac(text, SECRET, altered)).toBe(false);
    expect(verifiesHmac(text, 'Secret', signature)).toBe(false);
  });

  it('takes the fields in the order of part 5, word by word', () => {
    const rule3 =
      'callback_url, cents, currency, customer, customer_phone_number, merchant, order_id, payment_type, reject_url, success_url';
    const rule4 =
      'callback_url, cents, currency, customer, merchant, order_id, payment_type, reject_url, success_url';
    const named = Object.fromEntries(rule3.split(', ').map((name) => [name, name]));
    expect(stringToSign('create', named)).toBe(rule3.replaceAll(', ', '::'));
    // Build has no phone, so a phone sent there is not part of what is signed.
    expect(stringToSign('build', named)).toBe(rule4.replaceAll(', ', '::'));
  });

  it('has no string for a value that is neither text nor a number', () => {
    expect(stringToSign('create', createBody({ customer: null }))).toBeNull();
    expect(stringToSign('create', createBody({ customer: ['a'] }))).toBeNull();
  });

  it('accepts only lower-case hex of the right length', () => {
    const [{ text, signature }] = VECTORS;
    for (const wrong of [
      '',
      signature.toUpperCase(),
      `${signature}00`,
      signature.slice(2),
      'é'.repeat(64),
    ]) {
      expect(verifiesHmac(text, SECRET, wrong)).toBe(false);
    }
  });

  it('depends on every value', () => {
    assert(
      property(constantFrom(...Object.keys(ALL_FIELDS)), (field) => {
        const text = stringToSign('create', { ...ALL_FIELDS, [field]: '7' }) ?? '';
        expect(verifiesHmac(text, SECRET, sign(ALL_FIELDS))).toBe(false);
      }),
    );
  });
});
