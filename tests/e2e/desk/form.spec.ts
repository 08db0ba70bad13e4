import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Locator, type Page, expect } from '@playwright/test';

import { readLedger } from '../../support/ledger.ts';
import { openDeskPage, test } from '../fixtures.ts';
import { hostOf } from '../hosts/pageHost.ts';
import { card, field, suggestedOrder } from '../steps.ts';

const quickLine = (page: Page): Locator => field(page, 'Quick line');

test('a hand faster than the desk loses no digit: each line is a request of its own', async ({
  desk,
  deskPage: page,
}) => {
  await expect(quickLine(page)).toBeFocused();
  for (const line of ['1500 sbp ahead-1', '1600 sbp ahead-2', '1700 sbp ahead-3']) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }
  const issued = () =>
    desk.ledger().deposits.map(({ cents, fields }) => [fields['customer'], cents]);
  await expect.poll(issued).toEqual([
    ['ahead-1', 150_000],
    ['ahead-2', 160_000],
    ['ahead-3', 170_000],
  ]);
  await expect(quickLine(page)).toHaveValue('');
  await expect(quickLine(page)).toBeFocused();

  // A page that goes before it hears of its record does not keep the draft as if it were none.
  await page.keyboard.type('1800 sbp ahead-4');
  await page.keyboard.press('Enter');
  await page.reload();
  await card(page, 'ahead-4').waitFor();
  await expect(field(page, 'Customer')).toHaveValue('');
  await page.keyboard.type('1900 sbp ahead-5');
  await page.keyboard.press('Enter');
  await expect.poll(() => issued().at(-1)).toEqual(['ahead-5', 190_000]);
});

test(
  'what is typed outlives the desk being killed',
  { tag: '@host' },
  async ({ startHost, page: given }) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'draft-'));
    const before = await startHost({ dataDir });
    const first = await openDeskPage(given, before);
    const order = await suggestedOrder(first);
    const kept = hostOf(first).answered('draft.keep', (input) =>
      JSON.stringify(input).includes('cust-killed'),
    );
    await quickLine(first).fill('1 500,50 sbp cust-killed');
    await kept;
    await before.kill();
    const after = await startHost({ dataDir });
    const page = await openDeskPage(given, after);
    await expect(field(page, 'Customer')).toHaveValue('cust-killed');
    await expect(field(page, 'Amount')).toHaveValue('1 500,50');
    await expect(field(page, 'Order ID')).toHaveValue(order);
    await expect(page.getByText('This draft is from before')).toBeVisible();
    await field(page, 'Customer').press('Enter');
    await card(page, 'cust-killed').getByRole('button', { name: 'Copy number' }).waitFor();
    expect(readLedger(dataDir).deposits).toMatchObject([{ cents: 150_050, order_id: order }]);
    // Recorded: nobody finds it again.
    await suggestedOrder(page);
    await after.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  },
);

test(
  'beside a chat window the form is one line after issuing, and the whole result is in view',
  { tag: '@landing' },
  async ({ deskPage: page }) => {
    await page.setViewportSize({ width: 900, height: 600 });
    await suggestedOrder(page);
    const submit = page.getByRole('button', { name: /^Issue request/u });
    await expect(submit).toBeVisible();
    await quickLine(page).fill('1500 sbp cust-narrow');
    await quickLine(page).press('Enter');
    const shown = card(page, 'cust-narrow');
    await expect(shown.getByRole('button', { name: 'Copy message' })).toBeInViewport({ ratio: 1 });
    await expect(submit).toBeHidden();
    await expect(quickLine(page)).toBeFocused();
    // What has to be seen opens it: here a customer is missing.
    await page.keyboard.type('1500 sbp');
    await page.keyboard.press('Enter');
    await expect(field(page, 'Customer')).toBeFocused();
    await expect(submit).toBeVisible();
  },
);
