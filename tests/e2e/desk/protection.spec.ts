import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

import { type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { test } from '../merchantDesk.ts';
import { callFromPage } from '../steps.ts';

/** Settings → Log → Protect, as a supervisor does it, and what a page keeps of customers from then on. */

const TYPED = 'Zaunkoenig-Typed-4711';
const CODE = /^(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}$/u;

async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

const storedIn = (page: Page): Promise<string> =>
  page.evaluate(() => JSON.stringify(Object.entries(sessionStorage)));

async function confirmCode(page: Page, typed?: string): Promise<string> {
  const code = await page.getByText(CODE).innerText();
  await page.getByLabel('Type the code back').fill(typed ?? code.toLowerCase());
  await page.getByRole('button', { name: 'Confirm and protect' }).click();
  return code;
}

function filesWith(dataDir: string, text: string): readonly string[] {
  return readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => path.join(parentPath, name))
    .filter((file) => readFileSync(file).includes(text));
}

test(
  'protect the log: the code is typed back, drafts leave the tab and survive a reload, a new key, off',
  { tag: ['@landing', '@host'] },
  async ({ fresh, page: given }) => {
    const page = await fresh.open(given);
    const info = z.object({ value: z.object({ dataDir: z.string() }) });
    const { dataDir } = info.parse(await callFromPage(page, 'app.info', {})).value;
    await page.getByRole('combobox', { name: 'Customer' }).fill(TYPED);
    await expect.poll(() => filesWith(dataDir, TYPED).length).toBeGreaterThan(0);
    expect(await storedIn(page)).toContain(TYPED);

    await goTo(page, '#/settings/log');
    await expect(page.getByText('The log is not protected')).toBeVisible();
    await page.getByRole('button', { name: 'Protect the log' }).click();
    await confirmCode(page, '0000-0000-0000-0000-0000-0000-0000');
    await expect(page.getByText('The code is mistyped.')).toBeVisible();
    const first = await confirmCode(page);
    await expect(page.getByText('The log is protected.')).toBeFocused();
    expect(await storedIn(page)).not.toContain(TYPED);
    expect(filesWith(dataDir, TYPED)).toEqual([]);

    await goTo(page, '#/');
    const customer = page.getByRole('combobox', { name: 'Customer' });
    await expect(customer).toHaveValue(TYPED);
    await customer.fill(`${TYPED}-again`);
    await page.waitForTimeout(600);
    await page.reload();
    await expect(page.getByRole('combobox', { name: 'Customer' })).toHaveValue(`${TYPED}-again`);
    expect(await storedIn(page)).not.toContain(TYPED);
    expect(filesWith(dataDir, TYPED)).toEqual([]);

    await goTo(page, '#/settings/log');
    await page.getByRole('button', { name: 'New key and Log code' }).click();
    const second = await confirmCode(page);
    expect(second).not.toBe(first);
    await expect(page.getByText('The log has a new key.')).toBeVisible();
    await page.getByRole('button', { name: 'Switch off' }).click();
    await page.getByRole('button', { name: 'Switch protection off' }).click();
    await expect(page.getByText('Protection is off.')).toBeVisible();
  },
);
