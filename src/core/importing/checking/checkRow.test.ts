import { describe, expect, it } from 'vitest';

import { limitsSnapshotIdSchema, merchantIdSchema, profileIdSchema } from '#shared/domain/ids.ts';
import { BATCH_FIELDS, type Mapping } from '#shared/domain/importing.ts';
import { type LimitsSnapshot, limitsEntrySchema } from '#shared/domain/limits.ts';
import { minorUnitsSchema } from '#shared/domain/money.ts';

import { createHabit } from './cells.ts';
import { type Rules, checkRow } from './checkRow.ts';

const readAt = '2026-11-15T10:00:00.000Z';
const limits: LimitsSnapshot = {
  id: limitsSnapshotIdSchema.parse('22222222-2222-4333-8444-555555555555'),
  profileId: profileIdSchema.parse('sandbox'),
  readAt,
  recognised: true,
  entries: [
    { currency: 'RUB', paymentType: 'sbp', min: 50_000, max: 15_000_000 },
    { currency: 'UZS', paymentType: 'uzs_select', min: 100_000, max: 900_000_000 },
  ].map((entry) => limitsEntrySchema.parse(entry)),
  complaints: [],
  raw: '',
};

const mapping: Mapping = Object.fromEntries(
  BATCH_FIELDS.map((field, column) => [field, { from: 'column' as const, column }]),
);

function rules(overrides: Partial<Rules> = {}): Rules {
  return {
    flow: 'create',
    mapping,
    columns: BATCH_FIELDS.length,
    profile: {
      merchant: merchantIdSchema.parse('11111111-2222-4333-8444-555555555555'),
      limitsPolicy: 'enforce',
      confirmAbove: { RUB: minorUnitsSchema.parse(1_000_000) },
    },
    filledIn: { callback_url: 'https://shop.example/cb', success_url: '', reject_url: '' },
    limits,
    nowMs: Date.parse(readAt),
    decimalMark: null,
    unit: 'major',
    habits: {},
    ...overrides,
  };
}

type Cells = Partial<Record<(typeof BATCH_FIELDS)[number], string>>;

function check(changed: Cells = {}, overrides: Partial<Rules> = {}) {
  const cells: Cells = {
    amount: '1500.50',
    currency: 'RUB',
    payment_type: 'sbp',
    customer: 'cust-77',
    order_id: 'D-1',
    ...changed,
  };
  const row = BATCH_FIELDS.map((field) => cells[field] ?? '');
  const checked = checkRow(row, rules(overrides));
  const problems = checked.problems.map(({ code, field, force }) => `${field}:${code}:${force}`);
  return { ...checked, problems };
}

describe('a row that holds', () => {
  it.each(['СБП', 'сбп.', 'FPS', 'Sbp'])('names its payment type as people do: %s', (name) => {
    const { draft, fields, problems } = check({ payment_type: name });
    expect([problems, fields.payment_type]).toEqual([[], 'sbp']);
    expect(draft.fields).toMatchObject({ payment_type: 'sbp' });
  });

  it('becomes the draft that the form would have, with the addresses of the profile', () => {
    const { draft, problems } = check({
      currency: ' руб. ',
      payment_type: 'SBP',
      customer_phone_number: '+7 (999) 123-45-67',
    });
    expect(problems).toEqual([]);
    expect(draft).toEqual({
      flow: 'create',
      fields: {
        cents: 150_050,
        currency: 'RUB',
        payment_type: 'sbp',
        customer: 'cust-77',
        order_id: 'D-1',
        customer_phone_number: '+79991234567',
        callback_url: 'https://shop.example/cb',
        success_url: '',
        reject_url: '',
      },
    });
  });

  it('needs no order id: the plan makes one', () => {
    const { draft, problems } = check({ order_id: '' });
    expect(problems).toEqual([]);
    expect(draft.fields.order_id).toBe('');
  });

  it('of the payment page has neither type nor phone', () => {
    const { draft, problems } = check(
      { currency: 'UZS', amount: '5000', payment_type: 'sbp', customer_phone_number: 'x' },
      { flow: 'build' },
    );
    expect(problems).toEqual([]);
    expect(draft.fields).not.toMatchObject({ payment_type: 'sbp' });
  });

  it('takes constants for columns that the file does not have', () => {
    const constant = { ...mapping, currency: { from: 'constant' as const, text: 'RUB' } };
    expect(check({ currency: 'nonsense' }, { mapping: constant }).problems).toEqual([]);
  });
});

