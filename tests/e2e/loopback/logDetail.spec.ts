import { execFile } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import { type Locator, type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { readCsv } from '../../../src/core/export/testing/readCsv.ts';
import { readXlsx } from '../../../src/core/export/testing/readXlsx.ts';
import { createInput } from '../../support/builders.ts';
import { expectAccessibleInBothThemes } from '../axe.ts';
import { test } from '../fixtures.ts';
import {
  callFromPage,
  clipboardText,
  expectNoSidewaysScroll,
  goTo,
  openSection,
} from '../steps.ts';

/** One request whole, and what matches taken away: who looked, who wrote, who took. */

const ROOT = path.join(import.meta.dirname, '../../..');
const run = promisify(execFile);

const detailOf = (page: Page): Locator => page.getByRole('complementary');
const rowOf = (page: Page, customer: string): Locator =>
  page.getByRole('row').filter({ hasText: customer });

/** Digits as an eye reads them, however they are set apart. */
async function digitsOf(shown: Locator): Promise<string> {
  return (await shown.innerText()).replaceAll(/\s/gu, '');
}

async function issue(page: Page, ...customers: readonly string[]): Promise<void> {
  for (const customer of customers) {
    await callFromPage(page, 'issue.create', createInput({ customer }));
    await page.getByRole('article').filter({ hasText: customer }).getByText('created').waitFor();
  }
}

test('requisites are masked until somebody asks for them, and that is recorded', async ({
  desk,
  deskPage: page,
}) => {
  await issue(page, 'cust-old', 'cust-masked');
  const number = desk.ledger().deposits.at(-1)?.payment_data['number'] ?? '';
  await openSection(page, 'Log');
  await rowOf(page, 'cust-masked').getByRole('link').click();
  const detail = detailOf(page);
  await detail.getByRole('heading', { name: 'Timeline' }).waitFor();
  // Neither in the card nor in the answer as it travelled.
  expect(await digitsOf(detail)).not.toContain(number);
  await expect(detail.getByText('••', { exact: false }).first()).toBeVisible();

  await detail.getByRole('button', { name: 'Copy number' }).click();
  await expect.poll(() => clipboardText(page)).toBe(number);
  await expect(detail.getByText(/ copied the number/u)).toHaveCount(1);
  expect(await digitsOf(detail)).not.toContain(number);

  await detail.getByRole('button', { name: 'Reveal' }).press('Enter');
  await expect(detail.getByText(/ revealed the requisites/u)).toHaveCount(1);
  expect(await digitsOf(detail)).toContain(number);
  await expect(detail.getByRole('button', { name: 'Mask again' })).toBeFocused();

  // For that look only.
  await page.keyboard.press('j');
  await detail.getByRole('heading', { name: 'cust-old' }).waitFor();
  await page.keyboard.press('k');
  await detail.getByRole('heading', { name: 'cust-masked' }).waitFor();
  expect(await digitsOf(detail)).not.toContain(number);
  await expectAccessibleInBothThemes(page);
});

test('a note survives a failure and is recorded once; a flag asks for attention', async ({
  deskPage: page,
}) => {
  await issue(page, 'cust-marked', 'cust-other');
  await openSection(page, 'Log');
  await rowOf(page, 'cust-marked').getByRole('link').click();
  const detail = detailOf(page);
  const box = detail.getByRole('textbox', { name: 'Add a note' });
  await page.route('**/api/op/request.note', (route) => route.abort());
  await box.fill('Paid in cash.\nReceipt follows.');
  await box.press('Control+Enter');
  await detail.getByRole('alert').waitFor();
  await expect(box).toHaveValue('Paid in cash.\nReceipt follows.');

  // Also while something else is looked at.
  await page.unroute('**/api/op/request.note');
  await rowOf(page, 'cust-other').getByRole('link').click();
  await detail.getByRole('heading', { name: 'cust-other' }).waitFor();
  await expect(box).toHaveValue('');
  await rowOf(page, 'cust-marked').getByRole('link').click();
  await detail.getByRole('heading', { name: 'cust-marked' }).waitFor();
  await expect(box).toHaveValue('Paid in cash.\nReceipt follows.');
  await box.press('Control+Enter');
  await expect(detail.getByText(/ noted/u)).toHaveCount(1);
  await expect(detail.getByText('Paid in cash. Receipt follows.')).toBeVisible();
  await expect(box).toHaveValue('');

  // Handed on, so that nothing but the flag asks for attention.
  await detail.getByRole('button', { name: 'Copy number' }).click();
  await expect(detail.getByText(/ copied the number/u)).toHaveCount(1);
  const flag = detail.getByRole('button', { name: 'Flag', exact: true });
  const attention = page.getByRole('button', { name: 'Needs attention', exact: true });
  await flag.click();
  await expect(flag).toHaveAttribute('aria-pressed', 'true');
  await expect(detail.getByText('Flagged', { exact: true })).toBeVisible();
  await attention.click();
  await expect(rowOf(page, 'cust-marked').getByText(/flagged/iu)).toHaveCount(1);
  await flag.click();
  await expect(detail.getByText(/ took the flag off$/u)).toHaveCount(1);
  await attention.click();
  await attention.click();
  await expect(rowOf(page, 'cust-other')).toHaveCount(1);
  await expect(rowOf(page, 'cust-marked')).toHaveCount(0);
  await attention.click();
  await rowOf(page, 'cust-marked').waitFor();

  await page.keyboard.press('Escape');
  await expect(rowOf(page, 'cust-marked').getByRole('link')).toBeFocused();
});

const listed = z.object({ value: z.array(z.object({ intentId: z.string() })) });
const told = z.object({ value: z.object({ related: z.array(z.unknown()) }) });
const ordered = z.object({ exportId: z.string() });

test('one request leads to the others that it has to do with, and says how', async ({
  deskPage: page,
}) => {
  await callFromPage(page, 'log.loadSample', {});
  const now = listed.parse(await callFromPage(page, 'log.now', { profileId: 'sandbox' }));
  let opened: string | null = null;
  for (const { intentId } of now.value) {
    const { value } = told.parse(await callFromPage(page, 'log.history', { intentId }));
    if (value.related.length > 0) opened = intentId;
  }
  await goTo(page, `#/log/${opened}`);
  const detail = detailOf(page);
  const related = detail
    .getByRole('list')
    .filter({ has: page.getByRole('link') })
    .first();
  await expect(detail.getByText('Sample', { exact: true })).toBeVisible();
  await expect(related).toContainText(/Repeated from|Resolved by|Issued again|Same order ID/u);
  await related.getByRole('link').first().click();
  await expect(page).not.toHaveURL(new RegExp(`${opened}$`, 'u'));
  // And back.
  await expect(related.locator(`[href$="${opened}"]`)).toHaveCount(1);
  await expect(detail.getByText(/^\S.* – .* · read /u)).toBeVisible();
  await detail.getByText(/^All bounds · /u).click();
  await expect(detail.getByRole('table').getByRole('row').nth(1)).toBeVisible();
});

/** Where the desk says that it put the file. */
async function exportedFile(panel: Locator): Promise<string> {
  await panel.getByText(/rows? exported$/u).waitFor();
  return (
    await panel
      .getByText(/\.(?:csv|xlsx|jsonl)$/u)
      .first()
      .innerText()
  ).trim();
}

test('what matches is exported, masked, with a proof that notices a change', async ({
  desk,
  deskPage: page,
}) => {
  await callFromPage(page, 'log.loadSample', {});
  await issue(page, 'cust-export');
  const number = desk.ledger().deposits.at(-1)?.payment_data['number'] ?? '';
  await openSection(page, 'Log');
  await page.getByRole('searchbox').fill('cust-');
  const opener = page.getByRole('button', { name: /^Export/u });
  await expect(opener).toHaveText(/^Export\d/u);
  const count = Number((await opener.innerText()).replaceAll(/\D/gu, ''));
  expect(count).toBeGreaterThan(20);

  await opener.click();
  const panel = page.getByRole('dialog', { name: 'Export' });
  await expect(panel.getByText(`All ${count} that match.`)).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  const csv = await exportedFile(panel);
  const [head = [], ...rows] = readCsv(readFileSync(csv, 'utf8').replace(/^\ufeff/u, ''), ',');
  expect(rows).toHaveLength(count);
  const own = rows.find((row) => row[head.indexOf('customer')] === 'cust-export');
  expect(own?.[head.indexOf('requisite_number')]).toMatch(new RegExp(`${number.slice(-4)}$`, 'u'));
  expect(readFileSync(csv, 'utf8').replaceAll(' ', '')).not.toContain(number);

  // It is told while somebody works elsewhere, and found again.
  await openSection(page, 'Inbox');
  await openSection(page, 'Log');
  await page.getByRole('button', { name: 'Exported' }).click();
  await panel.getByRole('button', { name: 'New export' }).click();
  await panel.getByRole('radiogroup', { name: 'Format' }).getByText('Excel').click();
  await panel.getByRole('radiogroup', { name: 'Requisites' }).getByText('Whole').click();
  await expect(panel.getByText(/It is recorded that you took them/u)).toBeVisible();
  await panel.getByRole('button', { name: 'Export with whole requisites' }).click();
  const xlsx = await exportedFile(panel);
  const book = readXlsx(readFileSync(xlsx));
  expect(book).toHaveLength(count + 1);
  const cells = book.flatMap((row) => [...row.values()]);
  expect(cells).toContainEqual({ value: number, isNumber: false });
  await panel.getByRole('button', { name: 'Copy command' }).click();
  expect(await clipboardText(page)).toBe(`npm run verify-export -- ${xlsx}`);
  await expectNoSidewaysScroll(page);

  const verify = ['scripts/verify-export.ts', '--data-dir', desk.dataDir];
  await run(process.execPath, [...verify, xlsx], { cwd: ROOT });
  await run(process.execPath, [...verify, csv], { cwd: ROOT });
  appendFileSync(csv, ' ');
  await expect(run(process.execPath, [...verify, csv], { cwd: ROOT })).rejects.toMatchObject({
    code: 1,
  });
});

test('a long export shows how far it is, is found after a reload, and can be cancelled', async ({
  desk,
  deskPage: page,
}) => {
  await issue(page, 'cust-long');
  await openSection(page, 'Log');
  // A small log is written before a finger could reach Cancel, so the long one is told by the answers alone.
  const answer = { written: 4300, total: 12_431, file: null, problem: null };
  let state = 'running';
  await page.route(/\/api\/op\/export\./u, async (route) => {
    const { exportId } = ordered.parse(route.request().postDataJSON());
    if (route.request().url().endsWith('.cancel')) state = 'cancelled';
    await route.fulfill({ json: { ok: true, value: { ...answer, exportId, state } } });
  });
  await page.getByRole('button', { name: /^Export/u }).click();
  const panel = page.getByRole('dialog', { name: 'Export' });
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(panel.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '34');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: /^Exporting 34/u }).click();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByText('No file was left behind.')).toBeVisible();
  expect(existsSync(path.join(desk.dataDir, 'exports'))).toBe(false);
});
