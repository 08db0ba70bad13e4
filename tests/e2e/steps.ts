import { type Locator, type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { hostOf } from './hosts/pageHost.ts';

/** What an operator does, by the accessible names of the product's design. */

/** A box to type into; the customer's suggests, too, and so has another role. */
export function field(page: Page, name: string): Locator {
  const role = name === 'Customer' ? 'combobox' : 'textbox';
  return page.getByRole(role, { name, exact: true });
}

/** The order id that the desk suggested; it arrives a moment after the form was emptied. */
export async function suggestedOrder(page: Page): Promise<string> {
  await expect(field(page, 'Customer')).toHaveValue('');
  await expect(field(page, 'Order ID')).not.toHaveValue('');
  return field(page, 'Order ID').inputValue();
}

export async function openTab(page: Page, name: 'Requisites' | 'Payment link'): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
}

export async function openSection(
  page: Page,
  name: 'New request' | 'Log' | 'Inbox' | 'Overview' | 'Settings',
): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

/** By its address, which is the same in every language. */
export async function goTo(page: Page, hash: string): Promise<void> {
  // The heading alone may still be the last screen's, and what is pressed or looked at then, too.
  await page.evaluate(
    (target) =>
      new Promise((shown) => {
        const painted = (): void => {
          requestAnimationFrame(() => requestAnimationFrame(shown));
        };
        if (location.hash === target) {
          painted();
          return;
        }
        window.addEventListener('hashchange', painted, { once: true });
        location.hash = target;
      }),
    hash,
  );
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/** Sideways scrolling of the page means that something is wider than the window. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const excess = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(excess).toBeLessThanOrEqual(0);
}

function currencyField(page: Page): Locator {
  return page.getByRole('radiogroup', { name: 'Currency' });
}

export async function chooseCurrency(page: Page, currency: string): Promise<void> {
  await currencyField(page).getByText(currency, { exact: true }).click();
}

function typeField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Payment type' });
}

export async function chooseType(page: Page, type: string): Promise<void> {
  await typeField(page).selectOption(type);
}

export async function openMore(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^More(?! actions)/u }).click();
}

export async function clipboardText(page: Page): Promise<string> {
  return hostOf(page).readClipboard();
}

/** What `act` makes the page hand over, once the host has said that it may be saved. */
export async function savedFile(page: Page, act: () => Promise<void>): Promise<string> {
  const { name, file, isSaved } = await hostOf(page).savedFile(page, act);
  expect(isSaved, name).toBe(true);
  return file;
}

/** The card of one customer in the Now strip. A notice about the same customer is no card. */
export function card(page: Page, customer: string): Locator {
  return page.getByRole('main').getByRole('article').filter({ hasText: customer });
}

/** What says in the corner that a provider called back about a customer's request. */
export function notice(page: Page, customer: string): Locator {
  const region = page.getByRole('region', { name: 'Notifications' });
  return region.getByRole('article').filter({ hasText: customer });
}

const listenerSchema = z.object({ value: z.object({ address: z.string() }) });

/** Where the Sandbox calls back: its listener is on from the first start. */
export async function listenerAddress(page: Page): Promise<string> {
  const known = await callFromPage(page, 'callback.listener', { profileId: 'sandbox' });
  return listenerSchema.parse(known).value.address;
}

/** Asks the host as the page itself does, for what the form cannot even offer. */
export async function callFromPage(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    async ([operation, body]) => {
      const bridged = window.depositDesk?.invoke[operation];
      if (bridged !== undefined) return await bridged(JSON.parse(body));
      const token = sessionStorage.getItem('desk-session');
      const response = await fetch(`/api/op/${operation}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body,
      });
      const reply: unknown = await response.json();
      return reply;
    },
    [name, JSON.stringify(input)] as const,
  );
}

const currentSchema = z.looseObject({
  value: z.looseObject({ importId: z.string() }).nullable(),
});

/** A page that is loaded again goes on with the file that it had, unless that one is closed. */
export async function closeFiles(
  page: Page,
  current: 'import.current' | 'statement.current',
): Promise<void> {
  for (;;) {
    const { value } = currentSchema.parse(await callFromPage(page, current, {}));
    if (value === null) return;
    await callFromPage(page, 'import.close', { importId: value.importId });
  }
}

/** By the switcher of this page, in any language. */
export async function chooseProfile(page: Page, profileId: string): Promise<void> {
  const switcher = page.locator('header select');
  await switcher.selectOption(profileId);
  await expect(switcher).toHaveValue(profileId);
}

/** A labelled box, be it one line, many lines or dotted. */
function box(within: Page | Locator, label: string): Locator {
  return within.getByLabel(label, { exact: true });
}

export type Merchant = {
  readonly name: string;
  readonly mode: 'Live' | 'Sandbox';
  readonly address: string;
  readonly merchant: string;
};

/** What an integrator must type; everything else has a default. Ends where the secret is asked for. */
export async function addProfile(page: Page, profile: Merchant): Promise<void> {
  await openSection(page, 'Settings');
  await page.getByRole('link', { name: 'Add profile' }).click();
  await page.getByRole('heading', { name: 'New profile', level: 1 }).waitFor();
  await box(page, 'Name').fill(profile.name);
  await page.getByRole('radio', { name: profile.mode, exact: true }).check();
  await box(page, 'Provider address').fill(profile.address);
  await box(page, 'Merchant ID').fill(profile.merchant);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('heading', { name: profile.name, level: 1 }).waitFor();
  await secretSlot(page).waitFor();
}

export async function openProfile(page: Page, name: string): Promise<void> {
  await openSection(page, 'Settings');
  await page.getByRole('link', { name, exact: true }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

export async function openProfileTab(
  page: Page,
  name: 'Set-up' | 'Secret' | 'Provider format' | 'Check connection',
): Promise<void> {
  // The tab of a secret that is missing says so after its name.
  await page.getByRole('tab', { name: new RegExp(`^${name}`, 'u') }).click();
}

export function secretSlot(page: Page, name = 'Signing secret'): Locator {
  return page.getByRole('region', { name, exact: true });
}

/** Of a header by its name; else the signing secret. */
export async function enterSecret(page: Page, secret: string, header?: string): Promise<void> {
  const slot = secretSlot(page, header);
  const typed = box(slot, header ?? 'Secret');
  await typed.fill(secret);
  await slot.getByRole('button', { name: /^(?:Store|Replace) secret$/u }).click();
  await expect(typed).toHaveValue('');
  await expect(slot.getByText(/^Stored in /u).first()).toBeVisible();
}

/** One of a row of choices. */
export async function choose(page: Page, label: string, option: string): Promise<void> {
  const row = page.getByRole('radiogroup', { name: label, exact: true });
  await row.getByText(option, { exact: true }).click();
  await expect(row.getByRole('radio', { name: option, exact: true })).toBeChecked();
}

/** Here every field stands in a tab of the provider format. */
export async function openFormatGroup(page: Page, name: string): Promise<void> {
  const groups = page.getByRole('tablist', { name: 'Parts of the provider format' });
  await groups.getByRole('tab', { name, exact: true }).click();
}

const liveProfilesSchema = z.object({
  value: z.array(z.object({ id: z.string(), mode: z.enum(['live', 'sandbox']) })),
});

/** As if somebody had issued there in this run already: what the first live request asks has a spec of its own. */
export async function confirmLive(page: Page): Promise<void> {
  const { value } = liveProfilesSchema.parse(await callFromPage(page, 'profile.list', {}));
  for (const { id } of value.filter(({ mode }) => mode === 'live')) {
    await callFromPage(page, 'profile.confirmLive', { profileId: id });
  }
}

export async function useProfile(page: Page, name: string): Promise<void> {
  await confirmLive(page);
  await page.getByRole('combobox', { name: 'Profile', exact: true }).selectOption({ label: name });
}

/** Fills in the form and presses Enter; a fault waits at the provider for the order that the desk suggested. */
export async function issueDirect(
  page: Page,
  customer: string,
  before: (order: string) => Promise<void> = async () => {},
): Promise<{ readonly order: string; readonly shown: Locator }> {
  const order = await suggestedOrder(page);
  await before(order);
  await field(page, 'Amount').fill('1500');
  await chooseType(page, 'any_bank');
  await field(page, 'Customer').fill(customer);
  await field(page, 'Customer').press('Enter');
  return { order, shown: card(page, customer) };
}

/** By a card's menu; an item with choices takes two names. */
export async function chooseInMenu(shown: Locator, ...names: readonly string[]): Promise<void> {
  await shown.getByRole('button', { name: 'More actions' }).click();
  for (const name of names) await menuItem(shown.page(), name).click();
}

/** Of the menu that is open. */
export function menuItem(page: Page, name: string): Locator {
  return page
    .getByRole('menu')
    .locator('[role^="menuitem"]', { hasText: new RegExp(`^${name}`, 'u') });
}
