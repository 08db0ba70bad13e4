import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import type { QuickFault } from './quickDoubts.ts';
import { type QuickReading, plainNumbers, readQuickLine } from './quickLine.ts';
import { inOtherLayout, isOneSlip } from './quickWords.ts';

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
  'ыиз',
  'карта',
  'rub',
  'rib',
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
  'сгые-9',
] as const;

describe('a quick line', () => {
  it.each<[string, Partial<Said>]>([
    ['1500 sbp cust-77', { amount: '1500', paymentType: 'sbp', customer: 'cust-77' }],
    ['cust-77 1500 sbp', { amount: '1500', paymentType: 'sbp', customer: 'cust-77' }],
    [
      'sbp Иван Петров 1 500,50',
      { amount: '1 500,50', paymentType: 'sbp', customer: 'Иван Петров' },
    ],
    ['1.5 млн uzs aziza', { amount: '1.5 млн', currency: 'UZS', customer: 'aziza' }],
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
    ['1500 Марта', { amount: '1500', customer: 'Марта' }],
    ['1500 Иван Петров', { amount: '1500', customer: 'Иван Петров' }],
    ['1500 sbp ivan petrov', { amount: '1500', paymentType: 'sbp', customer: 'ivan petrov' }],
    ['1500 "spb cust-77"', { amount: '1500', customer: 'spb cust-77' }],
    ['2 тыс. руб. x', { amount: '2 тыс.', currency: 'RUB', customer: 'x' }],
    ["100 so'm x", { amount: '100', currency: 'UZS', customer: 'x' }],
    ['1500 +79991234567', { amount: '1500', customer: '+79991234567' }],
    ['1500 "77" sbp', { amount: '1500', paymentType: 'sbp', customer: '77' }],
    ['1500 «sbp», ', { amount: '1500', customer: '«sbp»,' }],
    ['77-a', { customer: '77-a' }],
    ['₽1500 sbp x', { amount: '1500', currency: 'RUB', paymentType: 'sbp', customer: 'x' }],
    ['1500sbp ivan', { amount: '1500', paymentType: 'sbp', customer: 'ivan' }],
    ['cust-77 vip', { customer: 'cust-77 vip' }],
    ['1500 cust-77 vip', { amount: '1500', customer: 'cust-77 vip' }],
    ["1500 O'Brien J. P.", { amount: '1500', customer: "O'Brien J. P." }],
    ['1500 +79991234567 Иван', { amount: '1500', customer: '+79991234567 Иван' }],
    ['1500 ming x', { amount: '1500 ming', customer: 'x' }],
    ['  ', {}],
  ])('%j', (line, reading) => {
    expect(read(line)).toEqual({ ...NOTHING, ...reading });
  });

  it.each<[string, QuickFault['code'], readonly string[], Partial<Said>]>([
    ['0.001 x', 'unreadable_amount', ['0.001'], { customer: 'x' }],
    ['-5 x', 'negative_amount', ['-5'], { customer: 'x' }],
    ['1500 k x', 'amount_or_customer', ['1500', 'k'], { customer: 'x' }],
    ['1500 Ming Li', 'amount_or_customer', ['1500', 'Ming'], { customer: 'Li' }],
    ['5 rub uzs x', 'two_currencies', ['rub', 'uzs'], { amount: '5', customer: 'x' }],
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
    [
      'x 1.234 млн',
      'ambiguous_amount',
      ['1.234 млн'],
      ['x 1234000000.00', 'x 1234000.00'],
      { customer: 'x' },
    ],
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
    [
      '1500 spb cust-77',
      'corrected',
      ['spb', 'sbp'],
      ['1500 sbp cust-77', '1500 "spb cust-77"'],
      { amount: '1500', customer: 'cust-77' },
    ],
    [
      '1500 ыиз сгые-9',
      'corrected',
      ['ыиз', 'sbp'],
      ['1500 sbp cust-9', '1500 sbp сгые-9', '1500 "ыиз сгые-9"'],
      { amount: '1500' },
    ],
    [
      '1500 rfhnf x',
      'corrected',
      ['rfhnf', 'any_bank'],
      ['1500 any_bank ч', '1500 any_bank x', '1500 "rfhnf x"'],
      { amount: '1500' },
    ],
    [
      '1500 rib sbp ivan',
      'corrected',
      ['rib', 'RUB'],
      ['1500 rub sbp ivan'],
      { amount: '1500', paymentType: 'sbp', customer: 'ivan' },
    ],
    ['1500 foo ivan', 'unknown_word', ['foo'], ['1500 "foo ivan"'], { amount: '1500' }],
    ['1500 p2p ivan', 'unknown_word', ['p2p'], ['1500 "p2p ivan"'], { amount: '1500' }],
    ['1500 any-card iv', 'unknown_word', ['any-card'], ['1500 "any-card iv"'], { amount: '1500' }],
    // Nothing of the line is an amount, and the field may still hold another one's.
    ['15OO ivan', 'unknown_word', ['15OO'], ['"15OO ivan"'], {}],
    ['usd1500 ivan', 'unknown_word', ['usd1500'], ['"usd1500 ivan"'], {}],
    ['sbp 15-16 iv', 'unknown_word', ['15-16'], ['sbp "15-16 iv"'], { paymentType: 'sbp' }],
  ])('%j is asked about: %s', (line, code, words, proposals, reading) => {
    const asked = { ...NOTHING, ...reading, faults: [{ code, words, proposals }] };
    expect(read(line)).toMatchObject(asked);
  });

  it('of an amount that can mean two, both amounts are named', () => {
    expect(read('15,000 sbp x').faults[0]?.readings).toEqual([15_000_00, 15_00]);
  });

  it.each(['2k usd ivan', '2k $ ivan', '2k$ ivan', '$2k ivan', '2k долларов ivan'])(
    '%j names no currency of the desk',
    (line) => {
      const { faults, ...said } = read(line);
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

describe('a slip', () => {
  it('is one letter, or the other layout', () => {
    const near = ['spb', 'sb', 'sbpp', 'xbp', 'sbx'];
    expect(near.filter((typed) => isOneSlip(typed, 'sbp'))).toEqual(near);
    expect(['sbp', 'psb', 'sxx', ''].filter((typed) => isOneSlip(typed, 'sbp'))).toEqual([]);
    expect(inOtherLayout('ЫИз сгые-9')).toBe('SBp cust-9');
    expect(inOtherLayout('c,g')).toBe('сбп');
  });
});

describe('two plain numbers', () => {
  const known = (...customers: readonly string[]) => ({
    ...DIRECT,
    knownCustomers: new Set(customers),
  });

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

  it('are those that must be looked up', () => {
    expect(plainNumbers('1500 sbp 777')).toEqual(['1500', '777']);
    for (const line of ['1500 sbp', '1 500 777', '1500 "777"', '15.5 sbp 777']) {
      expect(plainNumbers(line), line).toEqual([]);
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
