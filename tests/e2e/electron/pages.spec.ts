import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';

import { type Page, expect } from '@playwright/test';

import { openDeskPage } from '../fixtures.ts';
import { card, field, issueDirect, openSection, suggestedOrder } from '../steps.ts';
import type { ElectronDesk } from '../hosts/electronHost.ts';
import { attach, detach, test } from './electronDesk.ts';
import { DESK_DIALOG, closeBy, noXTools, press } from './xDesktop.ts';

/** A page that is lost while a request is on its way. */

const PAYMENT = { payment_data: { number: '4000111122223333', name: 'A B' } };

test('a page that crashes comes back with its request and its draft, and nothing is sent again', async ({
  dataDir,
  provider,
  startDesk,
  page: given,
}) => {
  const desk = await startDesk();
  const page = await openDeskPage(given, desk);
  await provider.use(page);
  provider.answer('cust-held', PAYMENT, true);
  await issueDirect(page, 'cust-held');
  await expect.poll(() => provider.posts('cust-held')).toBe(1);
  await suggestedOrder(page);
  await field(page, 'Amount').fill('2600');
  await field(page, 'Customer').fill('cust-next');
  const drafts = path.join(dataDir, 'drafts.json');
  await expect
    .poll(() => existsSync(drafts) && readFileSync(drafts, 'utf8'))
    .toContain('cust-next');

  const before = await pageProcess(desk);
  await desk.app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows()[0]?.webContents.forcefullyCrashRenderer(),
  );
  const back = await pageAgain(desk, dataDir, before);
  await expect(field(back, 'Customer')).toHaveValue('cust-next');
  await expect(field(back, 'Amount')).toHaveValue(/^2\s600\.00$/u);
  await expect(card(back, 'cust-held')).toContainText('Waiting for the answer');
  provider.letGo('cust-held');
  await expectIssuedOnce(back, 'cust-held');
  expect(provider.posts('cust-held')).toBe(1);
  expect(provider.posts('cust-next')).toBe(0);
  await detach(back);
});

const HANG = { timeout: 90_000 } as const;

test('a page that hangs is ended by the operator and comes back with the answer that came meanwhile', async ({
  dataDir,
  provider,
  startUnwatched,
}) => {
  const reason = noXTools();
  test.skip(reason !== null, reason ?? '');
  // Chromium looks for no hang while a debugger is attached to the page.
  startUnwatched();
  const page = await attach(dataDir);
  await suggestedOrder(page);
  await provider.use(page);
  provider.answer('cust-held', PAYMENT, true);
  await issueDirect(page, 'cust-held');
  await expect.poll(() => provider.posts('cust-held')).toBe(1);
  await page.evaluate(() => {
    setTimeout(() => {
      for (;;);
    }, 1000);
  });
  await detach(page);
  provider.letGo('cust-held');

  await expect
    .poll(async () => {
      // Chromium says that a page hangs when it has left a key unread for 15 s.
      await press('Shift');
      return journalOf(dataDir);
    }, HANG)
    .toContain('page_hangs');
  await closeBy(DESK_DIALOG, 'Tab', 'Enter');
  await expect.poll(() => journalOf(dataDir)).toContain('page_back');
  const back = await attach(dataDir);
  await expectIssuedOnce(back, 'cust-held');
  expect(provider.posts('cust-held')).toBe(1);
  await detach(back);
});

async function expectIssuedOnce(page: Page, customer: string): Promise<void> {
  await expect(card(page, customer).getByRole('button', { name: 'Copy number' })).toBeVisible();
  await openSection(page, 'Log');
  await expect(page.getByRole('row').filter({ hasText: customer })).toHaveCount(1);
}

function journalOf(dataDir: string): string {
  return readFileSync(path.join(dataDir, 'logs/desk.log'), 'utf8');
}

/** 0: it has crashed, or is loading. */
function pageProcess({ app }: ElectronDesk): Promise<number> {
  return app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (contents === undefined || contents.isCrashed() || contents.isLoading()) return 0;
    return contents.getOSProcessId();
  });
}

/** For Playwright a page that crashed is over: the one that is in its place is met by another connection. */
async function pageAgain(desk: ElectronDesk, dataDir: string, former: number): Promise<Page> {
  await expect.poll(() => pageProcess(desk)).not.toBe(former);
  await expect.poll(() => pageProcess(desk)).toBeGreaterThan(0);
  return attach(dataDir);
}
