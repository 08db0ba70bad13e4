import { assert, constantFrom, property, uuid } from 'fast-check';
import { describe, expect, it } from 'vitest';

import { TRANSFER_METHODS } from './limits.ts';
import { requisitesFor } from './paymentData.ts';

const order = { id: 'a3d1f0a4-7c64-4a8e-9a0b-0d6f6d1f2c11', order_id: 'D-1115-0036' };

function passesLuhn(number: string): boolean {
  const digits = number.split('').map(Number).toReversed();
  const sum = digits.reduce((total, digit, index) => {
    const doubled = index % 2 === 1 ? digit * 2 : digit;
    return total + Math.floor(doubled / 10) + (doubled % 10);
  }, 0);
  return sum % 10 === 0;
}

describe('requisites', () => {
  it('have exactly the fields of their payment type', () => {
    const keys = TRANSFER_METHODS.map((method) => [
      method,
      Object.keys(requisitesFor(method, order)),
    ]);
    expect(Object.fromEntries(keys)).toEqual({
      any_bank: ['number', 'name'],
      bankx: ['number', 'name'],
      sbp: ['number', 'name', 'bank_name'],
      account_number: ['number', 'name', 'bank_name', 'bic', 'payment_reason'],
    });
  });

  it('are well formed, under prefixes that no account has, and say that they are a test', () => {
    assert(
      property(uuid(), constantFrom(...TRANSFER_METHODS), (id, method) => {
        const data = requisitesFor(method, { id, order_id: 'A-1' });
        const number = data.number ?? '';
        expect(data.name).toMatch(/^TEST [A-Z]+ [A-Z]\.$/u);
        switch (method) {
          case 'any_bank':
          case 'bankx':
            expect(number).toMatch(/^9999[0-9]{12}$/u);
            expect(passesLuhn(number)).toBe(true);
            break;
          case 'sbp':
            expect(number).toMatch(/^\+7000[0-9]{7}$/u);
            expect(data.bank_name).toMatch(/^TEST/u);
            break;
          case 'account_number':
            expect(number).toMatch(/^00000[0-9]{15}$/u);
            expect(data.bic).toMatch(/^99[0-9]{7}$/u);
            expect(data.payment_reason).toBe('TEST. DO NOT PAY. Order A-1');
            break;
        }
      }),
    );
  });

  it('stay the same for one request and differ between requests and methods', () => {
    const other = { ...order, id: 'b3d1f0a4-7c64-4a8e-9a0b-0d6f6d1f2c11' };
    expect(requisitesFor('any_bank', order)).toEqual(requisitesFor('any_bank', order));
    expect(requisitesFor('any_bank', order).number).not.toBe(
      requisitesFor('any_bank', other).number,
    );
    expect(requisitesFor('any_bank', order).number).not.toBe(requisitesFor('bankx', order).number);
  });
});
