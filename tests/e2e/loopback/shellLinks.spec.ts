import { expect } from '@playwright/test';

import { test } from '../fixtures.ts';
import { card, chooseType, field, menuItem, suggestedOrder } from '../steps.ts';

/** In the application the window asks, by a dialog of the system: see electronHost.test.ts. */
test(
  'a link is asked about once, by host and profile, and has no address before',
  { tag: '@landing' },
  async ({ deskPage: page, context }) => {
    await suggestedOrder(page);
    await field(page, 'Amount').fill('1500');
    await chooseType(page, 'sbp');
    await field(page, 'Customer').fill('cust-asked');
    await field(page, 'Customer').press('Enter');
    const more = card(page, 'cust-asked').getByRole('button', { name: 'More actions' });
    const link = menuItem(page, 'Open payment page');
    const question = page.getByRole('dialog', { name: 'Open this site in the browser?' });
    await more.click();
    await expect(link).not.toHaveAttribute('aria-disabled');
    await expect(link).not.toHaveAttribute('href');

    // Nothing for a middle click to take, and Enter goes nowhere by accident.
    await link.click({ button: 'middle' });
    await link.press('Enter');
    await expect(question).toContainText(/127\.0\.0\.1:\d+/u);
    await expect(question).toContainText('Sandbox');
    await expect(question.getByRole('button', { name: 'Do not open' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(more).toBeFocused();
    expect(context.pages()).toHaveLength(1);

    await more.click();
    await link.click();
    const opening = context.waitForEvent('page');
    await question.getByRole('link', { name: 'Open', exact: true }).click();
    const opened = await opening;
    await opened.waitForLoadState();
    const left = await opened.evaluate(() => ({
      hasOpener: window.opener !== null,
      referrer: document.referrer,
    }));
    expect(left).toEqual({ hasOpener: false, referrer: '' });
    await opened.close();
    await expect(question).toBeHidden();

    // Agreed to: a link like any other from now on, after a reload as well.
    await page.reload();
    await more.click();
    await expect(link).toHaveAttribute('href', /^http:\/\/127\.0\.0\.1:\d+\//u);
    await expect(link).toHaveAttribute('rel', 'noreferrer noopener');
    const again = context.waitForEvent('page');
    await link.click();
    await (await again).close();
    await expect(question).toBeHidden();
  },
);
