import { describe, expect, it } from 'vitest';

import type { DepositRequest } from '#shared/domain/request.ts';

import { sayOf } from '../../../i18n/i18n.ts';
import { createI18n } from '../../../testing/i18n.ts';
import { requestOf } from '../../../testing/request.ts';
import { foldMarks } from './foldMarks.ts';

const say = sayOf(createI18n('en'));

function accepted(returned: number, more: object = {}): DepositRequest {
  const record = {
    id: '00000000-2222-4333-8444-000000000099',
    merchant: '11111111-2222-4333-8444-555555555555',
    external_id: 'D-1',
    state: 'created',
    kind: 'sbp',
    amount_cents: returned,
    amount_currency: 'RUB',
    payment_data: { number: '2200700812345675' },
  };
  const answer = { flow: 'create', record };
  return requestOf({ outcome: 'accepted', amountAcknowledgedAt: null, answer, ...more });
}
const at = '2026-11-15T10:05:00.000Z';
const copied = { lastCopiedAt: at };
const heard = (state: string) => ({
  heard: { seq: 7, at, state, remoteId: null, amount: null, by: 'order_id', isVerified: true },
});
const paid = (amount: string, unit: string) => ({
  paid: { seq: 7, at, amount, unit, isVerified: true },
});
const texts = (request: DepositRequest, hide = (text: string) => text): readonly string[] =>
  foldMarks(request, { language: 'en', hide, stateWords: [] }, say).map(({ text }) =>
    text.replaceAll('\u00a0', ' '),
  );

describe('a folded card', () => {
  it('says that nothing was copied from it yet, unless it has ended', () => {
    expect(texts(accepted(150_000))).toEqual(['not copied']);
    expect(texts(accepted(150_000, copied))).toEqual([]);
    expect(texts(accepted(150_000, heard('paid')))).toEqual([]);
    expect(texts(requestOf())).toEqual([]);
  });

  it('says that another amount came back, and which one was sent', () => {
    expect(texts(accepted(149_900, copied))).toEqual(['changed from 1 500.00']);
  });

  it('says that another amount was paid', () => {
    const less = { ...copied, ...heard('paid'), ...paid('1450.00', 'major') };
    expect(texts(accepted(150_000, less))).toEqual(['paid 1 450.00 of 1 500.00']);
    const odd = { ...copied, ...heard('paid'), ...paid('77', 'unclear') };
    expect(texts(accepted(150_000, odd))).toEqual(['paid “77” of 1 500.00']);
    const whole = { ...copied, ...heard('paid'), ...paid('1500.00', 'major') };
    expect(texts(accepted(150_000, whole))).toEqual([]);
  });

  it('names no amount in privacy mode', () => {
    const less = { ...copied, ...heard('paid'), ...paid('1450.00', 'major') };
    expect(texts(accepted(149_900, less), () => '•••')).toEqual([
      'changed from •••',
      'paid ••• of •••',
    ]);
  });
});
