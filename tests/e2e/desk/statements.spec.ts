import { type Page, expect } from '@playwright/test';

import { fileOf, pastRows, remoteIdOf } from '../../support/pastStatement.ts';
import { hostOf } from '../hosts/pageHost.ts';
import { expectAccessibleInBothThemes, violationsOf } from '../axe.ts';
import { test } from '../pastTest.ts';

/** With the keyboard alone: the focus goes there, Enter presses. */
async function press(page: Page, role: 'button' | 'link', name: string): Promise<void> {
  await page.getByRole(role, { name, exact: true }).focus();
  await page.keyboard.press('Enter');
}

test(
  'the provider’s file settles an unknown as found and another as not there, by keyboard',
  { tag: '@landing' },
  async ({ pastPage: page }) => {
    // A browser keeps Control and a digit for its own tabs.
    await page.keyboard.press(hostOf(page).name === 'loopback' ? 'Alt+2' : 'ControlOrMeta+2');
    await page.getByRole('heading', { name: 'Log', level: 1 }).waitFor();
    await press(page, 'link', 'Statements');
    // A system's dialog for files cannot be typed into from here.
    await page.locator('input[type=file]').setInputFiles({
      name: 'provider.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(fileOf(pastRows())),
    });
    const read = page.getByRole('button', { name: 'Read 43 rows' });
    await expect(read).toBeFocused();
    await page.keyboard.press('Enter');
    await page.getByRole('radio', { name: 'Every created request' }).focus();
    await page.keyboard.press('Space');
    await press(page, 'button', 'Just now');
    await press(page, 'button', 'From the first row to the last');
    expect(await violationsOf(page)).toEqual([]);
    await press(page, 'button', 'Record and compare');
    await page.getByRole('heading', { name: 'Statement · provider.csv' }).waitFor();

    await press(page, 'link', 'A-00');
    const pair = page.getByRole('complementary', { name: 'Both records side by side' });
    await expect(pair.getByRole('heading', { name: 'matched' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await page.keyboard.press('j');
    await expect(pair.getByRole('row', { name: /Order ID/u })).toContainText('A-01');
    await page.keyboard.press('f');
    await expect(pair.getByRole('button', { name: 'Remove flag' })).toBeVisible();
    await page.keyboard.press('Escape');

    await press(page, 'button', 'Settle 2 unknowns');
    const settle = page.getByRole('button', { name: 'Settle 2 now' });
    await expect(settle).toBeFocused();
    const preview = page.getByRole('table', { name: 'This will be recorded' });
    await expect(preview.getByRole('row', { name: /U-1 found/u })).toContainText(remoteIdOf(15));
    await expect(preview.getByRole('row', { name: /U-2 not at the provider/u })).toBeVisible();
    await page.keyboard.press('Enter');
    await expect(page.getByText('2 unknowns settled')).toBeVisible();

    await press(page, 'link', 'Requests');
    await page.keyboard.press('/');
    await page.keyboard.type('cust-U');
    const found = page.getByRole('row').filter({ hasText: 'U-1' });
    await expect(found).toContainText('Found');
    await expect(page.getByRole('row').filter({ hasText: 'U-2' })).toContainText('Not found');
  },
);
