import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

export async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

/** What axe finds wrong, each with where it stands. Without rules named: by all of them. */
export async function violationsOf(
  page: Page,
  rules: readonly string[] = [],
): Promise<readonly string[]> {
  await settled(page);
  // By itself axe opens another page each time to put the findings of frames together, which costs as much as looking does.
  // There are no frames here; where one comes, this must go.
  expect(page.frames()).toHaveLength(1);
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] });
  const { violations } = await (rules.length === 0 ? axe : axe.withRules([...rules])).analyze();
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n${html}\n${failureSummary ?? ''}`),
  );
}

/** A desk whose theme follows the system, as it does from the first start. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await follow(page, 'dark');
  // A theme changes colours and nothing else.
  expect(await violationsOf(page, ['color-contrast'])).toEqual([]);
  await follow(page, 'light');
  await expectAccessible(page);
}

export async function follow(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

/**
 * Painted, too: on a busy machine the colours of the last theme are still there for a frame. And nothing is half-way between
 * two colours: a transition that waits before it begins does so without motion as well. What turns for ever is left alone.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const painted = (): Promise<unknown> =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      });
    await painted();
    const ending = document
      .getAnimations()
      .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    await Promise.allSettled(ending.map((animation) => animation.finished));
    await painted();
  });
}
