import { randomUUID } from 'node:crypto';

import { expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { expectAccessible } from '../axe.ts';
import { callBack } from '../callBack.ts';
import { test } from '../fixtures.ts';
import {
  callFromPage,
  card,
  field,
  goTo,
  openMore,
  openSection,
  switchListenerOn,
} from '../steps.ts';
import { keepPicture } from '../pictures.ts';

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

for (const [theme, language] of [
  ['light', 'en'],
  ['dark', 'ru'],
] as const) {
  test(`Inbox and listener are accessible at both widths, ${theme}, ${language}`, async ({
    deskPage: page,
  }) => {
    const address = await switchListenerOn(page);
    await callBack(address, { id: randomUUID(), order_id: 'nobody', state: 'paid' });
    await callBack(address, { id: randomUUID(), order_id: 'nobody', state: 'paid' });
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await callFromPage(page, 'settings.update', { theme, language });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
    for (const width of [900, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const [name, hash] of [
        ['listener', '#/settings/profile/sandbox/callbacks'],
        ['inbox', '#/inbox'],
      ] as const) {
        await goTo(page, hash);
        if (name === 'inbox') await page.getByRole('row').nth(1).getByRole('link').click();
        await page.getByRole('complementary').or(page.getByRole('checkbox')).first().waitFor();
        const file = `${name}-${theme}-${language}-${width}.png`;
        await keepPicture(page, file, { fullPage: true });
        await expectAccessible(page);
      }
    }
  });
}
