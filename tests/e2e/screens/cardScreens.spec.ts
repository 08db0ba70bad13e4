import { type Locator, type Page, expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { type AnsweringDesk, test as answeringTest } from '../answeringDesk.ts';
import { test } from '../fixtures.ts';
import { callFromPage, goTo } from '../steps.ts';
import { ROUNDS, type Screen, lookAtAll } from './look.ts';
import { cardOf, main } from './shop.ts';

/** Now: every outcome that a request can have, and what can be done with it. */

const NUMBER = '2200700812345674';
const REQUISITES = {
  number: NUMBER,
  name: '\u200fIVAN\u200b PETROVICH P.',
  bank_name: 'Commercial Bank of the Long Name and Partners',
  bic: '0445252',
  payment_reason: 'Order\u00a07, agreement of the 3rd of May',
  iban: 'KZ86125KZT5004100100',
};
const LINK = { url: 'https://pay.example/AbC?token=x%2By&next=1#Go', number: '+70002914430' };

/** Issued just now, so its card is whole and on top. */
async function issued(page: Page, customer: string, profileId = 'answering'): Promise<Locator> {
  await goTo(page, '#/');
  await callFromPage(page, 'profile.confirmLive', { profileId });
  await callFromPage(page, 'issue.create', { ...createInput({ customer }), profileId });
  const shown = cardOf(page, customer);
  await shown.getByRole('button').nth(1).waitFor();
  // What was looked at before stays where it was: the newest one may be above it.
  await shown.evaluate((card) => card.scrollIntoView({ block: 'start' }));
  return shown;
}

/** Places in the menu of a card with requisites and a bill, in whatever language. */
const CHANNEL = 1;
const EDIT = 2;
const BILL = 3;

async function choose(shown: Locator, item: number): Promise<void> {
  await shown.locator('[aria-haspopup="menu"]').click();
  await shown.page().getByRole('menu').locator('[role^="menuitem"]').nth(item).click();
}

function answeredScreens({ answer, origin }: AnsweringDesk): readonly Screen[] {
  const said = async (page: Page, customer: string, record: object): Promise<Locator> => {
    answer(customer, record);
    return issued(page, customer);
  };
  const held = async (page: Page, customer: string): Promise<Locator> => {
    answer(customer, {}, true);
    const shown = await issued(page, customer);
    const intentId = await shown.getAttribute('data-intent');
    // Sooner it would be cancelled without a question.
    await expect
      .poll(() => callFromPage(page, 'request.stages', {}))
      .toMatchObject({ value: expect.arrayContaining([{ intentId, stage: 'waiting' }]) });
    return shown;
  };
  const composer = (shown: Locator): Locator => shown.getByRole('group').first();
  return [
    {
      name: 'card-requisites',
      open: async (page) => {
        const shown = await said(page, 'cust-requisites', { payment_data: REQUISITES });
        await composer(shown).getByRole('button').first().waitFor();
      },
    },
    {
      name: 'card-bill',
      open: async (page) => {
        const record = { payment_data: REQUISITES, payment_bill_url: `${origin}/bill.png` };
        const shown = await said(page, 'cust-bill', record);
        await choose(shown, BILL);
        await shown.getByRole('img').waitFor();
      },
    },
    {
      name: 'card-link',
      open: async (page) => {
        const shown = await said(page, 'cust-link', { payment_data: LINK });
        await composer(shown).getByRole('button').nth(1).click();
        await page.getByRole('menu').waitFor();
      },
    },
    {
      name: 'card-unsafe-link',
      open: async (page) => {
        const record = { payment_data: { url: 'http://pay.example/1' } };
        await said(page, 'cust-unsafe', { ...record, payment_bill_url: 'http://pay.example/bill' });
      },
    },
    {
      name: 'card-changed-amount',
      open: async (page) => {
        await said(page, 'cust-changed', { amount_cents: 149_999, payment_data: REQUISITES });
      },
    },
    {
      name: 'message-edited',
      open: async (page) => {
        const shown = await said(page, 'cust-edited', { payment_data: REQUISITES });
        await choose(shown, EDIT);
        await composer(shown).getByRole('textbox').fill('Без номера, но очень вежливо');
        await composer(shown).getByRole('button').first().click();
      },
    },
    {
      name: 'message-of-two-copied',
      open: async (page) => {
        const shown = await said(page, 'cust-two', { payment_data: REQUISITES });
        await choose(shown, CHANNEL);
        await page.getByRole('menuitemradio').nth(1).click();
        await expect(composer(shown)).toContainText('WhatsApp');
        await composer(shown).getByRole('button').first().click();
        await page.keyboard.press('F9');
      },
    },
    {
      name: 'message-whose',
      open: async (page) => {
        // Three cards are open, and the keyboard is in none of them.
        await page.locator(':focus').blur();
        await page.keyboard.press('F9');
        await page.getByRole('dialog').getByRole('button').nth(2).waitFor();
      },
    },
    {
      name: 'card-in-flight',
      open: async (page) => {
        await page.keyboard.press('Escape');
        await held(page, 'cust-held');
      },
    },
    {
      name: 'card-cancel',
      open: async (page) => {
        const shown = await held(page, 'cust-cancel');
        await shown.getByRole('button').nth(1).click();
        await shown.getByRole('button').nth(2).waitFor();
      },
    },
  ];
}

/** The provider inside the desk, asked to go wrong. */
async function led(page: Page, customer: string, scenario: string): Promise<Locator> {
  await goTo(page, '#/');
  const input = createInput({ customer });
  await callFromPage(page, 'sandbox.arm', { orderId: input.fields.order_id, scenario });
  await callFromPage(page, 'issue.create', input);
  const shown = cardOf(page, customer);
  await shown.getByRole('button').nth(1).waitFor();
  return shown;
}

async function resolving(page: Page, kind: number): Promise<void> {
  const shown = cardOf(page, 'cust-unknown');
  const kinds = shown.getByRole('radiogroup').first();
  if (!(await kinds.isVisible())) await shown.getByRole('button').nth(1).click();
  await kinds.locator('label').nth(kind).click();
  // What is missing is said at its field.
  await shown.getByRole('region').getByRole('button').last().click();
}

const OUTCOMES: readonly Screen[] = [
  {
    name: 'card-rejected',
    open: async (page) => void (await led(page, 'cust-rejected', 'refused')),
  },
  {
    name: 'card-no-requisites',
    open: async (page) => void (await led(page, 'cust-none', 'no_requisites')),
  },
  {
    name: 'card-unreadable',
    open: async (page) => void (await led(page, 'cust-unreadable', 'unreadable_answer')),
  },
  {
    name: 'card-unknown',
    open: async (page) => {
      await led(page, 'cust-unknown', 'lost_answer');
      await expect(cardOf(page, 'cust-unknown')).toHaveAttribute('data-open', 'true');
    },
  },
  { name: 'resolve-found', open: (page) => resolving(page, 0) },
  { name: 'resolve-absent', open: (page) => resolving(page, 1) },
  { name: 'resolve-reissue', open: (page) => resolving(page, 2) },
  {
    name: 'log-resolve-several',
    open: async (page) => {
      await goTo(page, '#/log');
      // Beside the title; the menus there have panels of their own.
      const beside = main(page).getByRole('heading', { level: 1 }).locator('xpath=..');
      await beside.locator('> button:not([aria-haspopup])').click();
      await main(page).getByRole('checkbox').first().waitFor();
    },
  },
];

for (const round of ROUNDS) {
  answeringTest(
    `cards of what was accepted or is waited for, ${round.name}`,
    async ({ answering }) => {
      await lookAtAll(answering.page, answeredScreens(answering), round);
    },
  );

  test(`cards of what went wrong, ${round.name}`, async ({ deskPage: page }) => {
    await lookAtAll(page, OUTCOMES, round);
  });
}

answeringTest.describe('requisites that hold for a minute', () => {
  answeringTest.use({ validMin: 1 });

  for (const round of ROUNDS) {
    answeringTest(`cards with a clock, ${round.name}`, async ({ answering }) => {
      const screens: readonly Screen[] = [
        {
          name: 'card-valid-until',
          open: async (page) => {
            answering.answer('cust-clock', { payment_data: LINK });
            await issued(page, 'cust-clock');
          },
        },
        {
          name: 'card-expired',
          open: async (page) => {
            await page.clock.setFixedTime(Date.now() + 61_000);
            await cardOf(page, 'cust-clock').locator('[data-tone="unknown"]').waitFor();
          },
        },
      ];
      await lookAtAll(answering.page, screens, round);
    });
  }
});
