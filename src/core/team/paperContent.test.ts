import { expect, it } from 'vitest';

import type { EyesFact, WaitingCard } from '#shared/domain/eyes.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';

import { OPERATOR, createDraftOf, createFieldsOf, intent } from '../testing/builders.ts';
import { cardContent } from './paperContent.ts';
import { newCustomerKey, shareCustomerWith, shownCustomer } from './sharedCustomer.ts';

const share = shareCustomerWith(newCustomerKey());

const CARD = '4000 0012 3456 7899';
const facts: readonly EyesFact[] = [
  { what: 'order', text: '20261118-000777' },
  { what: 'requisites', text: CARD },
  { what: 'note', text: `the cabinet shows ${CARD}, asked twice` },
];
const settling: WaitingCard = {
  cardId: '11111111-2222-4333-8444-555555555555',
  digest: 'd'.repeat(64),
  reasons: ['settle_unknowns'],
  profileId: profileIdSchema.parse('main'),
  profileName: 'Main',
  mode: 'live',
  author: OPERATOR,
  askedAt: '2026-11-18T06:00:00.000Z',
  content: { kind: 'settle', facts },
  approval: null,
};
const shared = (sharing: 'whole' | 'masked'): string =>
  (cardContent(settling, sharing, share) ?? '').replaceAll(' ', '');

it('a card of settling shows requisites whole where its profile is shared whole', () => {
  expect(shared('whole').split(CARD.replaceAll(' ', ''))).toHaveLength(3);
});

it('and masked elsewhere, in a note too, while the order stays as it is', () => {
  const masked = shared('masked');
  expect(masked).not.toContain('123456');
  expect(masked).toContain('7899');
  expect(masked).toContain('20261118-000777');
  expect(cardContent(settling, 'proof', share)).toBeNull();
});

it('a masked card shows of its customer four characters, the same as the team’s log', () => {
  const customer = 'Aziza Karimova';
  const fields = createFieldsOf({ customer, success_url: 'https://shop.example/back/1' });
  const body = { flow: 'create', fields } as const;
  const again = { deposit: createDraftOf(), reissue: null };
  const content = { kind: 'issue', intentId: intent('A-1'), body, again } as const;
  const text = cardContent({ ...settling, content }, 'masked', share) ?? '';
  expect(text).toContain(shownCustomer(share(customer) ?? ''));
  expect(text).not.toContain('mova');
  expect(text).toContain('shop.example');
  expect(cardContent({ ...settling, content }, 'masked', () => null)).not.toContain('"customer"');
});
