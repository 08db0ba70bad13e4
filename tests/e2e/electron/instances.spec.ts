import path from 'node:path';

import { type Page, expect } from '@playwright/test';

import { readLedger } from '../../support/ledger.ts';
import { openDeskPage } from '../fixtures.ts';
import type { ElectronDesk } from '../hosts/electronHost.ts';
import { field, suggestedOrder } from '../steps.ts';
import { ownProcesses, startAgain, test } from './electronDesk.ts';

const LINK = 'deposit-desk://new?flow=direct&amount=1500&currency=RUB&type=sbp&customer=cust-77';

/** Each names no form, or is longer than a link may be. */
const REFUSED = [
  `deposit-desk://new?amount=9999&customer=${'x'.repeat(5000)}`,
  'deposit-desk://log?amount=9999&customer=cust-evil',
  'deposit-desk://new/../settings?amount=9999',
  'https://evil.example/new?amount=9999',
] as const;

type Windows = {
  readonly count: number;
  readonly isMinimised: boolean;
  readonly isFocused: boolean;
};

function windowsOf({ app }: ElectronDesk): Promise<Windows> {
  return app.evaluate(({ BrowserWindow }) => {
    const windows = BrowserWindow.getAllWindows();
    return {
      count: windows.length,
      isMinimised: windows.some((window) => window.isMinimized()),
      isFocused: windows.some((window) => window.isFocused()),
    };
  });
}

async function minimise(desk: ElectronDesk): Promise<void> {
  await desk.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.minimize());
  await expect.poll(() => windowsOf(desk)).toMatchObject({ isMinimised: true });
}

async function expectFilledIn(page: Page): Promise<void> {
  await expect(field(page, 'Customer')).toHaveValue('cust-77');
  await expect(field(page, 'Amount')).toHaveValue('1500');
  await expect(page.getByRole('combobox', { name: 'Payment type' })).toHaveValue('sbp');
  await expect(page).toHaveURL(/#\/$/u);
}

test('a second start ends by itself, brings the window forward and opens no second desk', async ({
  dataDir,
  startDesk,
  page: given,
}) => {
  const desk = await startDesk();
  const page = await openDeskPage(given, desk);
  await field(page, 'Customer').fill('typed before');
  // A desk with data of its own is no second one: it opens, and takes the keyboard.
  const other = await startDesk({ dataDir: path.join(dataDir, 'other') });
  await openDeskPage(given, other);
  await expect.poll(() => windowsOf(other)).toMatchObject({ isFocused: true });
  await minimise(desk);
  expect(await windowsOf(desk)).toMatchObject({ isFocused: false });

  const second = await startAgain(dataDir);
  expect(second.output).toContain('already open with this data directory');
  expect(second.code).toBe(0);
  await expect
    .poll(() => windowsOf(desk))
    .toEqual({ count: 1, isMinimised: false, isFocused: true });
  expect(ownProcesses(dataDir)).toEqual([desk.app.process().pid]);
  await expect(field(page, 'Customer')).toHaveValue('typed before');
});

test('a link starts the desk with its form filled in, and nothing is issued', async ({
  dataDir,
  startDesk,
  page: given,
}) => {
  const desk = await startDesk({ flags: [LINK] });
  const page = await openDeskPage(given, desk);
  await expectFilledIn(page);
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(readLedger(dataDir).arrivals).toBe(0);
});

test('a link fills the form of the desk that runs and issues nothing; a hostile one fills nothing', async ({
  dataDir,
  startDesk,
  page: given,
}) => {
  const desk = await startDesk({ flags: [REFUSED[0]] });
  const page = await openDeskPage(given, desk);
  await suggestedOrder(page);
  await expect(field(page, 'Amount')).toHaveValue('');

  for (const link of REFUSED) {
    await minimise(desk);
    expect(await startAgain(dataDir, link)).toMatchObject({ code: 0 });
    await expect.poll(() => windowsOf(desk)).toMatchObject({ count: 1, isMinimised: false });
  }
  // A form that one of them had filled in would ask before it takes another link.
  expect(await startAgain(dataDir, LINK)).toMatchObject({ code: 0 });
  await expectFilledIn(page);
  await expect(page.getByRole('alert')).toHaveCount(0);

  await test.step('markup is text, and a link can neither send nor choose the profile', async () => {
    const markup = '<img src=x onerror=alert(1)>';
    const query = `amount=2600&customer=${encodeURIComponent(markup)}&submit=1&profile=other`;
    expect(await startAgain(dataDir, `deposit-desk:new?${query}`)).toMatchObject({ code: 0 });
    await page.getByRole('button', { name: 'Fill in' }).click();
    await expect(field(page, 'Customer')).toHaveValue(markup);
    await expect(page.getByRole('alert')).toContainText('“submit=1” is not known here.');
    await expect(page.getByRole('alert')).toContainText('“profile=other” is not known here.');
  });
  expect(readLedger(dataDir).arrivals).toBe(0);
});
