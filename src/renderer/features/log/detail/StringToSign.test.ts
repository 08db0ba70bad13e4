import { describe, expect, it } from 'vitest';

import { depositBodySchema } from '#shared/domain/deposit.ts';

import { segmentsOf } from './StringToSign.tsx';

const MERCHANT = '11111111-2222-4333-8444-555555555555';
const body = depositBodySchema.parse({
  flow: 'build',
  fields: {
    merchant: MERCHANT,
    order_id: 'B-1',
    cents: 1_000_000,
    currency: 'UZS',
    payment_type: 'uzs_select',
  },
});

describe('the string to sign, taken apart', () => {
  it('labels each segment with its field', () => {
    const segments = segmentsOf(body, `1000000::UZS::${MERCHANT}::B-1::uzs_select`);
    expect(segments?.map(({ field, value }) => `${field}=${value}`)).toEqual([
      'cents=1000000',
      'currency=UZS',
      `merchant=${MERCHANT}`,
      'order_id=B-1',
      'payment_type=uzs_select',
    ]);
  });

  it('labels nothing when what was signed is something else', () => {
    expect(segmentsOf(body, 'UZS::1000000')).toBeNull();
  });
});
