import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { QuickFault } from './quickDoubts.ts';
import { type QuickReading, customersInDoubt, readQuickLine } from './quickLine.ts';

const DIRECT = { flow: 'create', types: ['any_bank', 'sbp', 'bankx'] } as const;
const PAGE = { flow: 'build', types: ['any_bank', 'sbp', 'bankx'] } as const;
type Said = Omit<QuickReading, 'words'>;
const NOTHING: Said = {
  amount: null,
  currency: null,
  paymentType: null,
  typeWord: null,
  customer: null,
  faults: [],
};
const read = (line: string, offered: Parameters<typeof readQuickLine>[1] = DIRECT): Said => {
  const { words: _, ...said } = readQuickLine(line, offered);
  return said;
};

const VOCABULARY = [
  '1500',
  '1.234',
  '500',
  '777',
  '123456',
  '2k',
  'sbp',
  'spb',
  'карта',
  'rub',
  'uzs',
  'usd',
  '5$',
  'k',
  'млн',
  '"7 7"',
  '"',
  '-3',
  '₽',
  'ivan',
  'Иван',
  'cust-77',
] as const;

describe('a quick line', () => {
  it.each<[string, Partial<Said>]>([
    ['1500 sbp cust-77', { amount: '1500', paymentType: 'sbp', customer: 'cust-77' }],
    ['cust-77 1500 sbp', { amount: '1500', paymentType: 'sbp', customer: 'cust-77' }],
    [
      'sbp Иван Петров 1 500,50',
      { amount: '1 500,50', paymentType: 'sbp', customer: 'Иван Петров' },
    ],
    [
      '1.5 млн uzs sbp aziza',
      { amount: '1.5 млн', currency: 'UZS', paymentType: 'sbp', customer: 'aziza' },
    ],
    ['150k ANY-BANK x', { amount: '150k', paymentType: 'any_bank', customer: 'x' }],
    [
      '1500₽ СБП x',
      { amount: '1500', currency: 'RUB', paymentType: 'sbp', typeWord: 'СБП', customer: 'x' },
    ],
    [
      '1500 карта ivan',
      { amount: '1500', paymentType: 'any_bank', typeWord: 'карта', customer: 'ivan' },
    ],
    ['5 Karta x', { amount: '5', paymentType: 'any_bank', typeWord: 'Karta', customer: 'x' }],
    ['1 500 sbp 123456', { amount: '1 500', paymentType: 'sbp', customer: '123456' }],
    ['2k sbp 79991234567', { amount: '2k', paymentType: 'sbp', customer: '79991234567' }],
    ['500 777 sbp ivan', { amount: '500 777', paymentType: 'sbp', customer: 'ivan' }],
    ['500 000', { amount: '500 000' }],
    ['1500 "Иван Петров"', { amount: '1500', customer: 'Иван Петров' }],
    ['1500 sbp ivan petrov', { amount: '1500', paymentType: 'sbp', customer: 'ivan petrov' }],
    ['1500 "spb cust-77"', { amount: '1500', customer: 'spb cust-77' }],
    ['2 тыс. руб. sbp x', { amount: '2 тыс.', currency: 'RUB', paymentType: 'sbp', customer: 'x' }],
    ["100 so'm sbp x", { amount: '100', currency: 'UZS', paymentType: 'sbp', customer: 'x' }],
    ['1500 sbp +79991234567', { amount: '1500', paymentType: 'sbp', customer: '+79991234567' }],
    ['1500 "77" sbp', { amount: '1500', paymentType: 'sbp', customer: '77' }],
    ['₽1500 sbp x', { amount: '1500', currency: 'RUB', paymentType: 'sbp', customer: 'x' }],
    ['1500sbp ivan', { amount: '1500', paymentType: 'sbp', customer: 'ivan' }],
    ["1500 sbp O'Brien J. P.", { amount: '1500', paymentType: 'sbp', customer: "O'Brien J. P." }],
    ['1500 ming sbp x', { amount: '1500 ming', paymentType: 'sbp', customer: 'x' }],
    ['  ', {}],
  ])('%j', (line, reading) => {
    expect(read(line)).toEqual({ ...NOTHING, ...reading });
  });

  it.each<[string, QuickFault['code'], readonly string[], Partial<Said>]>([
    ['0.001 sbp x', 'unreadable_amount', ['0.001'], { paymentType: 'sbp', customer: 'x' }],
    ['-5 sbp x', 'negative_amount', ['-5'], { paymentType: 'sbp', customer: 'x' }],
    ['1500 k sbp x', 'amount_or_customer', ['1500', 'k'], { paymentType: 'sbp', customer: 'x' }],
    [
      '1500 Ming sbp Li',
      'amount_or_customer',
      ['1500', 'Ming'],
      { paymentType: 'sbp', customer: 'Li' },
    ],
    [
      '5 rub uzs sbp x',
      'two_currencies',
      ['rub', 'uzs'],
      { amount: '5', paymentType: 'sbp', customer: 'x' },
    ],
    // What stands beside the doubt is not taken, either.
    ['0.001 spb', 'unreadable_amount', ['0.001'], {}],
    ['5 sbp bankx x', 'two_types', ['sbp', 'bankx'], { amount: '5', customer: 'x' }],
    ['Иван 5 Петров', 'scattered_customer', ['Иван', 'Петров'], { amount: '5' }],
  ])('%j is not guessed at: %s', (line, code, words, reading) => {
    expect(read(line)).toEqual({ ...NOTHING, ...reading, faults: [{ code, words }] });
  });

  it.each<[string, QuickFault['code'], readonly string[], readonly string[], Partial<Said>]>([
    [
      '15,000 sbp x',
      'ambiguous_amount',
      ['15,000'],
      ['15000.00 sbp x', '15.00 sbp x'],
      { paymentType: 'sbp', customer: 'x' },
    ],
    ['1.234 млн', 'ambiguous_amount', ['1.234 млн'], ['1234000000.00', '1234000.00'], {}],
    [
      '1500 2000 sbp',
      'two_amounts',
      ['1500', '2000'],
      ['1500 "2000" sbp', '"1500" 2000 sbp'],
      { paymentType: 'sbp' },
    ],
    [
      '1500 sbp 77',
      'two_amounts',
      ['1500', '77'],
      ['1500 sbp "77"', '"1500" sbp 77'],
      { paymentType: 'sbp' },
    ],
    ['500 777', 'grouped_or_customer', ['500 777', '500', '777'], ['500777', '500 "777"'], {}],
    // A mistyped payment type is no customer: neither with one, nor alone.
    ['1500 spb cust-77', 'unknown_word', ['spb'], ['1500 "spb cust-77"'], { amount: '1500' }],
    ['1500 spb', 'unknown_word', ['spb'], ['1500 "spb"'], { amount: '1500' }],
    ['1500 ыиз сгые-9', 'unknown_word', ['ыиз'], ['1500 "ыиз сгые-9"'], { amount: '1500' }],
    ['1500 cust-77', 'unknown_word', ['cust-77'], ['1500 "cust-77"'], { amount: '1500' }],
    ['1500 Иван Петров', 'unknown_word', ['Иван'], ['1500 "Иван Петров"'], { amount: '1500' }],
    // Nothing of the line is an amount, and the field may still hold another one's.
    ['15OO ivan', 'unknown_word', ['15OO'], ['"15OO ivan"'], {}],
    ['sbp 15-16 iv', 'unknown_word', ['15-16'], ['sbp "15-16 iv"'], { paymentType: 'sbp' }],
  ])('%j is asked about: %s', (line, code, words, proposals, reading) => {
    const asked = { ...NOTHING, ...reading, faults: [{ code, words, proposals }] };
    expect(read(line)).toMatchObject(asked);
  });

  it('of an amount that can mean two, both amounts are named', () => {
    expect(read('15,000 sbp x').faults[0]?.readings).toEqual([15_000_00, 15_00]);
  });

  it.each(['2k usd', '2k $', '2k$', '$2k', '2k долларов'])(
    '%j names no currency of the desk',
    (line) => {
      const { faults, ...said } = read(`${line} sbp ivan`);
      expect(faults).toMatchObject([{ code: 'foreign_currency' }]);
      expect(said).toMatchObject({ amount: '2k', currency: null, customer: 'ivan' });
    },
  );

  it('asks where the provider has no type of that kind', () => {
    expect(read('5 карта x', { flow: 'create', types: ['sbp'] }).faults).toEqual([
      { code: 'unoffered_type', words: ['карта'] },
    ]);
  });

  it('has no payment type for a payment page, and says so', () => {
    expect(read('5 sbp x', PAGE)).toEqual({
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
        expect(read(line)).toEqual(read(words.join(' ')));
        expect(read(line)).toMatchObject({
          amount: words[0],
          paymentType: words[2],
          customer: words[3],
          faults: [],
        });
      }),
    );
  });

  const word = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...VOCABULARY) },
    { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
  );
  const line = fc.array(word, { maxLength: 7 }).map((words) => words.join(' '));

  it('loses no word: each is understood, or asked about, once and in its place', () => {
    fc.assert(
      fc.property(line, fc.constantFrom(DIRECT, PAGE), (typed, offered) => {
        const { words } = readQuickLine(typed, offered);
        const bare = (text: string): string => text.replaceAll(/\s/gu, '');
        expect(bare(words.map(({ text }) => text).join(''))).toBe(bare(typed));
      }),
      { numRuns: 500 },
    );
  });

  it('puts a word into a field only as it was typed, or shows what it was taken for', () => {
    fc.assert(
      fc.property(line, (typed) => {
        const { words, amount, customer, paymentType, typeWord, faults } = readQuickLine(
          typed,
          DIRECT,
        );
        const of = (meaning: string): readonly string[] =>
          words.filter((found) => found.meaning === meaning).map(({ text }) => text);
        const plain = (text: string): string => text.replaceAll(/["“„«”»\s_-]/gu, '').toLowerCase();
        const same = (left: string, right: string): void => expect(plain(left)).toBe(plain(right));
        if (amount !== null) same(of('amount').join(''), amount);
        if (customer !== null) same(of('customer').join(''), customer);
        if (paymentType !== null) same(of('type').join(''), typeWord ?? paymentType);
        // What is in doubt stops the line.
        expect(of('fault').length > 0 && faults.length === 0).toBe(false);
        const filled = {
          amount,
          currency: readQuickLine(typed, DIRECT).currency,
          type: paymentType,
        };
        for (const [meaning, value] of Object.entries(filled)) {
          expect(of(meaning).length > 0 && value === null && faults.length === 0).toBe(false);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('proposes only lines that settle what is asked', () => {
    fc.assert(
      fc.property(line, (typed) => {
        for (const { code, words, proposals = [] } of readQuickLine(typed, DIRECT).faults) {
          // The same word may stand in the line twice: each time it is asked about.
          const asked = (from: string): number =>
            readQuickLine(from, DIRECT).faults.filter(
              (fault) => fault.code === code && fault.words.join(' ') === words.join(' '),
            ).length;
          for (const proposal of proposals) expect(asked(proposal)).toBeLessThan(asked(typed));
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe('a payment page, which has no payment types', () => {
  it('takes one word for the customer, and asks about several', () => {
    expect(read('250000 aziza', PAGE)).toMatchObject({ customer: 'aziza', faults: [] });
    // One of them may have been meant for the currency.
    expect(read('250000 uzz aziza', PAGE)).toMatchObject({
      customer: null,
      faults: [{ code: 'unknown_word', words: ['uzz'] }],
    });
  });
});

const known = (...customers: readonly string[]) => ({
  ...DIRECT,
  knownCustomers: new Set(customers),
});

describe('a known customer', () => {
  it('needs no payment type in the line, under exactly that name', () => {
    expect(read('1500 cust-77', known('cust-77'))).toMatchObject({
      amount: '1500',
      customer: 'cust-77',
      faults: [],
    });
    expect(read('1500 Иван Петров', known('Иван Петров')).customer).toBe('Иван Петров');
    for (const customer of ['cust-7', 'Cust-77', 'spb cust-77']) {
      expect(read('1500 cust-77', known(customer)).customer, customer).toBeNull();
    }
    expect(read('1500 spb cust-77', known('cust-77')).customer).toBeNull();
  });

  it('is looked up where the line is in doubt without it', () => {
    expect(customersInDoubt('1500 cust-77', known('cust-77'))).toEqual(['cust-77']);
    expect(customersInDoubt('1500 Иван Петров', DIRECT)).toEqual(['Иван Петров']);
    expect(customersInDoubt('1500 sbp 777', DIRECT)).toEqual(['1500', '777']);
    for (const line of ['1500 sbp', '1500 sbp ivan', '1 500 777', '1500 "777"', '15.5 sbp 777']) {
      expect(customersInDoubt(line, DIRECT), line).toEqual([]);
    }
  });
});

describe('two plain numbers', () => {
  it('are asked about, unless the second alone is a known customer', () => {
    for (const line of ['1500 sbp 123456', '123456 sbp 1500', '1500 sbp 79991234567']) {
      const { customer, amount, faults } = read(line);
      expect({ customer, amount }, line).toEqual({ customer: null, amount: null });
      expect(faults, line).toMatchObject([{ code: 'two_amounts' }]);
      expect(faults[0]?.proposals, line).toHaveLength(2);
    }
    expect(read('1500 sbp 777', known('777'))).toMatchObject({ amount: '1500', customer: '777' });
    for (const customers of [['1500'], ['777', '1500'], ['7']]) {
      expect(read('1500 sbp 777', known(...customers)).faults, customers.join()).toMatchObject([
        { code: 'two_amounts' },
      ]);
    }
  });
});

it('the type of the payment page is known there, and no customer elsewhere', () => {
  expect(read('1500 uzs_select', DIRECT)).toMatchObject({
    customer: null,
    faults: [{ code: 'unoffered_type' }],
  });
  expect(read('250000 uzs_select cust-1', PAGE)).toMatchObject({
    amount: '250000',
    customer: 'cust-1',
    paymentType: 'uzs_select',
    faults: [],
  });
});
