import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { MOST_CENTS, Money } from './money.ts';

function cents(text: string, currency = 'RUB'): number | string {
  const read = Money.parse(text, currency);
  return read.ok ? read.cents : read.fault;
}

describe('the amount that a payer typed', () => {
  it.each([
    ['1450', 145_000],
    ['1450.5', 145_050],
    ['1450,50', 145_050],
    ['1 450,00', 145_000],
    ['1\u00a0450,00 ₽', 145_000],
    ['1\u202f450', 145_000],
    ['1,450.00', 145_000],
    ['1.450,00', 145_000],
    ["1'450.00", 145_000],
    ['1,450', 145_000],
    ['1.450', 145_000],
    ['1,450,000', 145_000_000],
    ['1.450.000,5', 145_000_050],
    ['0,05', 5],
    ['0007', 700],
    ['  1450 RUB ', 145_000],
    ['rub 1450', 145_000],
    ['1450 руб.', 145_000],
    ['999 999 999 999,99', MOST_CENTS],
  ])('%j is %d', (text, expected) => {
    expect(cents(text)).toBe(expected);
  });

  it.each([
    ['', 'empty'],
    ['   ', 'empty'],
    ['RUB', 'empty'],
    ['abc', 'unreadable'],
    ['-5', 'unreadable'],
    ['1 45', 'unreadable'],
    ['1 4500', 'unreadable'],
    ['12 3456', 'unreadable'],
    ['1,45,000', 'unreadable'],
    ['1450,', 'unreadable'],
    ['.5', 'unreadable'],
    ['1e3', 'unreadable'],
    ['1 450.000,5', 'unreadable'],
    ['1450 USD', 'unreadable'],
    ['<script>', 'unreadable'],
    ['0,450', 'decimals'],
    ['1450.1234', 'decimals'],
    ['1,450.001', 'decimals'],
    ['0', 'zero'],
    ['0.00', 'zero'],
    ['1 000 000 000 000', 'too_large'],
  ])('%j is no amount: %s', (text, fault) => {
    expect(cents(text)).toBe(fault);
  });

  it('reads every amount back in every habit', () => {
    const habits = [
      { group: '', decimal: '.' },
      { group: '', decimal: ',' },
      { group: ' ', decimal: ',' },
      { group: '\u00a0', decimal: '.' },
      { group: '\u2009', decimal: ',' },
      { group: ',', decimal: '.' },
      { group: '.', decimal: ',' },
      { group: '’', decimal: '.' },
    ] as const;
    const words = ['', ' RUB', ' ₽', ' руб'] as const;
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: MOST_CENTS }),
        fc.constantFrom(...habits),
        fc.constantFrom(...words),
        (amount, { group, decimal }, word) => {
          const digits = String(amount).padStart(3, '0');
          const whole = digits.slice(0, -2).replaceAll(/\B(?=(?:[0-9]{3})+$)/gu, group);
          expect(cents(`${whole}${decimal}${digits.slice(-2)}${word}`)).toBe(amount);
          if (amount % 100 === 0) expect(cents(whole + word)).toBe(amount);
        },
      ),
    );
  });

  it('never makes digits up, whatever was typed', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.string({
        unit: fc.constantFrom(..."0 1 2 3 4 5 6 7 8 9 . , '".split(' '), ' ', '\u00a0'),
      }),
    );
    fc.assert(
      fc.property(typed, (text) => {
        const read = Money.parse(text, 'UZS');
        if (!read.ok) return;
        const given = text.normalize('NFKC').replaceAll(/[^0-9]/gu, '');
        expect(read.cents).toBeGreaterThan(0);
        expect(read.cents).toBeLessThanOrEqual(MOST_CENTS);
        // The digits that were typed, with none, one or two noughts of decimals behind them.
        expect([1, 10, 100].map((more) => BigInt(given) * BigInt(more))).toContain(
          BigInt(read.cents),
        );
      }),
    );
  });
});
