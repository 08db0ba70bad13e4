import { expect } from '@playwright/test';

import { test } from '../merchantDesk.ts';
import { ANNA, TIMUR, goTo, setUpPeople } from '../peopleSteps.ts';
import { callFromPage } from '../steps.ts';

/** Four eyes by keyboard alone: a request above the threshold waits, a second person approves it, and it is issued. */

test(
  'four eyes: a rule, a waiting card, a second person with a PIN, a request that names both',
  { tag: '@landing' },
  async ({ fresh, page: given }) => {
    const page = await fresh.open(given);
    await setUpPeople(page);
    await callFromPage(page, 'people.add', { ...TIMUR, role: 'operator' });

    const rules = page.getByRole('region', { name: 'Four eyes' });
    await rules.getByRole('group', { name: 'A request at or above' }).getByLabel('RUB').focus();
    await page.keyboard.type('1000');
    await page.keyboard.press('Enter');
    await expect(rules.getByLabel('RUB').first()).toHaveValue('1 000.00'.replace(' ', '\u00a0'));
    await expect(rules.getByRole('button', { name: 'Save four-eyes rules' })).toBeFocused();

    await goTo(page, '#/');
    await page.keyboard.press('Alt+l');
    // Letters typed before the list has the focus are lost.
    await expect(page.getByRole('listbox')).toBeFocused();
    await page.keyboard.type('Ti');
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('PIN or passphrase')).toBeFocused();
    await page.keyboard.type(TIMUR.pin);
    await page.keyboard.press('Enter');

    const amount = page.getByRole('textbox', { name: 'Amount' });
    await amount.focus();
    await page.keyboard.type('1500');
    await page.getByRole('combobox', { name: 'Customer' }).focus();
    await page.keyboard.type('cust-two');
    await page.keyboard.press('ControlOrMeta+Enter');

    const card = page.getByRole('article', { name: /^Issue a request/u });
    await expect(card).toContainText('cust-two');
    await expect(card).toContainText('Waits for a second person');
    // The form is free for the next customer.
    await expect(amount).toHaveValue('');

    await page.keyboard.press('Alt+a');
    const dialog = page.getByRole('dialog', { name: 'Approve as the second person' });
    await expect(dialog).toContainText('cust-two');
    await expect(dialog.getByLabel('Second person')).toHaveText(ANNA.name);
    await expect(dialog.getByLabel('PIN or passphrase')).toBeFocused();
    await page.keyboard.type('111222');
    await page.keyboard.press('Enter');
    await expect(dialog.getByText(/Wrong PIN\. 4 attempts left/u)).toBeVisible();
    await page.keyboard.type(ANNA.pin);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(card).toBeHidden();

    const issued = page.getByRole('article', { name: 'cust-two' });
    await expect(issued).toBeVisible();
    const intentId = (await issued.getAttribute('data-intent')) ?? '';
    await goTo(page, `#/log/${intentId}`);
    await expect(page.getByText(/Approved by Anna Karimova, witnessed here/u)).toBeVisible();
  },
);

test(
  'four eyes: an unmasked export asks for the second person on the spot, and goes on by itself',
  { tag: '@landing' },
  async ({ fresh, page: given }) => {
    const page = await fresh.open(given);
    await setUpPeople(page);
    await callFromPage(page, 'log.loadSample', {});
    await callFromPage(page, 'people.add', { ...TIMUR, role: 'supervisor' });
    const rules = { amountFrom: {}, sumFrom: {}, kinds: ['unmasked_export' as const] };
    await callFromPage(page, 'eyes.setRules', { profileId: 'sandbox', rules });
    await goTo(page, '#/log');
    // With the number of rows, once that is known.
    await page.getByRole('button', { name: /^Export(?: \d+)?$/u }).press('Enter');
    const panel = page.getByRole('dialog', { name: 'Export' });
    await panel.getByRole('radio', { name: /Whole/u }).press('Space');
    const start = panel.getByRole('button', { name: 'Export with whole requisites' });
    await start.press('Enter');

    const dialog = page.getByRole('dialog', { name: 'Approve as the second person' });
    // Not now, by key and by pointer: the question goes, the panel with its choices stays.
    await expect(dialog.getByLabel('PIN or passphrase')).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(panel.getByText(/^A second person must approve this first/u)).toBeVisible();
    await expect(start).toBeFocused();
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Not now' }).click();
    await expect(dialog).toBeHidden();
    await expect(panel.getByRole('radio', { name: /Whole/u })).toBeChecked();
    await start.press('Enter');
    await expect(dialog).toContainText('Export unmasked requisites');
    await expect(dialog.getByLabel('PIN or passphrase')).toBeFocused();
    await page.keyboard.type(TIMUR.pin);
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: /^Exported/u })).toBeVisible();
  },
);
