import { type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { tabTo } from '../byKeyboard.ts';
import { test } from '../merchantDesk.ts';
import { callFromPage } from '../steps.ts';

/** A hand-over by keyboard alone, accepted by the next person. */

const ANNA = { name: 'Anna Karimova', pin: '240611' } as const;
const TIMUR = { name: 'Timur', pin: '735190' } as const;

const shownSchema = z.object({ value: z.object({ confirmId: z.string(), code: z.string() }) });
const sessionSchema = z.object({
  value: z.object({ choices: z.array(z.object({ personId: z.string(), name: z.string() })) }),
});
const activitySchema = z.object({
  value: z.object({
    rows: z.array(
      z.object({
        kind: z.string(),
        facts: z.array(z.object({ before: z.string().nullable(), after: z.string().nullable() })),
      }),
    ),
  }),
});

/** By its address: the keys of the navigation differ between hosts. */
async function goTo(page: Page, hash: string): Promise<void> {
  await page.evaluate((to) => {
    location.hash = to;
  }, hash);
}

test(
  'a hand-over is accepted by keyboard; both people are on record',
  { tag: '@landing' },
  async ({ fresh, page: given }) => {
    const page = await fresh.open(given);
    const shown = shownSchema.parse(await callFromPage(page, 'people.begin', ANNA)).value;
    await callFromPage(page, 'people.confirmCode', shown);
    await callFromPage(page, 'people.add', { ...TIMUR, role: 'operator' });
    await expect(page.getByRole('button', { name: /^Operator: Anna Karimova/u })).toBeVisible();

    await goTo(page, '#/hand-over');
    const own = page.getByRole('region', { name: 'Hand-over from Anna Karimova' });
    await expect(own).toBeVisible();
    const name = own.getByRole('combobox', { name: 'Next person' });
    await tabTo(page, /combobox "Next person"/u);
    await expect(name).toBeFocused();
    await page.keyboard.type('Tim');
    await expect(name).toHaveValue(/.+/u);
    await page.keyboard.press('Tab');
    await page.keyboard.type('111222');
    await page.keyboard.press('Enter');
    await expect(own.getByText(/Wrong PIN\. 4 attempts left/u)).toBeVisible();
    await expect(own.getByLabel('PIN or passphrase')).toBeFocused();
    await page.keyboard.type(TIMUR.pin);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Operator: Timur · Operator' })).toBeVisible();

    const { choices } = sessionSchema.parse(await callFromPage(page, 'people.session', {})).value;
    const anna = choices.find(({ name: one }) => one === ANNA.name);
    const back = { personId: anna?.personId ?? '', pin: ANNA.pin };
    await callFromPage(page, 'people.signIn', back);
    const filter = { personId: null, group: 'hand_over', from: null, to: null };
    const asked = { filter, before: null, pageSize: 10 };
    await expect
      .poll(
        async () => activitySchema.parse(await callFromPage(page, 'activity.page', asked)).value,
      )
      .toMatchObject({
        rows: [{ kind: 'handed_over', facts: [{ before: ANNA.name, after: TIMUR.name }] }],
      });
  },
);
