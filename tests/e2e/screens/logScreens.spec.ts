import { type Locator, type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { DEFAULT_LISTENER } from '../../../src/shared/domain/callback.ts';
import { createInput } from '../../support/builders.ts';
import type { Desk } from '../../support/desk.ts';
import { callBack } from '../callBack.ts';
import { test } from '../fixtures.ts';
import { keepPicture } from '../pictures.ts';
import { callFromPage, goTo } from '../steps.ts';
import { ROUNDS, type Screen, lookAtAll } from './look.ts';
import { cardOf, main } from './shop.ts';

/** Log, Overview, Inbox, hand-over: with much in them, and with privacy. Notices and paid amounts. */

const listenerSchema = z.object({ value: z.object({ address: z.string() }) });

async function listen(page: Page): Promise<string> {
  const set = await callFromPage(page, 'callback.setListener', {
    profileId: 'sandbox',
    settings: { ...DEFAULT_LISTENER, enabled: true },
    newPath: false,
  });
  return listenerSchema.parse(set).value.address;
}

/** With rows in it: the first one is the heading's. */
async function openLog(page: Page): Promise<Locator> {
  await goTo(page, '#/log');
  const row = main(page).getByRole('row').nth(1);
  await row.waitFor();
  return row;
}

/** In the order in which they stand. */
const MENUS = { views: 0, columns: 1, days: 2, outcomes: 3, more: 6 } as const;

async function openMenu(page: Page, menu: keyof typeof MENUS): Promise<void> {
  await openLog(page);
  await main(page).locator('button[aria-haspopup="dialog"]').nth(MENUS[menu]).click();
  const panel = page.getByRole('dialog');
  await panel.getByRole('button').or(panel.getByRole('checkbox')).first().waitFor();
}

async function openDetail(page: Page): Promise<Locator> {
  const row = await openLog(page);
  await row.getByRole('link').first().click();
  const detail = page.getByRole('complementary');
  await detail.getByRole('article').waitFor();
  return detail;
}

const LOG: readonly Screen[] = [
  { name: 'log', open: async (page) => void (await openLog(page)) },
  { name: 'log-views', open: (page) => openMenu(page, 'views') },
  { name: 'log-columns', open: (page) => openMenu(page, 'columns') },
  { name: 'log-days', open: (page) => openMenu(page, 'days') },
  { name: 'log-filter', open: (page) => openMenu(page, 'outcomes') },
  { name: 'log-filters', open: (page) => openMenu(page, 'more') },
  {
    name: 'log-export',
    open: async (page) => {
      await openLog(page);
      await main(page).locator('button[aria-controls][aria-expanded]:not([aria-haspopup])').click();
      await page.getByRole('dialog').getByRole('button').nth(1).waitFor();
    },
  },
  {
    name: 'log-narrowed',
    open: async (page) => {
      await openMenu(page, 'outcomes');
      for (const box of await page.getByRole('dialog').getByRole('checkbox').all()) {
        await box.check();
      }
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      // Rows of the answer before are pale until the new one is there.
      await expect(main(page).locator('[data-old="true"]')).toHaveCount(0);
    },
  },
  {
    name: 'log-none-such',
    open: async (page) => {
      await openLog(page);
      await main(page).getByRole('searchbox').fill('no customer has this name');
      await expect(main(page).getByRole('row')).toHaveCount(0);
    },
  },
  {
    name: 'log-detail',
    open: async (page) => {
      await main(page).getByRole('searchbox').fill('');
      await openDetail(page);
    },
  },
];

const OTHERS: readonly Screen[] = [
  {
    name: 'overview',
    open: async (page) => {
      await goTo(page, '#/overview');
      await main(page).getByRole('region').nth(4).waitFor();
    },
  },
  {
    name: 'inbox',
    open: async (page) => {
      await goTo(page, '#/inbox');
      await main(page).getByRole('row').nth(1).waitFor();
    },
  },
  {
    name: 'inbox-opened',
    open: async (page) => {
      await goTo(page, '#/inbox/of/~apart~~');
      await main(page).getByRole('row').nth(1).getByRole('link').first().click();
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
    name: 'hand-over-full',
    open: async (page) => {
      await goTo(page, '#/hand-over');
      await main(page).locator('[data-calling]').first().waitFor();
    },
  },
  {
    name: 'palette-results',
    open: async (page) => {
      await goTo(page, '#/');
      await page.keyboard.press('ControlOrMeta+KeyK');
      await page.getByRole('dialog').getByRole('combobox').fill('cust-10');
      const found = page.getByRole('dialog').getByRole('option').filter({ hasText: 'cust-10' });
      await found.first().waitFor();
    },
  },
];

/** From a card that a provider called back about to what was agreed on. */
function calledBack(desk: Desk, address: string): readonly Screen[] {
  return [
    {
      name: 'notice-and-paid-amount',
      open: async (page) => {
        // Its card would be notice enough.
        await goTo(page, '#/settings');
        const { id } = desk.ledger().deposits[0] ?? {};
        await callBack(address, { id, state: 'оплачено', amount: '1450.00' });
        // In the corner. It stays while the keyboard is in it.
        const toast = page.locator('ol article');
        await expect(toast).toContainText('оплачено');
        await toast.getByRole('button').first().focus();
      },
    },
    {
      name: 'mismatch',
      open: async (page) => {
        await goTo(page, '#/');
        const card = cardOf(page, 'cust-paid');
        await expect(card).toContainText('оплачено');
        // Beside what was paid, after the top-up; the first button folds the card.
        await card.getByRole('button').nth(2).click();
        await card.getByRole('form').getByRole('textbox').waitFor();
      },
    },
    {
      name: 'log-detail-called-back',
      open: async (page) => {
        await openLog(page);
        await main(page).getByRole('row').filter({ hasText: 'cust-paid' }).click();
        await page.getByRole('complementary').getByRole('article').waitFor();
      },
    },
    {
      name: 'listener',
      open: async (page) => {
        await goTo(page, '#/settings/profile/sandbox/callbacks');
        await main(page).getByRole('tabpanel').getByRole('checkbox').first().waitFor();
      },
    },
  ];
}

const PRIVATE: readonly Screen[] = (
  [
    ['new', '#/'],
    ['log', '#/log'],
    ['overview', '#/overview'],
    ['hand-over', '#/hand-over'],
  ] as const
).map(([name, hash]) => ({
  name: `private-${name}`,
  open: async (page) => {
    await callFromPage(page, 'settings.update', { privacy: true });
    await goTo(page, hash);
    await expect(main(page)).toContainText('•••');
  },
}));

for (const round of ROUNDS) {
  test(`a log with much in it, ${round.name}`, async ({ deskPage: page }) => {
    await callFromPage(page, 'log.loadSample', {});
    await lookAtAll(page, LOG, round);
  });

  test(`what is made of much in the log, ${round.name}`, async ({ deskPage: page }) => {
    await callFromPage(page, 'log.loadSample', {});
    await lookAtAll(page, OTHERS, round);
  });

  test(`screens of the whole cycle, and with privacy, ${round.name}`, async ({
    desk,
    deskPage: page,
  }) => {
    await callFromPage(page, 'log.loadSample', {});
    const address = await listen(page);
    await callFromPage(page, 'issue.create', createInput({ customer: 'cust-paid' }));
    await expect.poll(() => desk.ledger().deposits.length).toBe(1);
    await lookAtAll(page, [...calledBack(desk, address), ...PRIVATE], round);
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
  // On New request the cards in view would be notice enough.
  await goTo(page, '#/overview');
  const region = page.getByRole('region', { name: 'Latest notifications' });
  for (const width of [1440, 900]) {
    await page.setViewportSize({ width, height: 900 });
    for (const { id } of desk.ledger().deposits) {
      await callBack(address, { id, state: `${width}${'s'.repeat(250)}`, amount: '1450.00' });
    }
    await region.hover();
    await expect(region.getByRole('article').first()).toContainText(`${width}s`);
    // Also of those that stand in a line: the state alone would not tell that it was less.
    for (const shown of await region.getByRole('article').all()) {
      await expect(shown).toContainText(/1.450\.00/u);
    }
    const [own, content] = await Promise.all([region.boundingBox(), main(page).boundingBox()]);
    if (own === null || content === null) throw new Error('Nothing is shown');
    expect(own.x + own.width <= content.x || content.y + content.height <= own.y).toBe(true);
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
