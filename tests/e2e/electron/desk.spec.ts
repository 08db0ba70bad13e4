import path from 'node:path';

import { type ElectronApplication, type Page, _electron, test, expect } from '@playwright/test';

import { electronExecutable } from '../../../scripts/start/electron.ts';
import { readLedger } from '../../support/ledger.ts';
import { card, chooseCurrency, chooseType, field, openSection, openTab } from '../steps.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const executablePath = electronExecutable(path.join(ROOT, 'node_modules/electron'));

async function launch(dataDir: string): Promise<ElectronApplication> {
  const isRoot = process.getuid?.() === 0;
  return _electron.launch({
    executablePath: executablePath ?? '',
    args: [ROOT, `--data-dir=${dataDir}`, '--lang=en-US', ...(isRoot ? ['--no-sandbox'] : [])],
    cwd: ROOT,
  });
}

test.skip(executablePath === null, "Electron's binary is not downloaded on this machine");

async function readyPage(app: ElectronApplication): Promise<Page> {
  const page = await app.firstWindow();
  await page.getByRole('heading', { name: 'New request' }).waitFor();
  return page;
}

/** Read through main: a page may not read the clipboard. */
async function clipboardOf(app: ElectronApplication): Promise<string> {
  return app.evaluate(({ clipboard }) => clipboard.readText());
}

test('a direct request ends as digits on the clipboard and is in the Log after a restart', async () => {
  const dataDir = test.info().outputPath('data');
  const app = await launch(dataDir);
  const page = await readyPage(app);
  await field(page, 'Amount').fill('1 500.00');
  await chooseType(page, 'any_bank');
  await field(page, 'Customer').fill('cust-77');
  await page.getByRole('button', { name: 'Issue request' }).click();
  await card(page, 'cust-77').getByRole('button', { name: 'Copy number' }).click();
  const [deposit] = readLedger(dataDir).deposits;
  expect(deposit?.payment_data['number']).toMatch(/^\d{16}$/u);
  await expect.poll(() => clipboardOf(app)).toBe(deposit?.payment_data['number']);
  await app.close();

  const again = await launch(dataDir);
  const pageAgain = await readyPage(again);
  await openSection(pageAgain, 'Log');
  await expect(pageAgain.getByRole('row').filter({ hasText: 'cust-77' })).toContainText('created');
  await again.close();
});

test('a payment page ends as its link on the clipboard', async () => {
  const dataDir = test.info().outputPath('data');
  const app = await launch(dataDir);
  const page = await readyPage(app);
  await openTab(page, 'Payment page');
  await chooseCurrency(page, 'UZS');
  await field(page, 'Amount').fill('250 000');
  await field(page, 'Customer').fill('aziza');
  await page.getByRole('button', { name: 'Create payment page' }).click();
  await card(page, 'aziza').getByRole('button', { name: 'Copy link' }).click();
  const [deposit] = readLedger(dataDir).deposits;
  await expect.poll(() => clipboardOf(app)).toBe(deposit?.payment_data['url']);
  await app.close();
});

test('the page has no Node and its window is sandboxed', async () => {
  const dataDir = test.info().outputPath('data');
  const app = await launch(dataDir);
  const page = await readyPage(app);
  const found = await page.evaluate(() =>
    ['process', 'require', 'module', 'Buffer'].filter((name) => name in globalThis),
  );
  expect(found).toEqual([]);
  await app.close();
});
