import { readFileSync } from 'node:fs';

import { expect } from '@playwright/test';

import { test } from '../fixtures.ts';
import { hostOf } from '../hosts/pageHost.ts';

test(
  'diagnostics are saved from the palette; a locked screen shows nothing of the desk',
  { tag: ['@landing', '@host'] },
  async ({ deskPage: page }) => {
    await page.keyboard.press('Control+KeyK');
    const palette = page.getByRole('dialog', { name: 'Search or run a command' });
    await palette.getByRole('combobox').fill('diagnos');
    await expect(palette.getByRole('option', { selected: true })).toContainText('Save diagnostics');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'About Deposit Desk' })).toBeVisible();
    await expect(page.getByText('Off: this build does not look for any.')).toBeVisible();
    const saved = page.getByRole('status').filter({ hasText: 'Saved,' });
    await expect(saved).toContainText('.zip');
    const [file = ''] = /\S+\.zip/u.exec(await saved.innerText()) ?? [];
    expect(readFileSync(file).subarray(0, 2).toString()).toBe('PK');

    // A browser's tab is its browser's to hide: only the application hears of a locked session.
    const host = hostOf(page);
    if (host.name === 'loopback') return;
    await host.onOperation('desk.lock', (call) =>
      call.fulfill({ ok: true, value: { locked: true } }),
    );
    await page.addInitScript(watchForUncovered);
    await page.reload();
    const cover = page.getByRole('dialog', { name: 'The screen is locked' });
    await expect(cover).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
    await expect(page.getByRole('navigation')).toBeHidden();
    // Not for a single frame either.
    const uncovered = page.evaluate(() => Number(Reflect.get(globalThis, 'uncoveredFrames')));
    expect(await uncovered).toBe(0);
    await page.keyboard.press('Escape');
    await cover.getByRole('button', { name: 'Show the desk' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  },
);

/** In the page: counts the frames in which the desk could be seen, for as long as it is covered. */
function watchForUncovered(): void {
  Reflect.set(globalThis, 'uncoveredFrames', 0);
  const look = (): void => {
    const content = document.getElementById('content');
    const isSeen = content !== null && getComputedStyle(content).visibility !== 'hidden';
    if (isSeen) {
      const soFar = Number(Reflect.get(globalThis, 'uncoveredFrames'));
      Reflect.set(globalThis, 'uncoveredFrames', soFar + 1);
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}
