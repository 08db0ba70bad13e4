import { expect } from '@playwright/test';

import { createInput } from '../../support/builders.ts';
import { test } from '../fixtures.ts';
import { callFromPage, openSection } from '../steps.ts';

test(
  'in a narrow window a request stands in the place of the rows, and Escape gives its row the keyboard',
  { tag: '@landing' },
  async ({ deskPage: page }) => {
    await page.setViewportSize({ width: 900, height: 800 });
    await callFromPage(page, 'issue.create', createInput({ customer: 'cust-narrow' }));
    await openSection(page, 'Log');
    const row = page.getByRole('row').filter({ hasText: 'cust-narrow' }).getByRole('link').first();
    await row.focus();
    await page.keyboard.press('Enter');
    await expect(row).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(row).toBeFocused();
  },
);
