import { AxeBuilder } from '@axe-core/playwright';
import { type Page, expect } from '@playwright/test';

async function expectAccessible(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
}

/** What axe finds wrong, each with where it stands. Without rules named: by all of them. */
export async function violationsOf(
  page: Page,
  rules: readonly string[] = [],
): Promise<readonly string[]> {
  await settled(page);
  return await violationsNow(page, rules);
}

/** Of a page that has settled. */
export async function violationsNow(
  page: Page,
  rules: readonly string[] = [],
): Promise<readonly string[]> {
  // By itself axe opens another page each time to put the findings of frames together, which costs as much as looking does.
  // There are no frames here; where one comes, this must go.
  expect(page.frames()).toHaveLength(1);
  // Its half a megabyte of source stays in the page until that is loaded again.
  const isLoaded = await page.evaluate(() => 'axe' in window);
  const axe = new AxeBuilder({ page, ...(isLoaded ? { axeSource: ';' } : {}) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
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
  // Asked at every frame: an assertion asks again only after a tenth of a second.
  await page.waitForFunction(
    (theme) => document.documentElement.dataset['colorScheme'] === theme,
    colorScheme,
  );
}

/**
 * Painted, too: on a busy machine the colours of the last theme are still there for a frame. And nothing is half-way between
 * two colours: a transition that waits before it begins does so without motion as well, and where a colour is inherited its
 * end begins another. What turns for ever is left alone.
 */
export async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const painted = (): Promise<unknown> =>
      new Promise((done) => {
        requestAnimationFrame(() => requestAnimationFrame(done));
      });
    const ending = (): readonly Animation[] =>
      document
        .getAnimations()
        .filter((animation) => Number.isFinite(animation.effect?.getComputedTiming().endTime));
    await painted();
    for (let left = ending(); left.length > 0; left = ending()) {
      await Promise.allSettled(left.map((animation) => animation.finished));
      await painted();
    }
  });
}
