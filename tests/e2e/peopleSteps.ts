import { type Page, expect } from '@playwright/test';

export const ANNA = { name: 'Anna Karimova', pin: '240611' } as const;
export const TIMUR = { name: 'Timur', pin: '735190' } as const;

/** By its address: the keys of the navigation differ between hosts. */
export async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

/** The first person, through the screen, without the mouse. */
export async function setUpPeople(page: Page): Promise<void> {
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
  // The keyboard goes on with the next step, not at the top of the page.
  await expect(page.getByRole('button', { name: 'Add person' })).toBeFocused();
}
