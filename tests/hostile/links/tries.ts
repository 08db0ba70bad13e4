import type { CDPSession, Page } from '@playwright/test';

import type { HostileDesk } from '../hostileDesk.ts';
import { isTried } from '../pairwise.ts';
import { type HostileAddress, isOfWeb } from './addresses.ts';

/** What a script inside the page, or a careless hand, could do with an address. */
export const WAYS = [
  // First, because it must not open even an empty page, and those of the other ways may come late.
  'drag-and-drop',
  'window.open',
  'location',
  'link',
  'link in a new window',
  'middle click',
] as const;
type Way = (typeof WAYS)[number];

/** Runs in the page; true: the page itself threw, which is a refusal too. */
function tryInPage([way, address]: readonly [Way, string]): boolean {
  const clickLink = (target: string, how: MouseEventInit): void => {
    const link = document.createElement('a');
    link.href = address;
    link.target = target;
    document.body.append(link);
    link.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...how }));
    link.remove();
  };
  try {
    if (way === 'window.open') window.open(address);
    if (way === 'location') location.assign(address);
    if (way === 'link') clickLink('', {});
    if (way === 'link in a new window') clickLink('_blank', {});
    if (way === 'middle click') clickLink('', { button: 1, ctrlKey: true });
    return false;
  } catch {
    return true;
  }
}

const DROPPED_AT = { x: 700, y: 500 };

async function drop(session: CDPSession, address: string): Promise<void> {
  const data = {
    items: [
      { mimeType: 'text/uri-list', data: address },
      { mimeType: 'text/plain', data: address },
    ],
    dragOperationsMask: 1 + 2 + 16,
  };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, ...DROPPED_AT, data });
  }
}

async function tryOne(page: Page, session: CDPSession, way: Way, address: string): Promise<void> {
  if (way === 'drag-and-drop') await drop(session, address);
  else await page.evaluate(tryInPage, [way, address] as const);
}

/** Whatever a script inside the page can do with an address. Returns how many were tried. */
export async function byPage(
  desk: HostileDesk,
  addresses: readonly HostileAddress[],
  shareOf: (way: number) => (address: number) => boolean,
  fail: (what: string) => void,
): Promise<number> {
  const { page } = desk;
  const session = await page.context().newCDPSession(page);
  const home = page.url();
  let tried = 0;
  let opened = desk.opened().length;
  for (const [place, way] of WAYS.entries()) {
    const isOwn = shareOf(place);
    for (const [at, { address, isOfDesk }] of addresses.entries()) {
      // What only this host is asked about is never left to the other one.
      const isAlone =
        isOfDesk || (desk.isElectron && way !== 'drag-and-drop' && isOfWeb(address) && isTried(at));
      if (!isMeant(desk, home, way, address) || !(isOwn(at) || isAlone)) continue;
      tried += 1;
      try {
        await tryOne(page, session, way, address);
      } catch (error) {
        fail(`by ${way} of ${JSON.stringify(address)}: opened (${String(error).slice(0, 80)})`);
      }
      if (page.url() !== home) await goBack(page, home, `by ${way} of ${address}`, fail);
    }
    await settled(page);
    if (page.url() !== home) await goBack(page, home, `by ${way}`, fail);
    for (const url of desk.opened().slice(opened)) {
      if (way === 'drag-and-drop' || !isEmpty(url)) fail(`by ${way} opened ${url.slice(0, 200)}`);
    }
    opened = desk.opened().length;
    if (await page.evaluate(() => 'hostileRan' in window)) fail(`by ${way} a script ran: opened`);
  }
  await session.detach();
  return tried;
}

/** What a browser shows where it would not go. */
function isEmpty(url: string): boolean {
  return /^(?:|about:blank(?:#blocked)?|chrome-error:.*)$/u.test(url);
}

async function goBack(
  page: Page,
  home: string,
  how: string,
  fail: (what: string) => void,
): Promise<void> {
  // A browser that refuses says so in the page's place.
  if (!isEmpty(page.url())) fail(`${how} the page was led to ${page.url().slice(0, 200)}: opened`);
  await page.goto(home).catch(() => page.goto(home));
  await page.getByRole('heading', { level: 1 }).waitFor();
}

/**
 * What names no place of its own is a place of the desk's page. What Chromium itself answers with an error or an empty page is asked
 * of nobody in the stand-in (Electron asks its guards then, too). And a browser goes to an address of the web when the page's own
 * script says so: nobody stands in between there, which is why no text of others becomes one.
 */
function isMeant(desk: HostileDesk, home: string, way: Way, address: string): boolean {
  const own = new URL(home);
  const resolved = URL.parse(address, own.href);
  if (resolved === null || resolved.host === own.host) return false;
  if (['about:', 'chrome-extension:'].includes(resolved.protocol)) return false;
  return desk.isElectron || way === 'drag-and-drop' || !isOfWeb(address);
}

/** A navigation that was begun has been put to whoever decides by then. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(500);
  await page.waitForLoadState();
}
