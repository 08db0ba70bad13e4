import { type Page, expect } from '@playwright/test';

import { openDeskPage, test } from '../fixtures.ts';
import { hostOf } from '../hosts/pageHost.ts';
import {
  card,
  chooseCurrency,
  chooseType,
  clipboardText,
  currencyField,
  field,
  openSection,
  openTab,
  suggestedOrder,
  typeField,
} from '../steps.ts';

test('a direct RUB any_bank request of 1 500.00 ends as digits on the clipboard', async ({
  desk,
  deskPage: page,
}) => {
  await field(page, 'Amount').fill('1 500.00');
  await chooseType(page, 'any_bank');
  await field(page, 'Customer').fill('cust-77');
  await page.getByRole('button', { name: 'Issue request' }).click();

  const result = card(page, 'cust-77');
  await result.getByRole('button', { name: 'Copy number' }).waitFor();
  const [deposit] = desk.ledger().deposits;
  expect(deposit).toMatchObject({
    flow: 'create',
    cents: 150_000,
    currency: 'RUB',
    payment_type: 'any_bank',
  });
  const digits = deposit?.payment_data['number'] ?? '';
  const holder = deposit?.payment_data['name'] ?? '';
  expect(digits).toMatch(/^\d{16}$/u);
  // Grouped for the eye, copied as digits.
  await expect(result).toContainText(digits.replaceAll(/(?<four>\d{4})(?=\d)/gu, '$<four> '));
  await expect(result).toContainText(holder);
  await expect(result).toContainText('1\u00a0500.00');

  await result.getByRole('button', { name: 'Copy number' }).click();
  await expect.poll(() => clipboardText(page)).toBe(digits);
  await result.getByRole('button', { name: 'Copy name' }).click();
  await expect.poll(() => clipboardText(page)).toBe(holder);
  expect(desk.ledger().arrivals).toBe(1);
});

test('a UZS payment page ends as its link on the clipboard, and the link opens', async ({
  desk,
  deskPage: page,
  context,
}) => {
  await openTab(page, 'Payment page');
  await chooseCurrency(page, 'UZS');
  await field(page, 'Amount').fill('250 000');
  await field(page, 'Customer').fill('aziza');
  await page.getByRole('button', { name: 'Create payment page' }).click();

  const result = card(page, 'aziza');
  await result.getByRole('button', { name: 'Copy link' }).click();
  const [deposit] = desk.ledger().deposits;
  expect(deposit).toMatchObject({
    flow: 'build',
    cents: 25_000_000,
    currency: 'UZS',
    payment_type: 'uzs_select',
  });
  const link = deposit?.payment_data['url'] ?? '';
  await expect.poll(() => clipboardText(page)).toBe(link);

  const customer = await context.newPage();
  await customer.goto(link);
  await expect(customer.getByText('TEST. DO NOT PAY').first()).toBeVisible();
});

test('both are in the Log after a restart, with payment data and state', async ({
  desk,
  deskPage: page,
}) => {
  await field(page, 'Amount').fill('1 500.00');
  await chooseType(page, 'any_bank');
  await field(page, 'Customer').fill('cust-77');
  await page.getByRole('button', { name: 'Issue request' }).click();
  await card(page, 'cust-77').getByRole('button', { name: 'Copy number' }).waitFor();
  await openTab(page, 'Payment page');
  await chooseCurrency(page, 'UZS');
  await field(page, 'Amount').fill('250 000');
  await field(page, 'Customer').fill('aziza');
  await page.getByRole('button', { name: 'Create payment page' }).click();
  await card(page, 'aziza').getByRole('button', { name: 'Copy link' }).waitFor();

  const before = desk.ledger();
  await desk.restart();
  const again = await openDeskPage(page, desk);
  await openSection(again, 'Log');
  const [direct, built] = before.deposits;
  const rows = again.getByRole('row');
  await expect(rows.filter({ hasText: 'cust-77' })).toContainText('created');
  await expect(rows.filter({ hasText: 'aziza' })).toContainText('builded');

  const detail = again.getByRole('complementary');
  await rows.filter({ hasText: 'cust-77' }).getByRole('link').click();
  await detail.getByRole('button', { name: 'Copy number' }).click();
  await expect.poll(() => clipboardText(again)).toBe(direct?.payment_data['number']);
  await rows.filter({ hasText: 'aziza' }).getByRole('link').click();
  await detail.getByRole('button', { name: 'Copy link' }).click();
  await expect.poll(() => clipboardText(again)).toBe(built?.payment_data['url']);
  expect(desk.ledger()).toEqual(before);
});

