import { readFileSync } from 'node:fs';

import { type Locator, type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { type AnsweringDesk, test } from '../answeringDesk.ts';
import { hostOf } from '../hosts/pageHost.ts';
import { scan } from '../qr.ts';
import {
  callFromPage,
  card,
  chooseInMenu,
  field,
  menuItem,
  savedFile,
  suggestedOrder,
} from '../steps.ts';

async function issue({ page }: AnsweringDesk, customer: string): Promise<Locator> {
  await suggestedOrder(page);
  await field(page, 'Amount').fill('1500');
  await field(page, 'Customer').fill(customer);
  await field(page, 'Customer').press('Enter');
  return card(page, customer);
}

const historySchema = z.object({
  value: z.object({
    events: z.array(z.looseObject({ kind: z.string(), part: z.string().optional() })),
  }),
});

/** What the log keeps of everything that was copied from a card, in order. */
async function recordedCopies(page: Page, shown: Locator): Promise<readonly unknown[]> {
  const intentId = await shown.getAttribute('data-intent');
  const reply = await callFromPage(page, 'log.history', { intentId });
  const { events } = historySchema.parse(reply).value;
  return events.filter(({ kind }) => kind === 'copied').map((event) => [event.part, event['text']]);
}

async function download(page: Page, shown: Locator, item: string): Promise<Buffer> {
  const saved = await savedFile(page, () => chooseInMenu(shown, item));
  return readFileSync(saved);
}

test(
  'a QR scans to the exact link, as a picture; a bill is drawn; an unsafe link has none of it',
  { tag: '@landing' },
  async ({ answering }) => {
    const { page } = answering;
    const url = 'https://Pay.example/AbC?token=x%2By&next=1#Go';
    const payment_bill_url = `${answering.origin}/bill.png`;
    answering.answer('cust-link', { payment_data: { url }, payment_bill_url });
    const shown = await issue(answering, 'cust-link');
    const saved = await download(page, shown, 'Save QR');
    expect(await scan(page, saved)).toBe(url);
    await chooseInMenu(shown, 'Copy QR');
    await expect(shown).toContainText('Copied · not checked');
    expect(await hostOf(page).clipboardTypes()).toContain('image/png');
    await expect
      .poll(() => recordedCopies(page, shown))
      .toEqual([
        ['qr', url],
        ['qr', url],
      ]);

    await chooseInMenu(shown, 'Open bill');
    const bill = shown.getByRole('img', { name: 'The bill, as the provider drew it' });
    await expect(bill).toBeVisible();
    // Not only fetched: the page's policy let it be drawn.
    await expect
      .poll(() => bill.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .toBe(1);

    answering.answer('cust-unsafe', { payment_data: { url: 'http://pay.example/1' } });
    const unsafe = await issue(answering, 'cust-unsafe');
    await expect(unsafe).toContainText('This address is not safe');
    await expect(unsafe.getByRole('img')).toHaveCount(0);
    // Only the customer's name leads anywhere.
    await expect(unsafe.getByRole('link')).toHaveText('cust-unsafe');
    await expect(unsafe.getByRole('button', { name: 'Copy message' })).toHaveCount(0);
    await unsafe.getByRole('button', { name: 'More actions' }).click();
    await expect(menuItem(page, 'Repeat').first()).toBeVisible();
    await expect(menuItem(page, '(?:Save|Copy) QR|Open payment page')).toHaveCount(0);
  },
);
