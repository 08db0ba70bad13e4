import { readFileSync } from 'node:fs';

import { type Locator, type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { type AnsweringDesk, test } from '../answeringDesk.ts';
import { hostOf } from '../hosts/pageHost.ts';
import { scan } from '../qr.ts';
import { callFromPage, card, clipboardText, field, suggestedOrder } from '../steps.ts';

async function issue({ page }: AnsweringDesk, customer: string): Promise<Locator> {
  await suggestedOrder(page);
  await field(page, 'Amount').fill('1500');
  await field(page, 'Customer').fill(customer);
  await field(page, 'Customer').press('Enter');
  return card(page, customer);
}

async function pressAndRead(page: Page, button: Locator): Promise<string> {
  await hostOf(page).writeClipboard('nothing yet');
  await button.click();
  await expect.poll(() => clipboardText(page)).not.toBe('nothing yet');
  return clipboardText(page);
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

async function download(page: Page, button: Locator): Promise<Buffer> {
  const [saved] = await Promise.all([page.waitForEvent('download'), button.click()]);
  return readFileSync(await saved.path());
}

test('what is copied is what the provider sent, unseen characters and all, and they are named', async ({
  answering,
}) => {
  const { page } = answering;
  const data = {
    number: '2200\u00a07008 1234\u200b 5674',
    name: '\u200fIVAN\u200b  P. ',
    bank_name: ' \u202eKNAB\u202c',
    bic: '0445252',
    payment_reason: 'Order\u00a07, \u2066ref\u2069',
    iban: 'KZ86\u00ad125K\tZT50',
  };
  answering.answer('cust-odd', { payment_data: data });
  const shown = await issue(answering, 'cust-odd');
  await expect(shown).toContainText('The check digit of this card does not hold');
  await expect(shown).toContainText('Neither a BIC of nine digits nor a SWIFT code');
  await expect(shown).toContainText('direction mark U+200F, zero-width character U+200B');
  await expect(shown).toContainText('no-break space U+00A0, direction mark U+2066');
  const copy = (name: string): Promise<string> =>
    pressAndRead(page, shown.getByRole('button', { name, exact: true }));
  expect(await copy('Copy number')).toBe('2200700812345674');
  expect(await copy('Copy name')).toBe(data.name);
  expect(await copy('Copy bank')).toBe(data.bank_name);
  expect(await copy('Copy BIC')).toBe(data.bic);
  expect(await copy('Copy reason')).toBe(data.payment_reason);
  expect(await copy('Copy iban')).toBe(data.iban);
  const support = await copy('Copy for provider support');
  expect(support).toContain('Number ends with: 5674');
  expect(support).not.toContain('22007008');
  expect(await recordedCopies(page, shown)).toEqual([
    ['number', '2200700812345674'],
    ['name', data.name],
    ['bank_name', data.bank_name],
    ['bic', data.bic],
    ['payment_reason', data.payment_reason],
    ['other', data.iban],
    ['support', support],
  ]);
  await shown.getByRole('button', { name: 'Repeat', exact: true }).click();
  await expect(field(page, 'Customer')).toHaveValue('cust-odd');
});

test('a QR scans to the exact link, on the screen and as a picture; an unsafe link has none of it', async ({
  answering,
}) => {
  const { page } = answering;
  const url = 'https://Pay.example/AbC?token=x%2By&next=1#Go';
  answering.answer('cust-link', { payment_data: { url } });
  const shown = await issue(answering, 'cust-link');
  const onScreen = shown.getByRole('img', { name: 'QR code of the payment link' });
  await onScreen.scrollIntoViewIfNeeded();
  expect(await scan(page, await onScreen.screenshot())).toBe(url);
  const saved = await download(page, shown.getByRole('button', { name: 'Save QR' }));
  expect(await scan(page, saved)).toBe(url);
  const picture = await download(page, shown.getByRole('button', { name: 'Save picture' }));
  expect(await scan(page, picture)).toBe(url);
  await shown.getByRole('button', { name: 'Copy QR' }).click();
  await expect(shown).toContainText('Copied · not checked');
  expect(await hostOf(page).clipboardTypes()).toContain('image/png');
  const pictureText = expect.stringMatching(/^TEST\. DO NOT PAY\n[^]*https:\/\/Pay\.example\/AbC/u);
  await expect
    .poll(() => recordedCopies(page, shown))
    .toEqual([
      ['qr', url],
      ['picture', pictureText],
      ['qr', url],
    ]);

  const opener = shown.getByRole('button', { name: 'Show to customer' });
  await opener.click();
  const screen = page.getByRole('dialog');
  await expect(screen).toContainText('TEST. DO NOT PAY');
  expect(await scan(page, await page.screenshot())).toBe(url);
  const covered = await screen.evaluate((dialog) => {
    const { width, height } = dialog.getBoundingClientRect();
    return width >= window.innerWidth && height >= window.innerHeight;
  });
  expect(covered).toBe(true);
  await page.keyboard.press('Escape');
  await expect(screen).toHaveCount(0);
  await expect(opener).toBeFocused();

  answering.answer('cust-unsafe', { payment_data: { url: 'http://pay.example/1' } });
  const unsafe = await issue(answering, 'cust-unsafe');
  await expect(unsafe).toContainText('Not a safe address');
  await expect(unsafe.getByRole('img')).toHaveCount(0);
  await expect(unsafe.getByRole('link')).toHaveCount(0);
  await expect(
    unsafe.getByRole('button', { name: /QR|picture|Show to customer|Copy message/u }),
  ).toHaveCount(0);
});

test('three at once, answered out of order: each card has its own requisites, and nobody’s hands are disturbed', async ({
  answering,
}) => {
  const { page } = answering;
  const numbers = {
    'cust-a': '4111111111111111',
    'cust-b': '2201382000000013',
    'cust-c': '5555555555554444',
  };
  const customers = ['cust-a', 'cust-b', 'cust-c'] as const;
  for (const customer of customers) {
    const record = { payment_data: { number: numbers[customer], name: customer.toUpperCase() } };
    answering.answer(customer, record, true);
    await issue(answering, customer);
    await expect(card(page, customer)).toContainText('sent. Waiting for the answer.');
  }
  await hostOf(page).writeClipboard('mine');
  await field(page, 'Customer').fill('cust-next');
  for (const customer of ['cust-c', 'cust-a', 'cust-b'] as const) {
    answering.letGo(customer);
    await expect(card(page, customer)).toContainText('created');
    await expect(field(page, 'Customer')).toBeFocused();
  }
  expect(await clipboardText(page)).toBe('mine');
  await expect(field(page, 'Customer')).toHaveValue('cust-next');
  for (const customer of customers) {
    const shown = card(page, customer);
    const number = shown.getByRole('button', { name: 'Copy number' });
    expect(await pressAndRead(page, number)).toBe(numbers[customer]);
    const message = await pressAndRead(page, shown.getByRole('button', { name: 'Copy message' }));
    expect(message).toContain(numbers[customer]);
    expect(message).toContain(customer.toUpperCase());
  }

  // What was handed on is one line when the next one comes, opens by Enter, and keeps the keyboard.
  answering.answer('cust-next', { payment_data: { number: '4111111111111111' } });
  await field(page, 'Amount').fill('1500');
  await field(page, 'Customer').press('Enter');
  await expect(card(page, 'cust-next')).toContainText('created');
  const line = card(page, 'cust-a').getByRole('button');
  await expect(line).toHaveCount(1);
  await line.press('Enter');
  await expect(card(page, 'cust-a').getByRole('button', { name: 'Copy number' })).toBeVisible();
  const head = card(page, 'cust-a').getByRole('button', { name: 'Details' });
  await expect(head).toBeFocused();
  await expect(head).toHaveAttribute('aria-expanded', 'true');
});

test.describe('requisites that hold for a minute', () => {
  test.use({ validMin: 1 });

  test('count down, and are copied after their end only when that is asked for; the bill is shown', async ({
    answering,
  }) => {
    const { page, origin } = answering;
    answering.answer('cust-late', {
      payment_data: { number: '4111111111111111' },
      payment_bill_url: `${origin}/bill.png`,
    });
    const shown = await issue(answering, 'cust-late');
    await expect(shown).toContainText(/Valid to \d\d:\d\d · only 0:\d\d left/u);
    await shown.getByRole('button', { name: 'Open bill' }).click();
    const bill = shown.getByRole('img', { name: 'The bill, as the provider drew it' });
    await expect(bill).toBeVisible();
    // Not only fetched: the page's policy let it be drawn.
    await expect
      .poll(() => bill.evaluate((image) => image instanceof HTMLImageElement && image.naturalWidth))
      .toBe(1);
    await shown.getByRole('button', { name: 'Close bill' }).click();
    await expect(shown.getByRole('button', { name: 'Open bill' })).toBeFocused();
    await page.clock.setFixedTime(Date.now() + 61_000);
    await expect(shown).toContainText('Validity ended at');
    await expect(shown.getByRole('button', { name: 'Copy number' })).toBeDisabled();
    await shown.getByRole('button', { name: 'Copy anyway' }).click();
    const number = shown.getByRole('button', { name: 'Copy number' });
    expect(await pressAndRead(page, number)).toBe('4111111111111111');
  });
});
