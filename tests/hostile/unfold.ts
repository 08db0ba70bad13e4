import type { Page } from '@playwright/test';

/** Cards of New request that are one line become whole, and what else an answer holds comes out. */
export async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const card of document.querySelectorAll('main article')) {
      const folded = card.querySelector('[aria-expanded="false"]');
      if (folded instanceof HTMLElement) folded.click();
    }
  });
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('main details')) one.setAttribute('open', '');
  });
}
