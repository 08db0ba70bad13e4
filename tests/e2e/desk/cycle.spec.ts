import { type Browser, type Page, expect } from '@playwright/test';

import { z } from 'zod';

import { DEFAULT_LISTENER } from '../../../src/shared/domain/callback.ts';
import { findChromium, launchOf } from '../../support/chromium.ts';
import { type Shop, expectLanded, openAsCustomer, openShop } from '../customer.ts';
import { type Desk, test } from '../fixtures.ts';
import { hostOf } from '../hosts/pageHost.ts';
import {
  callFromPage,
  card,
  chooseCurrency,
  chooseType,
  field,
  notice,
  openMore,
  openSection,
  openTab,
  listenerAddress,
  suggestedOrder,
} from '../steps.ts';

/** The whole story on one machine: the desk's page issues, the customer's page pays, and the desk hears of it. */

// The headless shell has no desktop to say anything on.
test.use({ launchOptions: launchOf(findChromium()) });

let shop: Shop;
test.beforeAll(async () => {
  shop = await openShop();
});
test.afterAll(() => shop.close());

type Issue = {
  readonly flow: 'Requisites' | 'Payment link';
  readonly customer: string;
  /** Left out: as the desk filled it in. */
  readonly callbackUrl?: string;
};

/** 1 500.00 RUB, by the form. */
async function issue(page: Page, { flow, customer, callbackUrl }: Issue) {
  await openSection(page, 'New request');
  // The form of the last request may fold its addresses only after that request's card is there.
  await suggestedOrder(page);
  await openTab(page, flow);
  await field(page, 'Amount').fill('1500');
  await chooseCurrency(page, 'RUB');
  if (flow === 'Requisites') await chooseType(page, 'any_bank');
  await field(page, 'Customer').fill(customer);
  if (!(await field(page, 'Success URL').isVisible())) await openMore(page);
  if (callbackUrl !== undefined) await field(page, 'Callback URL').fill(callbackUrl);
  await field(page, 'Success URL').fill(shop.successUrl);
  await field(page, 'Reject URL').fill(shop.rejectUrl);
  await field(page, 'Customer').press('Enter');
  await expect(card(page, customer)).toContainText(flow === 'Requisites' ? 'created' : 'builded');
}

const nowSchema = z.object({
  value: z.array(
    z.object({
      body: z.object({ fields: z.object({ customer: z.string().optional() }) }),
      answer: z
        .object({ record: z.object({ payment_data: z.object({ url: z.string().optional() }) }) })
        .optional(),
    }),
  ),
});

/** What the desk hands on: the link of a payment page; a direct request's page is at its provider all the same. */
async function linkOf(page: Page, desk: Desk, customer: string): Promise<string> {
  const deposit = desk.ledger().deposits.find(({ fields }) => fields['customer'] === customer);
  if (deposit?.flow === 'build') {
    // In a browser there is no address behind the link until somebody has agreed to the host.
    const now = await callFromPage(page, 'log.now', { profileId: 'sandbox' });
    const { value } = nowSchema.parse(now);
    return (
      value.find(({ body }) => body.fields.customer === customer)?.answer?.record.payment_data
        .url ?? ''
    );
  }
  const profiles = await callFromPage(page, 'profile.list', {});
  const { value } = z.object({ value: z.array(z.object({ baseUrl: z.string() })) }).parse(profiles);
  return new URL(`/pay/${deposit?.id}`, value[0]?.baseUrl).href;
}

async function openPayment(
  browser: Browser,
  page: Page,
  desk: Desk,
  customer: string,
  locale = 'en-GB',
): Promise<Page> {
  const payment = await openAsCustomer(browser, await linkOf(page, desk, customer), locale);
  const amount = locale === 'en-GB' ? '1,500.00 RUB' : /1\s500,00 RUB/u;
  await expect(payment.getByRole('heading', { level: 1 })).toContainText(amount);
  return payment;
}

