import { type Page, expect } from '@playwright/test';

import { holdLog } from '../../faults/support/disk.ts';
import { openDeskPage } from '../fixtures.ts';
import type { ElectronDesk } from '../hosts/electronHost.ts';
import { card, issueDirect, openSection } from '../steps.ts';
import { DESK_DIALOG, closeBy, noXTools } from './xDesktop.ts';
import { endOf, test } from './electronDesk.ts';

/** The desk ends while an answer is on its way, or is held in memory only. */

const PAYMENT = { payment_data: { number: '4000111122223333', name: 'A B' } };

const WAYS: readonly (readonly [string, (desk: ElectronDesk) => Promise<unknown>])[] = [
  ['its window is closed', ({ app }) => closeWindow(app)],
  ['SIGTERM', async ({ app }) => app.process().kill('SIGTERM')],
];

function closeWindow(app: ElectronDesk['app']): Promise<void> {
  return app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
}

async function expectUnknownOnce(page: Page, customer: string): Promise<void> {
  await expect(card(page, customer)).toContainText('Do not repeat');
  await openSection(page, 'Log');
  const row = page.getByRole('row').filter({ hasText: customer });
  await expect(row).toHaveCount(1);
  await expect(row).toContainText('unknown');
}

for (const [way, end] of WAYS) {
  test(`${way} while the provider holds an answer: the desk ends in order, and the next start shows one unknown`, async ({
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

    await end(desk);
    expect(await endOf(desk)).toBe(0);
    expect(desk.output()).not.toContain('Not closed after');
    const next = await openDeskPage(given, await startDesk());
    await provider.use(next);
    await expectUnknownOnce(next, 'cust-held');
    expect(provider.posts('cust-held')).toBe(1);
  });
}

test('an answer that is in memory only: closing asks first, keeping the desk loses nothing, and quitting leaves one unknown', async ({
  dataDir,
  provider,
  startDesk,
  page: given,
}) => {
  const reason = noXTools();
  test.skip(reason !== null, reason ?? '');
  const desk = await startDesk();
  const page = await openDeskPage(given, desk);
  await provider.use(page);
  const held = page.getByText('1 answer came and is held in memory only.');
  provider.answer('cust-kept', PAYMENT, true);
  provider.answer('cust-lost', PAYMENT, true);
  await issueDirect(page, 'cust-kept');
  await expect.poll(() => provider.posts('cust-kept')).toBe(1);
  const release = holdLog(dataDir);
  provider.letGo('cust-kept');
  await expect(held).toBeVisible();

  const back = desk.app.waitForEvent('window');
  await closeWindow(desk.app);
  await closeBy(DESK_DIALOG, 'Enter');
  const reopened = await openDeskPage(given, { open: () => back });
  await provider.use(reopened);
  await expect(reopened.getByText('1 answer came and is held in memory only.')).toBeVisible();
  release();
  await expect(
    card(reopened, 'cust-kept').getByRole('button', { name: 'Copy number' }),
  ).toBeVisible();

  await issueDirect(reopened, 'cust-lost');
  await expect.poll(() => provider.posts('cust-lost')).toBe(1);
  const releaseAgain = holdLog(dataDir);
  provider.letGo('cust-lost');
  await expect(reopened.getByText('1 answer came and is held in memory only.')).toBeVisible();
  desk.app.process().kill('SIGTERM');
  await closeBy(DESK_DIALOG, 'Tab', 'Enter');
  expect(await endOf(desk)).toBe(0);
  releaseAgain();
  const next = await openDeskPage(given, await startDesk());
  await provider.use(next);
  await expect(card(next, 'cust-kept').getByRole('button', { name: 'Copy number' })).toBeVisible();
  await expectUnknownOnce(next, 'cust-lost');
  expect([provider.posts('cust-kept'), provider.posts('cust-lost')]).toEqual([1, 1]);
});
