import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Locator, type Page, expect } from '@playwright/test';

import { readLedger } from '../../support/ledger.ts';
import { test as faultyTest } from '../faultyDesk.ts';
import { openDeskPage, test } from '../fixtures.ts';
import { hostOf } from '../hosts/pageHost.ts';
import { card, field, openMore, openTab, sameAmount, suggestedOrder, typeField } from '../steps.ts';

const quickLine = (page: Page): Locator => field(page, 'Quick line');

test('a line issues a request; what it leaves in doubt is named and not sent', async ({
  desk,
  deskPage: page,
}) => {
  await suggestedOrder(page);
  await expect(quickLine(page)).toBeFocused();
  await page.keyboard.type('100 sbp cust-77');
  // The fields beneath are the truth, and are filled as it is typed.
  await expect(field(page, 'Amount')).toHaveValue('100');
  await expect(field(page, 'Customer')).toHaveValue('cust-77');
  await expect(field(page, 'Amount')).toHaveAccessibleDescription(/one hundred roubles/u);
  await page.keyboard.press('Enter');
  await card(page, 'cust-77').getByRole('button', { name: 'Copy number' }).waitFor();
  await suggestedOrder(page);
  await expect(quickLine(page)).toBeFocused();
  await expect(quickLine(page)).toHaveValue('');

  await page.keyboard.type('1500 sbp 77');
  await expect(quickLine(page)).toHaveAccessibleDescription(/Which one is the amount\?.*1500.*77/u);
  await expect(field(page, 'Amount')).toHaveValue('');
  await page.keyboard.press('Enter');
  await expect(quickLine(page)).toHaveAttribute('aria-invalid', 'true');
  expect(desk.ledger().arrivals).toBe(1);
  await quickLine(page).fill('"77" 2 тыс sbp');
  await expect(field(page, 'Amount')).toHaveAccessibleDescription(/two thousand roubles/u);
  await page.keyboard.press('Enter');
  await card(page, 'sbp').filter({ hasText: '2\u00a0000.00' }).waitFor();
  const issued = () =>
    desk.ledger().deposits.map(({ cents, fields }) => [fields['customer'], cents]);
  await expect.poll(issued).toEqual([
    ['cust-77', 10_000],
    ['77', 200_000],
  ]);
});

test('a hand faster than the desk loses no digit: what is typed ahead is the next customer’s', async ({
  desk,
  deskPage: page,
}) => {
  await expect(quickLine(page)).toBeFocused();
  for (const line of ['1500 sbp ahead-1', '1600 sbp ahead-2', '1700 sbp ahead-3']) {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  }
  const issued = () =>
    desk.ledger().deposits.map(({ cents, fields }) => [fields['customer'], cents]);
  await expect.poll(issued).toEqual([
    ['ahead-1', 150_000],
    ['ahead-2', 160_000],
    ['ahead-3', 170_000],
  ]);
  await expect(quickLine(page)).toHaveValue('');
  await expect(quickLine(page)).toBeFocused();

  // A page that goes before it hears of its record does not keep the draft as if it were none.
  await page.keyboard.type('1800 sbp ahead-4');
  await page.keyboard.press('Enter');
  await page.reload();
  await card(page, 'ahead-4').waitFor();
  await expect(field(page, 'Customer')).toHaveValue('');
  await page.keyboard.type('1900 sbp ahead-5');
  await page.keyboard.press('Enter');
  await expect.poll(() => issued().at(-1)).toEqual(['ahead-5', 190_000]);
});

test('a known customer is suggested, never filled in unasked; what looks 100 times off is said', async ({
  desk,
  deskPage: page,
}) => {
  await suggestedOrder(page);
  await page.keyboard.type('100 sbp cust-9');
  await openMore(page);
  await field(page, 'Customer phone').pressSequentially('+79990001122');
  await expect(field(page, 'Customer phone')).toHaveValue('+7 999 000-11-22');
  await page.keyboard.press('Enter');
  await card(page, 'cust-9').getByRole('button', { name: 'Copy number' }).waitFor();
  await suggestedOrder(page);
  const [{ fields } = { fields: {} }] = desk.ledger().deposits;
  expect(fields).toMatchObject({ customer_phone_number: '+79990001122' });

  await field(page, 'Customer').fill('st-9');
  const known = page.getByRole('option', { name: /cust-9.*100\.00.*RUB.*sbp/u });
  await known.waitFor();
  await page.keyboard.press('ArrowDown');
  await expect(known).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Enter');
  await expect(field(page, 'Customer')).toHaveValue('cust-9');
  await expect(field(page, 'Customer phone')).toHaveValue('+7 999 000-11-22');
  await expect(field(page, 'Amount')).toHaveValue('');
  expect(desk.ledger().arrivals).toBe(1);
  await page.getByRole('button', { name: /^As last time: 100\.00.RUB/u }).click();
  await expect(field(page, 'Amount')).toHaveValue('100.00');
  // Told, and not stopped.
  await expect(field(page, 'Customer')).toHaveAccessibleDescription(/Same customer and amount/u);
  await field(page, 'Amount').fill('10k');
  await expect(field(page, 'Amount')).toHaveAccessibleDescription(/Exactly 100 times/u);
  await field(page, 'Amount').press('Enter');
  await expect.poll(() => desk.ledger().deposits.at(-1)?.cents).toBe(1_000_000);
});

