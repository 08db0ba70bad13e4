import { execFile } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { type Locator, type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { readCsv } from '../../../src/core/export/testing/readCsv.ts';
import { readXlsx } from '../../../src/core/export/testing/readXlsx.ts';
import { NEWEST_FIRST, NO_FILTER } from '../../../src/shared/domain/logSearch.ts';
import { createInput } from '../../support/builders.ts';
import { type Desk, test } from '../fixtures.ts';
import { hostOf } from '../hosts/pageHost.ts';
import {
  callFromPage,
  clipboardText,
  expectNoSidewaysScroll,
  goTo,
  openSection,
} from '../steps.ts';

/** One request whole, and what matches taken away: who looked, who wrote, who took. */

const ROOT = path.join(import.meta.dirname, '../../..');

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

type Steps = { readonly page: Page; readonly desk: Desk };

/** The number that the provider gave for the last request. */
const lastNumber = (desk: Desk): string =>
  desk.ledger().deposits.at(-1)?.payment_data['number'] ?? '';

async function masksAndReveals({ page, desk }: Steps): Promise<void> {
  const number = lastNumber(desk);
  const detail = detailOf(page);
  await rowOf(page, 'cust-marked').getByRole('link').click();
  await detail.getByRole('heading', { name: 'Timeline' }).waitFor();
  // Neither in the card nor in the answer as it travelled.
  expect(await digitsOf(detail)).not.toContain(number);
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
  await detail.getByRole('heading', { name: 'cust-other' }).waitFor();
  await page.keyboard.press('k');
  await detail.getByRole('heading', { name: 'cust-marked' }).waitFor();
  expect(await digitsOf(detail)).not.toContain(number);
}

async function keepsNotes({ page }: Steps): Promise<void> {
  const detail = detailOf(page);
  const box = detail.getByRole('textbox', { name: 'Add a note' });
  await hostOf(page).onOperation('request.note', (call) => call.abort());
  await box.fill('Paid in cash.\nReceipt follows.');
  await box.press('Control+Enter');
  await detail.getByRole('alert').waitFor();
  await expect(box).toHaveValue('Paid in cash.\nReceipt follows.');
  await hostOf(page).offOperation('request.note');

  // Also while something else is looked at.
  await rowOf(page, 'cust-other').getByRole('link').click();
  await detail.getByRole('heading', { name: 'cust-other' }).waitFor();
  await expect(box).toHaveValue('');
  await detail.getByRole('button', { name: 'Previous request' }).click();
  await detail.getByRole('heading', { name: 'cust-marked' }).waitFor();
  await page.reload();
  await expect(box).toHaveValue('Paid in cash.\nReceipt follows.');
  await box.press('Control+Enter');
  await expect(detail.getByText(/ noted/u)).toHaveCount(1);
  await expect(detail.getByText('Paid in cash. Receipt follows.')).toBeVisible();
  await expect(box).toHaveValue('');
}

/** It was copied before, so that nothing but the flag asks for attention. */
async function flagsForAttention({ page }: Steps): Promise<void> {
  const detail = detailOf(page);
  const flag = detail.getByRole('button', { name: 'Flag', exact: true });
  const attention = page.getByRole('button', { name: 'Needs attention', exact: true });
  await flag.click();
  await expect(flag).toHaveAttribute('aria-pressed', 'true');
  await expect(detail.getByText('Flagged', { exact: true })).toBeVisible();
  await attention.click();
  await expect(rowOf(page, 'cust-marked').getByRole('img', { name: /flagged/iu })).toHaveCount(1);
  await flag.click();
  await expect(detail.getByText(/ took the flag off$/u)).toHaveCount(1);
  await attention.click();
  await attention.click();
  await expect(rowOf(page, 'cust-other')).toHaveCount(1);
  await expect(rowOf(page, 'cust-marked')).toHaveCount(0);
  await attention.click();
  await rowOf(page, 'cust-marked').waitFor();
}

test('requisites are masked until somebody asks; reveals, notes and flags are events', async ({
  desk,
  deskPage: page,
}) => {
  await issue(page, 'cust-other', 'cust-marked');
  await openSection(page, 'Log');
  await test.step('masked until revealed', () => masksAndReveals({ page, desk }));
  await test.step('a note survives a failure', () => keepsNotes({ page, desk }));
  await test.step('a flag asks for attention', () => flagsForAttention({ page, desk }));
  await page.keyboard.press('Escape');
  const row = rowOf(page, 'cust-marked').getByRole('link');
  await expect(row).toBeFocused();
  // Also where the request had stood in the place of the rows.
  await page.setViewportSize({ width: 900, height: 800 });
  await page.keyboard.press('Enter');
  await expect(row).toBeHidden();
  await page.keyboard.press('Escape');
  await expect(row).toBeFocused();
});

const found = z.object({
  value: z.object({
    rows: z.array(z.object({ intentId: z.string(), resolution: z.string().nullable() })),
  }),
});
const ordered = z.object({ exportId: z.string() });

async function leadsToRelated({ page }: Steps): Promise<void> {
  const query = {
    text: '',
    filter: { ...NO_FILTER, outcomes: ['unknown'] },
    range: { kind: 'all' },
    sort: NEWEST_FIRST,
    dayProfileId: 'sandbox',
  };
  const search = { searchId: crypto.randomUUID(), query, pageSize: 200 };
  const { rows } = found.parse(await callFromPage(page, 'log.search', search)).value;
  const opened = rows.find(({ resolution }) => resolution === 'reissued')?.intentId ?? 'none';
  await goTo(page, `#/log/${opened}`);
  const detail = detailOf(page);
  const related = detail
    .getByRole('list')
    .filter({ has: page.getByRole('link') })
    .first();
  await expect(detail.getByText('Sample', { exact: true })).toBeVisible();
  await expect(related).toContainText('Resolved by');
  await related.getByRole('link').first().click();
  await expect(related).toContainText('Repeated from');
  await expect(related.locator(`[href$="${opened}"]`)).toHaveCount(1);
  await expect(detail.getByText(/^\S.* – .* · read /u)).toBeVisible();
  await detail.getByText(/^All bounds · /u).click();
  await expect(detail.getByRole('table').getByRole('row').nth(1)).toBeVisible();
}

/** Where the desk says that it put the file. */
async function exportedFile(panel: Locator): Promise<string> {
  await panel.getByText(/rows? exported$/u).waitFor();
  const shown = panel.getByText(/\.(?:csv|xlsx|jsonl)$/u).first();
  return (await shown.innerText()).trim();
}

const panelOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Export' });

/** How many match, as the button says. */
async function searched(page: Page, text: string): Promise<number> {
  const opener = page.getByRole('button', { name: /^Export/u });
  await expect(opener).toHaveText('Export301');
  await page.getByRole('searchbox').fill(text);
  await expect(opener).not.toHaveText('Export301');
  return Number((await opener.innerText()).replaceAll(/\D/gu, ''));
}

async function exportsCsv({ page, desk }: Steps, count: number): Promise<string> {
  await page.getByRole('button', { name: /^Export/u }).click();
  const panel = panelOf(page);
  await expect(panel.getByText(`All ${count} that match.`)).toBeVisible();
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  const file = await exportedFile(panel);
  const number = lastNumber(desk);
  const [head = [], ...rows] = readCsv(readFileSync(file, 'utf8').replace(/^\ufeff/u, ''), ',');
  expect(rows).toHaveLength(count);
  const own = rows.find((row) => row[head.indexOf('customer')] === 'cust-export');
  expect(own?.[head.indexOf('requisite_number')]).toMatch(new RegExp(`${number.slice(-4)}$`, 'u'));
  expect(readFileSync(file, 'utf8').replaceAll(' ', '')).not.toContain(number);
  return file;
}

async function exportsXlsx({ page, desk }: Steps, count: number): Promise<string> {
  // What went on meanwhile is found again.
  await openSection(page, 'Inbox');
  await openSection(page, 'Log');
  await page.getByRole('button', { name: 'Exported' }).click();
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'New export' }).click();
  await panel.getByRole('radiogroup', { name: 'Format' }).getByText('Excel').click();
  await panel.getByRole('radiogroup', { name: 'Requisites' }).getByText('Whole').click();
  await expect(panel.getByText(/It is recorded that you took them/u)).toBeVisible();
  await panel.getByRole('button', { name: 'Export with whole requisites' }).click();
  const file = await exportedFile(panel);
  const book = readXlsx(readFileSync(file));
  expect(book).toHaveLength(count + 1);
  const cells = book.flatMap((row) => [...row.values()]);
  expect(cells).toContainEqual({ value: lastNumber(desk), isNumber: false });
  await panel.getByRole('button', { name: 'Copy command' }).click();
  await expect.poll(() => clipboardText(page)).toBe(`npm run verify-export -- ${file}`);
  await expectNoSidewaysScroll(page);
  return file;
}