describe('problems of a row', () => {
  it.each<[string, Cells, readonly string[]]>([
    ['no amount', { amount: '' }, ['amount:empty:refuse']],
    ['not an amount', { amount: 'ten' }, ['amount:malformed:refuse']],
    ['either habit', { amount: '15,000' }, ['amount:ambiguous:refuse']],
    ['zero', { amount: '0' }, ['amount:not_positive:refuse']],
    ['below the minimum', { amount: '10' }, ['amount:below_minimum:refuse']],
    ['above the threshold', { amount: '10000.01' }, ['amount:above_threshold:confirm']],
    ['no customer', { customer: '' }, ['customer:required:refuse']],
    ['an unknown currency', { currency: 'USD' }, ['currency:currency_not_in_flow:refuse']],
    ['a type not offered', { payment_type: 'card' }, ['payment_type:type_not_offered:refuse']],
    [
      'a phone in words',
      { customer_phone_number: 'ask' },
      ['customer_phone_number:phone_not_readable:confirm'],
    ],
    ['a separator', { order_id: 'a::b' }, ['order_id:separator:refuse']],
    ['two rows in a cell', { customer: 'a\nb' }, ['customer:control_character:refuse']],
    ['a NUL', { customer: 'a\0b' }, ['customer:control_character:refuse']],
    ['a bad address', { callback_url: 'shop' }, ['callback_url:malformed_url:refuse']],
    ['a long note', { note: 'x'.repeat(2001) }, ['note:too_long:refuse']],
    ['a no-break space', { customer: 'Иван\u00a0П' }, ['customer:hidden_characters:tell']],
    ['an exponent', { amount: '1,5E+15' }, ['amount:scientific:refuse']],
    ['an exponent in an order', { order_id: '1.23457E+15' }, ['order_id:scientific:refuse']],
    ['a date for an amount', { amount: '12.05.2026' }, ['amount:date_in_place:refuse']],
    ['a month for an amount', { amount: '01.май' }, ['amount:date_in_place:refuse']],
    [
      'a date for a phone',
      { customer_phone_number: '2026-05-12' },
      ['customer_phone_number:date_in_place:refuse'],
    ],
    ['a date for an order', { order_id: '12.05.2026' }, ['order_id:date_in_place:confirm']],
    ['an error', { amount: '#ЗНАЧ!' }, ['amount:formula_error:refuse']],
    ['a formula', { customer: '=A1&B1' }, ['customer:formula_error:refuse']],
    ['a broken letter', { customer: 'Ив\ufffdн' }, ['customer:broken_characters:refuse']],
  ])('%s', (_name, cells, expected) => {
    expect(check(cells).problems).toEqual(expected);
  });

  it('are none for a name that only begins like a month, or Excel\u2019s way to keep digits', () => {
    expect(check({ customer: 'Marta 5' }).problems).toEqual([]);
    expect(check({ order_id: '="00123"' }).draft.fields.order_id).toBe('00123');
  });

  it('include cells behind the last column', () => {
    expect(check({}, { columns: 4 }).problems).toEqual(['null:extra_cells:refuse']);
  });

  it('wait for a decision where limits only warn', () => {
    const nowMs = Date.parse(readAt) + 61_000;
    expect(check({ amount: '10' }, { nowMs }).problems).toEqual(['amount:below_minimum:confirm']);
  });

  it('of amounts: the decimal mark of the file decides', () => {
    expect(check({ amount: '15,000' }, { decimalMark: '.' }).cents).toBe(1_500_000);
    expect(check({ amount: '1500,000' }, { decimalMark: ',' }).problems).toEqual([
      'amount:too_many_decimals:refuse',
    ]);
    expect(check({ amount: '600,000' }, { decimalMark: ',' }).cents).toBe(60_000);
  });
});

describe('a column tells damage from what is meant', () => {
  function habitOf(cells: readonly string[]) {
    const habit = createHabit();
    for (const cell of cells) habit.add(cell);
    return { order_id: habit.end() };
  }

  it('where a number is shorter than those that begin with a zero', () => {
    const habits = habitOf(['00123', '00124', '125', '']);
    expect(check({ order_id: '125' }, { habits }).problems).toEqual([
      'order_id:leading_zero_lost:confirm',
    ]);
    expect(check({ order_id: '00123' }, { habits }).problems).toEqual([]);
    expect(
      check({ order_id: '125' }, { habits: habitOf(['0123', '00124', '125']) }).problems,
    ).toEqual([]);
  });

  it('where most long numbers end in zeros', () => {
    const lost = '1234567890123450';
    const habits = habitOf([lost, '1234567890123460']);
    expect(check({ order_id: lost }, { habits }).problems).toEqual([
      'order_id:digits_lost:confirm',
    ]);
    const whole = habitOf([lost, '1234567890123461', '1234567890123462', '1234567890123463']);
    expect(check({ order_id: lost }, { habits: whole }).problems).toEqual([]);
  });

  it('where most order ids are dates', () => {
    const habits = habitOf(['2026-05-12', '2026-05-13', 'x']);
    expect(check({ order_id: '2026-05-12' }, { habits }).problems).toEqual([]);
  });
});
