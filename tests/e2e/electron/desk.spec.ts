import { expect } from '@playwright/test';

import { test } from '../fixtures.ts';

test('the page has no Node and its window is sandboxed', async ({ deskPage: page }) => {
  const found = await page.evaluate(() =>
    ['process', 'require', 'module', 'Buffer'].filter((name) => name in globalThis),
  );
  expect(found).toEqual([]);
});