/** 0: it holds. 1: it does not. */
async function verified(desk: Desk, file: string): Promise<number> {
  const script = ['scripts/verify-export.ts', '--data-dir', desk.dataDir, file];
  return new Promise((resolve) => {
    execFile(process.execPath, script, { cwd: ROOT }, (error) =>
      resolve(error === null ? 0 : Number(error.code)),
    );
  });
}

/** A small log is written before a finger could reach Cancel, so a long one is told by the answers alone. */
async function cancelsLongOne({ page }: Steps): Promise<void> {
  const answer = { written: 4300, total: 12_431, file: null, problem: null };
  let state = 'running';
  await hostOf(page).onOperation('export.*', async (call) => {
    const { exportId } = ordered.parse(call.input);
    if (call.name.endsWith('.cancel')) state = 'cancelled';
    await call.fulfill({ ok: true, value: { ...answer, exportId, state } });
  });
  const panel = panelOf(page);
  await panel.getByRole('button', { name: 'New export' }).click();
  await panel.getByRole('button', { name: 'Export', exact: true }).click();
  await expect(panel.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '34');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await page.reload();
  await page.getByRole('button', { name: /^Exporting 34/u }).click();
  await panel.getByRole('button', { name: 'Cancel' }).click();
  await expect(panel.getByText('No file was left behind.')).toBeVisible();
}

test('related requests are one press away; what matches is taken away with a proof', async ({
  desk,
  deskPage: page,
}) => {
  await callFromPage(page, 'log.loadSample', {});
  await issue(page, 'cust-export');
  await test.step('related requests', () => leadsToRelated({ page, desk }));
  const count = await searched(page, 'cust-');
  const csv = await test.step('CSV, masked', () => exportsCsv({ page, desk }, count));
  const xlsx = await test.step('XLSX, whole', () => exportsXlsx({ page, desk }, count));
  expect(await Promise.all([verified(desk, csv), verified(desk, xlsx)])).toEqual([0, 0]);
  appendFileSync(csv, ' ');
  expect(await verified(desk, csv)).toBe(1);
  await test.step('a long one', () => cancelsLongOne({ page, desk }));
});