async function pickCard(payment: Page): Promise<void> {
  await expect(payment.getByRole('button', { name: 'I have paid' })).toBeHidden();
  await payment.getByRole('button', { name: /^Card/u }).tap();
  await expect(payment.getByText(/9999/u).first()).toBeVisible();
}

/** As it was loaded: whoever loads it anew takes the mark off. */
async function markPage(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.body.dataset['loaded'] = 'once';
  });
}
async function expectNotReloaded(page: Page): Promise<void> {
  await expect(page.locator('body')).toHaveAttribute('data-loaded', 'once');
}

/** On the card, which is notice enough while it is in view, and without taking the keyboard from the operator. */
async function expectHeard(page: Page, customer: string, state: string): Promise<void> {
  await expect(card(page, customer)).toContainText(state);
  await expect(card(page, customer)).toContainText('by callback');
  await expect(notice(page, customer)).toHaveCount(0);
  await expectNotReloaded(page);
}

test('from the first start: the customer picks a method and pays, the desk hears it, F8 opens it', async ({
  browser,
  desk,
  deskPage: page,
}) => {
  const address = await listenerAddress(page);
  await issue(page, { flow: 'Payment link', customer: 'cust-pays' });
  await expect(field(page, 'Callback URL')).toHaveValue(address);
  await markPage(page);
  const payment = await openPayment(browser, page, desk, 'cust-pays');
  await pickCard(payment);
  await field(page, 'Amount').click();
  await payment.getByRole('button', { name: 'I have paid' }).tap();

  await expectHeard(page, 'cust-pays', 'paid');
  await expect(field(page, 'Amount')).toBeFocused();
  const [deposit] = desk.ledger().deposits;
  expect(desk.ledger().endings).toMatchObject([{ id: deposit?.id, as: 'paid', cents: 1500_00 }]);
  await page.keyboard.press('F8');
  const detail = page.getByRole('region', { name: `Request ${deposit?.order_id}` });
  await expect(detail).toContainText('The provider called back: “paid”');
  await expectNotReloaded(page);
  await expectLanded(payment, shop.successUrl);
});

/** What the page tells the system, which shows nothing here. */
async function watchDesktop(page: Page): Promise<() => Promise<readonly string[]>> {
  await hostOf(page).allowNotifications();
  await page.addInitScript(() => {
    class Watched extends Notification {
      constructor(title: string, options?: NotificationOptions) {
        super(title, options);
        const { dataset } = document.documentElement;
        dataset['told'] = `${dataset['told'] ?? ''}${JSON.stringify([title, options])}\n`;
      }
    }
    Object.defineProperty(window, 'Notification', { value: Watched });
  });
  await page.reload();
  await callFromPage(page, 'settings.update', { notifications: 'desktop' });
  const html = page.locator('html');
  return async () => ((await html.getAttribute('data-told')) ?? '').split('\n').slice(0, -1);
}

test(
  'a payment page: the customer rejects and lands where the shop wants it; the desktop is told',
  { tag: ['@landing', '@host'] },
  async ({ browser, desk, deskPage: page }) => {
    const told = await watchDesktop(page);
    await issue(page, { flow: 'Payment link', customer: 'cust-rejects' });
    await markPage(page);
    const payment = await openPayment(browser, page, desk, 'cust-rejects', 'ru-RU');
    await openSection(page, 'Overview');
    await payment.getByRole('button', { name: 'Отказаться' }).tap();

    // Where its card is not in view it is told in the corner. It goes by itself, but not while it is pointed at.
    const toast = notice(page, 'cust-rejects');
    await expect(toast).toContainText('rejected');
    await toast.hover();
    await expect(toast).toContainText('builded');
    await expectNotReloaded(page);
    const [deposit] = desk.ledger().deposits;
    await expect.poll(async () => (await told()).length).toBe(1);
    const [said = ''] = await told();
    for (const part of ['cust-rejects', deposit?.order_id ?? '', 'rejected'])
      expect(said).toContain(part);
    // It may stand on a locked screen.
    expect(said).not.toContain('http');
    await toast.getByRole('button', { name: /^Open/u }).click();
    await expect(page.getByText('The provider called back: “rejected”')).toBeVisible();
    await expectLanded(payment, shop.rejectUrl);
  },
);

