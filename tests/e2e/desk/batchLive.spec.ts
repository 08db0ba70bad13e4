import { expect } from '@playwright/test';

import { test } from '../answeringDesk.ts';
import { batchRow, expectState, openBatch, pasteRows, pressTo, retype } from '../batchSteps.ts';

test.use({ mode: 'live' });

test(
  'in Live the number of requests is typed, and the profile confirmed, before anything is sent',
  { tag: '@landing' },
  async ({ answering }) => {
    const { page, answer } = answering;
    for (const customer of ['live-1', 'live-2', 'live-3']) {
      answer(customer, { payment_data: { number: '4111111111111111', bank_name: 'Bank' } });
    }
    await openBatch(page);
    await pasteRows(page, [
      'Customer\tAmount\tCurrency\tType',
      ...[1, 2, 3].map((at) => `live-${at}\t150${at}\tRUB\tsbp`),
    ]);
    await expect(page.getByRole('button', { name: 'Check 3 rows' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('status').filter({ hasText: '3 of 3 rows' })).toBeVisible();
    await pressTo(page, /button "Continue"/u);

    const typed = page.getByRole('textbox', { name: 'Type the number of requests: 3' });
    const issue = page.getByRole('button', { name: 'Issue 3 requests' });
    await expect(typed).toBeFocused();
    await expect(issue).toBeDisabled();
    await page.keyboard.type('2');
    await page.keyboard.press('Enter');
    await expect(issue).toBeDisabled();
    await expect(
      page.getByRole('heading', { name: 'Issue 3 requests as Answering' }),
    ).toBeVisible();
    await retype(page, '3');
    await expect(issue).toBeEnabled();
    // This run of the desk has not confirmed the profile: the typed number does, on this step.
    await page.keyboard.press('Enter');
    await expectState(page, 'Done');
    for (const at of [1, 2, 3])
      await expect(batchRow(page, `live-${at}`)).toContainText('Accepted');
  },
);
