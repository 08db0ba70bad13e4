import { expect } from '@playwright/test';

import { openDeskPage, test } from '../fixtures.ts';
import { field } from '../steps.ts';

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