test('repeated by one press, filled by a preset’s key, and led astray by a scenario', async ({
  desk,
  deskPage: page,
}) => {
  const first = await suggestedOrder(page);
  await page.keyboard.type('1500 sbp cust-5');
  await page.getByRole('button', { name: 'Save as preset' }).click();
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Fives');
  await page.getByRole('checkbox', { name: 'With the customer' }).uncheck();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Fives' }).waitFor();
  await quickLine(page).press('Enter');
  await card(page, 'cust-5').getByRole('button', { name: 'Copy number' }).waitFor();
  const second = await suggestedOrder(page);
  expect(second).not.toBe(first);

  await card(page, 'cust-5').getByRole('button', { name: 'Repeat', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Issue request' })).toBeFocused();
  await expect(field(page, 'Amount')).toHaveValue(sameAmount('1500'));
  // No number is asked for twice: the one in hand would be nobody's.
  await expect(field(page, 'Order ID')).toHaveValue(second);
  await page.keyboard.press('Enter');
  await expect.poll(() => desk.ledger().arrivals).toBe(2);
  await suggestedOrder(page);

  await openTab(page, 'Payment page');
  await page.keyboard.press('Alt+Shift+1');
  await expect(page.getByRole('tab', { name: 'Direct' })).toHaveAttribute('aria-selected', 'true');
  await expect(field(page, 'Amount')).toHaveValue(sameAmount('1500'));
  await expect(typeField(page)).toHaveValue('sbp');
  await expect(field(page, 'Customer')).toBeFocused();
  await page.keyboard.type('cust-6');
  await page.getByRole('combobox', { name: 'Scenario' }).selectOption('no_requisites');
  await page.keyboard.press('ControlOrMeta+Enter');
  await card(page, 'cust-6').getByText('no requisites').first().waitFor();
  // Once only.
  await expect(page.getByRole('combobox', { name: 'Scenario' })).toHaveValue('plain');
});

test('what is typed outlives the desk being killed', async ({ startHost, page: given }) => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'draft-'));
  const before = await startHost({ dataDir });
  const first = await openDeskPage(given, before);
  const order = await suggestedOrder(first);
  const kept = hostOf(first).answered('draft.keep', (input) =>
    JSON.stringify(input).includes('cust-killed'),
  );
  await quickLine(first).fill('1 500,50 sbp cust-killed');
  await kept;
  await before.kill();
  const after = await startHost({ dataDir });
  const page = await openDeskPage(given, after);
  await expect(field(page, 'Customer')).toHaveValue('cust-killed');
  await expect(field(page, 'Amount')).toHaveValue('1 500,50');
  await expect(field(page, 'Order ID')).toHaveValue(order);
  await expect(page.getByText('Brought back')).toBeVisible();
  await field(page, 'Customer').press('Enter');
  await card(page, 'cust-killed').getByRole('button', { name: 'Copy number' }).waitFor();
  expect(readLedger(dataDir).deposits).toMatchObject([{ cents: 150_050, order_id: order }]);
  // Recorded: nobody finds it again.
  await suggestedOrder(page);
  await after.stop();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

faultyTest(
  'the first live request of a run confirms its profile, the next does not',
  async ({ faulty }) => {
    const page = await faulty.crash();
    await suggestedOrder(page);
    await quickLine(page).fill('1500 any_bank cust-live');
    await page.keyboard.press('Enter');
    const asked = page
      .getByRole('alert')
      .filter({ hasText: 'First LIVE request of this run: Faulty' });
    await expect(asked).toContainText(faulty.provider.origin);
    await expect(asked).toContainText('cust-live');
    await expect(card(page, 'cust-live')).toHaveCount(0);
    await expect(asked.getByRole('button', { name: /^Issue 1.500\.00/u })).toBeFocused();
    await page.keyboard.press('Enter');
    await card(page, 'cust-live').getByRole('button', { name: 'Copy number' }).waitFor();
    await suggestedOrder(page);
    await page.keyboard.type('1500 any_bank cust-next');
    await page.keyboard.press('Enter');
    await card(page, 'cust-next').getByRole('button', { name: 'Copy number' }).waitFor();
  },
);
