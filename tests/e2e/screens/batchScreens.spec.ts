import { Buffer } from 'node:buffer';

import { type Locator, type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { type BatchPace, DEFAULT_PACE } from '../../../src/shared/domain/batch.ts';
import { DETECT_ALL } from '../../../src/shared/domain/importing.ts';
import { test } from '../fixtures.ts';
import { callFromPage, chooseProfile, closeFiles, goTo } from '../steps.ts';
import { ROUNDS, type Screen, lookAtAll } from './look.ts';
import { addShop, main } from './shop.ts';

/** Batch: from the file to the message, with problems, decisions and long texts. */

const GOOD = [
  'Customer;Amount;Currency;Type;Order;Remark of the office that nobody maps',
  ...Array.from(
    { length: 12 },
    (_, at) => `customer-${at};${1500 + at},50;RUB;sbp;SCR-${at};kept as it is`,
  ),
].join('\r\n');

const LONG = 'A customer whose name is as long as the field allows '.repeat(4).trim();
const BAD = [
  'Customer;Amount;Currency;Type;Order;Phone',
  'good;1500;RUB;sbp;B-1;',
  'few;10;RUB;sbp;B-2;',
  'lots;lots;RUB;sbp;B-3;',
  `${LONG};1,23457E+15;RUB;sbp;B-4;`,
  'twice;1500;RUB;sbp;B-5;',
  'twice;1500;RUB;sbp;B-6;',
  'no-type;1500;RUB;;B-7;',
  'phone;1500;RUB;sbp;B-8;12',
  'same-order;1500;RUB;sbp;B-1;',
  'unknown-currency;1500;XYZ;sbp;B-9;',
].join('\r\n');

async function openStart(page: Page): Promise<void> {
  await goTo(page, '#/batch');
  await closeFiles(page, 'import.current');
  await page.reload();
  await fileBox(page).waitFor({ state: 'attached' });
}

const fileBox = (page: Page): Locator => main(page).locator('input[type="file"]');
const steps = (page: Page): Locator => main(page).locator('ol li');

async function choose(page: Page, text: string, name = 'customers-of-may.csv'): Promise<void> {
  await openStart(page);
  await fileBox(page).setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
}

async function openColumns(page: Page, text: string): Promise<void> {
  await choose(page, text);
  await expect(steps(page).nth(1)).toHaveAttribute('aria-current', 'step');
}

const firstRow = (page: Page): Locator => main(page).getByRole('table').getByRole('row').nth(1);

async function openCheck(page: Page, text: string): Promise<void> {
  await openColumns(page, text);
  await main(page).locator('[data-first-focus]').click();
  await expect(steps(page).nth(2)).toHaveAttribute('aria-current', 'step');
}

async function openConfirm(page: Page): Promise<void> {
  await openCheck(page, GOOD.replaceAll('SCR-', 'CONF-').replaceAll('customer-', 'other-'));
  await main(page).locator('[data-first-focus]').click();
  await expect(steps(page).nth(3)).toHaveAttribute('aria-current', 'step');
}

const BEFORE: readonly Screen[] = [
  {
    name: 'batch-start',
    open: async (page) => {
      await openStart(page);
      await main(page).getByRole('table').waitFor();
    },
  },
  {
    name: 'batch-paste',
    open: async (page) => {
      await openStart(page);
      await main(page).locator('button[aria-expanded]').click();
      await page.locator('#import-paste').fill(GOOD);
    },
  },
  {
    name: 'batch-refused',
    open: async (page) => {
      await choose(page, 'Customer;Amount\r\nanna;"1500\r\n');
      await main(page).getByRole('alert').waitFor();
    },
  },
  {
    name: 'batch-columns',
    open: async (page) => {
      await openColumns(page, GOOD);
      await firstRow(page).waitFor();
    },
  },
  {
    name: 'batch-columns-missing',
    open: async (page) => {
      await openColumns(page, 'Who;How much\r\nanna;1500\r\nboris;lots\r\n');
      await page.locator('#batch-map-amount').selectOption('1');
      await page.locator('#batch-map-currency').selectOption('constant');
      await main(page).locator('input[aria-label]').waitFor();
      await firstRow(page).waitFor();
    },
  },
  {
    name: 'batch-problems',
    open: async (page) => {
      await openCheck(page, BAD);
      await main(page).locator('button[aria-pressed]').nth(2).click();
      await firstRow(page).waitFor();
    },
  },
  {
    name: 'batch-same-before',
    open: async (page) => {
      await openCheck(page, GOOD);
      await main(page).getByRole('alert').waitFor();
    },
  },
  { name: 'batch-confirm', open: openConfirm },
];

const batchSchema = z.object({ value: z.looseObject({ batchId: z.string(), state: z.string() }) });
const checkSchema = z.object({ value: z.looseObject({ digest: z.string() }) });
const readingSchema = z.object({ value: z.looseObject({ mapping: z.unknown() }) });

/** By the contract, as the screen does it. */
async function startBatch(page: Page, text: string, pace: BatchPace): Promise<string> {
  const [importId, batchId] = [crypto.randomUUID(), crypto.randomUUID()];
  const bytes = Buffer.from(text);
  const source = { kind: 'file', name: 'customers-of-may.csv', bytes: bytes.length };
  const own = { importId, profileId: 'sandbox', flow: 'create', source };
  await callFromPage(page, 'import.begin', own);
  await callFromPage(page, 'import.add', { importId, base64: bytes.toString('base64') });
  const read = await callFromPage(page, 'import.read', { importId, choices: DETECT_ALL });
  const { mapping } = readingSchema.parse(read).value;
  const checked = await callFromPage(page, 'import.check', { importId, mapping });
  const { digest } = checkSchema.parse(checked).value;
  const requests = text.split('\r\n').length - 1;
  const start = { importId, batchId, requests, digest, pace };
  batchSchema.parse(await callFromPage(page, 'batch.start', start));
  return batchId;
}

async function untilState(page: Page, batchId: string, state: string): Promise<void> {
  await expect
    .poll(async () => batchSchema.parse(await callFromPage(page, 'batch.get', { batchId })).value)
    .toMatchObject({ state });
}

async function openBatch(page: Page, batchId: string): Promise<void> {
  await goTo(page, `#/batch/${batchId}`);
  await firstRow(page).waitFor();
}

/** One that is done, one that waits. */
function running(done: string, paused: string): readonly Screen[] {
  return [
    { name: 'batch-paused', open: (page) => openBatch(page, paused) },
    {
      name: 'batch-stop',
      open: async (page) => {
        await openBatch(page, paused);
        const isOpen = await main(page).locator('[data-tone="danger"]').isVisible();
        // Behind Resume.
        if (!isOpen) await main(page).locator('button[data-variant="default"]').first().click();
        await main(page).locator('[data-tone="danger"]').waitFor();
      },
    },
    { name: 'batch-done', open: (page) => openBatch(page, done) },
    {
      name: 'batch-hand-out',
      open: async (page) => {
        await openBatch(page, done);
        const region = main(page).locator('section[aria-label]').first();
        if (!(await region.isVisible())) {
          await main(page).locator('button[data-variant="default"]').first().click();
        }
        await expect(region.getByRole('button').nth(1)).toBeEnabled();
      },
    },
  ];
}

for (const round of ROUNDS) {
  test(`a batch from its file to its confirmation, ${round.name}`, async ({ deskPage: page }) => {
    const batchId = await startBatch(page, GOOD, { ...DEFAULT_PACE, atOnce: 8 });
    await untilState(page, batchId, 'done');
    await lookAtAll(page, BEFORE, round);
  });

  test(`a batch that runs, waits and is handed out, ${round.name}`, async ({ deskPage: page }) => {
    const done = await startBatch(page, GOOD, { ...DEFAULT_PACE, atOnce: 8 });
    await untilState(page, done, 'done');
    const others = GOOD.replaceAll('SCR-', 'WAIT-').replaceAll('customer-', 'waits-');
    const paused = await startBatch(page, others, { ...DEFAULT_PACE, atOnce: 1, perMinute: 10 });
    await callFromPage(page, 'batch.pause', { batchId: paused });
    await untilState(page, paused, 'paused');
    await lookAtAll(page, running(done, paused), round);
  });

  test(`a batch of a live merchant, and of another profile, ${round.name}`, async ({
    deskPage: page,
  }) => {
    const live = await addShop(page, { name: 'Live Shop', baseUrl: 'http://127.0.0.1:9' });
    const screens: readonly Screen[] = [
      {
        name: 'batch-confirm-live',
        open: async (page_) => {
          await chooseProfile(page_, live);
          await openConfirm(page_);
          await page_.locator('#batch-typed').waitFor();
        },
      },
      {
        name: 'batch-other-profile',
        open: async (page_) => {
          await chooseProfile(page_, live);
          await openConfirm(page_);
          await chooseProfile(page_, 'sandbox');
          await main(page_).locator('.blank').waitFor();
        },
      },
    ];
    await lookAtAll(page, screens, round);
  });
}
