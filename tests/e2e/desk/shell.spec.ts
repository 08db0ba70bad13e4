import { type Locator, type Page, expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { test } from '../fixtures.ts';
import { callFromPage, card, field, goTo } from '../steps.ts';

function palette(page: Page): Locator {
  return page.getByRole('dialog', { name: 'Find or do anything' });
}

/** As a Cyrillic layout sends it: the same physical key, another letter. */
async function pressInCyrillic(page: Page, code: string, letter: string): Promise<void> {
  await page.evaluate(
    ([pressed, key]) => {
      const target = document.activeElement ?? document.body;
      const init = { code: pressed, key, ctrlKey: true, bubbles: true, cancelable: true };
      target.dispatchEvent(new KeyboardEvent('keydown', init));
    },
    [code, letter] as const,
  );
}

/** Types into the palette and takes what stands first. */
async function choose(page: Page, text: string, first: RegExp): Promise<void> {
  await page.keyboard.press('Control+KeyK');
  await palette(page).getByRole('combobox').fill(text);
  const active = palette(page).getByRole('option', { selected: true });
  await expect(active).toHaveAccessibleName(first);
  await page.keyboard.press('Enter');
  await expect(palette(page)).toBeHidden();
}

test('the palette opens and finds in either layout, and leaves the keyboard where it was', async ({
  deskPage: page,
}) => {
  await callFromPage(page, 'log.loadSample', {});
  await callFromPage(page, 'issue.create', createInput({ customer: 'qwanna', order_id: 'SH-1' }));
  await card(page, 'qwanna').waitFor();
  const customer = field(page, 'Customer');
  await customer.fill('cust-12');
  await customer.evaluate((box: HTMLInputElement) => box.setSelectionRange(2, 4));

  await pressInCyrillic(page, 'KeyK', 'л');
  const box = palette(page).getByRole('combobox');
  await expect(box).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(customer).toBeFocused();
  const marked = (element: HTMLInputElement): unknown[] => [
    element.value,
    element.selectionStart,
    element.selectionEnd,
  ];
  expect(await customer.evaluate(marked)).toEqual(['cust-12', 2, 4]);

  // "log" as a Cyrillic layout writes it.
  await choose(page, 'дщп', /^Log/u);
  await expect(page.getByRole('heading', { name: 'Log', level: 1 })).toBeVisible();
  await choose(page, 'quick', /^Quick line/u);
  await expect(page.getByRole('textbox', { name: 'Quick line' })).toBeFocused();

  // "qwanna", whose request is of today, and one that only the log knows.
  await choose(page, 'йцфттф', /^qwanna/u);
  await expect(page.getByRole('main').getByText('SH-1').first()).toBeVisible();
  await page.keyboard.press('Control+KeyK');
  await box.fill('cust-10');
  await expect(palette(page).getByRole('group', { name: 'In the log' })).toBeVisible();
  // Escape is the palette's: the opened request stays.
  await page.keyboard.press('Escape');
  await expect(page.getByRole('main').getByText('SH-1').first()).toBeVisible();

  await callFromPage(page, 'settings.update', { privacy: true });
  await expect(page.getByRole('button', { name: /^Privacy on/u })).toBeVisible();
  await page.keyboard.press('Control+KeyK');
  await box.fill('SH-1');
  const hidden = palette(page).getByRole('option', { name: /^•••.*SH-1/u });
  await expect(hidden).toContainText('•••');
  await expect(hidden).not.toContainText(/qwanna|500/u);
});

test('the tour takes nothing, and once skipped it stays away until Help brings it back', async ({
  deskPage: page,
}) => {
  const tour = page.getByRole('complementary', { name: 'Getting to know the desk' });
  await field(page, 'Amount').focus();
  await tour.waitFor();
  await expect(field(page, 'Amount')).toBeFocused();
  for (const step of [1, 2, 3, 4]) {
    await expect(tour.getByRole('heading')).toContainText(`${step} of 4`);
    // It points at something that is there.
    await expect(page.locator('[data-toured]')).toBeVisible();
    if (step < 4) await tour.getByRole('button', { name: 'Go on' }).click();
  }
  await tour.getByRole('button', { name: 'Back' }).click();
  await tour.getByRole('button', { name: 'Skip the tour' }).click();
  await expect(tour).toBeHidden();
  await expect(page.locator('[data-toured]')).toHaveCount(0);
  await page.reload();
  // That it is not seen yet proves little on a busy machine; the desk itself must have kept it.
  await page.getByRole('heading', { name: 'New request', level: 1 }).waitFor();
  await page.waitForFunction(() => performance.now() > 1500);
  await expect(tour).toBeHidden();
  expect(await callFromPage(page, 'settings.get', {})).toMatchObject({ value: { tourDone: true } });

  await page.getByRole('button', { name: /^Operator:/u }).click();
  const menu = page.getByRole('group', { name: 'Operator and desk' });
  await menu.getByRole('textbox', { name: 'Your name at this desk' }).fill('Dilnoza');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Operator: Dilnoza' })).toBeVisible();
  await menu.getByRole('link', { name: 'About Deposit Desk' }).click();
  const licences = page.getByRole('region', { name: /packages of others/u });
  await expect(licences.getByText(/^react \d+\.\d+\.\d+ MIT$/u)).toBeVisible();
  await expect(licences.getByText(/^@fontsource-variable\/inter .* OFL-1\.1$/u)).toBeVisible();
  expect(await licences.innerText()).not.toMatch(/node_modules|\/home\/|\/root\//u);

  await goTo(page, '#/help');
  await page.getByRole('link', { name: 'No answer: what now?' }).click();
  await expect(page.getByRole('article')).toContainText('Do not repeat it.');
  await page.getByRole('button', { name: 'Show the tour again' }).click();
  await expect(tour.getByRole('heading')).toContainText('1 of 4');
});
