import { describe, expect, it } from 'vitest';

import { type DepositRequest, depositRequestSchema } from '#shared/domain/request.ts';

import { mainValueOf, whyNotCopied } from './mainValue.ts';

const AT = '2026-11-15T09:00:00.000Z';
const ID = '11111111-2222-4333-8444-555555555551';
const operator = { account: 'anna', name: 'Anna' };

function request(stage: object): DepositRequest {
  return depositRequestSchema.parse({
    intentId: ID,
    profileId: ID,
    profileName: 'Sandbox',
    mode: 'sandbox',
    operator,
    body: {
      flow: 'create',
      fields: {
        merchant: ID,
        order_id: 'A-1',
        cents: 150_000,
        currency: 'RUB',
        payment_type: 'sbp',
        customer: 'cust-77',
      },
    },
    stringToSign: '',
    limitsSnapshotId: null,
    reissueOf: null,
    createdAt: AT,
    updatedAt: AT,
    lastCopiedAt: null,
    ...stage,
  });
}

const reason = { code: 'no_answer_in_time', httpStatus: null, detail: null };
const accepted = (cents: number, data: object): DepositRequest =>
  request({
    outcome: 'accepted',
    amountAcknowledgedAt: null,
    answer: {
      flow: 'create',
      record: {
        id: ID,
        merchant: ID,
        external_id: 'A-1',
        kind: 'deposit',
        state: 'created',
        amount_cents: cents,
        amount_currency: 'RUB',
        payment_data: data,
      },
    },
  });
const found = (typedByHand: object | null): DepositRequest =>
  request({
    outcome: 'unknown',
    reason,
    resolution: { kind: 'found', at: AT, operator, note: '', remoteId: '7', typedByHand },
  });

describe('what Mod+C takes from a row', () => {
  it('is the number as digits, else the link', () => {
    const number = accepted(150_000, {
      number: '2200 7008 1234 5675',
      url: 'https://pay.example/7',
    });
    expect(whyNotCopied(number, null)).toBeNull();
    expect(mainValueOf(number)).toEqual({ part: 'number', text: '2200700812345675' });
    const link = accepted(150_000, { url: 'https://pay.example/7' });
    expect(mainValueOf(link)).toEqual({ part: 'url', text: 'https://pay.example/7' });
  });

  it('is nothing of a request without an answer, until an operator has found it', () => {
    const open = request({ outcome: 'unknown', reason, resolution: null });
    expect(whyNotCopied(open, null)).toBe('log.copy.unknown');
    expect(mainValueOf(open)).toBeNull();
    expect(mainValueOf(found(null))).toBeNull();
    expect(whyNotCopied(found({ number: '2200700812345675' }), null)).toBeNull();
    expect(mainValueOf(found({ number: '2200700812345675' }))).toMatchObject({ part: 'number' });
  });

  it('is no link that its message would not hold either', () => {
    const origin = 'http://127.0.0.1:8787';
    for (const url of ['javascript:alert(1)', 'http://pay.example/7', `${origin}/7`]) {
      expect(whyNotCopied(accepted(150_000, { url }), null)).toBe('copy.unsafe');
      expect(whyNotCopied(found({ url }), null)).toBe('copy.unsafe');
    }
    expect(whyNotCopied(accepted(150_000, { url: `${origin}/7` }), origin)).toBeNull();
    expect(whyNotCopied(accepted(150_000, { url: 'https://pay.example/7' }), null)).toBeNull();
  });

  it('waits until both amounts were seen', () => {
    expect(whyNotCopied(accepted(140_000, { number: '2200700812345675' }), null)).toBe(
      'log.copy.locked',
    );
  });

  it('is nothing where nothing was created, and says so', () => {
    expect(whyNotCopied(request({ outcome: 'prepared' }), null)).toBe('log.copy.waiting');
    const facts = { httpStatus: 422, detail: null, retryAfter: null, wording: null };
    const rejected = { code: 'no_requisites', ...facts };
    expect(whyNotCopied(request({ outcome: 'rejected', reason: rejected }), null)).toBe(
      'log.copy.nothing',
    );
  });
});
