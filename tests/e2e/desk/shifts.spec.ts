import { type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { test } from '../merchantDesk.ts';
import { callFromPage } from '../steps.ts';

/** A shift by keyboard alone: opened, handed over, accepted by the next person. */

const ANNA = { name: 'Anna Karimova', pin: '240611' } as const;
const TIMUR = { name: 'Timur', pin: '735190' } as const;

const shownSchema = z.object({ value: z.object({ confirmId: z.string(), code: z.string() }) });
const personSchema = z.object({ name: z.string() });
const shiftsSchema = z.object({
  value: z.object({
    shifts: z.array(
      z.object({ person: personSchema, accepted: z.object({ by: personSchema }).nullable() }),
    ),
  }),
});

/** By its address: the keys of the navigation differ between hosts. */
async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

/** Tab, until the focus is there. */
async function tabTo(page: Page, name: string): Promise<void> {
  const wanted = page.getByRole('button', { name, exact: true });
  await expect(wanted).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    await page.keyboard.press('Tab');
    if (await wanted.evaluate((own) => own === document.activeElement)) return;
  }
  throw new Error(`Tab does not reach ${name}`);
}

test(
  'shifts: opened, handed over and accepted by keyboard; both people are on record',
  { tag: '@landing' },
  async ({ fresh, page: given }) => {
    const page = await fresh.open(given);
    const shown = shownSchema.parse(await callFromPage(page, 'people.begin', ANNA)).value;
    await callFromPage(page, 'people.confirmCode', shown);
    await callFromPage(page, 'people.add', { ...TIMUR, role: 'operator' });
    await expect(page.getByRole('button', { name: /^Operator: Anna Karimova/u })).toBeVisible();

    await goTo(page, '#/hand-over');
    await tabTo(page, 'Open shift');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Your shift is open since/u)).toBeFocused();
    await tabTo(page, 'Hand over shift');
    await page.keyboard.press('Enter');

    const waiting = page.getByRole('region', { name: 'Hand-over from Anna Karimova' });
    await expect(waiting).toBeVisible();
    const name = waiting.getByRole('combobox', { name: 'Next person' });
    await expect(name).toBeFocused();
    await page.keyboard.type('Tim');
    await expect(name).toHaveValue(/.+/u);
    await page.keyboard.press('Tab');
    await page.keyboard.type('111222');
    await page.keyboard.press('Enter');
    await expect(waiting.getByText(/Wrong PIN\. 4 attempts left/u)).toBeVisible();
    await expect(waiting.getByLabel('PIN or passphrase')).toBeFocused();
    await page.keyboard.type(TIMUR.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Operator: Timur · Operator' })).toBeVisible();

    const listed = shiftsSchema.parse(await callFromPage(page, 'shift.list', {}));
    const [own, before] = listed.value.shifts;
    expect(own?.person.name).toBe(TIMUR.name);
    expect(before?.person.name).toBe(ANNA.name);
    expect(before?.accepted?.by.name).toBe(TIMUR.name);
  },
);
