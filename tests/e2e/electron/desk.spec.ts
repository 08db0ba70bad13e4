import { readFileSync, readdirSync } from 'node:fs';

import { expect } from '@playwright/test';

import { test } from '../fixtures.ts';

test('the page has no Node and its window is sandboxed', async ({ deskPage: page }) => {
  const found = await page.evaluate(() =>
    ['process', 'require', 'module', 'Buffer'].filter((name) => name in globalThis),
  );
  expect(found).toEqual([]);
});

test('on Linux every page is in a process of its own kind of world: a system-call filter and own process ids', async ({
  desk,
  deskPage: page,
}) => {
  test.skip(process.platform !== 'linux', 'only Linux tells it in /proc');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const own = readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .map((pid) => ({ command: read(`/proc/${pid}/cmdline`), status: read(`/proc/${pid}/status`) }))
    .filter(({ command }) => command.includes(desk.dataDir));
  const pages = own.filter(({ command }) => command.includes('--type=renderer'));
  expect(pages.length).toBeGreaterThan(0);
  for (const { status } of pages) {
    expect(status).toMatch(/^Seccomp:\t2$/mu);
    expect(status).toMatch(/^NSpid:(?:\t\d+){2,}$/mu);
  }
  expect(own.map(({ command }) => command).join('\n')).not.toContain('--no-sandbox');
});

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}
