import { expect, it } from 'vitest';

import { LONGEST_DUPLICATE_WINDOW_MIN } from '#shared/domain/profile.ts';

import { profileOf } from '../testing/builders.ts';
import { createRecentRows } from './recent.ts';
import { teamMerchant } from './sharing.ts';

const NOW = new Date('2026-11-18T12:00:00.000Z');

it('a request of another desk is known as long as any profile looks back', () => {
  const profile = profileOf({ duplicateWindowMin: LONGEST_DUPLICATE_WINDOW_MIN });
  const recent = createRecentRows(() => NOW);
  const issuedBefore = (minutes: number) => ({
    desk: 'night',
    intentId: crypto.randomUUID(),
    createdAt: new Date(NOW.getTime() - minutes * 60_000).toISOString(),
    merchant: teamMerchant(profile.mode, profile.merchant),
    orderId: `N-${minutes}`,
    customer: 'cust-71',
    cents: 1500_00,
    currency: 'RUB',
    outcome: 'accepted',
  });
  const longest = profile.duplicateWindowMin;
  recent.add([issuedBefore(1), issuedBefore(59), issuedBefore(longest), issuedBefore(longest + 1)]);
  const known = recent.of(profile, { customer: 'cust-71' }, () => null);
  expect(known.map(({ orderId }) => orderId)).toEqual(['N-1', 'N-59', `N-${longest}`]);
});
