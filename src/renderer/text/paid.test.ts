import { describe, expect, it } from 'vitest';

import type { DepositRequest } from '#shared/domain/request.ts';

import { sayOf } from '../i18n/i18n.ts';
import { createI18n } from '../testing/i18n.ts';
import { requestOf } from '../testing/request.ts';
import { namedAmount, otherAmount } from './paid.ts';

const AT = '2026-11-15T10:00:00.000Z';

function request(paid: { readonly amount: string; readonly unit: string } | null): DepositRequest {
  return requestOf(paid === null ? {} : { paid: { seq: 4, at: AT, isVerified: true, ...paid } });
}

describe('another paid amount in words', () => {
  const say = sayOf(createI18n('en'));
  const of = (amount: string, unit: string) => otherAmount(request({ amount, unit }), 'en', say);

  it('is said beside what was asked for, whatever unit it came in', () => {
    expect(of('1450.00', 'major')?.line).toMatch(/^Paid 1\D?450\.00 of 1\D?500\.00\sRUB$/u);
    expect(of('145000', 'minor')).toEqual(of('1450.00', 'major'));
  });

  it('is nothing where it is what was asked for, or where none was named', () => {
    expect(of('1500', 'major')).toBeNull();
    expect(of('150000', 'unclear')).toBeNull();
    expect(otherAmount(request(null), 'en', say)).toBeNull();
  });

  it('is shown as it was written where its unit is not known, with words', () => {
    const other = of('1450', 'unclear');
    expect(other?.line).toContain('“1450”');
    expect(other?.unclear).not.toBeNull();
    expect(of('n/a', 'major')?.unclear).toContain('not an amount');
  });
});

describe('the amount that a callback names, in the Inbox', () => {
  const said = { id: null, orderId: 'D-1', merchant: null, state: null };
  const of = (amount: string | null, currency: string | null, more: object) =>
    namedAmount({ format: 'json', problem: null, ...said, amount, currency, ...more }, 'en');

  it('is money where its unit is known: a hundredth is not taken for the whole', () => {
    expect(of('145000', 'RUB', { amountUnit: 'minor' })).toMatch(/^1\D?450\.00$/u);
    expect(of('1450', 'RUB', { amountUnit: 'major' })).toMatch(/^1\D?450\.00$/u);
  });

  it('is as it was written where it can be read in two ways, or not at all', () => {
    expect(of('145000', 'RUB', { amountUnit: 'unclear' })).toBe('145000');
    expect(of('145000', 'RUB', {})).toBe('145000');
    expect(of('145000', 'XXX', { amountUnit: 'minor' })).toBe('145000');
    expect(of('145000', null, { amountUnit: 'minor' })).toBe('145000');
    expect(of('n/a', 'RUB', { amountUnit: 'minor' })).toBe('n/a');
    expect(of('9'.repeat(30), 'RUB', { amountUnit: 'minor' })).toBe('9'.repeat(30));
    expect(of(null, 'RUB', {})).toBe('');
  });
});
