import { describe, expect, it } from 'vitest';

import { depositAnswerSchema } from '#shared/domain/deposit.ts';

import { otherFields, requisiteRows } from './rows.ts';

const ID = '11111111-2222-4333-8444-555555555555';

function answer(more: object) {
  return depositAnswerSchema.parse({
    flow: 'create',
    record: {
      id: ID,
      merchant: ID,
      external_id: 'A-1',
      state: 'created',
      kind: 'deposit',
      amount_cents: 150_000,
      amount_currency: 'RUB',
      payment_data: {},
      ...more,
    },
  });
}

describe('requisites', () => {
  it('come in the order in which a transfer is typed, whatever the order of the answer', () => {
    const rows = requisiteRows({
      bic: '044525225',
      number: '40817810000000001234',
      name: 'IVAN P.',
    });
    expect(rows.map((row) => row.part)).toEqual(['number', 'name', 'bic']);
  });

  it('show a number in groups and copy it as digits', () => {
    const [row] = requisiteRows({ number: '2200 7008 1234 5675' });
    expect(row).toMatchObject({
      shown: '2200 7008 1234 5675',
      masked: '2200 70•• •••• 5675',
      copied: '2200700812345675',
    });
  });

  it('are copied as they are stored, also where something in them cannot be seen', () => {
    const name = '\u200f IVAN\u200b\u00a0P. ';
    const rows = requisiteRows({ number: ' ask\u200b @support ', name });
    expect(rows.map(({ copied }) => copied)).toEqual([' ask\u200b @support ', name]);
    expect(rows.every(({ copied, stored }) => copied === stored)).toBe(true);
  });

  it('leave out what is null, missing or blank', () => {
    expect(requisiteRows({ number: null, name: ' ', url: 'https://pay.example/1' })).toEqual([
      {
        part: 'url',
        field: 'url',
        shown: 'https://pay.example/1',
        masked: 'pay.example/…',
        stored: 'https://pay.example/1',
        copied: 'https://pay.example/1',
      },
    ]);
  });

  it('keep fields that the document does not name', () => {
    const rows = requisiteRows({ note: 'hurry', extra: { a: 1 } });
    expect(rows.map(({ part, field, copied }) => [part, field, copied])).toEqual([
      ['other', 'note', 'hurry'],
      ['other', 'extra', '{"a":1}'],
    ]);
  });
});

describe('other fields of the record', () => {
  it('are shown with the provider’s own names, null ones not', () => {
    const fields = otherFields(answer({ seller: 'S-1', buyer: null, trace: 7 }));
    expect(fields).toContainEqual(['seller', 'S-1']);
    expect(fields).toContainEqual(['trace', '7']);
    expect(fields.map(([name]) => name)).not.toContain('buyer');
  });
});
