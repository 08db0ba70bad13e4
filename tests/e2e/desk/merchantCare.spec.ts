import { type Page, expect } from '@playwright/test';

import { readLedgerFile } from '../../support/ledger.ts';
import { profileSetUp } from '../../support/profileSetUp.ts';
import { test } from '../merchantDesk.ts';
import {
  callFromPage,
  confirmLive,
  enterSecret,
  field,
  issueDirect,
  openProfile,
  openProfileTab,
  openSection,
  secretSlot,
  useProfile,
} from '../steps.ts';

/** What comes after the first day: other secrets, other addresses, merchants that are gone. */

async function addShop(
  page: Page,
  facts: { readonly baseUrl?: string; readonly merchant?: string },
) {
  const setUp = profileSetUp({ name: 'Shop', ...facts });
  await callFromPage(page, 'profile.save', { id: null, setUp });
  await openProfile(page, 'Shop');
}

test('a wrong new secret is taken back; another host asks for the secret again', async ({
  page: given,
  fresh,
  provider,
}) => {
  const page = await fresh.open(given);
  await addShop(page, { baseUrl: provider.origin, merchant: provider.merchant });
  await openProfileTab(page, 'Secret');
  await enterSecret(page, provider.secret);
  await enterSecret(page, 'mistyped-secret');
  await useProfile(page, 'Shop · LIVE');
  await openSection(page, 'New request');
  const wrong = await issueDirect(page, 'cust-wrong');
  await expect(wrong.shown).toContainText('HTTP 401');
  await openProfile(page, 'Shop');
  await openProfileTab(page, 'Secret');
  await secretSlot(page).getByRole('button', { name: 'Take back the old secret' }).click();
  await expect(secretSlot(page).getByText(/^Replaced /u)).toHaveCount(0);
  await openSection(page, 'New request');
  const right = await issueDirect(page, 'cust-right');
  await expect(right.shown.getByRole('button', { name: 'Copy number' })).toBeVisible();

  await openProfile(page, 'Shop');
  const address = field(page, 'Provider address');
  await address.fill(provider.origin.replace('127.0.0.1', 'localhost'));
  await expect(address).toHaveAccessibleDescription(/its secrets must be entered again/u);
  await page.getByRole('button', { name: 'Save profile' }).click();
  await openProfileTab(page, 'Secret');
  await expect(secretSlot(page)).toContainText('The address changed: enter it again');
  // It leads elsewhere, so that it would be asked for again.
  await confirmLive(page);
  await openSection(page, 'New request');
  const unsigned = await issueDirect(page, 'cust-unsigned');
  await expect(unsigned.shown).toContainText('not sent');
  expect(readLedgerFile(provider.ledgerFile)).toMatchObject({ arrivals: 2 });
  await openProfile(page, 'Shop');
  await openProfileTab(page, 'Secret');
  await enterSecret(page, provider.secret);
  await openSection(page, 'New request');
  const again = await issueDirect(page, 'cust-again');
  await expect(again.shown.getByRole('button', { name: 'Copy number' })).toBeVisible();
});

test('an archived profile is not in the switcher, and comes back', async ({
  page: given,
  fresh,
}) => {
  const page = await fresh.open(given);
  await addShop(page, {});
  const switcher = page.getByRole('combobox', { name: 'Profile', exact: true });
  const offered = switcher.getByRole('option', { name: 'Shop · LIVE' });
  await expect(offered).toBeAttached();
  await page.getByRole('button', { name: 'Archive', exact: true }).click();
  await expect(offered).toHaveCount(0);
  await openSection(page, 'Settings');
  await expect(page.getByRole('link', { name: 'Shop', exact: true })).toHaveCount(0);
  await page.getByLabel('Show archived (1)').check();
  await page.getByRole('link', { name: 'Shop', exact: true }).click();
  await page.getByRole('button', { name: 'Unarchive' }).click();
  await expect(offered).toBeAttached();
});

test('what is typed into set-up and format and not saved is kept over leaving and a reload', async ({
  page: given,
  fresh,
}) => {
  const page = await fresh.open(given);
  await addShop(page, {});
  await field(page, 'Order ID pattern').fill('S-{random}');
  await openProfileTab(page, 'Provider format');
  await field(page, 'Header name').fill('X-Sign');
  await openSection(page, 'New request');
  await page.reload();
  await openProfile(page, 'Shop');
  await expect(field(page, 'Order ID pattern')).toHaveValue('S-{random}');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await openProfileTab(page, 'Provider format');
  await expect(field(page, 'Header name')).toHaveValue('X-Sign');
  await page.getByRole('button', { name: 'Discard changes' }).click();
  await expect(field(page, 'Header name')).toHaveValue('X-Signature');
  await openProfileTab(page, 'Set-up');
  await page.getByRole('button', { name: 'Save profile' }).click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  const listed = await callFromPage(page, 'profile.list', {});
  expect(JSON.stringify(listed)).toContain('"orderPattern":"S-{random}"');
});
