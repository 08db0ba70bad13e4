import { copyFileSync } from 'node:fs';

import { expect } from '@playwright/test';

import { readLedgerFile } from '../../support/ledger.ts';
import { profileSetUp } from '../../support/profileSetUp.ts';
import { OTHER_FORMAT, test } from '../merchantDesk.ts';
import {
  callFromPage,
  confirmLive,
  enterSecret,
  issueDirect,
  openSection,
  savedFile,
  secretSlot,
} from '../steps.ts';

test.use({ speech: { dialect: OTHER_FORMAT, limitsShape: 'map-by-currency' } });

test(
  'a set-up is handed on as a file: import, secret, issue, and no other step',
  { tag: ['@landing', '@host'] },
  async ({ page: given, context, fresh, other, provider }, testInfo) => {
    const page = await fresh.open(given);
    const setUp = profileSetUp({
      name: 'Handed on',
      baseUrl: provider.origin,
      merchant: provider.merchant,
      dialect: OTHER_FORMAT,
      orderPattern: 'OFFICE-{flow}-{random}',
    });
    await callFromPage(page, 'profile.save', { id: null, setUp });
    await openSection(page, 'Settings');
    await page.getByRole('link', { name: 'Export profiles' }).click();
    const button = page.getByRole('button', { name: 'Export (1)' });
    const saved = await savedFile(page, () => button.click());
    const file = testInfo.outputPath('profiles.json');
    copyFileSync(saved, file);

    const second = await other.open(await context.newPage());
    await openSection(second, 'Settings');
    await second.getByRole('link', { name: 'Import profiles' }).click();
    await second.getByLabel('Profile file', { exact: true }).setInputFiles(file);
    const preview = second.getByRole('region', { name: 'Changes', exact: true });
    await expect(preview.getByRole('listitem')).toHaveText(/Handed on.*new.*needs its secret/u);
    await second.getByRole('button', { name: 'Import', exact: true }).click();
    await expect(second.getByText('1 profile imported.')).toBeVisible();
    await expect(second.getByRole('combobox', { name: 'Profile', exact: true })).toHaveValue(
      /^(?!sandbox$)/u,
    );

    await second.getByRole('link', { name: 'Set secret of Handed on' }).click();
    await secretSlot(second).waitFor();
    await enterSecret(second, provider.secret);

    await confirmLive(second);
    await openSection(second, 'New request');
    const { order, shown } = await issueDirect(second, 'cust-office');
    await expect(shown.getByRole('button', { name: 'Copy number' })).toBeVisible();
    expect(order).toMatch(/^OFFICE-D-/u);
    const { deposits } = readLedgerFile(provider.ledgerFile);
    expect(deposits.map((deposit) => deposit.order_id)).toEqual([order]);
  },
);
