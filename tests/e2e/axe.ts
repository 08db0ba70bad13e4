import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
  }));
  expect(found).toEqual([]);
}

/** A desk whose theme follows the system, as it does from the first start. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
    await expectAccessible(page);
  }
}
