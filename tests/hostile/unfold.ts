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
      for (const opener of document.querySelectorAll(folded)) {
        if (opener instanceof HTMLElement) opener.click();
      }
      for (const one of document.querySelectorAll(`${card} details`)) one.setAttribute('open', '');
    }
  }, ids);
  for (const id of ids) await openMessage(page, `main article[data-intent="${id}"]`);
}

/**
 * The text of a message is behind the menu of its card. No key is pressed for it: Escape would leave the request where the menu is not
 * open, because the page is still drawing it or has just closed it.
 */
async function openMessage(page: Page, card: string): Promise<void> {
  const press = (isToOpen: boolean): Promise<void> =>
    page.evaluate(
      ([selector, opens]) => {
        const shown = document.querySelector(selector) ?? document.createElement('p');
        const opener = shown.querySelector<HTMLElement>('[role="group"] [aria-haspopup="menu"]');
        if (opener === null || shown.querySelector('textarea') !== null) return;
        const isOpen = opener.getAttribute('aria-expanded') === 'true';
        if (isOpen === opens) return;
        const items = document.querySelectorAll<HTMLElement>('[role="menuitem"]');
        const edit = [...items].find(
          (item) => item.textContent === 'Edit this message' && item.ariaDisabled === null,
        );
        (opens ? opener : (edit ?? opener)).click();
      },
      [card, isToOpen] as const,
    );
  await press(true);
  await press(false);
}

/** All that the Log's detail holds back, as often as it is asked for: masks, closed parts, ends of long texts. */
export async function openDetail(page: Page): Promise<void> {
  await page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLElement>('main button')];
    buttons.find(({ textContent }) => textContent === 'Reveal')?.click();
    for (const one of document.querySelectorAll('main details')) one.setAttribute('open', '');
  });
  await openMessage(page, 'main article');
  await showWhole(page);
}
