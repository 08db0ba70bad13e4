import type { HostileDesk } from '../hostileDesk.ts';
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
  const live = await page.evaluate(() =>
    [...document.querySelectorAll('[href],[src],[action],[data],[poster],[srcset],[formaction]')]
      .flatMap((element) =>
        ['href', 'src', 'action', 'data', 'poster', 'srcset', 'formaction'].flatMap(
          (name) => element.getAttribute(name) ?? [],
        ),
      )
      .filter((address) => !/^(?:#|\/assets\/|\.\/assets\/|data:image\/)/u.test(address)),
  );
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
