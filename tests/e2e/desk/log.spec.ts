import { type Locator, expect } from '@playwright/test';

import { buildInput, createInput } from '../../support/builders.ts';
import { test } from '../fixtures.ts';
import { callFromPage, goTo } from '../steps.ts';

const DAY_MS = 86_400_000;
const LONG_ORDER = 'ORDER-2026-11-15-BRANCH-KAZAN-0000000000000042';

/** Whether the cell's whole text is within the frame that scrolls, and not cut by the cell itself. */
async function isWhollyShown(cell: Locator): Promise<boolean> {
  return cell.evaluate((element) => {
    const frame = element.closest('table')?.parentElement?.getBoundingClientRect();
    const box = element.getBoundingClientRect();
    return (
      frame !== undefined &&
      box.right <= frame.right + 1 &&
      element.scrollWidth <= element.clientWidth
    );
  });
}

/** Words and figures of the rows that do not stand there whole, in the narrowest window; names, orders and links may end in dots. */
async function cutIn(table: Locator): Promise<readonly string[]> {
  return table.evaluate((element) => {
    const frame = element.parentElement?.getBoundingClientRect();
    const kept = ['time', 'amount', 'state', 'requisite'].map((key) => `td[data-column="${key}"]`);
    return [...element.querySelectorAll(kept.join())]
      .filter(({ textContent }) => textContent !== '' && !textContent.includes('…'))
      .filter((cell) => {
        const text = document.createRange();
        text.selectNodeContents(cell.querySelector('span') ?? cell);
        const { right } = text.getBoundingClientRect();
        const parts = [cell, ...cell.querySelectorAll('*')];
        const isCut = parts.some(
          (part) => part.scrollWidth > part.clientWidth + 1 && part.clientWidth > 0,
        );
        return (
          (isCut && cell.getAttribute('data-column') !== 'requisite') || right > (frame?.right ?? 0)
        );
      })
      .map(({ textContent }) => textContent);
  });
}

for (const language of ['en', 'ru'] as const) {
  test(
    `the last four digits stay in view beside an opened request (${language})`,
    { tag: '@landing' },
    async ({ desk, deskPage: page }) => {
      await callFromPage(page, 'settings.update', { language });
      const customer = 'a-customer-with-a-rather-long-name@mail.example';
      for (const input of [
        createInput({ customer, order_id: LONG_ORDER }),
        createInput({ customer, payment_type: 'account_number', cents: 48_000_00 }),
      ]) {
        await callFromPage(page, 'issue.create', input);
      }
      await callFromPage(page, 'issue.build', buildInput({ customer, cents: 1_250_000_00 }));
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect.poll(() => desk.ledger().deposits.length).toBe(3);
      await page.setViewportSize({ width: 1440, height: 900 });
      await goTo(page, '#/log');
      const row = page.getByRole('row').filter({ hasText: LONG_ORDER });
      await row.getByRole('link').first().click();
      await page.getByRole('complementary').getByRole('article').waitFor();
      // Each is on its way as soon as it is recorded, so they may arrive in any order.
      const deposit = desk.ledger().deposits.find(({ order_id }) => order_id === LONG_ORDER);
      const digits = deposit?.payment_data['number'] ?? '';
      expect(digits).toMatch(/^\d{16}$/u);
      const requisite = row.getByRole('cell').last();
      await expect(requisite).toContainText(digits.slice(-2));
      const rows = page.getByRole('row').filter({ has: page.getByRole('link') });
      await expect(rows).toHaveCount(3);
      for (const cell of await rows.filter({ hasNotText: '/…' }).all()) {
        await expect.poll(() => isWhollyShown(cell.getByRole('cell').last())).toBe(true);
      }
      expect((await requisite.innerText()).replaceAll(' ', '').slice(-4)).toBe(digits.slice(-4));

      await page.keyboard.press('Escape');
      await page.setViewportSize({ width: 900, height: 900 });
      // The type gives way in a narrow window; what is left may take scrolling, but nothing is out of reach.
      await expect(page.getByRole('columnheader')).toHaveCount(6);
      for (const cell of await rows.filter({ hasNotText: '/…' }).all()) {
        await cell.getByRole('cell').last().scrollIntoViewIfNeeded();
        await expect.poll(() => isWhollyShown(cell.getByRole('cell').last())).toBe(true);
      }
    },
  );
}

for (const language of ['en', 'ru'] as const) {
  test(
    `times, amounts, states and digits stand whole in the narrowest window (${language})`,
    { tag: '@landing' },
    async ({ deskPage: page }) => {
      await callFromPage(page, 'log.loadSample', {});
      await callFromPage(page, 'settings.update', { language });
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      // Times of other days are the longest.
      await page.clock.setFixedTime(Date.now() + 3 * DAY_MS);
      // As high as the whole day, almost: every outcome is among the rows.
      await page.setViewportSize({ width: 900, height: 6000 });
      await goTo(page, '#/log');
      const table = page.getByRole('main').getByRole('table');
      await expect
        .poll(() => table.locator('td[data-column="state"]').count())
        .toBeGreaterThan(100);
      expect(await cutIn(table)).toEqual([]);
    },
  );
}
