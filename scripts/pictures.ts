import { mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';

import { type Page, chromium } from '@playwright/test';

import {
  callFromPage,
  card,
  chooseCurrency,
  chooseType,
  field,
  openTab,
} from '../tests/e2e/steps.ts';
import { chromiumFlags, findChromium } from '../tests/support/chromium.ts';
import { type Desk, startDesk } from '../tests/support/desk.ts';
import { fileOf, fillPast, pastRows } from '../tests/support/pastStatement.ts';

/** The pictures of the README and the guides, from a real run of the built app against its own sandbox. */

const FOLDER = path.join(import.meta.dirname, '../docs/pictures');
const SIZE = { width: 1440, height: 900 } as const;
const MAX_BYTES = 300 * 1024;

const DAY: readonly (readonly [string, string, string])[] = [
  ['cust-12', 'account_number', '48 000'],
  ['cust-71', 'bankx', '7 500'],
  ['cust-33', 'sbp', '900'],
];

/** Typed into the form, as an operator would. */
async function issueSomeRequests(page: Page): Promise<void> {
  for (const [customer, type, amount] of DAY) await issueDirect(page, customer, type, amount);
  await openTab(page, 'Payment link');
  await chooseCurrency(page, 'UZS');
  await field(page, 'Amount').fill('1 250 000');
  await field(page, 'Customer').fill('aziza@mail.example');
  await page.getByRole('button', { name: 'Create payment link' }).click();
  await card(page, 'aziza@mail.example').getByRole('button', { name: 'Copy link' }).waitFor();
  await openTab(page, 'Requisites');
  await issueDirect(page, 'cust-75', 'any_bank', '2 000');
}

async function issueDirect(
  page: Page,
  customer: string,
  type: string,
  amount: string,
): Promise<void> {
  await field(page, 'Amount').fill(amount);
  await chooseType(page, type);
  await field(page, 'Customer').fill(customer);
  await page.getByRole('button', { name: 'Issue request' }).click();
  await card(page, customer).getByRole('button', { name: 'Copy number' }).waitFor();
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
  await callFromPage(page, 'settings.update', { operatorName: 'desk-2' });
  await issueSomeRequests(page);
  await field(page, 'Amount').fill('1 500.00');
  await chooseType(page, 'any_bank');
  await field(page, 'Customer').fill('cust-77');
  await field(page, 'Order ID').focus();
  await page.mouse.move(0, 0);
  await take(page, 'new-request-light');
  await open(page, '#/log');
  await page.getByRole('row').filter({ hasText: 'cust-75' }).click();
  await page.getByRole('button', { name: 'Copy number' }).waitFor();
  await take(page, 'log-light');
  await open(page, '#/settings/profile/sandbox/format');
  await page.getByText('String to sign').first().waitFor();
  await take(page, 'provider-format-light');
  await open(page, '#/log');
  await page.getByRole('row').filter({ hasText: 'cust-75' }).click();
  await page.getByRole('button', { name: 'Copy number' }).waitFor();
  await callFromPage(page, 'settings.update', { theme: 'dark' });
  await page.locator('html[data-color-scheme="dark"]').waitFor();
  await take(page, 'log-dark');
  const link = desk.ledger().deposits.find(({ flow }) => flow === 'build')?.payment_data['url'];
  if (link === undefined) throw new Error('The sandbox made no payment page');
  await page.goto(link);
  await take(page, 'payment-page');
}

/** On a desk of its own: a sample day goes into an empty log only. */
async function takeOverview(page: Page): Promise<void> {
  const desk = await startDesk();
  try {
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await page.goto(desk.url());
    await page.getByRole('heading', { name: 'New request' }).waitFor();
    await callFromPage(page, 'settings.update', { operatorName: 'desk-2' });
    await callFromPage(page, 'log.loadSample', {});
    await open(page, '#/overview');
    await page.getByRole('heading', { name: 'Requests over time' }).waitFor();
    await page
      .getByRole('link', { name: /^Accepted/u })
      .first()
      .waitFor();
    await take(page, 'overview-light');
  } finally {
    await desk.stop();
  }
}

const BATCH = [
  'Customer,Amount,Currency,Order ID',
  ...Array.from({ length: 24 }, (_, at) => {
    const amount = at === 2 ? 'lots' : at === 6 ? '1.23457E+15' : `${1500 + at * 250}.00`;
    return `cust-${101 + at},${amount},RUB,A-${at === 9 ? 9 : at + 1}`;
  }),
].join('\n');

/** The steps of a batch of payment links, from the columns to what is handed out. */
async function takeBatch(desk: Desk, page: Page): Promise<void> {
  const button = (name: RegExp | string) => page.getByRole('button', { name });
  await page.setViewportSize({ width: 1200, height: 760 });
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto(await desk.pressEnter());
  await callFromPage(page, 'settings.update', { theme: 'light' });
  await open(page, '#/batch');
  await page.getByText('Payment link', { exact: true }).click();
  const file = { name: 'november.csv', mimeType: 'text/csv', buffer: Buffer.from(BATCH) };
  await page.locator('input[type="file"]').setInputFiles(file);
  await button(/^Check/u).waitFor();
  await page.getByText('Not readable as an amount').waitFor();
  await take(page, 'batch-columns');
  await button(/^Check/u).click();
  await page
    .getByRole('textbox', { name: /of row/u })
    .first()
    .waitFor();
  await take(page, 'batch-check');
  await leaveOutAll(page);
  await button('Continue').click();
  await page.getByLabel('Requests at once').fill('1');
  await page.getByLabel('Requests per minute').fill('300');
  await button(/^Issue/u).click();
  await page.getByText(/^1[0-9] of/u).waitFor();
  await take(page, 'batch-run');
}

/** The rows of one problem after the other, until none is left that refuses. */
async function leaveOutAll(page: Page): Promise<void> {
  const leaveOut = page.getByRole('button', { name: /^Leave out/u });
  if ((await leaveOut.count()) === 0) return;
  const group = await page.getByRole('button', { pressed: true }).textContent();
  await leaveOut.click();
  await page
    .getByRole('button', { pressed: true })
    .filter({ hasText: group ?? '' })
    .waitFor({ state: 'detached' });
  await leaveOutAll(page);
}

/** A statement over requests of the last hours: its coverage, its classes, what it settles. On a desk that has such requests. */
async function takeStatement(page: Page): Promise<void> {
  const past = await startDesk({ prepare: fillPast });
  const button = (name: RegExp | string) => page.getByRole('button', { name });
  try {
    await page.setViewportSize({ width: 1200, height: 760 });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
    await page.goto(past.url());
    await page.getByRole('heading', { name: 'New request' }).waitFor();
    await callFromPage(page, 'settings.update', { operatorName: 'desk-2' });
    await open(page, '#/log/statements');
    const rows = pastRows();
    const content = fileOf(rows.with(0, rows[0]?.replace('1500.00', '1501.00') ?? ''));
    const file = { name: 'provider.csv', mimeType: 'text/csv', buffer: Buffer.from(content) };
    await page.locator('input[type="file"]').setInputFiles(file);
    await button(/^Read 43/u).click();
    await page.getByText('Every created request').first().click();
    await button('Just now').click();
    await button('From the first row to the last').click();
    await take(page, 'statement-coverage');
    await button('Record and compare').click();
    await button(/amount differs/u).click();
    await page.getByRole('link', { name: 'A-00' }).click();
    await page.getByRole('row', { name: /Amount differs/u }).waitFor();
    await take(page, 'statement-classes');
    await page.keyboard.press('Escape');
    await button('Settle 2 unknowns').click();
    await button('Settle 2 now').waitFor();
    await take(page, 'statement-settle');
  } finally {
    await past.stop();
  }
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
  await takeOverview(await context.newPage());
  await takeBatch(desk, await context.newPage());
  await takeStatement(await context.newPage());
} finally {
  await browser.close();
  await desk.stop();
}
complainAboutSizes();
