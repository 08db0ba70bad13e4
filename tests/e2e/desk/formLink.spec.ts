import { type Page, expect } from '@playwright/test';

import { tabTo } from '../byKeyboard.ts';
import { test } from '../fixtures.ts';
import { addShop } from '../screens/shop.ts';
import { field, openSection, suggestedOrder } from '../steps.ts';

/** Another program opens the desk at an address. The whole application hears of a link of its scheme in electronShell.test.ts. */
async function follow(page: Page, query: string): Promise<void> {
  await page.evaluate((hash) => {
    location.hash = hash;
  }, `#/new?${query}`);
}

const WHOLE = 'flow=direct&amount=1500&currency=RUB&type=sbp&customer=cust-77';

async function expectFilledIn(page: Page): Promise<void> {
  await expect(field(page, 'Customer')).toHaveValue('cust-77');
  await expect(field(page, 'Amount')).toHaveValue('1500');
  await expect(page.getByRole('combobox', { name: 'Payment type' })).toHaveValue('sbp');
  await expect(page.getByRole('radio', { name: 'RUB', exact: true })).toBeChecked();
  await expect(page.getByRole('tab', { name: 'Requisites' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
}

test(
  'a link of another program fills the form in, from any screen, and issues nothing',
  { tag: ['@landing', '@host'] },
  async ({ desk, deskPage: page }) => {
    await suggestedOrder(page);
    const other = await addShop(page, { name: 'Other', baseUrl: 'http://127.0.0.1:9' });
    const profile = page.getByRole('combobox', { name: 'Profile', exact: true });
    const before = await profile.inputValue();

    await test.step('from another screen, and not again by a reload', async () => {
      await openSection(page, 'Overview');
      await follow(page, WHOLE);
      await expectFilledIn(page);
      await expect(page).toHaveURL(/#\/$/u);
      await expect(page.getByRole('alert')).toHaveCount(0);
      await field(page, 'Customer').fill('typed after it');
      await expect(field(page, 'Customer')).toHaveValue('typed after it');
    });

    await test.step('it asks before it replaces what is typed, and takes no key from it', async () => {
      await field(page, 'Customer').focus();
      await follow(page, 'amount=2600&customer=cust-78');
      const question = page.getByRole('alert').filter({ hasText: 'Another program asks' });
      await expect(question).toContainText('2600 · cust-78');
      await page.keyboard.press('End');
      await page.keyboard.type(', still typing');
      await expect(field(page, 'Customer')).toHaveValue('typed after it, still typing');
      await tabTo(page, /button "Keep what is typed"/u, 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(question).toBeHidden();
      await expect(field(page, 'Customer')).toHaveValue('typed after it, still typing');
      await follow(page, 'amount=2600&customer=cust-78');
      await expect(question).toBeVisible();
      await field(page, 'Customer').focus();
      await tabTo(page, /button "Fill in"/u, 'Shift+Tab');
      await page.keyboard.press('Enter');
      await expect(field(page, 'Customer')).toHaveValue('cust-78');
      await expect(field(page, 'Amount')).toHaveValue('2600');
    });

    await test.step('what it names in vain is named; the profile stays, nothing is sent', async () => {
      await page.getByRole('textbox', { name: 'Quick line' }).fill('');
      await field(page, 'Amount').fill('');
      await field(page, 'Customer').fill('');
      await follow(page, `${WHOLE}&profile=${other}&submit=1&amount=9&currency=XXX`);
      const told = page.getByRole('alert');
      await expect(told).toContainText(`“profile=${other}” is not known here.`);
      await expect(told).toContainText('“submit=1” is not known here.');
      await expect(told).toContainText('“amount” stands twice; the second one was left out.');
      await expect(told).toContainText('“currency” stands twice; the second one was left out.');
      await expectFilledIn(page);
      await expect(profile).toHaveValue(before);
    });

    await test.step('a bad amount is told beside its field', async () => {
      await follow(page, 'flow=page&amount=lots&type=sbp&currency=zzz');
      const told = page.getByRole('alert');
      await expect(told.first()).toContainText('“type” does not belong to a payment link.');
      await expect(told.first()).toContainText('“zzz” is no currency of this desk.');
      await expect(page.getByRole('tab', { name: 'Payment link' })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await expect(field(page, 'Amount')).toHaveValue('lots');
      await expect(field(page, 'Amount')).toHaveAttribute('aria-invalid', 'true');
    });
    expect(desk.ledger().arrivals).toBe(0);
  },
);
