import { expect } from '@playwright/test';

import { FIRST_FACES } from '../../../src/renderer/ui/readyFonts.ts';
import { openDeskPage, test } from '../fixtures.ts';

test(
  'the first frame is the shell as it was chosen; a screen that does not arrive says so and is tried again',
  { tag: '@landing' },
  async ({ deskPage: page }) => {
    // Code that does not arrive at all: what stands there until the app does is all there is.
    await page.route('**/assets/app-*.js', (route) => route.abort());
    await page.reload();
    await expect(page.getByRole('alert')).toContainText('Deposit Desk could not be loaded');
    const html = page.locator('html');
    await expect(html).toHaveAttribute('data-theme', 'system');
    await expect(html).toHaveAttribute('data-text-size', '100');
    await page.unroute('**/assets/app-*.js');

    await page.route('**/assets/OverviewScreen-*.js', (route) => route.abort());
    // Screens are also loaded ahead, Overview before the hand-over: from then on it is tried only when it is shown.
    const isPastOverview = page.waitForRequest('**/assets/HandOverScreen-*.js');
    await page.reload();
    await isPastOverview;
    // Until Chromium 156 a page asks only once for what did not come.
    const isTried = Promise.race([page.waitForEvent('requestfailed'), page.waitForTimeout(3000)]);
    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
    await isTried;
    const failed = page.getByRole('alert').filter({ hasText: 'could not be loaded' });
    await expect(failed).toBeVisible();
    await page.unroute('**/assets/OverviewScreen-*.js');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
  },
);

test(
  'nothing on the page is refused by its content policy, and nothing leaves for elsewhere',
  { tag: ['@landing', '@host'] },
  async ({ desk, page: given }) => {
    const complaints: string[] = [];
    const requested: string[] = [];
    given.on('console', (message) => {
      if (message.type() === 'error') complaints.push(message.text());
    });
    given.on('pageerror', (error) => complaints.push(error.message));
    given.on('request', (request) => requested.push(request.url()));
    const page = await openDeskPage(given, desk);
    await page.getByRole('navigation').getByRole('link', { name: 'Log' }).click();
    await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('heading', { name: 'Settings', level: 1 })).toBeVisible();
    expect(complaints).toEqual([]);
    const { origin } = new URL(page.url());
    const isOwn = (url: string): boolean => url.startsWith(`${origin}/`) || url.startsWith('data:');
    expect(requested.filter((url) => !isOwn(url))).toEqual([]);
  },
);

test(
  'the fonts that are made ready for the first frame are those that it is written in',
  { tag: '@landing' },
  async ({ deskPage: page }) => {
    await page.addInitScript(() => {
      const collect = (): void => {
        const faces = new Set<string>();
        const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
        while (texts.nextNode() !== null) {
          const { parentElement } = texts.currentNode;
          if (parentElement?.checkVisibility() !== true) continue;
          const { fontWeight, fontSize, fontFamily } = getComputedStyle(parentElement);
          faces.add(`${fontWeight} ${fontSize} ${fontFamily.split(',')[0]}`);
        }
        Object.assign(globalThis, { facesOfFirstFrame: [...faces].toSorted() });
      };
      // The keyboard is given to the form with the first frame, before it is painted.
      addEventListener('focusin', collect, { capture: true, once: true });
    });
    await page.reload();
    await expect(page.locator('input:focus')).toBeVisible();
    const faces = await page.evaluate((): unknown => Reflect.get(globalThis, 'facesOfFirstFrame'));
    expect(faces).toEqual(FIRST_FACES.toSorted());
  },
);
