import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import { type StatementMapping, statementRowSchema } from '#shared/domain/statement.ts';

import { statementFieldsIn } from './headers.ts';
import { type StatementRules, amountParts, readStatementRow } from './readRow.ts';
import { createDateOrder, createZone, readTime } from './times.ts';

const column = (at: number) => ({ from: 'column' as const, column: at });
const MAPPING: StatementMapping = {
  fields: {
    remote_id: column(0),
    order_id: column(1),
    amount: column(2),
    currency: column(3),
    time: column(4),
    paid_amount: column(5),
  },
  unit: 'major',
};
const RULES: StatementRules = {
  mapping: MAPPING,
  columns: 6,
  decimalMark: null,
  times: { order: null, toUtc: createZone('Europe/Moscow') },
};
const AT = '2026-11-16 10:00:00';
const read = (cells: readonly string[], rules: Partial<StatementRules> = {}) =>
  readStatementRow(2, cells, { ...RULES, ...rules });
const amount = (text: string, rules: Partial<StatementRules> = {}) => {
  const { cents, problems } = read(['r', 'o', text, 'RUB', AT], rules);
  return cents ?? problems.map(({ code }) => code).join();
};
const minor = { mapping: { ...MAPPING, unit: 'minor' as const } };

describe('an amount of a statement', () => {
  it.each([
    ['1500', 150_000],
    ['1 500,00', 150_000],
    ['1\u00a0500,50 ₽', 150_050],
    ['1,500.00', 150_000],
    ['1.500,00', 150_000],
    ["1'500.00", 150_000],
    ['1,234,567.89', 123_456_789],
    ['RUB 1500', 150_000],
    ['1500 руб.', 150_000],
    ['15,000', 'ambiguous'],
    ['', 'missing'],
    ['#REF!', 'malformed'],
    ['1.23457E+15', 'malformed'],
    ['0', 0],
  ])('%s is read as %s', (text, cents) => expect(amount(text)).toBe(cents));

  it('is decided by the decimal mark of the file', () => {
    expect(amount('15,000', { decimalMark: '.' })).toBe(1_500_000);
    expect(amount('15,000', { decimalMark: ',' })).toBe(1500);
  });

  it.each([
    ['150000', 150_000],
    ['150 000', 150_000],
    ['150000.00', 150_000],
    ['1500.50', 'too_many_decimals'],
  ])('in minor units: %s is %s', (text, cents) => expect(amount(text, minor)).toBe(cents));

  it.each(['-1500', '\u22121500', '(1 500,00)', '1500-', 'RUB -1500', '-1500 RUB'])(
    'that is negative makes a refund of its row: %s',
    (text) =>
      expect(read(['r', 'o', text, 'RUB', AT])).toMatchObject({ kind: 'refund', cents: -150_000 }),
  );

  it('brings its currency where the column of currencies has none', () => {
    const currencies = ['1500 RUB', "1500 so'm", '1500 ₸', '$1500'].map(
      (text) => read(['r', 'o', text, '', AT]).currency,
    );
    expect(currencies).toEqual(['RUB', 'UZS', 'KZT', null]);
    expect(amountParts('1500 k')).toMatchObject({ number: '1500 k', currency: null });
  });
});

describe('a row of a statement', () => {
  it('keeps its ids as they stand in the file', () => {
    expect(read([' r ', 'A-1\u00a0', '1', 'usd', AT])).toMatchObject({
      remoteId: ' r ',
      orderId: 'A-1\u00a0',
      currency: 'USD',
      cents: 100,
      kind: 'deposit',
    });
    expect(read(['', '  ', '1', 'RUB', AT])).toMatchObject({ remoteId: null, orderId: null });
  });

  it.each([
    [['Итого:', '', '3 000,00', '', '']],
    [['', '', '3000', 'RUB', 'Total']],
    [['', 'ВСЕГО', '', '', '']],
    [['Jami', '', '3000', '', '']],
  ])('without an id and with a word for it is a total: %j', (cells) =>
    expect(read(cells)).toMatchObject({ kind: 'total', cents: null, problems: [] }),
  );

  it('is no total where it has an id', () => {
    expect(read(['r', 'o', '1', 'RUB', AT, 'Total']).kind).toBe('deposit');
  });

  it('cannot be read where its cells are shifted', () => {
    const shifted = read(['r', 'o', '1500', '50', 'RUB', AT, 'paid']);
    expect(shifted).toMatchObject({ cents: null, currency: null });
    expect(shifted.problems).toContainEqual({ field: null, code: 'extra_cells' });
  });

  it('says which of its fields cannot be read', () => {
    expect(read(['r\ufffd', 'o', 'x', '?', 'yesterday', 'y']).problems).toEqual([
      { field: 'remote_id', code: 'damaged' },
      { field: 'currency', code: 'missing' },
      { field: 'amount', code: 'malformed' },
      { field: 'paid_amount', code: 'malformed' },
      { field: 'time', code: 'malformed' },
    ]);
  });
});

