import type { Session } from '#shared/domain/people.ts';
import { PERMISSIONS } from '#shared/domain/permission.ts';
import { type DepositRequest, depositRequestSchema } from '#shared/domain/request.ts';

/** For tests: a direct request of 1,500.00 RUB that is on its way, and whatever else is said of it. */
export function requestOf(more: object = {}, number = 1): DepositRequest {
  const at = '2026-11-15T10:00:00.000Z';
  return depositRequestSchema.parse({
    intentId: `00000000-2222-4333-8444-${String(number).padStart(12, '0')}`,
    profileId: 'sandbox',
    profileName: 'Sandbox',
    mode: 'sandbox',
    operator: { account: 'a', name: 'desk-2' },
    body: {
      flow: 'create',
      fields: {
        merchant: '11111111-2222-4333-8444-555555555555',
        order_id: `D-${number}`,
        cents: 150_000,
        currency: 'RUB',
        payment_type: 'sbp',
        customer: 'cust-1',
      },
    },
    stringToSign: '',
    limitsSnapshotId: null,
    reissueOf: null,
    createdAt: at,
    updatedAt: at,
    lastCopiedAt: null,
    outcome: 'sending',
    ...more,
  });
}

/** As a desk without people answers: everything is allowed. */
export const WITHOUT_PEOPLE: Session = {
  hasPeople: false,
  person: null,
  permissions: PERMISSIONS,
  lastPersonId: null,
  profileId: null,
  choices: [],
  idleMinutes: null,
};
