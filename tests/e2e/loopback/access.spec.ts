import { expect } from '@playwright/test';

import { openDeskPage, test } from '../fixtures.ts';

test(
  'a spent one-time URL says so, and Enter in the terminal prints a fresh one',
  { tag: '@landing' },
  async ({ desk, deskPage, browser }) => {
    await expect(deskPage.getByRole('heading', { name: 'New request' })).toBeVisible();
    const spent = desk.url();
    const other = await (await browser.newContext()).newPage();
    await other.goto(spent);
    await expect(other.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(other.getByText(/used|spent/iu).first()).toBeVisible();
    await expect(other.getByText(/press Enter/iu).first()).toBeVisible();
    await expect(other.getByRole('textbox')).toHaveCount(0);

    const fresh = await desk.pressEnter();
    expect(fresh).not.toBe(spent);
    await openDeskPage(other, desk);
    await other.context().close();
  },
);

test(
  'the plain address without a code says how to get one',
  { tag: '@landing' },
  async ({ desk, page }) => {
    await page.goto(new URL(desk.url()).origin);
    await expect(page.getByText(/press Enter/iu).first()).toBeVisible();
    await expect(page.getByRole('textbox')).toHaveCount(0);
  },
);

test(
  'the code is out of the address bar, and a reload keeps the tab open',
  { tag: '@landing' },
  async ({ deskPage: page }) => {
    expect(page.url()).not.toContain('code=');
    await page.reload();
    await expect(page.getByRole('heading', { name: 'New request' })).toBeVisible();
  },
);
