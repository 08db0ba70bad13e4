import { expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { callBack } from '../callBack.ts';
import { test } from '../fixtures.ts';
import { callFromPage, card, field, openMore, openSection, switchListenerOn } from '../steps.ts';

test('a callback reaches the card and the Inbox without a reload', async ({
  desk,
  deskPage: page,
}) => {
  const address = await switchListenerOn(page);

  await openSection(page, 'New request');
  await openMore(page);
  await expect(field(page, 'Callback URL')).toHaveValue(address);
  const input = createInput({ customer: 'cust-called', order_id: 'CB-1' });
  await callFromPage(page, 'issue.create', input);
  await expect.poll(() => desk.ledger().deposits.length).toBe(1);
  const [deposit] = desk.ledger().deposits;
  await callBack(address, {
    id: deposit?.id,
    order_id: 'CB-1',
    state: 'Оплачен',
    amount: '1450.00',
  });
  const own = card(page, 'cust-called');
  await expect(own).toContainText(/Оплачен\s?as last heard \d\d:\d\d · unverified/u);
  await expect(own).toContainText(/Paid 1\s450\.00 of 1\s500\.00\sRUB/u);

  await openSection(page, 'Inbox');
  await callBack(address, { order_id: 'nobody', state: 'paid' });
  await expect(page.getByRole('row')).toHaveCount(3);
  await expect(page.getByRole('row').nth(1)).toContainText('No request here');
  await page.getByRole('row').nth(2).getByRole('link').click();
  await expect(page.getByText('Matched by the provider’s id.')).toBeVisible();
  await expect(page.getByLabel('Body')).toContainText('"amount":"1450.00"');
  await page.getByRole('link', { name: 'Open the request' }).click();
  await expect(page.getByText('The provider called back: Оплачен')).toBeVisible();
});
