import { describe, expect, it } from 'vitest';

import {
  BUILD_FIELD_ORDER,
  CREATE_FIELD_ORDER,
  buildFieldsSchema,
  buildRecordSchema,
  createFieldsSchema,
  createRecordSchema,
} from './deposit.ts';

const merchant = '11111111-2222-4333-8444-555555555555';
const remoteId = '99999999-2222-4333-8444-555555555555';

const createRecord = {
  id: remoteId,
  merchant,
  external_id: 'A-1',
  state: 'created',
  kind: 'deposit',
  amount_cents: 312,
  amount_currency: 'RUB',
  payment_data: { number: '1', name: 'N' },
};
const buildRecord = {
  uuid: remoteId,
  merchant,
  order_id: 'B-1',
  state: 'builded',
  amount_currency: 'UZS',
  payment_data: { url: 'https://pay.example/1' },
};

function without(record: object, key: string): object {
  return Object.fromEntries(Object.entries(record).filter(([name]) => name !== key));
}

describe('fields that travel', () => {
  it('are signed in alphabetical order, and the order names every field of the table', () => {
    expect([...CREATE_FIELD_ORDER]).toEqual(Object.keys(createFieldsSchema.shape).toSorted());
    expect([...BUILD_FIELD_ORDER]).toEqual(Object.keys(buildFieldsSchema.shape).toSorted());
  });

  it('let RUB be used with uzs_select, without a customer', () => {
    const fields = {
      merchant,
      order_id: 'B-1',
      cents: 100,
      currency: 'RUB',
      payment_type: 'uzs_select',
    };
    expect(buildFieldsSchema.safeParse(fields).success).toBe(true);
  });

  it('have no phone, no KZT and no other type in the method-selection flow', () => {
    const fields = {
      merchant,
      order_id: 'B-1',
      cents: 100,
      currency: 'UZS',
      payment_type: 'uzs_select',
    };
    for (const odd of [
      { customer_phone_number: '+998' },
      { currency: 'KZT' },
      { payment_type: 'sbp' },
    ]) {
      expect(buildFieldsSchema.safeParse({ ...fields, ...odd }).success).toBe(false);
    }
  });

  it('take payment types the document does not know', () => {
    const fields = {
      merchant,
      order_id: 'A-1',
      cents: 312,
      currency: 'TJS',
      payment_type: 'new_rail',
      customer: 'c',
    };
    expect(createFieldsSchema.parse(fields).payment_type).toBe('new_rail');
  });
});

describe('answers', () => {
  it.each([
    'id',
    'merchant',
    'external_id',
    'state',
    'kind',
    'amount_cents',
    'amount_currency',
    'payment_data',
  ])('of create need %s', (key) => {
    expect(createRecordSchema.safeParse(createRecord).success).toBe(true);
    expect(createRecordSchema.safeParse(without(createRecord, key)).success).toBe(false);
  });

  it.each(['uuid', 'merchant', 'order_id', 'state', 'amount_currency', 'payment_data'])(
    'of build need %s',
    (key) => {
      expect(buildRecordSchema.safeParse(buildRecord).success).toBe(true);
      expect(buildRecordSchema.safeParse(without(buildRecord, key)).success).toBe(false);
    },
  );

  it('of build need the payment page address', () => {
    expect(buildRecordSchema.safeParse({ ...buildRecord, payment_data: {} }).success).toBe(false);
  });

  it('keep fields the document does not name, and bear nulls in the optional ones', () => {
    const record = createRecordSchema.parse({
      ...createRecord,
      seller: null,
      payment_bill_url: null,
      expires_at: 'soon',
      payment_data: { number: '1', name: null, iban: 'X' },
    });
    expect(record).toMatchObject({ expires_at: 'soon', payment_data: { iban: 'X', name: null } });
  });
});
