import type { Page } from '@playwright/test';

const MAX_TABS = 60;

/** Tabs on until what has the focus carries that name. Asked only for what is on the screen. */
export async function tabTo(
  page: Page,
  name: RegExp,
  key: 'Tab' | 'Shift+Tab' = 'Tab',
): Promise<void> {
  for (let presses = 0; presses < MAX_TABS; presses += 1) {
    await page.keyboard.press(key);
    const focused = await focusedName(page);
    if (name.test(focused)) return;
  }
  throw new Error(`${key} does not reach ${String(name)}; it is at ${await focusedName(page)}`);
}

/** Past the last control the focus is the browser's own for one press. */
export async function focusedName(page: Page): Promise<string> {
  const focused = page.locator('body :focus');
  if ((await focused.count()) === 0) return '';
  const snapshot = await focused.ariaSnapshot();
  return snapshot.split('\n')[0] ?? '';
}
