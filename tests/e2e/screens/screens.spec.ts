import { type Page, expect } from '@playwright/test';

import { buildInput, createInput } from '../../support/builders.ts';
import { expectAccessible } from '../axe.ts';
import { test } from '../fixtures.ts';
import { callFromPage, expectNoSidewaysScroll, goTo } from '../steps.ts';
import { keepPicture } from '../pictures.ts';

/** Every screen, light and dark, in both languages and at both widths: checked by axe, kept as a picture. */

const WIDTHS = [900, 1440] as const;
const HEIGHT = 900;

type Screen = { readonly name: string; readonly open: (page: Page) => Promise<void> };

// By role and place, not by wording: the same steps serve every language.
const SCREENS: readonly Screen[] = [
  {
    name: 'new-direct',
    open: async (page) => {
      await goTo(page, '#/');
      await page.getByRole('tab').first().click();
    },
  },
  {
    name: 'new-payment-page',
    open: async (page) => {
      await goTo(page, '#/');
      await page.getByRole('tab').nth(1).click();
    },
  },
  {
    name: 'new-refused',
    open: async (page) => {
      await goTo(page, '#/');
      await page.getByRole('tab').first().click();
      await page.getByRole('tabpanel').getByRole('textbox').first().fill('1');
      await page.keyboard.press('Enter');
      await page.locator('[aria-invalid="true"]').first().waitFor();
    },
  },
  {
    name: 'log',
    open: async (page) => {
      await goTo(page, '#/log');
      await page.getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'log-detail',
    open: async (page) => {
      await goTo(page, '#/log');
      await page.getByRole('row').filter({ hasText: 'cust-account' }).click();
      await page.getByText('cust-account').nth(1).waitFor();
    },
  },
  { name: 'settings', open: (page) => goTo(page, '#/settings') },
];

async function issueSamples(page: Page): Promise<void> {
  await callFromPage(page, 'issue.create', createInput({ customer: 'cust-card' }));
  await callFromPage(
    page,
    'issue.create',
    createInput({ customer: 'cust-sbp', payment_type: 'sbp' }),
  );
  await callFromPage(
    page,
    'issue.create',
    createInput({ customer: 'cust-account', payment_type: 'account_number', cents: 48_000_00 }),
  );
  await callFromPage(page, 'issue.build', buildInput({ customer: 'aziza@mail.example' }));
  await expect(page.getByRole('article')).toHaveCount(4);
}

for (const theme of ['light', 'dark'] as const) {
  for (const language of ['en', 'ru'] as const) {
    test(`every screen in ${theme}, ${language}`, async ({ deskPage: page }) => {
      test.setTimeout(180_000);
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await issueSamples(page);
      await callFromPage(page, 'settings.update', { theme, language });
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme);
      for (const width of WIDTHS) {
        await page.setViewportSize({ width, height: HEIGHT });
        for (const screen of SCREENS) {
          await test.step(`${screen.name} at ${width}`, async () => {
            await screen.open(page);
            const file = `${screen.name}-${theme}-${language}-${width}.png`;
            await keepPicture(page, file, { fullPage: true });
            await expectNoSidewaysScroll(page);
            await expectAccessible(page);
          });
        }
      }
    });
  }
}

test('the first start and the page for a spent link are accessible too', async ({ desk, page }) => {
  await page.goto(new URL(desk.url()).origin);
  await page
    .getByText(/press Enter/iu)
    .first()
    .waitFor();
  await keepPicture(page, 'no-access-light-en-1280.png');
  await expectAccessible(page);
  await page.goto(desk.url());
  await page.getByRole('heading', { name: 'New request' }).waitFor();
  await keepPicture(page, 'first-start-light-en-1280.png');
  await expectAccessible(page);
  await goTo(page, '#/log');
  await keepPicture(page, 'log-empty-light-en-1280.png');
  await expectAccessible(page);
});
