import { describe, expect, it } from 'vitest';

import { limitsSnapshotSchema } from '#shared/domain/limits.ts';
import type { Template } from '#shared/domain/template.ts';

import { kindOf, templateIn, typesFor } from './slot.ts';

const here = { purpose: 'payment', language: 'ru', channel: 'telegram' } as const;
const template = (some: Partial<Template>): Template => ({
  id: '00000000-0000-4000-8000-000000000000',
  language: here.language,
  channel: here.channel,
  paymentType: null,
  text: '{number}',
  ...some,
});

describe('wordings by payment type', () => {
  const sbp = template({ paymentType: 'sbp' });
  const card = template({ paymentType: 'card', channel: 'plain' });

  it('offers all types, the payment page, what the limits name and what has a wording anywhere', () => {
    expect(typesFor([], null)).toEqual([
      null,
      'uzs_select',
      'account_number',
      'any_bank',
      'bankx',
      'sbp',
    ]);
    const entry = { currency: 'RUB', min: null, max: null };
    const limits = limitsSnapshotSchema.parse({
      id: '00000000-0000-4000-8000-000000000000',
      profileId: 'p',
      readAt: '2026-11-15T10:00:00.000Z',
      raw: '{}',
      recognised: true,
      complaints: [],
      entries: [
        { ...entry, paymentType: 'sbp' },
        { ...entry, currency: 'UZS', paymentType: 'humo' },
      ],
    });
    const own = template({ paymentType: 'uzs_select' });
    expect(typesFor([sbp, card, own], limits)).toEqual([null, 'uzs_select', 'card', 'humo', 'sbp']);
  });

  it('finds the one of exactly this place', () => {
    expect(templateIn([sbp, card], { ...here, paymentType: 'sbp' })).toBe(sbp);
    expect(templateIn([sbp, card], { ...here, paymentType: 'card' })).toBeNull();
    expect(templateIn([sbp, card], { ...here, paymentType: null })).toBeNull();
  });

  it('keeps receipts and refusals apart from what asks to pay', () => {
    const receipt = template({ paymentType: 'sbp', purpose: 'receipt', text: 'Thanks' });
    const slot = { ...here, purpose: 'receipt', paymentType: 'sbp' } as const;
    expect(templateIn([sbp, receipt], slot)).toBe(receipt);
    expect(templateIn([receipt, sbp], { ...slot, purpose: 'payment' })).toBe(sbp);
    expect(templateIn([receipt, sbp], { ...slot, purpose: 'refusal' })).toBeNull();
    expect(kindOf({ ...slot, paymentType: 'uzs_select' })).toBe('receipt');
  });

  it('begins a payment page’s with the link', () => {
    expect(kindOf({ ...here, paymentType: 'uzs_select' })).toBe('link');
    expect(kindOf({ ...here, paymentType: null })).toBe('requisites');
  });
});
