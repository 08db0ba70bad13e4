import { type Page, expect } from '@playwright/test';

import { test } from '../merchantDesk.ts';
import { callFromPage } from '../steps.ts';

/** People by keyboard alone, in a browser that knows what is displayed, reachable and found. */

const ANNA = { name: 'Anna Karimova', pin: '240611' } as const;
const TIMUR = { name: 'Timur', pin: '735190' } as const;

const names = (page: Page) => page.getByRole('listbox', { name: 'Who is at the desk?' });

/** By its address: the keys of the navigation differ between hosts. */
async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

/** The first person, through the screen, without the mouse. */
async function setUp(page: Page): Promise<void> {
  await goTo(page, '#/settings/people');
  await page.getByRole('button', { name: 'Set up people' }).press('Enter');
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await page.keyboard.type(ANNA.name);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ANNA.pin);
  await page.keyboard.press('Tab');
  await page.keyboard.type(ANNA.pin);
  await page.keyboard.press('Enter');
  const code = await page.getByText(/^(?:[0-9A-Z]{4}-){6}[0-9A-Z]{4}$/u).innerText();
  await page.getByLabel('Type the code back').focus();
  await page.keyboard.type(code);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('table', { name: 'People' })).toBeVisible();
}

async function signIn(page: Page, { name, pin }: { name: string; pin: string }): Promise<void> {
  await expect(names(page)).toBeFocused();
  await page.keyboard.type(name.slice(0, 2));
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('PIN or passphrase')).toBeFocused();
  await page.keyboard.type(pin);
  await page.keyboard.press('Enter');
}

test(
  'people: set up, lock, switch and unlock by keyboard; what is typed stays, covered',
  { tag: '@landing' },
  async ({ fresh, page: given }) => {
    const page = await fresh.open(given);
    await setUp(page);
    await callFromPage(page, 'people.add', { ...TIMUR, role: 'operator' });
    await goTo(page, '#/');
    const customer = page.getByRole('combobox', { name: 'Customer' });
    await customer.focus();
    await page.keyboard.type('cust-covered');

    await page.keyboard.press('Alt+l');
    await expect(names(page)).toBeFocused();
    await expect(customer).toBeHidden();
    // Tab stays in the cover, and the browser's own search has nothing to find.
    for (let presses = 0; presses < 6; presses += 1) {
      await page.keyboard.press('Tab');
      const isBeneath = await page.evaluate(
        () => document.getElementById('root')?.contains(document.activeElement) === true,
      );
      expect(isBeneath).toBe(false);
    }
    expect(await page.locator('body').innerText()).not.toContain('cust-covered');
    const tree = await page.locator('body').ariaSnapshot();
    expect(tree).not.toContain('cust-covered');

    await names(page).focus();
    await signIn(page, ANNA);
    await expect(customer).toHaveValue('cust-covered');
    await expect(customer).toBeFocused();

    await page.keyboard.press('Alt+l');
    await signIn(page, TIMUR);
    await expect(page.getByRole('button', { name: 'Operator: Timur · Operator' })).toBeVisible();
    await expect(customer).toHaveValue('');

    await page.keyboard.press('Alt+l');
    await signIn(page, { ...ANNA, pin: '111222' });
    await expect(page.getByText(/Wrong PIN\. 4 attempts left/u)).toBeVisible();
    await page.keyboard.type(ANNA.pin);
    await page.keyboard.press('Enter');
    await expect(customer).toHaveValue('cust-covered');
  },
);
