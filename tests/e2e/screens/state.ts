import type { Page } from '@playwright/test';

/** What must stay as it is for a screen to still be the one that was opened, whatever its language and size. */
const COUNTED = [
  'h1',
  'dialog[open], [role="dialog"], [role="complementary"], aside',
  '[role="alert"]',
  '[aria-invalid="true"]',
  '[aria-expanded="true"]',
  '[aria-pressed="true"]',
  '[aria-selected="true"]',
  ':checked',
  'article',
  'form',
  'img, svg[role="img"]',
  'pre',
] as const;

export async function stateOf(page: Page): Promise<string> {
  return await page.evaluate((selectors) => {
    const isShown = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const counts = selectors.map(
      (selector) => [...document.querySelectorAll(selector)].filter(isShown).length,
    );
    // Digits and letters: amounts are grouped and pointed by language.
    const typed = [...document.querySelectorAll<HTMLInputElement>('input, textarea')]
      .filter(isShown)
      .map(({ value }) => value.replaceAll(/[^\p{L}\p{N}]/gu, ''));
    return [location.hash, counts.join(' '), typed.join('|')].join(' ; ');
  }, COUNTED);
}
