import type { HostileDesk } from '../hostileDesk.ts';
import { unfold } from '../unfold.ts';
import { goTo } from '../../e2e/steps.ts';

/** On a card of New request nothing is masked: what could lead somewhere is there. */
const LINKS = 'article a[target="_blank"], article [role="link"]:not([aria-disabled="true"])';

const PATIENCE_MS = 10_000;

export type Looked = { readonly links: number; readonly live: readonly string[] };

/** Every address that the page holds as one, beside its own; and every link on the cards is pressed in every way. */
export async function lookAtCards(desk: HostileDesk, lastOrder: string): Promise<Looked> {
  const { page } = desk;
  await goTo(page, '#/');
  await page.getByRole('article').filter({ hasText: lastOrder }).first().waitFor();
  await unfold(page);
  const live = await page.evaluate(() => {
    const names = ['href', 'src', 'action', 'data', 'poster', 'srcset', 'formaction'];
    const holders = [...document.querySelectorAll(names.map((name) => `[${name}]`).join())];
    const own = new RegExp(`^(?:#|data:image/|(?:${location.origin}|[.])?/assets/)`, 'u');
    return holders
      .flatMap((holder) => names.flatMap((name) => holder.getAttribute(name) ?? []))
      .filter((address) => !own.test(address));
  });
  const links = page.locator(LINKS);
  const count = await links.count();
  for (let at = 0; at < count; at += 1) {
    const link = links.nth(at);
    for (const press of [
      () => link.click({ button: 'middle', timeout: PATIENCE_MS }),
      () => link.click({ modifiers: ['Control'], timeout: PATIENCE_MS }),
      () => link.click({ timeout: PATIENCE_MS }),
    ]) {
      await press();
      if (!desk.isElectron) await page.keyboard.press('Escape');
    }
  }
  return { links: count, live };
}
