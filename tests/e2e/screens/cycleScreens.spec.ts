import { type Page, expect } from '@playwright/test';

import { z } from 'zod';

import { DEFAULT_LISTENER } from '../../../src/shared/domain/callback.ts';
import { createInput } from '../../support/builders.ts';
import type { Desk } from '../../support/desk.ts';
import { expectAccessibleInBothThemes } from '../axe.ts';
import { callBack } from '../callBack.ts';
import { test } from '../fixtures.ts';
import { callFromPage, expectNoSidewaysScroll, goTo } from '../steps.ts';
import { keepPicture } from '../pictures.ts';

/** Overview, Inbox, notices and paid amounts: light and dark, in both languages and at both widths. */

/** By axe at the first width, and fitting the other: each width, each language and each theme has its turn at every screen. */
const LOOKS = [
  { language: 'en', width: 1440, other: 900 },
  { language: 'ru', width: 900, other: 1440 },
] as const;
const CHARTS = 6;
const listenerSchema = z.object({ value: z.object({ address: z.string() }) });

async function listen(page: Page): Promise<string> {
  const set = await callFromPage(page, 'callback.setListener', {
    profileId: 'sandbox',
    settings: { ...DEFAULT_LISTENER, enabled: true },
    newPath: false,
  });
  return listenerSchema.parse(set).value.address;
}

type Screen = { readonly name: string; readonly open: (page: Page) => Promise<void> };

/** By role and place, not by wording: the same steps serve every language. */
function screensOf(desk: Desk, address: string): readonly Screen[] {
  const main = (page: Page) => page.getByRole('main');
  return [
    {
      name: 'overview',
      open: async (page) => {
        await goTo(page, '#/overview');
        await main(page).getByRole('region').nth(5).waitFor();
      },
    },
    {
      name: 'overview-tables',
      open: async (page) => {
        const charts = main(page).locator('button[aria-pressed="false"]');
        for (let left = CHARTS; left > 0; left -= 1) {
          await expect(charts).toHaveCount(left);
          await charts.first().click();
        }
        await expect(charts).toHaveCount(0);
      },
    },
    {
      name: 'inbox-opened',
      open: async (page) => {
        await goTo(page, '#/inbox/of/~apart~~');
        await main(page).getByRole('row').nth(1).getByRole('link').click();
        await page.getByRole('complementary').getByRole('heading').first().waitFor();
      },
    },
    {
      name: 'inbox-none-such',
      open: async (page) => {
        await goTo(page, '#/inbox/of/~bad_signature~~');
        await main(page).getByRole('heading', { level: 2 }).waitFor();
      },
    },
    {
      name: 'notice-and-paid-amount',
      open: async (page) => {
        await goTo(page, '#/');
        const { id } = desk.ledger().deposits[0] ?? {};
        await callBack(address, { id, state: 'оплачено', amount: '1450.00' });
        // In the corner, not among the cards. It stays while somebody points at it.
        const toast = page.locator('ol article');
        await expect(toast).toContainText('оплачено');
        await toast.hover();
        const card = main(page).getByRole('article').filter({ hasText: 'cust-paid' });
        await expect(card).toContainText('оплачено');
      },
    },
    {
      name: 'disposition',
      open: async (page) => {
        const card = main(page).getByRole('article').filter({ hasText: 'cust-paid' });
        // It is beside what was paid, above what can be copied.
        await card.getByRole('button').first().click();
        await card.getByRole('form').getByRole('textbox').waitFor();
      },
    },
    {
      name: 'log-detail-called-back',
      open: async (page) => {
        await goTo(page, '#/log');
        await main(page).getByRole('row').filter({ hasText: 'cust-paid' }).click();
        await page.getByRole('complementary').getByRole('article').waitFor();
      },
    },
  ];
}

async function picture(page: Page, name: string): Promise<void> {
  await keepPicture(page, `${name}.png`, { fullPage: true, animations: 'disabled' });
  await expectNoSidewaysScroll(page);
}

for (const { language, width, other } of LOOKS) {
  test(`screens of the whole cycle are accessible, light and dark, ${language}, ${width} wide, and fit ${other}`, async ({
    desk,
    deskPage: page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await callFromPage(page, 'log.loadSample', {});
    const address = await listen(page);
    await callFromPage(page, 'issue.create', createInput({ customer: 'cust-paid' }));
    await expect.poll(() => desk.ledger().deposits.length).toBe(1);
    await callFromPage(page, 'settings.update', { language });
    await expect(page.locator('html')).toHaveAttribute('lang', language);
    await page.setViewportSize({ width, height: 900 });
    for (const { name, open } of screensOf(desk, address)) {
      await test.step(name, async () => {
        await open(page);
        await picture(page, `${name}-light-${language}-${width}`);
        await expectAccessibleInBothThemes(page);
        await page.setViewportSize({ width: other, height: 900 });
        await picture(page, `${name}-light-${language}-${other}`);
        await page.setViewportSize({ width, height: 900 });
      });
    }
  });
}

/** In words that no provider should use, but may. */
test('notices cover nothing of the page and keep their buttons, however long the words', async ({
  desk,
  deskPage: page,
}) => {
  const address = await listen(page);
  for (const [at, customer] of ['first', 'second', 'W'.repeat(255)].entries()) {
    const input = createInput({ customer, order_id: `${'x'.repeat(200)}${at}` });
    await callFromPage(page, 'issue.create', input);
  }
  await expect.poll(() => desk.ledger().deposits.length).toBe(3);
  const region = page.getByRole('region', { name: 'Latest notifications' });
  for (const width of [1440, 900]) {
    await page.setViewportSize({ width, height: 900 });
    for (const { id } of desk.ledger().deposits) {
      await callBack(address, { id, state: `${width}${'s'.repeat(250)}`, amount: '1450.00' });
    }
    await region.hover();
    await expect(region.getByRole('article').first()).toContainText(`${width}s`);
    const [own, main] = await Promise.all([
      region.boundingBox(),
      page.getByRole('main').boundingBox(),
    ]);
    if (own === null || main === null) throw new Error('Nothing is shown');
    expect(own.x + own.width <= main.x || main.y + main.height <= own.y).toBe(true);
    const unverified = region.getByText('unverified').first();
    for (const needed of [unverified, ...(await region.getByRole('button').all())]) {
      const box = await needed.boundingBox();
      expect(box?.x).toBeGreaterThanOrEqual(own.x);
      expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(own.x + own.width);
    }
    await keepPicture(page, `notices-long-${width}.png`);
    await region.getByRole('button', { name: 'Close all' }).click();
    await expect(region).toBeHidden();
  }
});
