import type { Page } from '@playwright/test';

import type { Issued } from './hostileDesk.ts';

/** Of a long text only its beginning is shown until somebody asks for all of it. */
export async function showWhole(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll('main button[aria-expanded="false"]')) {
      if (button.textContent === 'Show all' && button instanceof HTMLElement) button.click();
    }
  });
}

/**
 * These cards of New request, and what is closed on them. What is open stays open, so it can be called again while the page is still
 * drawing. The others stay as they are.
 */
export async function openCards(page: Page, issued: readonly Issued[]): Promise<void> {
  const ids = issued.map(({ intentId }) => intentId);
  await page.evaluate((intentIds) => {
    for (const id of intentIds) {
      const card = `main article[data-intent="${id}"]`;
      const folded = `${card}[data-folded="true"] > header [aria-expanded="false"]`;
      const message = `${card} [role="group"] [aria-expanded="false"]`;
      for (const opener of document.querySelectorAll(`${folded}, ${message}`)) {
        if (opener instanceof HTMLElement) opener.click();
      }
      for (const one of document.querySelectorAll(`${card} details`)) one.setAttribute('open', '');
    }
  }, ids);
}

/** All that the Log's detail holds back, as often as it is asked for: masks, closed parts, ends of long texts. */
export async function openDetail(page: Page): Promise<void> {
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main button')];
    buttons.find(({ textContent }) => textContent === 'Reveal')?.click();
    const message = 'main article [role="group"] [aria-expanded="false"]';
    for (const opener of document.querySelectorAll<HTMLElement>(message)) opener.click();
    for (const one of document.querySelectorAll('main details')) one.setAttribute('open', '');
  });
  await showWhole(page);
}
