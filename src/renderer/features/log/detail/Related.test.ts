import { expect, it } from 'vitest';

import { type DepositRequest, depositRequestSchema } from '#shared/domain/request.ts';

import { relationOf } from './Related.tsx';

const AT = '2026-11-15T09:00:00.000Z';
const UNKNOWN = '11111111-2222-4333-8444-555555555551';
const AGAIN = '11111111-2222-4333-8444-555555555552';
const TWICE = '11111111-2222-4333-8444-555555555553';
const operator = { account: 'anna', name: 'Anna' };

function unknown(intentId: string, more: object): DepositRequest {
  return depositRequestSchema.parse({
    intentId,
    profileId: UNKNOWN,
    profileName: 'Sandbox',
    mode: 'sandbox',
    operator,
    body: {
      flow: 'create',
      fields: {
        merchant: UNKNOWN,
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
    outcome: 'unknown',
    reason: { code: 'no_answer_in_time', httpStatus: null, detail: null },
    resolution: null,
    ...more,
  });
}

it('names each of two requests from the side of the other', () => {
  const resolution = { kind: 'reissued', at: AT, operator, note: '', asIntentId: AGAIN };
  const first = unknown(UNKNOWN, { resolution });
  const again = unknown(AGAIN, { reissueOf: UNKNOWN });
  expect(relationOf(first, again)).toBe('resolvedBy');
  expect(relationOf(again, first)).toBe('repeatedFrom');
});

it('does not call a request resolved by one that did not close it', () => {
  const first = unknown(UNKNOWN, {});
  expect(relationOf(first, unknown(AGAIN, { reissueOf: UNKNOWN }))).toBe('repeatedAs');
  expect(relationOf(first, unknown(TWICE, {}))).toBe('order');
});
