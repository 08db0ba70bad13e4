import { describe, expect, it } from 'vitest';

import type { DepositRequest } from '#shared/domain/request.ts';
import { MESSAGE_LANGUAGES } from '#shared/domain/template.ts';

import { requestOf } from '../../../testing/request.ts';
import { customerView, viewText } from './customerView.ts';
import { isPayable } from './rules.ts';

const ID = '11111111-2222-4333-8444-555555555555';

function accepted(
  data: object,
  more: object = {},
): Extract<DepositRequest, { outcome: 'accepted' }> {
  const request = requestOf({
    outcome: 'accepted',
    amountAcknowledgedAt: null,
    answer: {
      flow: 'create',
      record: {
        id: ID,
        merchant: ID,
        external_id: 'D-1',
        state: 'created',
        kind: 'deposit',
        amount_cents: 150_000,
        amount_currency: 'RUB',
        payment_data: data,
      },
    },
    ...more,
  });
  if (request.outcome !== 'accepted') throw new Error('not accepted');
  return request;
}

const setting = {
  language: 'ru' as const,
  profile: { timeZone: 'Europe/Moscow', requisitesValidMin: 20 },
  machineZone: 'UTC',
  link: null,
};

describe('what a customer is shown', () => {
  it('is the amount and the requisites in the language of messages, and until when they hold', () => {
    const data = { number: '2200700812345675', name: ' \u202eIVAN\u00a0P. ', note: 'internal' };
    const text = viewText(customerView(accepted(data, { mode: 'live' }), setting));
    expect(text).toContain('К оплате: 1\u00a0500,00\u00a0RUB');
    expect(text).toContain('Номер: 2200 7008 1234 5675\nПолучатель: IVAN P.');
    expect(text).toContain('13:20');
    expect(text).not.toContain('internal');
    expect(text).not.toContain('TEST');
  });

  it('begins with the warning in a sandbox, in every language', () => {
    for (const language of MESSAGE_LANGUAGES) {
      const view = customerView(accepted({ number: '2200700812345675' }), { ...setting, language });
      expect(viewText(view)).toMatch(/^TEST\. DO NOT PAY/u);
    }
  });

  it('holds no link that is not safe, and is no picture where there is nothing else to pay by', () => {
    const unsafe = accepted({ url: 'http://pay.example/1', name: 'IVAN P.' });
    expect(viewText(customerView(unsafe, setting))).not.toContain('pay.example');
    expect(isPayable(unsafe, null)).toBe(false);
    expect(isPayable(accepted({ number: '2200700812345675' }), null)).toBe(true);
    const link = 'https://pay.example/1';
    const linked = customerView(accepted({}), { ...setting, link });
    expect(isPayable(accepted({}), link)).toBe(true);
    expect(viewText(linked)).toContain('https://pay.example/1');
  });
});
