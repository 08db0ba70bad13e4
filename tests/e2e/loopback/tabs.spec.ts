import { expect } from '@playwright/test';

import { openDeskPage, test } from '../fixtures.ts';
import { field, suggestedOrder } from '../steps.ts';

/** Electron has one window, and a second start brings it forward: see electronHost.test.ts. */
test(
  'a second tab hears of a request that the first one issued',
  { tag: '@landing' },
  async ({ desk, deskPage: page, context }) => {
    await desk.pressEnter();
    const second = await context.newPage();
    await openDeskPage(second, desk);
    await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('1500');
    await field(page, 'Customer').fill('cust-two-tabs');
    await page.getByRole('button', { name: 'Issue request' }).click();
    await expect(
      second
        .getByRole('article')
        .filter({ hasText: 'cust-two-tabs' })
        .getByRole('button', { name: 'Copy number' }),
    ).toBeVisible();
  },
);

test(
  'a tab that another program opens at a link has the form filled in, and issues nothing',
  { tag: '@landing' },
  async ({ desk, deskPage: page }) => {
    await suggestedOrder(page);
    const query = 'flow=direct&amount=1500&currency=RUB&type=sbp&customer=cust-77';
    const { origin } = new URL(page.url());
    // A new document, whose address has the link from its first moment on.
    await page.goto('about:blank');
    await page.goto(`${origin}/#/new?${query}`);
    await expect(field(page, 'Customer')).toHaveValue('cust-77');
    await expect(field(page, 'Amount')).toHaveValue('1500');
    await expect(page).toHaveURL(/#\/$/u);
    expect(desk.ledger().arrivals).toBe(0);
  },
);
