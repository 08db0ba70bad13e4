import { type Locator, type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { test } from '../fixtures.ts';
import { hostOf } from '../hosts/pageHost.ts';
import { callFromPage, chooseInMenu, clipboardText, issueDirect } from '../steps.ts';

const copyButton = (shown: Locator): Locator => shown.getByRole('button', { name: 'Copy message' });

/** What the log has of it: exactly what was copied, and whether it was read back. */
async function copiesOf(page: Page, shown: Locator): Promise<readonly unknown[]> {
  const intentId = await shown.getAttribute('data-intent');
  const reply = await callFromPage(page, 'log.history', { intentId });
  const { events } = z
    .object({ value: z.object({ events: z.array(z.looseObject({ kind: z.string() })) }) })
    .parse(reply).value;
  return events
    .filter(({ kind }) => kind === 'copied')
    .map(({ part, text, readBack }) => ({ part, text, readBack }));
}

/** The clipboard is empty first, so that what is found there was put there by the next press. */
async function pressed(page: Page, press: () => Promise<void>): Promise<string> {
  await hostOf(page).writeClipboard('nothing yet');
  await press();
  await expect.poll(() => clipboardText(page)).not.toBe('nothing yet');
  return clipboardText(page);
}

test(
  'what is on the clipboard is what is in the log: by key, by button, to WhatsApp in two, changed by hand',
  { tag: '@host' },
  async ({ desk, deskPage: page }) => {
    // The messages are loaded after the first frame, and hear no key before.
    await expect(async () => {
      await page.keyboard.press('F9');
      const said = page.getByText('Nothing copied: no request has been issued');
      await expect(said).toBeVisible({ timeout: 2000 });
    }).toPass();

    const { shown } = await issueDirect(page, 'cust-77');
    await copyButton(shown).waitFor();
    const number = desk.ledger().deposits[0]?.payment_data['number'] ?? '';
    const telegram = await pressed(page, () => page.keyboard.press('F9'));
    await expect(page.getByText('Message for cust-77 copied · checked.')).toBeVisible();
    expect(telegram).toMatch(/^TEST\. DO NOT PAY\nPlease transfer exactly 1 500\.00 RUB\n/u);
    expect(telegram).toContain(`\`${number}\``);
    expect(await pressed(page, () => copyButton(shown).click())).toBe(telegram);

    await chooseInMenu(shown, 'Channel', 'WhatsApp');
    await chooseInMenu(shown, 'Language', 'Русский');
    await expect(shown).toContainText('RU · WhatsApp');
    const whatsApp = await pressed(page, () => page.keyboard.press('Control+Shift+C'));
    expect(whatsApp).toMatch(/^TEST\. DO NOT PAY · ТЕСТ\. НЕ ОПЛАЧИВАТЬ\nПереведите/u);
    await expect(shown.getByText('Press again for the bare number')).toBeVisible();
    expect(await pressed(page, () => page.keyboard.press('F9'))).toBe(number);
    await expect(page.getByText('Number for cust-77 copied · checked.')).toBeVisible();

    await chooseInMenu(shown, 'Edit this message');
    const box = shown.getByRole('textbox', { name: 'Text of the message' });
    // The caret stays where somebody types, here and in the wordings.
    await box.press('ControlOrMeta+Home');
    await page.keyboard.type('12 ');
    await expect(box).toHaveValue(
      new RegExp(String.raw`^12 TEST\. DO NOT PAY.*: ${number}$`, 'su'),
    );
    const changed = `Как договорились: ${number}`;
    await box.fill(`${changed}0`);
    await expect(box).toHaveAccessibleDescription(/does not contain the number/u);
    await copyButton(shown).click();
    await expect(shown.getByText('Press again to copy it anyway')).toBeVisible();
    await expect.poll(() => clipboardText(page)).toBe(number);
    await box.fill(changed);
    expect(await pressed(page, () => page.keyboard.press('F9'))).toBe(changed);

    const readBack = 'same';
    await expect
      .poll(() => copiesOf(page, shown))
      .toEqual([
        { part: 'message', text: telegram, readBack },
        { part: 'message', text: telegram, readBack },
        { part: 'message', text: whatsApp, readBack },
        { part: 'number', text: number, readBack },
        { part: 'message', text: changed, readBack },
      ]);
  },
);
