import { type Locator, type Page, expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { test } from '../fixtures.ts';
import { callFromPage, chooseProfile, goTo } from '../steps.ts';
import { ROUNDS, type Screen, lookAtAll } from './look.ts';
import { addShop, main } from './shop.ts';

/** New request: empty, filled, refused, warned of, asked once more. */

const form = (page: Page): Locator => main(page).locator('form').first();
const question = (page: Page): Locator => form(page).getByRole('alertdialog');
const quickLine = (page: Page): Locator => page.locator('#quick-line');
const amount = (page: Page): Locator => page.locator('#field-cents');
const customer = (page: Page): Locator => page.locator('#field-customer');

async function openForm(page: Page, tab: 0 | 1 = 0): Promise<void> {
  await goTo(page, '#/');
  await main(page).getByRole('tab').nth(tab).click();
  await quickLine(page).fill('');
  await amount(page).fill('');
  await customer(page).fill('');
}

/** With the fields that are seldom needed. */
async function openAll(page: Page): Promise<void> {
  await openForm(page);
  const more = form(page).locator('button[aria-controls][aria-expanded]');
  if ((await more.getAttribute('aria-expanded')) === 'false') await more.click();
}

const FILLED_IN: readonly Screen[] = [
  { name: 'new-direct', open: (page) => openForm(page) },
  { name: 'new-payment-page', open: (page) => openForm(page, 1) },
  {
    name: 'new-filled',
    open: async (page) => {
      await openAll(page);
      await quickLine(page).fill('1500,50 sbp cust-new');
      await page.locator('#scenario').selectOption('lost_answer');
    },
  },
  {
    name: 'new-refused',
    open: async (page) => {
      await openAll(page);
      await page.locator('#scenario').selectOption('plain');
      await page.locator('#field-customer_phone_number').fill('12');
      await page.locator('#field-callback_url').fill('no address');
      await page.locator('#issue-request').click();
      await expect(form(page).locator('[aria-invalid="true"]').nth(2)).toBeVisible();
    },
  },
  {
    name: 'new-quick-line-fault',
    open: async (page) => {
      await openAll(page);
      await page.locator('#field-customer_phone_number').fill('');
      await page.locator('#field-callback_url').fill('');
      await quickLine(page).fill('1500 sbp 77');
      await quickLine(page).press('Enter');
      await expect(quickLine(page)).toHaveAttribute('aria-invalid', 'true');
    },
  },
];

const HELPED: readonly Screen[] = [
  {
    name: 'new-suggestions',
    open: async (page) => {
      await openForm(page);
      await customer(page).pressSequentially('cust');
      await expect(customer(page)).toHaveAttribute('aria-expanded', 'true');
      await page.keyboard.press('ArrowDown');
    },
  },
  {
    name: 'new-second-look',
    open: async (page) => {
      await openForm(page);
      await customer(page).fill('cust-77');
      await amount(page).fill('150000');
      await amount(page).blur();
      await expect(form(page).locator('[data-tone="warning"]').first()).toBeVisible();
    },
  },
];

async function setUp(page: Page): Promise<void> {
  for (let at = 1; at <= 3; at += 1) {
    await callFromPage(
      page,
      'issue.create',
      createInput({ customer: 'cust-77', cents: (4 - at) * 150_000 }),
    );
    await callFromPage(page, 'issue.create', createInput({ customer: `cust-0${at}` }));
  }
}

for (const round of ROUNDS) {
  test(`the form empty, filled in and refused, ${round.name}`, async ({ deskPage: page }) => {
    await lookAtAll(page, FILLED_IN, round);
  });

  test(`what the form knows of customers, ${round.name}`, async ({ deskPage: page }) => {
    await setUp(page);
    await page.reload();
    await lookAtAll(page, HELPED, round);
  });

  test(`the form of merchants that cannot be reached, ${round.name}`, async ({
    deskPage: page,
  }) => {
    const address = { baseUrl: 'http://127.0.0.1:9', mode: 'sandbox' } as const;
    const careful = await addShop(page, {
      ...address,
      name: 'Careful Shop of Somebody',
      confirmAbove: { RUB: 100_00 },
    });
    const live = await addShop(page, { name: 'Live Shop' });
    const screens: readonly Screen[] = [
      {
        name: 'new-large',
        open: async (page_) => {
          await chooseProfile(page_, careful);
          await goTo(page_, '#/');
          await quickLine(page_).fill('1500000 sbp cust-large');
          await quickLine(page_).press('Enter');
          // The picture is of the question that can be answered.
          await expect(question(page_).getByRole('button').first()).toBeEnabled();
        },
      },
      {
        name: 'now-not-sent',
        open: async (page_) => {
          // Escape has closed the last screen's question.
          await quickLine(page_).press('Enter');
          await question(page_).getByRole('button').first().click();
          await main(page_).getByRole('article').getByRole('button').nth(1).waitFor();
        },
      },
      {
        name: 'new-live-off',
        open: async (page_) => {
          await chooseProfile(page_, live);
          await expect(page_.locator('#issue-request')).toBeDisabled();
        },
      },
    ];
    await lookAtAll(page, screens, round);
  });
}
