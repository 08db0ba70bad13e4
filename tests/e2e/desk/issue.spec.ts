import { expect } from '@playwright/test';

import { openDeskPage, test } from '../fixtures.ts';
import {
  card,
  chooseCurrency,
  chooseType,
  clipboardText,
  field,
  openSection,
  openTab,
} from '../steps.ts';

test(
  'a direct RUB any_bank request of 1 500.00 ends as digits on the clipboard',
  { tag: '@host' },
  async ({ desk, deskPage: page }) => {
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
  },
);

test(
  'a UZS payment page ends as its link on the clipboard, and the link opens',
  { tag: '@host' },
  async ({ desk, deskPage: page, context }) => {
    await openTab(page, 'Payment link');
    await chooseCurrency(page, 'UZS');
    await field(page, 'Amount').fill('250 000');
    await field(page, 'Customer').fill('aziza');
    await page.getByRole('button', { name: 'Create payment link' }).click();

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
  },
);

test(
  'both are in the Log after a restart, with payment data and state',
  { tag: '@host' },
  async ({ desk, deskPage: page }) => {
    await field(page, 'Amount').fill('1 500.00');
    await chooseType(page, 'any_bank');
    await field(page, 'Customer').fill('cust-77');
    await page.getByRole('button', { name: 'Issue request' }).click();
    await card(page, 'cust-77').getByRole('button', { name: 'Copy number' }).waitFor();
    await openTab(page, 'Payment link');
    await chooseCurrency(page, 'UZS');
    await field(page, 'Amount').fill('250 000');
    await field(page, 'Customer').fill('aziza');
    await page.getByRole('button', { name: 'Create payment link' }).click();
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
    await rows.filter({ hasText: 'cust-77' }).getByRole('link').first().click();
    await detail.getByRole('button', { name: 'Copy number' }).click();
    await expect.poll(() => clipboardText(again)).toBe(direct?.payment_data['number']);
    await rows.filter({ hasText: 'aziza' }).getByRole('link').first().click();
    await detail.getByRole('button', { name: 'Copy link' }).click();
    await expect.poll(() => clipboardText(again)).toBe(built?.payment_data['url']);
    expect(desk.ledger()).toEqual(before);
  },
);
