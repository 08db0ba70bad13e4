import { type Locator, type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { readLedgerFile } from '../../support/ledger.ts';
import { test as faultyTest } from '../faultyDesk.ts';
import { test } from '../fixtures.ts';
import { hostOf } from '../hosts/pageHost.ts';
import { callFromPage, clipboardText, goTo, issueDirect } from '../steps.ts';

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

test('what is on the clipboard is what is in the log: by key, by button, to WhatsApp in two, changed by hand', async ({
  desk,
  deskPage: page,
}) => {
  await page.keyboard.press('F9');
  await expect(page.getByText('Nothing copied: no request has been issued')).toBeVisible();

  const { shown } = await issueDirect(page, 'cust-77');
  await copyButton(shown).waitFor();
  const number = desk.ledger().deposits[0]?.payment_data['number'] ?? '';
  const telegram = await pressed(page, () => page.keyboard.press('F9'));
  await expect(page.getByText('Message for cust-77 copied · checked.')).toBeVisible();
  expect(telegram).toMatch(/^TEST\. DO NOT PAY\nPlease transfer exactly 1 500\.00 RUB\n/u);
  expect(telegram).toContain(`\`${number}\``);
  await expect(shown.locator('pre')).toHaveText(telegram);
  expect(await pressed(page, () => copyButton(shown).click())).toBe(telegram);

  await shown.getByRole('combobox', { name: 'Sent by' }).selectOption('whatsapp');
  await shown.getByRole('combobox', { name: 'Language of messages' }).selectOption('ru');
  await expect(shown.locator('pre').first()).toContainText('Переведите, пожалуйста, ровно');
  const whatsApp = await pressed(page, () => page.keyboard.press('Control+Shift+C'));
  expect(whatsApp).toMatch(/^TEST\. DO NOT PAY · ТЕСТ\. НЕ ОПЛАЧИВАТЬ\nПереведите/u);
  await expect(shown.getByText('Press again for the bare number')).toBeVisible();
  expect(await pressed(page, () => page.keyboard.press('F9'))).toBe(number);
  await expect(page.getByText('Number for cust-77 copied · checked.')).toBeVisible();

  await shown.getByRole('button', { name: 'Change for this once' }).click();
  const box = shown.getByRole('textbox', { name: 'Text of the message' });
  // The caret stays where somebody types, here and in the wordings.
  await box.press('ControlOrMeta+Home');
  await page.keyboard.type('12 ');
  await expect(box).toHaveValue(new RegExp(String.raw`^12 TEST\. DO NOT PAY.*: ${number}$`, 'su'));
  const changed = `Как договорились: ${number}`;
  await box.fill(`${changed}0`);
  await expect(box).toHaveAccessibleDescription(/does not hold the number/u);
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
});

test('an office’s own wording is used, faults stand at the field, and the desk’s comes back', async ({
  deskPage: page,
}) => {
  await goTo(page, '#/settings');
  await page.getByRole('link', { name: 'Change wordings' }).click();
  const box = page.getByRole('textbox', { name: 'Wording' });
  const save = page.getByRole('button', { name: 'Save wording' });
  await expect(save).toBeDisabled();
  await box.press('ControlOrMeta+Home');
  await page.keyboard.type('Hi! ');
  await expect(box).toHaveValue(/^Hi! Please/u);
  await box.fill('For {customer}: {numbr}');
  await save.click();
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(box).toHaveAccessibleDescription(/\{numbr\} is not known here/u);
  await box.fill('For {customer}: ');
  await page.getByRole('button', { name: 'Insert: Number' }).click();
  await expect(box).toHaveValue('For {customer}: `{number}`');
  const preview = page.getByRole('region', { name: 'Preview of the wording' });
  await expect(preview.locator('pre')).toHaveText('For cust-77: `9999123412341234`');
  await save.click();
  await expect(page.getByText('Saved. Messages use it from now on.')).toBeVisible();

  await goTo(page, '#/');
  const { shown } = await issueDirect(page, 'cust-5');
  await copyButton(shown).waitFor();
  const own = await pressed(page, () => page.keyboard.press('F9'));
  expect(own).toMatch(/^TEST\. DO NOT PAY\nFor cust-5: `\d{16}`$/u);

  await goTo(page, '#/settings/messages');
  await page.getByRole('button', { name: 'Restore the desk’s wording' }).click();
  await expect(page.getByText('The desk’s wording holds again.')).toBeVisible();
  await expect(box).toHaveValue(/Please transfer exactly/u);
  await goTo(page, '#/');
  expect(await pressed(page, () => page.keyboard.press('F9'))).toContain('Please transfer exactly');
});

faultyTest(
  'three customers, answers out of order: each gets their own, and nobody an older one’s',
  async ({ faulty: { page, provider } }) => {
    const late = (ms: number) => (order: string) => provider.setFault(order, 'slow', { ms });
    const first = await issueDirect(page, 'cust-1', late(5000));
    const second = await issueDirect(page, 'cust-2', late(3000));
    await page.keyboard.press('F9');
    await expect(page.getByText('cust-2 is still waiting: nothing copied.')).toBeVisible();
    const third = await issueDirect(page, 'cust-3');
    await copyButton(third.shown).waitFor();
    const newest = await pressed(page, () => page.keyboard.press('F9'));
    await expect(page.getByText('Message for cust-3 copied')).toBeVisible();
    const numberFor = (order: string): string =>
      readLedgerFile(provider.ledgerFile).deposits.find(({ order_id: id }) => id === order)
        ?.payment_data['number'] ?? 'not there';
    expect(newest).toContain(numberFor(third.order));
    expect(newest).not.toMatch(/^TEST/u);

    for (const { shown, order } of [second, first]) {
      const fold = shown.getByRole('button', { expanded: false }).first();
      await expect(copyButton(shown).or(fold).first()).toBeVisible();
      if (!(await copyButton(shown).isVisible())) await fold.click();
      await copyButton(shown).waitFor();
      // The card that has the keyboard is the one that is meant.
      await shown.getByRole('button', { name: 'Copy number' }).focus();
      const own = await pressed(page, () => page.keyboard.press('F9'));
      expect(own).toContain(numberFor(order));
      expect(own).not.toContain(numberFor(third.order));
      await expect
        .poll(() => copiesOf(page, shown))
        .toMatchObject([{ part: 'message', text: own }]);
    }

    // An hour later the requisites hold no longer: that is said first, and copied when pressed again.
    await holdFor(page, 1);
    await expect(first.shown).toContainText(/valid/iu);
    const laterMs = Date.now() + 3_600_000;
    await page.clock.setFixedTime(laterMs);
    await copyButton(first.shown).focus();
    await hostOf(page).writeClipboard('nothing yet');
    await page.keyboard.press('F9');
    await expect(page.getByText('cust-1: Not copied yet.')).toBeVisible();
    expect(await clipboardText(page)).toBe('nothing yet');
    await page.clock.setFixedTime(laterMs + 2000);
    const copied = await pressed(page, () => page.keyboard.press('F9'));
    expect(copied).toContain(numberFor(first.order));
    expect(copied).toMatch(/\nValid until .*\(Tashkent, UTC\+5\)$/u);
  },
);

/** As an integrator sets it up: requisites of every profile here hold for so many minutes. */
async function holdFor(page: Page, requisitesValidMin: number): Promise<void> {
  const { value } = z
    .object({ value: z.array(z.looseObject({ id: z.string(), mode: z.string() })) })
    .parse(await callFromPage(page, 'profile.list', {}));
  for (const { id, archivedAt: _, ...setUp } of value.filter(({ mode }) => mode === 'live')) {
    const changed = { ...setUp, requisitesValidMin, timeZone: 'Asia/Tashkent' };
    expect(await callFromPage(page, 'profile.save', { id, setUp: changed })).toMatchObject({
      ok: true,
    });
  }
}
