import type { Page } from '@playwright/test';
import { z } from 'zod';

import { test } from '../merchantDesk.ts';
import { callFromPage, goTo } from '../steps.ts';
import { OPENED_ANEW, ROUNDS, type Screen, lookAtAll, lookInBothThemes } from './look.ts';
import { main } from './shop.ts';

/** People: set up, the list with its forms, rules, activity; and the cover with its steps. */

const PIN = '240611';
const LONG = 'Konstantin Konstantinopolsky-Zaslavsky of the evening shift';

const shownSchema = z.object({ value: z.object({ confirmId: z.string(), code: z.string() }) });
const peopleSchema = z.object({ value: z.array(z.object({ personId: z.string() })) });

async function openPeople(page: Page): Promise<void> {
  await goTo(page, '#/settings/people');
  await main(page).getByRole('region').first().waitFor();
}

/** Anna is signed in at the page; a colleague is locked, one is archived, and one has a long name. */
async function fill(page: Page): Promise<void> {
  const shown = shownSchema.parse(
    await callFromPage(page, 'people.begin', { name: 'Anna Karimova', pin: PIN }),
  ).value;
  await callFromPage(page, 'people.confirmCode', shown);
  await callFromPage(page, 'people.add', { name: LONG, role: 'senior', pin: PIN });
  await callFromPage(page, 'people.add', { name: 'Vera', role: 'operator', pin: PIN });
  const added = await callFromPage(page, 'people.add', {
    name: 'Timur',
    role: 'auditor',
    pin: PIN,
  });
  const ids = peopleSchema.parse(added).value.map(({ personId }) => personId);
  for (let attempt = 0; attempt < 2; attempt += 1) {
    await callFromPage(page, 'people.changeOwnPin', { pin: '111222', newPin: PIN });
  }
  await callFromPage(page, 'people.change', { personId: ids[2], isArchived: true });
  await callFromPage(page, 'people.change', { personId: ids[3], role: 'operator' });
  await callFromPage(page, 'settings.update', { notifications: 'off' });
}

const BEFORE: readonly Screen[] = [
  { name: 'people-none', open: openPeople },
  {
    name: 'people-set-up',
    open: async (page) => {
      await openPeople(page);
      await main(page).getByRole('region').first().getByRole('button').first().click();
      await main(page).locator('form').waitFor();
    },
  },
];

/** The n-th button of the row's actions: rename, reset, archive. */
async function act(page: Page, at: number): Promise<void> {
  await openPeople(page);
  await main(page).getByRole('row').nth(2).getByRole('button').nth(at).click();
}

const AFTER: readonly Screen[] = [
  { name: 'people-list', open: openPeople },
  { name: 'people-rename', open: (page) => act(page, 0) },
  { name: 'people-reset', open: (page) => act(page, 1) },
  { name: 'people-archive', open: (page) => act(page, 2) },
  {
    name: 'people-activity',
    open: async (page) => {
      await goTo(page, '#/settings/people/activity');
      await main(page).getByRole('row').nth(3).waitFor();
    },
  },
  {
    name: 'people-activity-none',
    open: async (page) => {
      await goTo(page, '#/settings/people/activity');
      await main(page).getByRole('row').nth(3).waitFor();
      await main(page).locator('select').nth(1).selectOption('approval');
      await main(page).locator('.dashed').waitFor();
    },
  },
];

for (const round of ROUNDS) {
  test(`people in Settings, ${round.name}`, async ({ fresh, page: given }) => {
    const page = await fresh.open(given);
    await lookAtAll(page, BEFORE, round);
    await fill(page);
    await lookAtAll(page, AFTER, round);
  });
}

// A page without a person may change no setting: the cover is looked at in the language it was locked in.
for (const language of OPENED_ANEW) {
  test(`the cover of a locked page, ${language}`, async ({ fresh, page: given }) => {
    const page = await fresh.open(given);
    await callFromPage(page, 'settings.update', { language, theme: 'system' });
    await fill(page);
    await callFromPage(page, 'people.signOut', {});
    const names = page.getByRole('listbox');
    await names.waitFor();
    await lookInBothThemes(page, 'cover-names', language);
    await names.press('Enter');
    await page.locator('input[type="password"]').waitFor();
    await lookInBothThemes(page, 'cover-pin', language);
  });
}
