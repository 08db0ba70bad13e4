import { describe, expect, it } from 'vitest';

import { type DepositRequest, depositRequestSchema } from './request.ts';
import { supportText } from './support.ts';

const MERCHANT = '11111111-2222-4333-8444-555555555555';
const REMOTE = '99999999-2222-4333-8444-555555555555';

function requestOf(more: object): DepositRequest {
  return depositRequestSchema.parse({
    intentId: MERCHANT,
    profileId: 'nova',
    profileName: 'Nova',
    mode: 'live',
    operator: { account: 'a', name: 'desk-2' },
    body: {
      flow: 'create',
      fields: {
        merchant: MERCHANT,
        order_id: 'D-1115-0041',
        cents: 150_050,
        currency: 'RUB',
        payment_type: 'sbp',
        customer: 'cust-75',
      },
    },
    stringToSign: '',
    limitsSnapshotId: null,
    reissueOf: null,
    createdAt: '2026-11-15T12:00:00.000Z',
    updatedAt: '2026-11-15T12:00:00.000Z',
    lastCopiedAt: null,
    ...more,
  });
}

function accepted(data: object, cents = 150_050): DepositRequest {
  return requestOf({
    outcome: 'accepted',
    amountAcknowledgedAt: null,
    answer: {
      flow: 'create',
      record: {
        id: REMOTE,
        merchant: MERCHANT,
        external_id: 'D-1115-0041',
        state: 'created',
        kind: 'deposit',
        amount_cents: cents,
        amount_currency: 'RUB',
        payment_data: data,
      },
    },
  });
}

describe('what the provider’s support is told', () => {
  it('is ids, amount, time with its zone, and the last four', () => {
    const text = supportText(
      accepted({ number: '2200 7008 1234 5675', name: 'IVAN P.' }),
      'Europe/Moscow',
    );
    expect(text.split('\n')).toEqual([
      `Merchant: ${MERCHANT}`,
      'Order (external_id): D-1115-0041',
      `Provider ID: ${REMOTE}`,
      'Amount: 1500.50 RUB (cents: 150050)',
      'Payment type: sbp',
      'Customer: cust-75',
      'Sent: 2026-11-15 15:00:00 +03:00 (Europe/Moscow)',
      'Number ends with: 5675',
      'Result: accepted, state created',
    ]);
    expect(text).not.toContain('2200');
    expect(text).not.toContain('IVAN');
  });

  it('names both amounts where they differ', () => {
    expect(supportText(accepted({}, 150_100), 'UTC')).toContain(
      'Amount: 1500.50 RUB (cents: 150050), returned 1501.00 RUB (cents: 150100)',
    );
    const heard = {
      seq: 7,
      at: '2026-11-15T12:05:00.000Z',
      state: 'rejected',
      remoteId: null,
      amount: null,
      by: 'order_id' as const,
      isVerified: true,
    };
    expect(supportText({ ...accepted({}), heard }, 'UTC')).toContain(
      'Result: accepted, called back as “rejected”',
    );
    expect(supportText(accepted({}), 'UTC')).toContain('Sent: 2026-11-15 12:00:00 +00:00 (UTC)');
    expect(supportText(accepted({ number: '1234567' }), 'UTC')).not.toContain('Number');
  });

  it('says of one without an answer what is known', () => {
    const reason = { code: 'unexpected_status', httpStatus: 503, detail: null };
    const text = supportText(requestOf({ outcome: 'unknown', reason, resolution: null }), 'UTC');
    expect(text).toContain('Result: no usable answer, unexpected_status, HTTP 503');
    expect(text).not.toContain('Provider ID');
  });

  it('has no line that a value wrote', () => {
    const fields = { order_id: 'A-1\nAmount: 1 RUB', customer: 'x\u2028y' };
    const before = requestOf({ outcome: 'sending' });
    const body = { ...before.body, fields: { ...before.body.fields, ...fields } };
    const text = supportText(depositRequestSchema.parse({ ...before, body }), 'UTC');
    expect(text).toContain('Order (external_id): A-1 Amount: 1 RUB\n');
    expect(text).toContain('Customer: x y\n');
  });
});
