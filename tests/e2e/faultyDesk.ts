import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { startTestKeychain } from '../contract/support/secretService.ts';
import { FAULTY_PROFILE, writeFaultyMerchant } from '../support/faultyMerchant.ts';
import { type Provider, startProvider } from '../support/provider.ts';
import { openDeskPage } from './fixtures.ts';
import { test as base } from './hosts/hostTest.ts';
import { callFromPage, chooseProfile, confirmLive } from './steps.ts';

/** A desk at a provider that fails on demand, and the page that shows it. */
export type FaultyDesk = {
  readonly dataDir: string;
  readonly page: Page;
  readonly provider: Provider;
  /** SIGKILL, then another process on the same data directory, and the page opened anew; nothing live is confirmed there. */
  readonly crash: () => Promise<Page>;
  /** The same, but ended in order; something may happen to the files in between. */
  readonly restart: (between: () => void) => Promise<Page>;
};

export const test = base.extend<{ readonly faulty: FaultyDesk }>({
  faulty: async ({ startHost, page: given }, use) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'faulty-'));
    const dataDir = path.join(dir, 'data');
    const [keychain, provider] = await Promise.all([startTestKeychain(), startProvider(dir)]);
    if (!keychain.available) {
      await provider.close();
      base.skip(true, 'no Secret Service for a live merchant’s secret');
    }
    writeFaultyMerchant(dataDir, provider);
    const start = () => startHost({ dataDir, env: keychain.env });
    let host = await start();
    let page = await openDeskPage(given, host);
    const { secret } = provider;
    await callFromPage(page, 'profile.setSecret', {
      profileId: FAULTY_PROFILE,
      slot: { kind: 'signing' },
      secret,
      keep: 'stored',
    });
    await confirmLive(page);
    await chooseProfile(page, FAULTY_PROFILE);
    await page.getByRole('button', { name: 'Issue request · Faulty' }).waitFor();
    await use({
      dataDir,
      page,
      provider,
      async crash() {
        await host.kill();
        host = await start();
        page = await openDeskPage(given, host);
        return page;
      },
      async restart(between) {
        await host.stop();
        between();
        host = await start();
        page = await openDeskPage(given, host);
        await confirmLive(page);
        await page.reload();
        await page.getByRole('heading', { name: 'New request', level: 1 }).waitFor();
        return page;
      },
    });
    await Promise.all([host.stop(), provider.close(), keychain.close()]);
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  },
});
