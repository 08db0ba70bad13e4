import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { type Page, chromium } from '@playwright/test';

import { callFromPage } from '../tests/e2e/steps.ts';
import { buildInput, createInput } from '../tests/support/builders.ts';
import { chromiumFlags, findChromium } from '../tests/support/chromium.ts';
import { type Desk, startDesk } from '../tests/support/desk.ts';

/** The README's pictures, from a real run of the built app against its own sandbox. */

const FOLDER = path.join(import.meta.dirname, '../docs/pictures');
const SIZE = { width: 1440, height: 900 } as const;
const MAX_BYTES = 300 * 1024;

/** Ids are numbered, not random, so that two runs differ only in times and requisites. */
async function issueSomeRequests(page: Page): Promise<void> {
  const direct: readonly (readonly [string, string, number])[] = [
    ['cust-12', 'account_number', 48_000_00],
    ['cust-33', 'sbp', 900_00],
    ['cust-71', 'bankx', 7_500_00],
    ['cust-75', 'any_bank', 2_000_00],
  ];
  for (const [at, [customer, payment_type, cents]] of direct.entries()) {
    const order_id = `D-1115-000${at + 1}`;
    await callFromPage(
      page,
      'issue.create',
      createInput({ customer, payment_type, cents, order_id }),
    );
  }
  await callFromPage(
    page,
    'issue.build',
    buildInput({ customer: 'aziza@mail.example', cents: 1_250_000_00, order_id: 'P-1115-0001' }),
  );
  await page.getByRole('button', { name: 'Copy link' }).waitFor();
}

async function open(page: Page, hash: string): Promise<void> {
  await page.evaluate((target) => {
    location.hash = target;
  }, hash);
  await page.getByRole('heading', { level: 1 }).waitFor();
}

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: path.join(FOLDER, `${name}.png`), animations: 'disabled' });
}

async function takeAll(desk: Desk, page: Page): Promise<void> {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto(desk.url());
  await page.getByRole('heading', { name: 'New request' }).waitFor();
  await issueSomeRequests(page);
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('1 500.00');
  await page.getByRole('textbox', { name: 'Customer', exact: true }).fill('cust-77');
  await take(page, 'new-request');
  await open(page, '#/log');
  await page.getByRole('row').filter({ hasText: 'cust-75' }).click();
  await page.getByRole('button', { name: 'Copy number' }).waitFor();
  await take(page, 'log');
  await callFromPage(page, 'settings.update', { theme: 'dark' });
  await page.locator('html[data-mantine-color-scheme="dark"]').waitFor();
  await take(page, 'log-dark');
  const link = desk.ledger().deposits.find(({ flow }) => flow === 'build')?.payment_data['url'];
  if (link === undefined) throw new Error('The sandbox made no payment page');
  await page.goto(link);
  await take(page, 'payment-page');
}

function complainAboutSizes(): void {
  for (const name of readdirSync(FOLDER)) {
    const { size } = statSync(path.join(FOLDER, name));
    console.log(`docs/pictures/${name} ${Math.round(size / 1024)} KB`);
    if (size > MAX_BYTES) process.exitCode = 1;
  }
}

const executablePath = findChromium();
if (executablePath === null) throw new Error('No browser was found: run `npm run provision` first');
mkdirSync(FOLDER, { recursive: true });
const desk = await startDesk();
const browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
try {
  const context = await browser.newContext({ viewport: SIZE, locale: 'en-US', timezoneId: 'UTC' });
  await takeAll(desk, await context.newPage());
} finally {
  await browser.close();
  await desk.stop();
}
complainAboutSizes();
