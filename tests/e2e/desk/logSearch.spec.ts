import { type Locator, type Page, expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { settled } from '../axe.ts';
import { test } from '../fixtures.ts';
import { callFromPage, openSection } from '../steps.ts';

/** Without the heading. */
function rows(page: Page): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('link') });
}

function count(page: Page): Locator {
  return page.getByRole('status').filter({ hasText: / of /u });
}

async function loadSampleDay(page: Page): Promise<void> {
  await openSection(page, 'Log');
  await page.getByRole('button', { name: 'Load sample day' }).click();
  await expect(count(page)).toHaveText(/^(?<all>\d+) of \k<all>$/u);
  // Those without an answer are known at once, too.
  await expect(page.getByRole('button', { name: 'Resolve several' })).toBeVisible();
}

test(
  'new requests slide in at the top, and further down move nothing until they are asked for',
  { tag: '@landing' },
  async ({ deskPage: page }) => {
    await loadSampleDay(page);
    await callFromPage(page, 'issue.create', createInput({ customer: 'cust-live-1' }));
    await expect(rows(page).first()).toContainText('cust-live-1');
    // In its place, from waiting to its answer.
    await expect(rows(page).first()).toContainText('created');

    await page.getByRole('table').hover();
    await page.mouse.wheel(0, 1600);
    await expect(rows(page).filter({ hasText: 'cust-live-1' })).toHaveCount(0);
    // The first frame without it may not be the last of the scrolling.
    await settled(page);
    const before = await rows(page).allInnerTexts();
    await callFromPage(page, 'issue.create', createInput({ customer: 'cust-live-2' }));
    await page.getByRole('button', { name: '1 new · Show' }).waitFor();
    expect(await rows(page).allInnerTexts()).toEqual(before);
    await page.getByRole('button', { name: '1 new · Show' }).click();
    await expect(rows(page).first()).toContainText('cust-live-2');
  },
);

test(
  'columns are chosen, moved and sized, and stay so',
  { tag: '@landing' },
  async ({ deskPage: page }) => {
    await loadSampleDay(page);
    const headings = page.getByRole('columnheader');
    await page.getByRole('button', { name: 'Columns' }).click();
    // It opens the row.
    await expect(page.getByRole('checkbox', { name: 'Order' })).toBeDisabled();
    await page.getByRole('checkbox', { name: 'Type' }).uncheck();
    await page.getByRole('checkbox', { name: 'Operator' }).check();
    await page.getByRole('button', { name: 'Move Operator to the left' }).click();
    await page.getByText('Compact', { exact: true }).click();
    await page.keyboard.press('Escape');
    const names = ['Time', 'Order', 'Customer', 'Amount', 'State', 'Operator', 'Requisite'];
    await expect(headings).toHaveText(names);
    const customer = page.getByRole('columnheader', { name: 'Customer' });
    const handle = page.getByRole('separator', { name: 'Width of Customer' });
    const widthOf = async (): Promise<number> => (await customer.boundingBox())?.width ?? 0;
    const before = await widthOf();
    await handle.press('ArrowLeft');
    await expect.poll(widthOf).toBe(Math.round(before) - 8);
    const from = await handle.boundingBox();
    if (from === null) throw new Error('The handle is not there');
    await page.mouse.move(from.x + 4, from.y + 10);
    await page.mouse.down();
    await page.mouse.move(from.x - 46, from.y + 10, { steps: 3 });
    await page.mouse.up();
    await expect.poll(widthOf).toBe(Math.round(before) - 58);
    await page.reload();
    await expect(headings).toHaveText(names);
    await expect.poll(widthOf).toBe(Math.round(before) - 58);
    expect((await rows(page).first().boundingBox())?.height).toBe(28);
  },
);