test('pressing Enter twice issues once', async ({ desk, deskPage: page }) => {
  await field(page, 'Amount').fill('1500');
  await chooseType(page, 'any_bank');
  await field(page, 'Customer').fill('cust-2');
  await field(page, 'Customer').press('Enter');
  await page.keyboard.press('Enter');
  await card(page, 'cust-2').getByRole('button', { name: 'Copy number' }).waitFor();
  await page.waitForTimeout(500);
  expect(desk.ledger().arrivals).toBe(1);
  expect(desk.ledger().deposits).toHaveLength(1);
  await expect(card(page, 'cust-2')).toHaveCount(1);
});

test('the form is free for the next customer at once, with a new order id', async ({
  desk,
  deskPage: page,
}) => {
  const firstOrder = await suggestedOrder(page);
  await field(page, 'Amount').fill('1500');
  await field(page, 'Customer').fill('first');
  await page.getByRole('button', { name: 'Issue request' }).click();
  await expect(field(page, 'Customer')).toHaveValue('');
  await expect(field(page, 'Order ID')).not.toHaveValue(firstOrder);
  await field(page, 'Amount').fill('1600');
  await field(page, 'Customer').fill('second');
  await page.getByRole('button', { name: 'Issue request' }).click();
  await card(page, 'second').getByRole('button', { name: 'Copy number' }).waitFor();
  await card(page, 'first').getByRole('button', { name: 'Copy number' }).waitFor();
  // The second may overtake the first on its way: each is sent as soon as it is recorded.
  const cents = desk.ledger().deposits.map((deposit) => deposit.cents);
  expect(cents.toSorted((left, right) => left - right)).toEqual([150_000, 160_000]);
});

test('Enter pressed before the order id has come issues once it is there', async ({
  desk,
  deskPage: page,
}) => {
  await suggestedOrder(page);
  const release = await hold(page, 'order.suggest');
  await openTab(page, 'Payment page');
  await field(page, 'Amount').fill('1500');
  await field(page, 'Customer').fill('hasty');
  await field(page, 'Customer').press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Recording…' })).toBeVisible();
  await expect(field(page, 'Order ID')).toHaveValue('');
  await expect(page.locator('[aria-invalid="true"]')).toHaveCount(0);
  expect(desk.ledger().arrivals).toBe(0);
  await release();
  await card(page, 'hasty').getByRole('button', { name: 'Copy link' }).waitFor();
  await suggestedOrder(page);
  expect(desk.ledger().arrivals).toBe(1);
});

test('leaving the screen while a request is being recorded frees the form all the same', async ({
  desk,
  deskPage: page,
}) => {
  await hostOf(page).onOperation(ISSUE, async (call) => {
    await new Promise((resolve) => {
      setTimeout(resolve, 500);
    });
    await call.continue();
  });
  await suggestedOrder(page);
  await field(page, 'Amount').fill('1500');
  await field(page, 'Customer').fill('left-behind');
  await field(page, 'Customer').press('Enter');
  await openSection(page, 'Log');
  await page.getByRole('row').filter({ hasText: 'left-behind' }).waitFor();
  await openSection(page, 'New request');
  await expect(field(page, 'Customer')).toHaveValue('');
  await expect(field(page, 'Amount')).toHaveValue('');
  await expect(card(page, 'left-behind')).toHaveCount(1);
  expect(desk.ledger().arrivals).toBe(1);
});

test('a lost answer of the host is not called "not issued", and pressing again issues nothing more', async ({
  desk,
  deskPage: page,
}) => {
  await hostOf(page).onOperation(ISSUE, async (call) => {
    await call.fetch();
    await call.abort();
  });
  await suggestedOrder(page);
  await field(page, 'Amount').fill('1500');
  await field(page, 'Customer').fill('lost-answer');
  await field(page, 'Customer').press('Enter');
  const notice = page.getByRole('alert');
  await expect(notice).toContainText('Not confirmed: it may have been issued');
  await expect(notice).not.toContainText('Not issued');
  await hostOf(page).offOperation(ISSUE);
  await field(page, 'Customer').press('Enter');
  await expect(field(page, 'Customer')).toHaveValue('');
  await expect(card(page, 'lost-answer')).toHaveCount(1);
  expect(desk.ledger().arrivals).toBe(1);
});

