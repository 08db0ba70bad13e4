import { type Browser, type Page, expect } from '@playwright/test';

import { openDeskPage, test } from '../fixtures.ts';
import { callFromPage, goTo } from '../steps.ts';
import {
  OPENED_ANEW,
  type Language,
  ROUNDS,
  type Screen,
  lookAtAll,
  lookInBothThemes,
} from './look.ts';
import { main } from './shop.ts';

/** What is there whatever one does: empty screens, palette, keys, help; and the page without a desk behind it. */

async function wording(page: Page): Promise<void> {
  await goTo(page, '#/settings/messages');
  await main(page).locator('textarea').waitFor();
}

/** Once it is known that there is nothing. */
async function openEmpty(page: Page, hash: string): Promise<void> {
  await goTo(page, hash);
  await main(page).getByRole('heading', { level: 2 }).first().waitFor();
}

const EMPTY: readonly Screen[] = [
  { name: 'new-empty', open: (page) => goTo(page, '#/') },
  { name: 'log-empty', open: (page) => openEmpty(page, '#/log') },
  { name: 'inbox-empty', open: (page) => openEmpty(page, '#/inbox') },
  { name: 'overview-empty', open: (page) => openEmpty(page, '#/overview') },
  {
    name: 'hand-over-empty',
    open: async (page) => {
      await goTo(page, '#/hand-over');
      await main(page).getByRole('region').first().waitFor();
    },
  },
  ...['desk', 'callbacks', 'log', 'advanced', 'about'].map((name) => ({
    name: `settings-${name}`,
    open: async (page: Page) => {
      await goTo(page, `#/settings/${name}`);
      await main(page).getByRole('region').first().waitFor();
    },
  })),
  {
    name: 'help',
    open: async (page) => {
      await goTo(page, '#/help');
      await main(page).getByRole('article').waitFor();
    },
  },
];

const OVER: readonly Screen[] = [
  {
    name: 'palette',
    open: async (page) => {
      await goTo(page, '#/');
      await page.keyboard.press('ControlOrMeta+KeyK');
      await page.getByRole('dialog').getByRole('option').first().waitFor();
    },
  },
  {
    name: 'palette-nothing',
    open: async (page) => {
      await page.keyboard.press('ControlOrMeta+KeyK');
      await page.getByRole('dialog').getByRole('combobox').fill('zyx qqqq');
      await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(0);
    },
  },
  {
    name: 'shortcuts',
    open: async (page) => {
      await main(page).focus();
      await page.keyboard.press('Shift+Slash');
      await page.getByRole('dialog').locator('dl').first().waitFor();
    },
  },
  {
    name: 'operator-menu',
    open: async (page) => {
      await goTo(page, '#/log');
      await page.getByRole('banner').locator('[data-opens-panel]').last().click();
      await page.getByRole('switch').waitFor();
    },
  },
  {
    name: 'operator-menu-refused',
    open: async (page) => {
      await goTo(page, '#/overview');
      await page.getByRole('banner').locator('[data-opens-panel]').last().click();
      const name = page.getByRole('dialog').getByRole('textbox');
      await name.fill('');
      await name.press('Enter');
      await expect(name).toHaveAttribute('aria-invalid', 'true');
    },
  },
  {
    name: 'wordings',
    open: wording,
  },
  {
    name: 'wordings-refused',
    open: async (page) => {
      await wording(page);
      await main(page).locator('textarea').fill('For {customer}: {numbr}');
      await main(page).locator('form button[type="submit"]').last().click();
      await expect(main(page).locator('textarea')).toHaveAttribute('aria-invalid', 'true');
    },
  },
];

async function lookWithoutSession(browser: Browser, url: string, language: Language) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(new URL(url).origin);
  await page.getByRole('heading', { level: 1 }).waitFor();
  await lookInBothThemes(page, 'no-session', language);
  await context.close();
}

for (const round of ROUNDS) {
  test(`screens with nothing in them, ${round.name}`, async ({ deskPage: page }) => {
    await lookAtAll(page, EMPTY, round);
  });

  test(`what the shell opens, and wordings, ${round.name}`, async ({ deskPage: page }) => {
    await lookAtAll(page, OVER, round);
  });
}

// A page without a desk hears of no other language: each has a desk of its own.
for (const language of OPENED_ANEW) {
  test(`no desk behind the page, ${language}`, async ({ browser, desk, page }) => {
    await openDeskPage(page, desk);
    await callFromPage(page, 'settings.update', { language });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await lookWithoutSession(browser, desk.url(), language);
    await desk.stop();
    await main(page).locator('p[role="status"]').first().waitFor();
    await lookInBothThemes(page, 'desk-gone', language);
  });
}
