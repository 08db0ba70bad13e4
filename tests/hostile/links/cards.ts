import type { Locator, Page } from '@playwright/test';

import { goTo } from '../../e2e/steps.ts';
import type { HostileDesk, Issued } from '../hostileDesk.ts';
import { until } from '../waiting.ts';

/** On a card of New request nothing is masked: what could lead somewhere is there. */
const LINKS = 'a[target="_blank"], [role="link"]:not([aria-disabled="true"])';

const PATIENCE_MS = 60_000;

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
    await openBill(page, card, intentId);
    for (const link of await card.locator(LINKS).all()) {
      await press(desk, link);
      count += 1;
    }
    for (const how of PRESSES) {
      const item = await itemOfMenu(page, card, 'Open payment page');
      live.push(...(await addressesIn(page)));
      if (item !== null) await item.click({ ...how, timeout: PATIENCE_MS });
      if (item !== null && how === PRESSES[0]) count += 1;
      if (item === null || how.button === 'middle') await closeMenu(page);
      else await page.getByRole('menu').waitFor({ state: 'hidden' });
      if (item !== null) await declineIfAsked(desk, how);
    }
  }
  return { links: count, live };
}

/** Opens the card's menu. Null: it has no such item, or none that can be chosen. */
async function itemOfMenu(page: Page, card: Locator, name: string): Promise<Locator | null> {
  await card.locator('[aria-haspopup="menu"]').first().click();
  await page.getByRole('menu').waitFor();
  const item = page.getByRole('menuitem', { name });
  const isThere = (await item.count()) > 0 && (await item.getAttribute('aria-disabled')) === null;
  return isThere ? item : null;
}

async function closeMenu(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'hidden' });
}

/** The viewer's code is loaded for the first bill, and the desk then judges the link in it. */
async function openBill(page: Page, card: Locator, intentId: string): Promise<void> {
  const item = await itemOfMenu(page, card, 'Open bill');
  if (item === null) {
    await closeMenu(page);
    return;
  }
  await item.click();
  await card.getByRole('group', { name: 'Bill' }).waitFor();
  await until('the link of the bill is judged', () => page.evaluate(openAndLook, [intentId]));
}

/**
 * In a browser the page itself asks before it opens a link, unless the middle button is pressed. The question's code is loaded for
 * the first one: Escape would go nowhere until it is drawn, and then it would lie over everything.
 */
async function declineIfAsked({ page, isElectron }: HostileDesk, how: Press): Promise<void> {
  if (isElectron || how.button === 'middle') return;
  const question = page.getByRole('dialog', { name: 'Open this site in the browser?' });
  await question.waitFor({ timeout: PATIENCE_MS });
  await page.keyboard.press('Escape');
  await question.waitFor({ state: 'hidden' });
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

type Press = NonNullable<Parameters<Locator['click']>[0]>;

const PRESSES: readonly Press[] = [{ button: 'middle' }, { modifiers: ['Control'] }, {}];

async function press(desk: HostileDesk, link: Locator): Promise<void> {
  for (const how of PRESSES) {
    await link.click({ ...how, timeout: PATIENCE_MS });
    await declineIfAsked(desk, how);
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
