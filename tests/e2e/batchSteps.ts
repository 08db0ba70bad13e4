import { copyFileSync, readFileSync } from 'node:fs';

import { type Locator, type Page, expect } from '@playwright/test';
import Papa from 'papaparse';

import { tabTo } from './byKeyboard.ts';
import { hostOf } from './hosts/pageHost.ts';
import { clipboardText, savedFile } from './steps.ts';

/** What an operator does on Batch, by keyboard alone. */

export async function openBatch(page: Page): Promise<void> {
  const digit = hostOf(page).name === 'loopback' ? 'Alt+Digit5' : 'ControlOrMeta+Digit5';
  await page.keyboard.press(digit);
  await page.getByRole('heading', { name: 'Batch', level: 1 }).waitFor();
  await expect(page.getByRole('button', { name: 'Choose file' })).toBeFocused();
}

/** Rows from a spreadsheet. On the stand-in the clipboard is the app's own, which no page can paste from: there they are typed. */
export async function pasteRows(page: Page, rows: readonly string[]): Promise<void> {
  const text = rows.join('\n');
  await tabTo(page, /button "Paste rows"/u);
  await page.keyboard.press('Enter');
  await tabTo(page, /textbox "Rows copied from a spreadsheet/u);
  if (hostOf(page).name === 'loopback') {
    await hostOf(page).writeClipboard(text);
    await page.keyboard.press('ControlOrMeta+KeyV');
  } else {
    await page.keyboard.insertText(text);
    await tabTo(page, /button "Read rows"/u);
    await page.keyboard.press('Enter');
  }
  await expectStep(page, 'Columns');
}

export async function chooseFile(page: Page, file: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  // A key is faster than Playwright's word to the browser that it wants to hear of choosers: this comes after that word.
  await page.evaluate(() => undefined);
  await page.keyboard.press('Enter');
  await (await chooser).setFiles(file);
}

export async function expectStep(page: Page, name: string): Promise<void> {
  const step = page.getByRole('list', { name: 'Steps' }).locator('[aria-current="step"]');
  await expect(step).toHaveText(name);
}

/** The select of a field, a column or a reading choice: the letters that it begins with choose an option. */
export async function chooseByLetters(page: Page, name: RegExp, letters: string): Promise<void> {
  await tabTo(page, name, 'Shift+Tab');
  await page.keyboard.type(letters);
}

/** In place of what stands in the box that has the focus. */
export async function retype(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+KeyA');
  await page.keyboard.type(text);
}

export async function pressTo(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name);
  await page.keyboard.press('Enter');
}

export function readyText(page: Page, text: string): Locator {
  return page.getByRole('status').filter({ hasText: text });
}

/** By its badge beside the heading. */
export async function expectState(page: Page, state: string): Promise<void> {
  const head = page.getByRole('heading', { level: 1 }).locator('..');
  await expect(head.getByText(state, { exact: true })).toBeVisible();
}

/** The rows of the batch as the screen shows them, cell by cell. */
export function batchRow(page: Page, customer: string): Locator {
  return page
    .getByRole('table', { name: 'Rows of the batch' })
    .getByRole('row')
    .filter({ hasText: customer });
}

/** As a CSV, read back by a reader that takes it for any table. */
export async function downloadedReport(
  page: Page,
  button: RegExp,
  file: string,
): Promise<readonly (readonly string[])[]> {
  await tabTo(page, /combobox "Format"/u);
  await page.keyboard.type('CSV');
  const saved = await savedFile(page, () => pressTo(page, button));
  copyFileSync(saved, file);
  const text = readFileSync(file, 'utf8').replace(/^\ufeff/u, '');
  return Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
}

/** F9, once the desk knows the next customer's request. The clipboard is empty first. Gives what was copied. */
export async function handOutNext(page: Page, customer: string): Promise<string> {
  const region = page.getByRole('region', { name: 'Hand out' });
  const next = region.getByRole('group', { name: 'Next' });
  await expect(next).toContainText(customer);
  await expect(next.getByRole('button', { name: /^Copy message/u })).toBeEnabled();
  await hostOf(page).writeClipboard('nothing yet');
  // Within a second of the copy before it, the key does nothing.
  await expect(async () => {
    await page.keyboard.press('F9');
    await expect.poll(() => clipboardText(page), { timeout: 500 }).not.toBe('nothing yet');
  }).toPass();
  await expect(region.getByRole('status').filter({ hasText: customer })).toBeVisible();
  await expect(batchRow(page, customer).locator('td').last()).not.toBeEmpty();
  return clipboardText(page);
}
