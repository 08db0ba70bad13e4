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

/** Of a long text only its beginning is shown until somebody asks for all of it. */
export async function showWhole(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const button of document.querySelectorAll('main button[aria-expanded="false"]')) {
      if (button.textContent === 'Show all' && button instanceof HTMLElement) button.click();
    }
  });
}

/** Cards that came after `unfold`, and their messages. What is open stays open, so it can be called again. */
export async function openCards(page: Page): Promise<void> {
  await page.evaluate(() => {
    const folded = 'main article[data-folded="true"] > header [aria-expanded="false"]';
    const message = 'main article [role="group"] [aria-expanded="false"]';
    for (const opener of document.querySelectorAll(`${folded}, ${message}`)) {
      if (opener instanceof HTMLElement) opener.click();
    }
    for (const one of document.querySelectorAll('main article details')) {
      one.setAttribute('open', '');
    }
  });
}
