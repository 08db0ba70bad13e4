import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Page, expect } from '@playwright/test';
import { z } from 'zod';

import { startTestKeychain } from '../../contract/support/secretService.ts';
import { test } from '../hosts/hostTest.ts';
import { keepPicture } from '../pictures.ts';
import { callFromPage, issueDirect } from '../steps.ts';

/** A protected log at a machine whose keychain does not know it: the page takes the Log code, by keyboard alone. */

const shownSchema = z.object({ value: z.object({ confirmId: z.string(), code: z.string() }) });

async function protect(page: Page): Promise<string> {
  const { value } = shownSchema.parse(await callFromPage(page, 'protection.newCode', {}));
  expect(await callFromPage(page, 'protection.apply', value)).toMatchObject({ ok: true });
  return value.code;
}

test(
  'keychain lost: the page says so and takes the Log code; a mistyped one loses nothing; the next start needs none',
  { tag: ['@landing', '@host'] },
  async ({ startHost, page: given }) => {
    const [first, second] = [await startTestKeychain(), await startTestKeychain()];
    test.skip(!first.available, 'no Secret Service for the key of the log');
    const dataDir = mkdtempSync(path.join(tmpdir(), 'desk-'));
    const before = await startHost({ dataDir, env: first.env });
    const page = await before.open(given);
    const { shown } = await issueDirect(page, 'cust-kept');
    await expect(shown.getByRole('button', { name: 'Copy number' })).toBeVisible();
    const code = await protect(page);
    await before.stop();

    const lost = await startHost({ dataDir, env: second.env });
    const other = page.isClosed() ? given : page;
    const locked = await lost.open(other);
    await expect(locked.getByRole('heading', { name: 'The log is locked' })).toBeVisible();
    await expect(
      locked.getByText(/keychain of this OS account does not have the key/u),
    ).toBeVisible();
    await keepPicture(locked, 'locked-log.png');
    const box = locked.getByLabel('Log code', { exact: true });
    await expect(box).toBeFocused();
    await locked.keyboard.press('Enter');
    await expect(locked.getByText('Type the Log code.')).toBeVisible();
    await locked.keyboard.type('0000-0000-0000-0000-0000-0000-0000');
    await locked.keyboard.press('Enter');
    await expect(locked.getByText(/The code is mistyped/u)).toBeVisible();
    expect(await callFromPage(locked, 'log.verify', {})).toMatchObject({
      error: { code: 'log_locked' },
    });
    await expect(box).toBeFocused();
    await box.fill(code.toLowerCase());
    await locked.keyboard.press('Enter');
    await expect(locked.getByRole('heading', { name: 'New request', level: 1 })).toBeVisible();
    await expect(locked.getByRole('article').filter({ hasText: 'cust-kept' })).toBeVisible();
    expect(await callFromPage(locked, 'log.verify', {})).toMatchObject({
      value: { verdict: 'holds' },
    });
    await lost.stop();

    const after = await startHost({ dataDir, env: second.env });
    const again = await after.open(locked.isClosed() ? given : locked);
    await expect(again.getByRole('heading', { name: 'New request', level: 1 })).toBeVisible();
    await after.stop();
    await Promise.all([first.close(), second.close()]);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  },
);