describe('a row of anything', () => {
  const cell = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.constantFrom('1500', '-1,5', '(', '15,000', '1e9', '99999999999999999999', 'RUB', 'Total'),
    fc.constantFrom('9999999999999', '9999-12-31 23:59:60', '2026-02-30 10:00', '1/2/26 1:00 PM'),
  );
  it('is read as the log keeps it, whatever its cells are', () => {
    fc.assert(
      fc.property(fc.array(cell, { maxLength: 8 }), fc.boolean(), (cells, isMinor) => {
        const row = read(cells, isMinor ? minor : {});
        expect(statementRowSchema.parse(row)).toEqual(row);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a time of a statement', () => {
  const at = (text: string, order: 'day_first' | 'month_first' | null = null) => {
    const time = readTime(text, { order, toUtc: createZone('Europe/Moscow') });
    return 'ms' in time ? new Date(time.ms).toISOString().slice(0, 19) : time.problem;
  };
  it.each([
    ['2026-11-16T10:00:00Z', '2026-11-16T10:00:00'],
    ['2026-11-16T10:00:00.123+03:00', '2026-11-16T07:00:00'],
    ['2026-11-16 10:00 UTC+5', '2026-11-16T05:00:00'],
    ['2026-11-16 10:00:00 -0330', '2026-11-16T13:30:00'],
    ['2026-11-16 10:00:00', '2026-11-16T07:00:00'],
    ['16.11.2026 10:00', '2026-11-16T07:00:00'],
    ['16.11.26, 10:00:59', '2026-11-16T07:00:59'],
    ['03.04.2026 10:00 МСК', '2026-04-03T07:00:00'],
    ['03/04/2026 10:00', 'ambiguous'],
    ['1794823200', '2026-11-16T10:00:00'],
    ['1794823200000', '2026-11-16T10:00:00'],
    ['2026-11-16', 'malformed'],
    ['31.02.2026 10:00', 'malformed'],
    ['16.11.2026 25:00', 'malformed'],
    ['0026-11-16 10:00', 'malformed'],
    ['', 'missing'],
  ])('%s is %s', (text, iso) => expect(at(text)).toBe(iso));

  it('is read by the order of day and month that the column proves', () => {
    expect(at('03/04/2026 10:00 PM', 'month_first')).toBe('2026-03-04T19:00:00');
    expect(at('03/04/2026 12:00 am', 'day_first')).toBe('2026-04-02T21:00:00');
    const order = createDateOrder();
    order.add('03/04/2026 10:00');
    expect(order.end()).toBeNull();
    order.add('03/16/2026 10:00');
    expect(order.end()).toBe('month_first');
    order.add('16/03/2026 10:00');
    expect(order.end()).toBeNull();
  });

  it('follows the clocks of its zone through their changes', () => {
    const berlin = createZone('Europe/Berlin');
    const iso = (text: string) => new Date(berlin(Date.parse(text))).toISOString().slice(5, 16);
    expect(iso('2026-03-29T01:30:00Z')).toBe('03-29T00:30');
    expect(iso('2026-03-29T03:30:00Z')).toBe('03-29T01:30');
    expect(iso('2026-10-25T01:30:00Z')).toBe('10-24T23:30');
    expect(iso('2026-10-25T03:30:00Z')).toBe('10-25T02:30');
  });
});

describe('the columns of a statement', () => {
  it.each([
    ['English', ['ID', 'Merchant order ID', 'Amount (RUB)', 'Currency', 'Status', 'Created at']],
    [
      'Russian',
      ['ID транзакции', 'Номер заказа', 'Сумма, коп.', 'Валюта', 'Статус', 'Дата создания'],
    ],
    [
      'Uzbek',
      ['Tranzaksiya raqami', 'Buyurtma raqami', 'Summa', 'Valyuta', 'Holati', 'Sana va vaqt'],
    ],
  ])('are known by their names in %s', (_, headers) => {
    expect(Object.keys(statementFieldsIn(headers))).toEqual([
      'remote_id',
      'order_id',
      'amount',
      'currency',
      'state',
      'time',
    ]);
  });
});
