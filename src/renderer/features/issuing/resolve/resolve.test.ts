import { describe, expect, it } from 'vitest';

import { depositBodySchema } from '#shared/domain/deposit.ts';
import { checkDraft } from '#shared/domain/draft.ts';
import { merchantIdSchema } from '#shared/domain/ids.ts';

import { NOTHING_TYPED, reissueDraft, typedByHand } from './rules.ts';

const merchant = merchantIdSchema.parse('11111111-2222-4333-8444-555555555555');

describe('requisites typed by hand', () => {
  it('are what was typed, without the spaces around it', () => {
    const texts = { ...NOTHING_TYPED, number: ' 2200 7008 ', bank_name: 'Bank X', bic: '  ' };
    expect(typedByHand(texts)).toEqual({ number: '2200 7008', bank_name: 'Bank X' });
  });

  it('are none where nothing was typed', () => {
    expect(typedByHand(NOTHING_TYPED)).toBeNull();
    expect(typedByHand({ ...NOTHING_TYPED, name: ' ' })).toBeNull();
  });
});

describe('issuing again', () => {
  it.each([
    {
      flow: 'create',
      fields: {
        merchant,
        order_id: 'D-1',
        cents: 150_000,
        currency: 'RUB',
        payment_type: 'sbp',
        customer: 'cust-1',
        customer_phone_number: '+79990001122',
        callback_url: 'https://shop.example/back',
      },
    },
    {
      flow: 'build',
      fields: {
        merchant,
        order_id: 'B-1',
        cents: 1_000_000,
        currency: 'UZS',
        payment_type: 'uzs_select',
      },
    },
  ])('sends the very same $flow fields under another order id', (given) => {
    const body = depositBodySchema.parse(given);
    const checked = checkDraft(
      reissueDraft(body, 'D-2'),
      { merchant, limitsPolicy: 'enforce' },
      null,
      0,
    );
    expect(checked.body).toEqual({ ...body, fields: { ...body.fields, order_id: 'D-2' } });
  });
});
