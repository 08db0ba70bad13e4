import { type Locator, type Page, expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { test } from '../fixtures.ts';
import { hostOf } from '../hosts/pageHost.ts';
import { callFromPage, clipboardText, openSection } from '../steps.ts';

function box(page: Page): Locator {
  return page.getByRole('searchbox', { name: 'Search the log' });
}

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

/** Digits alone, whatever groups them. */
function digitsOf(text: string): string {
  return text.replaceAll(/[^0-9]/gu, '');
}

test('a request is found by the middle of its order id, narrowed, sorted and kept as a view', async ({
  deskPage: page,
}) => {
  await loadSampleDay(page);
  const order = 'KAZAN-77421-B';
  await callFromPage(page, 'issue.create', createInput({ order_id: order }));
  await expect(rows(page).first()).toContainText(order);
  await page.locator('body').press('/');
  await expect(box(page)).toBeFocused();
  await box(page).pressSequentially('n-7742');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page)).toContainText(order);
  await expect(count(page)).toHaveText(/^1 of /u);
  await page.keyboard.press('Escape');
  await expect(box(page)).toHaveValue('');
  await page.keyboard.press('Escape');
  await expect(box(page)).not.toBeFocused();

  await box(page).fill('nobody-has-this');
  await expect(page.getByRole('heading', { name: 'Nothing matches' })).toBeVisible();
  await page.getByRole('button', { name: 'Clear all' }).click();
  await expect(box(page)).toHaveValue('');

  await page.getByRole('button', { name: 'Outcome' }).click();
  await page.getByRole('checkbox', { name: 'rejected' }).check();
  await page.keyboard.press('Escape');
  await expect(rows(page).first()).toContainText('rejected');
  for (const row of await rows(page).all()) await expect(row).toContainText('rejected');
  const chips = page.getByRole('list', { name: 'Filters in use' });
  await expect(chips.getByRole('listitem')).toHaveCount(2);

  await page.getByRole('button', { name: 'Amount', exact: true }).click();
  const amount = page.getByRole('columnheader', { name: /^Amount/u });
  await expect(amount).toHaveAttribute('aria-sort', 'descending');
  // Of one look: the rows of the answer before may still stand there when the header says otherwise.
  const isDescending = async (): Promise<boolean> => {
    const cells = await rows(page).locator('[data-column="amount"]').allInnerTexts();
    const amounts = cells.map((text) => Number(digitsOf(text)));
    const sorted = amounts.toSorted((one, other) => other - one);
    return amounts.length > 1 && amounts.every((cents, at) => cents === sorted[at]);
  };
  await expect.poll(isDescending).toBe(true);
  await page.getByRole('button', { name: 'Amount', exact: true }).press('Enter');
  await expect(amount).toHaveAttribute('aria-sort', 'ascending');

  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('textbox', { name: 'Save current view as' }).fill('Refused');
  await hostOf(page).onOperation('view.save', (call) => call.abort());
  await page.getByRole('button', { name: 'Save view' }).click();
  await page.getByRole('alert').waitFor();
  await hostOf(page).offOperation('view.save');
  // Its name is still there.
  await page.getByRole('button', { name: 'Save view' }).click();
  await expect(page.getByRole('button', { name: 'Refused', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Clear all' }).click();
  await page.getByRole('button', { name: 'Days' }).click();
  await page.getByRole('button', { name: 'Last 7 days' }).click();
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('button', { name: 'Refused', exact: true }).click();
  // Without dates of its own it keeps the days that are being looked at.
  await expect(page.getByRole('button', { name: /^Days Last 7 days/u })).toBeVisible();
  await expect(page.getByRole('button', { name: /^Views Refused/u })).toBeVisible();
  await expect(amount).toHaveAttribute('aria-sort', 'ascending');
  await expect(rows(page).first()).toContainText('rejected');
  await openSection(page, 'Inbox');
  await openSection(page, 'Log');
  await expect(page.getByRole('button', { name: /^Views Refused/u })).toBeVisible();
});

test('by keyboard alone: from row to row, copied, revealed, opened, and all of it recorded', async ({
  desk,
  deskPage: page,
}) => {
  await openSection(page, 'Log');
  // The first one ends the empty log by itself.
  await page.getByRole('button', { name: 'Load sample day' }).waitFor();
  for (const customer of ['cust-a', 'cust-b', 'cust-c']) {
    await callFromPage(page, 'issue.create', createInput({ customer }));
    await expect.poll(() => desk.ledger().deposits.at(-1)?.fields['customer']).toBe(customer);
  }
  await expect(rows(page)).toHaveCount(3);
  await expect(rows(page).first().locator('[data-column="requisite"]')).toContainText('•');
  await page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  const second = rows(page).filter({ hasText: 'cust-b' });
  await expect(second.getByRole('link')).toBeFocused();
  const deposit = desk.ledger().deposits.find(({ fields }) => fields['customer'] === 'cust-b');
  const number = deposit?.payment_data['number'];
  await page.keyboard.press('ControlOrMeta+c');
  await expect(page.getByText('Number copied. The copy is recorded.')).toBeVisible();
  await expect.poll(() => clipboardText(page)).toBe(number);
  const requisite = second.locator('[data-column="requisite"]');
  // Left before the answer was there, it stays masked.
  const asked = hostOf(page).answered('request.reveal', () => true);
  await page.keyboard.press('r');
  await page.keyboard.press('ArrowDown');
  await asked;
  await expect(requisite).toContainText('•');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('r');
  await expect.poll(async () => digitsOf(await requisite.innerText())).toBe(number);
  await page.keyboard.press('ArrowDown');
  // The row was left.
  await expect(requisite).toContainText('•');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  const detail = page.getByRole('complementary');
  await expect(detail.getByText(/copied the number/u)).toBeVisible();
  await expect(detail.getByText(/revealed/u).first()).toBeVisible();
  await page.keyboard.press('j');
  await expect(detail.getByText('cust-a').first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('complementary')).toHaveCount(0);
  await expect(rows(page).filter({ hasText: 'cust-a' }).getByRole('link')).toBeFocused();
});

test('new requests slide in at the top, and further down move nothing until they are asked for', async ({
  deskPage: page,
}) => {
  await loadSampleDay(page);
  await callFromPage(page, 'issue.create', createInput({ customer: 'cust-live-1' }));
  await expect(rows(page).first()).toContainText('cust-live-1');
  // In its place, from waiting to its answer.
  await expect(rows(page).first()).toContainText('created');

  await page.getByRole('table').hover();
  await page.mouse.wheel(0, 1600);
  await expect(rows(page).filter({ hasText: 'cust-live-1' })).toHaveCount(0);
  const before = await rows(page).allInnerTexts();
  await callFromPage(page, 'issue.create', createInput({ customer: 'cust-live-2' }));
  await page.getByRole('button', { name: '1 new · Show' }).waitFor();
  expect(await rows(page).allInnerTexts()).toEqual(before);
  await page.getByRole('button', { name: '1 new · Show' }).click();
  await expect(rows(page).first()).toContainText('cust-live-2');
});

test('columns are chosen, moved and sized, and stay so', async ({ deskPage: page }) => {
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
});
