import { expect } from '@playwright/test';

import { focusedName, tabTo } from '../byKeyboard.ts';
import { test } from '../fixtures.ts';
import { clipboardText, suggestedOrder } from '../steps.ts';

test('a request is issued and its number copied by keyboard alone', async ({
  desk,
  deskPage: page,
}) => {
  // The form is whole: tabs are counted in presses, and a busy machine draws it late.
  await suggestedOrder(page);
  await tabTo(page, /textbox "Amount"/u);
  await page.keyboard.type('1 500,00');
  await tabTo(page, /"Payment type"/u);
  await tabTo(page, /combobox "Customer"/u);
  await page.keyboard.type('cust-kb');
  await page.keyboard.press('ControlOrMeta+Enter');
  await page.getByRole('button', { name: 'Copy number' }).waitFor();
  // The result steals no focus: the next customer's amount can be typed at once.
  expect(await focusedName(page)).toMatch(/textbox/u);
  // The form takes the keyboard back when it is free, and it may be so only after the result.
  await suggestedOrder(page);
  await expect(page.getByRole('textbox', { name: 'Amount' })).toBeFocused();
  await tabTo(page, /button "Copy number/u);
  await page.keyboard.press('Enter');
  const [deposit] = desk.ledger().deposits;
  await expect.poll(() => clipboardText(page)).toBe(deposit?.payment_data['number']);
});
