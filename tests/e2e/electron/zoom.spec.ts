import { type Page, expect } from '@playwright/test';

import { readLedger } from '../../support/ledger.ts';
import { openDeskPage } from '../fixtures.ts';
import type { ElectronDesk } from '../hosts/electronHost.ts';
import { expectGoodLayout } from '../layout.ts';
import { choose, clipboardText, goTo, issueDirect, suggestedOrder } from '../steps.ts';
import { test } from './electronDesk.ts';

/** In per cent. */
function zoomOf({ app }: ElectronDesk): Promise<number> {
  return app.evaluate(({ BrowserWindow }) =>
    Math.round((BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor() ?? 0) * 100),
  );
}

async function chooseInView({ app }: ElectronDesk, wanted: 'resetzoom' | 'zoomin'): Promise<void> {
  await app.evaluate(({ Menu, BrowserWindow }, name) => {
    const items = Menu.getApplicationMenu()?.items.flatMap(({ submenu }) => submenu?.items ?? []);
    const [window] = BrowserWindow.getAllWindows();
    items?.find(({ role }) => role?.toLowerCase() === name)?.click({}, window, window?.webContents);
  }, wanted);
}

async function expectUsable(page: Page, customer: string): Promise<void> {
  await suggestedOrder(page);
  await expectGoodLayout(page);
  const { shown } = await issueDirect(page, customer);
  await shown.getByRole('button', { name: 'Copy number' }).click();
  await expect.poll(() => clipboardText(page)).toMatch(/^\d{16}$/u);
  await expectGoodLayout(page);
}

test('the page stays usable at twice its size, and the next start has the size again', async ({
  dataDir,
  startDesk,
  page: given,
}) => {
  const desk = await startDesk();
  const page = await openDeskPage(given, desk);
  const width = await page.evaluate(() => innerWidth);
  // Each step is a tenth of what is shown.
  for (let steps = 0; steps < 8; steps += 1) await chooseInView(desk, 'zoomin');
  await expect.poll(() => zoomOf(desk)).toBe(207);
  await expect.poll(() => page.evaluate(() => innerWidth)).toBeLessThan(width / 2);
  await expectUsable(page, 'cust-zoomed');
  expect(readLedger(dataDir).arrivals).toBe(1);
  await desk.stop();

  const next = await startDesk();
  const again = await openDeskPage(given, next);
  expect(await zoomOf(next)).toBe(207);
  await expect.poll(() => again.evaluate(() => innerWidth)).toBeLessThan(width / 2);
  await chooseInView(next, 'resetzoom');
  await expect.poll(() => again.evaluate(() => innerWidth)).toBe(width);
});

/** From the usual size on: what the page has after each. */
test('text size of the settings is twice as large on every start, and the form stays usable', async ({
  startDesk,
  page: given,
}) => {
  const desk = await startDesk();
  const page = await openDeskPage(given, desk);
  await goTo(page, '#/settings/desk');
  await choose(page, 'Text size', '200 %');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.locator('html')).toHaveCSS('zoom', '2');
  await desk.stop();
  const again = await openDeskPage(given, await startDesk());
  await expect(again.locator('html')).toHaveCSS('zoom', '2');
  await expectUsable(again, 'cust-large');
});
