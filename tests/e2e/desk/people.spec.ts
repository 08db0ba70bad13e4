import { type Page, expect } from '@playwright/test';

import { test } from '../merchantDesk.ts';
import { ANNA, TIMUR, goTo, setUpPeople } from '../peopleSteps.ts';
import { callFromPage } from '../steps.ts';

/** People by keyboard alone, in a browser that knows what is displayed, reachable and found. */

const names = (page: Page) => page.getByRole('listbox', { name: 'Who is at the desk?' });

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
    await setUpPeople(page);
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