test(
  'another amount is paid: the desk says of how much, and what was agreed about it',
  { tag: '@landing' },
  async ({ browser, desk, deskPage: page }) => {
    await issue(page, { flow: 'Payment link', customer: 'cust-less' });
    await markPage(page);
    const payment = await openPayment(browser, page, desk, 'cust-less');
    await pickCard(payment);
    await payment.getByRole('button', { name: 'Paid another amount' }).tap();
    await payment.getByRole('textbox', { name: 'Amount paid' }).fill('1450');
    await payment.getByRole('button', { name: 'Confirm amount' }).tap();

    await expectHeard(page, 'cust-less', 'paid');
    const line = /Paid 1\s450\.00 of 1\s500\.00\sRUB · 50\.00 missing/u;
    await expectLanded(payment, shop.successUrl);
    const own = card(page, 'cust-less');
    await expect(own).toContainText(line);
    await own.getByRole('button', { name: 'Record decision' }).click();
    await field(page, 'Decision').fill('Bank fee, agreed by phone');
    await own.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(own).toContainText('Settled');
    await expect(own).toContainText('Bank fee, agreed by phone');
    await openSection(page, 'Log');
    await page.getByRole('row').filter({ hasText: 'cust-less' }).click();
    const settled = 'recorded a decision about the paid amount';
    await expect(page.getByRole('complementary').getByText(settled)).toBeVisible();
    await expectNotReloaded(page);
  },
);

test(
  'a direct request and one without a callback URL: the address in the account is called',
  { tag: '@landing' },
  async ({ browser, desk, deskPage: page }) => {
    await issue(page, { flow: 'Requisites', customer: 'cust-direct', callbackUrl: '' });
    await markPage(page);
    expect(desk.ledger().deposits[0]?.fields).not.toHaveProperty('callback_url');
    const direct = await openPayment(browser, page, desk, 'cust-direct', 'ru-RU');
    await direct.getByRole('button', { name: 'Я оплатил(а)', exact: true }).tap();
    await expectHeard(page, 'cust-direct', 'paid');
    await expectLanded(direct, shop.successUrl);

    await issue(page, { flow: 'Payment link', customer: 'cust-account', callbackUrl: '' });
    expect(desk.ledger().deposits[1]?.fields).not.toHaveProperty('callback_url');
    const payment = await openPayment(browser, page, desk, 'cust-account');
    await pickCard(payment);
    await payment.getByRole('button', { name: 'I have paid' }).tap();
    await expectHeard(page, 'cust-account', 'paid');
    await expectLanded(payment, shop.successUrl);
  },
);

test(
  'with the listener off the customer pays all the same, and the desk says that it does not hear',
  { tag: '@landing' },
  async ({ browser, desk, deskPage: page }) => {
    const off = { profileId: 'sandbox', settings: DEFAULT_LISTENER, newPath: false };
    await callFromPage(page, 'callback.setListener', off);
    await issue(page, { flow: 'Payment link', customer: 'cust-unheard' });
    const payment = await openPayment(browser, page, desk, 'cust-unheard');
    await pickCard(payment);
    await payment.getByRole('button', { name: 'I have paid' }).tap();
    await expectLanded(payment, shop.successUrl);

    expect(desk.ledger().endings).toMatchObject([{ as: 'paid' }]);
    await expect(card(page, 'cust-unheard')).toContainText('builded');
    await expect(page.getByText('Status updates are off')).toBeVisible();
    await openSection(page, 'Inbox');
    await expect(page.getByText('Callbacks are off')).toBeVisible();
    await expect(notice(page, 'cust-unheard')).toBeHidden();
  },
);
