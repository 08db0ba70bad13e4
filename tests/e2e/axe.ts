import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolations(new AxeBuilder({ page }));
}

async function expectNoViolations(axe: AxeBuilder): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    at: nodes.map(({ html, failureSummary }) => `${html}\n${failureSummary ?? ''}`),
  }));
  expect(found).toEqual([]);
}

/** A desk whose theme follows the system, as it does from the first start. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await follow(page, 'dark');
  // A theme changes colours and nothing else.
  await expectNoViolations(new AxeBuilder({ page }).withRules(['color-contrast']));
  await follow(page, 'light');
  await expectAccessible(page);
}

async function follow(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
  // Painted, too: on a busy machine the colours of the last theme are still there for a frame.
  await page.evaluate(
    () =>
      new Promise((painted) => {
        requestAnimationFrame(() => requestAnimationFrame(painted));
      }),
  );
}
