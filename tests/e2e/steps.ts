import { type Locator, type Page, expect } from '@playwright/test';

/** What an operator does, by the accessible names of the product's design. */

export function field(page: Page, name: string): Locator {
  return page.getByRole('textbox', { name, exact: true });
}

/** The order id that the desk suggested; it arrives a moment after the form. */
export async function suggestedOrder(page: Page): Promise<string> {
  await expect(field(page, 'Order ID')).not.toHaveValue('');
  return field(page, 'Order ID').inputValue();
}

export async function openTab(page: Page, name: 'Direct' | 'Payment page'): Promise<void> {
  await page.getByRole('tab', { name, exact: true }).click();
}

export async function openSection(
  page: Page,
  name: 'New request' | 'Log' | 'Inbox' | 'Settings',
): Promise<void> {
  await page.getByRole('navigation').getByRole('link', { name }).click();
  await page.getByRole('heading', { name, level: 1 }).waitFor();
}

export function currencyField(page: Page): Locator {
  return page.getByRole('radiogroup', { name: 'Currency' });
}

export async function chooseCurrency(page: Page, currency: string): Promise<void> {
  await currencyField(page).getByText(currency, { exact: true }).click();
}

export function typeField(page: Page): Locator {
  return page.getByRole('combobox', { name: 'Payment type' });
}

export async function chooseType(page: Page, type: string): Promise<void> {
  await typeField(page).selectOption(type);
}

export async function openMore(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^More/u }).click();
}

export async function clipboardText(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

/** The card of one customer in the Now strip. */
export function card(page: Page, customer: string): Locator {
  return page.getByRole('article').filter({ hasText: customer });
}

/** A readable amount is tidied when left ("1500" → "1 500.00"); its digits stay. */
export function sameAmount(typed: string): RegExp {
  const marks = typed.replaceAll('.', String.raw`\.`).replaceAll(/\d/gu, String.raw`$&\s?`);
  return new RegExp(String.raw`^${marks}(?:\.00)?$`, 'u');
}

/** The reason must stand at the field itself, for eyes and for screen readers alike. */
export async function expectRefused(target: Locator, reason: RegExp): Promise<void> {
  await expect(target).toHaveAttribute('aria-invalid', 'true');
  await expect(target).toHaveAccessibleDescription(reason);
}

/** Asks the host as the page itself does, for what the form cannot even offer. */
export async function callFromPage(page: Page, name: string, input: unknown): Promise<unknown> {
  return page.evaluate(
    async ([operation, body]) => {
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
