import { describe, expect, it } from 'vitest';

import { depositBodySchema } from '#shared/domain/deposit.ts';

import { bodyOf, exampleOf, inFlow, sampleOf } from './labSample.ts';

const MERCHANT = '11111111-2222-4333-8444-555555555555';

describe('the sample body of the lab', () => {
  it.each(['create', 'build'] as const)(
    'begins with an example of %s that can be signed',
    (flow) => {
      expect(bodyOf(exampleOf(flow, MERCHANT)).ok).toBe(true);
    },
  );

  it('leaves out what is blank and carries the amount as a number', () => {
    const { fields } = exampleOf('create', MERCHANT);
    const body = bodyOf({ flow: 'create', fields: { ...fields, callback_url: '' } });
    expect(body).toMatchObject({ ok: true, value: { fields: { cents: 150_000 } } });
    expect(body.ok && Object.keys(body.value.fields)).not.toContain('callback_url');
  });

  it('names the fields that make no body', () => {
    const { fields } = exampleOf('create', MERCHANT);
    const broken = { ...fields, cents: '3.12', merchant: 'me', customer: '' };
    expect(bodyOf({ flow: 'create', fields: broken })).toEqual({
      ok: false,
      error: ['cents', 'customer', 'merchant'],
    });
  });

  it('is a request that was really sent, unchanged', () => {
    const body = depositBodySchema.parse({
      flow: 'create',
      fields: {
        merchant: MERCHANT,
        order_id: 'A-1',
        cents: 312,
        currency: 'RUB',
        payment_type: 'sbp',
        customer: 'cust-1',
        customer_phone_number: '+79990001122',
      },
    });
    expect(bodyOf(sampleOf(body))).toEqual({ ok: true, value: body });
  });

  it('can be looked at in the other flow and back', () => {
    const direct = exampleOf('create', MERCHANT);
    const foreign = { ...direct, fields: { ...direct.fields, currency: 'KZT' } };
    const page = inFlow(foreign, 'build');
    expect(page.fields).toMatchObject({ currency: 'RUB', payment_type: 'uzs_select' });
    expect(bodyOf(page).ok).toBe(true);
    expect(bodyOf(inFlow(page, 'create')).ok).toBe(true);
  });
});
