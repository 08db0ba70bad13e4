import { Buffer } from 'node:buffer';

import { type Locator, type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { DETECT_ALL } from '../../../src/shared/domain/importing.ts';
import { fileOf, pastRows } from '../../support/pastStatement.ts';
import { test } from '../pastTest.ts';
import { callFromPage, closeFiles, goTo } from '../steps.ts';
import { ROUNDS, type Screen, lookAtAll } from './look.ts';
import { main } from './shop.ts';

/** Statements: from the file to the settled unknowns, with every class, bad rows and failures. */

const LONG = 'a customer whose name is as long as the field allows '.repeat(3).trim();
/** Every class once, with a suggestion. */
function everyClass(): readonly string[] {
  const rows = [...pastRows()];
  const change = (at: number, from: string | RegExp, to: string): void => {
    rows[at] = rows[at]?.replace(from, to) ?? '';
  };
  change(0, '1500.00', '1501.00');
  change(1, ',RUB,', ',USD,');
  change(2, /^[^,]+/u, 'eeeeeeee-0000-4000-8000-0000000000ee');
  change(3, /^[^,]+,A-03/u, ', A-03 ');
  change(4, '1500.00', 'lots');
  change(6, 'cust-A-06', LONG);
  const twice = rows[5] ?? '';
  const stranger = (rows[7] ?? '').replace(
    /^[^,]+,[^,]+/u,
    'ffffffff-0000-4000-8000-0000000000ff,X-1',
  );
  const refund = (rows[8] ?? '').replace('1500.00', '-1500.00');
  return [...rows.toSpliced(10, 1), twice, stranger, refund, ',Total,64500.00,RUB,,,'];
}
const BAD = [
  'Номер заказа;Сумма;Валюта;Время',
  'A-00;1.500;RUB;16.11.2026 10:00',
  'A-01;1 500,00;;16.11.2026',
  'A-02;lots;RUB;03/04/2026 10:00',
  'A-03;(1 500,00);RUB;16.11.2026 10:00',
  'Итого;4 500,00;;',
].join('\r\n');

const fileBox = (page: Page): Locator => main(page).locator('input[type="file"]');
const steps = (page: Page): Locator => main(page).locator('ol li');
const firstRow = (page: Page): Locator => main(page).getByRole('table').getByRole('row').nth(1);
const first = (page: Page): Locator => main(page).locator('[data-first-focus]');

async function openStart(page: Page): Promise<void> {
  await goTo(page, '#/log/statements');
  await closeFiles(page, 'statement.current');
  await page.reload();
  await fileBox(page).waitFor({ state: 'attached' });
}

async function choose(page: Page, text: string): Promise<void> {
  await openStart(page);
  const buffer = Buffer.from(text);
  await fileBox(page).setInputFiles({ name: 'provider-of-may.csv', mimeType: 'text/csv', buffer });
}

async function openColumns(page: Page, text: string): Promise<void> {
  await choose(page, text);
  await expect(steps(page).nth(1)).toHaveAttribute('aria-current', 'step');
}

async function openCoverage(page: Page, text: string): Promise<void> {
  await openColumns(page, text);
  await first(page).click();
  await expect(steps(page).nth(2)).toHaveAttribute('aria-current', 'step');
}

const BEFORE: readonly Screen[] = [
  { name: 'statement-start', open: openStart },
  {
    name: 'statement-refused',
    open: async (page) => {
      await choose(page, 'Order ID;Amount\r\nA-00;"1500\r\n');
      await main(page).getByRole('alert').waitFor();
    },
  },
  {
    name: 'statement-columns',
    open: async (page) => {
      await openColumns(page, fileOf(pastRows()));
      await firstRow(page).waitFor();
    },
  },
  {
    name: 'statement-columns-bad',
    open: async (page) => {
      await openColumns(page, BAD);
      await firstRow(page).waitFor();
    },
  },
  {
    name: 'statement-columns-missing',
    open: (page) => openColumns(page, 'Who;How much\r\nanna;1500\r\n'),
  },
  { name: 'statement-coverage', open: (page) => openCoverage(page, fileOf(pastRows())) },
  {
    name: 'statement-coverage-bad',
    open: async (page) => {
      await openCoverage(page, BAD);
      await first(page).click();
      await expect(main(page).getByRole('radio').first()).toBeFocused();
    },
  },
];

const readingSchema = z.object({ value: z.looseObject({ mapping: z.unknown() }) });
const checkSchema = z.object({ value: z.looseObject({ digest: z.string() }) });
const recordedSchema = z.object({ value: z.looseObject({ statementId: z.string() }) });

/** By the contract, as the screen does it. */
async function recordStatement(page: Page, rows: readonly string[]): Promise<string> {
  const [importId, statementId] = [crypto.randomUUID(), crypto.randomUUID()];
  const bytes = Buffer.from(fileOf(rows));
  const source = { kind: 'file', name: 'provider-of-may.csv', bytes: bytes.length };
  await callFromPage(page, 'import.begin', { importId, profileId: 'sandbox', flow: null, source });
  await callFromPage(page, 'import.add', { importId, base64: bytes.toString('base64') });
  const read = await callFromPage(page, 'statement.read', { importId, choices: DETECT_ALL });
  const { mapping } = readingSchema.parse(read).value;
  const check = { importId, mapping, timeZone: 'UTC' };
  const { digest } = checkSchema.parse(await callFromPage(page, 'statement.check', check)).value;
  const now = Date.now();
  const at = (hours: number): string => new Date(now - hours * 3_600_000).toISOString();
  const period = { from: at(6), to: at(0), madeAt: at(0), timeZone: 'UTC', marginMin: 30 };
  const stated = { lists: 'all', ...period };
  const order = { importId, statementId, digest, stated, again: false };
  return recordedSchema.parse(await callFromPage(page, 'statement.record', order)).value
    .statementId;
}

async function openStatement(page: Page, statementId: string, line = ''): Promise<void> {
  await goTo(page, `#/log/statements/${statementId}${line}`);
  await page.reload();
  await main(page).locator('button[aria-pressed]').first().waitFor();
  await main(page).locator('tbody tr').first().waitFor({ state: 'attached' });
}

const pair = (page: Page): Locator => main(page).locator('aside');

function recorded(clean: string, all: string): readonly Screen[] {
  return [
    {
      name: 'statement-list',
      open: async (page) => {
        await openStart(page);
        await main(page).getByRole('table').waitFor();
      },
    },
    { name: 'statement-classes', open: (page) => openStatement(page, all) },
    {
      name: 'statement-class-open',
      open: async (page) => {
        await openStatement(page, all);
        await main(page).locator('button[aria-pressed]').nth(1).click();
        await expect(main(page).getByRole('table').getByRole('row')).toHaveCount(2);
      },
    },
    {
      name: 'statement-none-fits',
      open: async (page) => {
        await openStatement(page, all);
        await main(page).getByRole('searchbox').fill('nothing has this');
        await main(page).locator('.dashed').waitFor();
      },
    },
    {
      name: 'statement-pair',
      open: async (page) => {
        await openStatement(page, all, '/row-2');
        await pair(page).getByRole('table').waitFor();
      },
    },
    {
      name: 'statement-suggestion',
      open: async (page) => {
        await openStatement(page, all, '/row-5');
        await expect(pair(page).locator('[aria-keyshortcuts="A"]')).toBeEnabled();
      },
    },
    {
      name: 'statement-link',
      open: async (page) => {
        // The one that is only at the provider.
        await openStatement(page, all, '/row-45');
        await pair(page).locator('button[aria-expanded]').click();
        await pair(page).getByRole('radio').first().waitFor();
      },
    },
    {
      name: 'statement-settle',
      open: async (page) => {
        await openStatement(page, clean);
        await main(page).locator('section button[data-variant="filled"]').first().click();
        await main(page).locator('section [data-first-focus]').waitFor();
      },
    },
  ];
}

for (const round of ROUNDS) {
  test(`a statement from its file to its coverage, ${round.name}`, async ({ pastPage: page }) => {
    await lookAtAll(page, BEFORE, round);
  });

  test(`a statement against the log, ${round.name}`, async ({ pastPage: page }) => {
    const clean = await recordStatement(page, pastRows());
    const all = await recordStatement(page, everyClass());
    await lookAtAll(page, recorded(clean, all), round);
  });
}
