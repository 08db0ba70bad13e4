import { readFileSync } from 'node:fs';

import { expect } from '@playwright/test';

import { test } from '../fixtures.ts';
import { hostOf } from '../hosts/pageHost.ts';

test('diagnostics are saved from the palette; a locked screen shows nothing of the desk', async ({
  deskPage: page,
}) => {
  await page.keyboard.press('Control+KeyK');
  const palette = page.getByRole('dialog', { name: 'Find or do anything' });
  await palette.getByRole('combobox').fill('diagnos');
  await expect(palette.getByRole('option', { selected: true })).toContainText('Save diagnostics');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'About Deposit Desk' })).toBeVisible();
  await expect(page.getByText('Off: this build does not look for any.')).toBeVisible();
  const saved = page.getByRole('status').filter({ hasText: 'Saved,' });
  await expect(saved).toContainText('.zip');
  const [file = ''] = /\S+\.zip/u.exec(await saved.innerText()) ?? [];
  expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK');

  // A browser's tab is its browser's to hide: only the application hears of a locked session.
  const host = hostOf(page);
  if (host.name === 'loopback') return;
  await host.onOperation('desk.lock', (call) =>
    call.fulfill({ ok: true, value: { locked: true } }),
  );
  await page.reload();
  const cover = page.getByRole('dialog', { name: 'The screen is locked' });
  await expect(cover).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page.getByRole('navigation')).toBeHidden();
  await page.keyboard.press('Escape');
  await cover.getByRole('button', { name: 'Show the desk' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
});
