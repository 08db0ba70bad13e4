import { expect } from '@playwright/test';

import { test } from '../fixtures.ts';
import { openSection } from '../steps.ts';

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
  const again = await desk.open(page);
  await expect(again.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(again.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark');
});
