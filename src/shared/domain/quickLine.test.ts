import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type QuickFault, type QuickReading, readQuickLine } from './quickLine.ts';

const DIRECT = { flow: 'create', types: ['any_bank', 'sbp', 'bankx'] } as const;
const PAGE = { flow: 'build', types: ['any_bank', 'sbp', 'bankx'] } as const;
const NOTHING: QuickReading = {
  amount: null,
  currency: null,
  paymentType: null,
  customer: null,
  faults: [],
};

describe('a quick line', () => {
  it.each<[string, Partial<QuickReading>]>([
    ['1500 sbp cust-77', { amount: '1500', paymentType: 'sbp', customer: 'cust-77' }],
    ['cust-77 1500 sbp', { amount: '1500', paymentType: 'sbp', customer: 'cust-77' }],
    [
      'sbp Иван Петров 1 500,50',
      { amount: '1 500,50', paymentType: 'sbp', customer: 'Иван Петров' },
    ],
    ['1.5 млн uzs aziza', { amount: '1.5 млн', currency: 'UZS', customer: 'aziza' }],
    ['150k ANY-BANK x', { amount: '150k', paymentType: 'any_bank', customer: 'x' }],
    ['1500₽ СБП x', { amount: '1500', currency: 'RUB', paymentType: 'sbp', customer: 'x' }],
    ['2 тыс. руб. x', { amount: '2 тыс.', currency: 'RUB', customer: 'x' }],
    ["100 so'm x", { amount: '100', currency: 'UZS', customer: 'x' }],
    ['1500 +79991234567', { amount: '1500', customer: '+79991234567' }],
    ['1500 "77" sbp', { amount: '1500', paymentType: 'sbp', customer: '77' }],
    ['1500 «sbp», ', { amount: '1500', customer: '«sbp»,' }],
    ['77-a', { customer: '77-a' }],
    ['  ', {}],
  ])('%j', (line, reading) => {
    expect(readQuickLine(line, DIRECT)).toEqual({ ...NOTHING, ...reading });
  });

  it.each<[string, QuickFault['code'], readonly string[], Partial<QuickReading>]>([
    ['1500 2000 sbp', 'two_amounts', ['1500', '2000'], { paymentType: 'sbp' }],
    ['1500 sbp 77', 'two_amounts', ['1500', '77'], { paymentType: 'sbp' }],
    ['1.234 x', 'unreadable_amount', ['1.234'], { customer: 'x' }],
    ['-5 x', 'negative_amount', ['-5'], { customer: 'x' }],
    ['1500 k x', 'amount_or_customer', ['1500', 'k'], { customer: 'x' }],
    ['5 rub uzs x', 'two_currencies', ['rub', 'uzs'], { amount: '5', customer: 'x' }],
    ['5 sbp bankx x', 'two_types', ['sbp', 'bankx'], { amount: '5', customer: 'x' }],
    ['Иван 5 Петров', 'scattered_customer', ['Иван', 'Петров'], { amount: '5' }],
  ])('%j is not guessed at: %s', (line, code, words, reading) => {
    expect(readQuickLine(line, DIRECT)).toEqual({
      ...NOTHING,
      ...reading,
      faults: [{ code, words }],
    });
  });

  it('has no payment type for a payment page, and says so', () => {
    expect(readQuickLine('5 sbp x', PAGE)).toEqual({
      ...NOTHING,
      amount: '5',
      customer: 'x',
      faults: [{ code: 'type_in_page', words: ['sbp'] }],
    });
  });

  it('means the same in every order', () => {
    const amount = fc.constantFrom('1500', '1 500,50', '2 тыс', '1.5m', '0,5 mln');
    const currency = fc.constantFrom('rub', 'UZS', '₸');
    const type = fc.constantFrom('sbp', 'any_bank', 'bankx');
    const customer = fc.stringMatching(/^[a-z]{3,8}-[a-z]{1,4}( [A-Z][a-z]{4,7}z)?$/u);
    const parts = fc.tuple(amount, currency, type, customer);
    fc.assert(
      fc.property(parts, fc.array(fc.nat(), { minLength: 4, maxLength: 4 }), (words, order) => {
        const line = words
          .map((word, at): [string, number] => [word, order[at] ?? 0])
          .toSorted((left, right) => left[1] - right[1])
          .map(([word]) => word)
          .join(' ');
        expect(readQuickLine(line, DIRECT)).toEqual(readQuickLine(words.join(' '), DIRECT));
        expect(readQuickLine(line, DIRECT)).toMatchObject({
          amount: words[0],
          paymentType: words[2],
          customer: words[3],
          faults: [],
        });
      }),
    );
  });

  it('accounts for every word: it was understood, or it is said that it was not', () => {
    const word = fc.oneof(
      fc.constantFrom(
        '1500',
        '1.234',
        'sbp',
        'rub',
        'uzs',
        'k',
        'млн',
        '"7 7"',
        '-3',
        '₽',
        '1 500',
      ),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 7 }), (words) => {
        const line = words.join(' ');
        const { amount, currency, paymentType, customer, faults } = readQuickLine(line, DIRECT);
        const typed = (line.match(/\S+/gu) ?? []).length;
        const nothing = [amount, currency, paymentType, customer].every((part) => part === null);
        const onlyQuotes = line.replaceAll(/["“„«”»\s]/gu, '') === '';
        expect(typed > 0 && nothing && faults.length === 0 && !onlyQuotes).toBe(false);
      }),
    );
  });
});
