import { expect } from '@playwright/test';

import { openDeskPage, test } from '../fixtures.ts';
import { field, openSection } from '../steps.ts';

test('language and theme are chosen in Settings and outlive a restart', async ({
  desk,
  deskPage: page,
}) => {
  await openSection(page, 'Settings');
  await page.getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
  await page.getByText('Русский', { exact: true }).click();
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Настройки');

  await desk.restart();
  await page.goto(desk.url());
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});

test('a second tab hears of a request that the first one issued', async ({
  desk,
  deskPage: page,
  context,
}) => {
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
});
