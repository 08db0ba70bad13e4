import type { Locator, Page } from '@playwright/test';

import { goTo } from '../../e2e/steps.ts';
import type { HostileDesk, Issued } from '../hostileDesk.ts';
import { until } from '../waiting.ts';

/** On a card of New request nothing is masked: what could lead somewhere is there. */
const LINKS = 'a[target="_blank"], [role="link"]:not([aria-disabled="true"])';

const PATIENCE_MS = 10_000;

export type Looked = { readonly links: number; readonly live: readonly string[] };

/** Every address that the page holds as one, beside its own; and every link on these cards is pressed in every way. */
export async function lookAtCards(desk: HostileDesk, issued: readonly Issued[]): Promise<Looked> {
  const { page } = desk;
  await goTo(page, '#/');
  const intentIds = issued.map(({ intentId }) => intentId);
  await until('every card is open, and every address on it is judged', () =>
    page.evaluate(openAndLook, intentIds),
  );
  const live: string[] = [...(await addressesIn(page))];
  let count = 0;
  for (const intentId of intentIds) {
    const card = page.locator(`article[data-intent="${intentId}"]`).first();
    await chooseIfThere(page, card, 'Open bill');
    for (const link of await card.locator(LINKS).all()) {
      await press(desk, link);
      count += 1;
    }
    const item = page.getByRole('menuitem', { name: 'Open payment page' });
    for (const how of PRESSES) {
      await card.locator(MENU).first().click();
      live.push(...(await addressesIn(page)));
      const isThere =
        (await item.count()) > 0 && (await item.getAttribute('aria-disabled')) === null;
      if (isThere) await item.click({ ...how, timeout: PATIENCE_MS });
      if (isThere && how === PRESSES[0]) count += 1;
      await page.keyboard.press('Escape');
      if (isThere && !desk.isElectron) await page.keyboard.press('Escape');
    }
  }
  return { links: count, live };
}

const MENU = '[aria-haspopup="menu"]';

async function chooseIfThere(page: Page, card: Locator, name: string): Promise<void> {
  await card.locator(MENU).first().click();
  const item = page.getByRole('menuitem', { name });
  if ((await item.count()) > 0 && (await item.getAttribute('aria-disabled')) === null) {
    await item.click();
  } else {
    await page.keyboard.press('Escape');
  }
}

/** Every address that the page holds as one, beside its own. */
function addressesIn(page: Page): Promise<readonly string[]> {
  return page.evaluate(() => {
    const names = ['href', 'src', 'action', 'data', 'poster', 'srcset', 'formaction'];
    const holders = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())];
    const own = new RegExp(`^(?:#|data:image/|(?:${location.origin}|[.])?/assets/)`, 'u');
    return holders
      .flatMap((holder) => names.flatMap((name) => holder.getAttribute(name) ?? []))
      .filter((address) => !own.test(address));
  });
}

const PRESSES: readonly Parameters<Locator['click']>[0][] = [
  { button: 'middle' },
  { modifiers: ['Control'] },
  {},
];

async function press({ page, isElectron }: HostileDesk, link: Locator): Promise<void> {
  for (const how of PRESSES) {
    await link.click({ ...how, timeout: PATIENCE_MS });
    if (!isElectron) await page.keyboard.press('Escape');
  }
}

/** Runs in the page. True: nothing of these cards is still to come. */
function openAndLook(intentIds: readonly string[]): boolean {
  const cards = intentIds.flatMap((id) => {
    const card = document.querySelector(`main article[data-intent="${id}"]`);
    return card === null ? [] : [card];
  });
  const openers = 'button[aria-expanded="false"]:not([aria-haspopup], :disabled)';
  const closed = cards.flatMap((card) => [...card.querySelectorAll<HTMLElement>(openers)]);
  for (const opener of closed) opener.click();
  for (const one of cards.flatMap((card) => [...card.querySelectorAll('details')])) one.open = true;
  const isJudged = (card: Element): boolean =>
    card.querySelector('[role="link"][aria-disabled="true"]') === null;
  return cards.length === intentIds.length && closed.length === 0 && cards.every(isJudged);
}
