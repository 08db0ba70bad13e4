import { expect, it } from 'vitest';

import { newCustomerKey, shareCustomerWith, shownCustomer } from './sharedCustomer.ts';

const share = shareCustomerWith(newCustomerKey());

it('is the same at every desk of the team, whatever the spelling in Unicode, and another in another team', () => {
  const name = 'Дамир Нурғалиев й';
  expect(share(` ${name.normalize('NFD')} `)).toBe(share(name.normalize('NFC')));
  expect(share(name)).not.toBe(share(name.toLowerCase()));
  expect(share(name)).not.toBe(shareCustomerWith(newCustomerKey())(name));
});

it('says nothing of the customer, and is shown by four characters', () => {
  const shared = share('d.cameron test') ?? '';
  expect(shared).toMatch(/^hmac-sha256:[0-9a-f]{64}$/u);
  expect(shownCustomer(shared)).toBe(`#${shared.slice(12, 16)}`);
  expect(shownCustomer('d.cameron test')).toBe('d.cameron test');
});

it('without the key nothing is shared', () => {
  expect(shareCustomerWith(null)('cust-1')).toBeNull();
});
