import { depositRequestSchema } from '../../request.ts';
import type { AcceptedRequest } from '../followUp.ts';

export type { AcceptedRequest };

const MERCHANT = '11111111-2222-4333-8444-555555555555';

/** A request that the provider accepted with this payment data; `more` and `record` override its fields and its answer. */
export function acceptedRequest(
  paymentData: object,
  more: object = {},
  record: object = {},
): AcceptedRequest {
  const at = '2026-11-15T10:00:00.000Z';
  const request = depositRequestSchema.parse({
    intentId: '00000000-2222-4333-8444-000000000001',
    profileId: 'p',
    profileName: 'P',
    mode: 'live',
    operator: { account: 'a', name: 'desk-2' },
    body: {
      flow: 'create',
      fields: {
        merchant: MERCHANT,
        order_id: 'D-1',
        cents: 150_000_00,
        currency: 'RUB',
        payment_type: 'sbp',
        customer: 'cust-77',
      },
    },
    stringToSign: '',
    limitsSnapshotId: null,
    reissueOf: null,
    createdAt: at,
    updatedAt: at,
    lastCopiedAt: null,
    outcome: 'accepted',
    amountAcknowledgedAt: null,
    answer: {
      flow: 'create',
      record: {
        id: '00000000-2222-4333-8444-000000000002',
        merchant: MERCHANT,
        external_id: 'D-1',
        state: 'created',
        kind: 'sbp',
        amount_cents: 150_000_00,
        amount_currency: 'RUB',
        payment_data: paymentData,
        ...record,
      },
    },
    ...more,
  });
  if (request.outcome !== 'accepted') throw new Error('It is accepted');
  return request;
}