test('while a request is being recorded the form says so and takes no typing', async ({
  desk,
  deskPage: page,
}) => {
  const recorded = await hold(page, ISSUE);
  await suggestedOrder(page);
  await field(page, 'Amount').fill('1500');
  await field(page, 'Customer').fill('held');
  await field(page, 'Customer').press('Enter');
  await expect(page.getByRole('button', { name: 'Recording…' })).toHaveAttribute(
    'aria-busy',
    'true',
  );
  for (const name of ['Amount', 'Customer', 'Order ID']) {
    await expect(field(page, name)).toHaveAttribute('readonly', '');
  }
  await expect(typeField(page)).toHaveAttribute('aria-disabled', 'true');
  await expect(currencyField(page)).toHaveAttribute('aria-disabled', 'true');
  // The operator goes away and comes back: it is still the same attempt.
  await openSection(page, 'Log');
  await openSection(page, 'New request');
  await expect(page.getByRole('button', { name: 'Recording…' })).toBeVisible();
  await expect(field(page, 'Customer')).toHaveValue('held');
  await recorded();
  await card(page, 'held').getByRole('button', { name: 'Copy number' }).waitFor();
  await expect(field(page, 'Customer')).toHaveValue('');
  await expect(field(page, 'Customer')).toBeEditable();
  expect(desk.ledger().arrivals).toBe(1);
});

test('why nothing was issued is still told to an operator who had left the screen', async ({
  desk,
  deskPage: page,
}) => {
  const release = await hold(page, ISSUE, 'abort');
  await suggestedOrder(page);
  await field(page, 'Amount').fill('1500');
  await field(page, 'Customer').fill('gone-for-tea');
  await field(page, 'Customer').press('Enter');
  await openSection(page, 'Log');
  await release();
  await openSection(page, 'New request');
  await expect(page.getByRole('alert')).toContainText('Not confirmed');
  await expect(field(page, 'Customer')).toHaveValue('gone-for-tea');
  await hostOf(page).offOperation(ISSUE);
  await field(page, 'Customer').press('Enter');
  await expect(card(page, 'gone-for-tea')).toHaveCount(1);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await openSection(page, 'Log');
  await openSection(page, 'New request');
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(desk.ledger().arrivals).toBe(1);
});

test('links are locked with copying while a changed amount was not seen', async ({
  deskPage: page,
}) => {
  await suggestedOrder(page);
  await field(page, 'Amount').fill('1500');
  await chooseType(page, 'sbp');
  await field(page, 'Customer').fill('cust-link');
  await field(page, 'Customer').press('Enter');
  const link = card(page, 'cust-link').getByRole('link', { name: 'Open payment page' });
  const bill = card(page, 'cust-link').getByRole('button', { name: 'Open bill' });
  await expect(link).toBeVisible();
  await expect(link).not.toHaveAttribute('aria-disabled');
  await expect(bill).toBeEnabled();
  // The embedded sandbox never changes an amount, and only a sandbox's plain http is linked at all.
  await hostOf(page).onOperation('log.now', async (call) => {
    const text = JSON.stringify(await call.fetch());
    await call.fulfill(JSON.parse(text.replace(/"amount_cents":\d+/u, '"amount_cents":1')));
  });
  await page.reload();
  await expect(card(page, 'cust-link')).toContainText('The provider changed the amount');
  await expect(link).toHaveAttribute('aria-disabled', 'true');
  await expect(link).not.toHaveAttribute('href');
  await expect(bill).toBeDisabled();
});

const ISSUE = 'issue.create';

/** Keeps the call between page and host on its way until it is let go. */
async function hold(page: Page, calls: string, then: 'continue' | 'abort' = 'continue') {
  let letGo: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let gone: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    gone = resolve;
  });
  await hostOf(page).onOperation(calls, async (call) => {
    await held;
    await call[then]();
    gone();
  });
  return async (): Promise<void> => {
    letGo();
    await ended;
  };
}
