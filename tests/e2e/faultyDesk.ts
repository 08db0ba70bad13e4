import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { DEFAULT_DIALECT } from '../../src/shared/dialect/presets.ts';
import { profileSchema } from '../../src/shared/domain/profile.ts';
import { startTestKeychain } from '../contract/support/secretService.ts';
import { type Provider, startProvider } from '../support/provider.ts';
import { openDeskPage } from './fixtures.ts';
import { test as base } from './hosts/hostTest.ts';
import { callFromPage, confirmLive } from './steps.ts';

const PROFILE_ID = 'live-faulty';

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

/** The embedded sandbox never fails, so this is a live merchant whose provider is a sandbox in a process of its own. */
export const test = base.extend<{ readonly faulty: FaultyDesk }>({
  faulty: async ({ startHost, page: given }, use) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'faulty-'));
    const dataDir = path.join(dir, 'data');
    const [keychain, provider] = await Promise.all([startTestKeychain(), startProvider(dir)]);
    if (!keychain.available) {
      await provider.close();
      base.skip(true, 'no Secret Service for a live merchant’s secret');
    }
    setUpMerchant(dataDir, provider);
    const start = () => startHost({ dataDir, env: keychain.env });
    let host = await start();
    let page = await openDeskPage(given, host);
    const { secret } = provider;
    await callFromPage(page, 'profile.setSecret', {
      profileId: PROFILE_ID,
      slot: { kind: 'signing' },
      secret,
      keep: 'stored',
    });
    await confirmLive(page);
    await callFromPage(page, 'settings.update', { activeProfileId: PROFILE_ID });
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

/** Refusals are taught in the provider format, which so far is a file beside the log. */
function setUpMerchant(dataDir: string, { origin, merchant }: Provider): void {
  const profile = profileSchema.parse({
    id: PROFILE_ID,
    name: 'Faulty',
    mode: 'live',
    baseUrl: origin,
    merchant,
    dialect: {
      ...DEFAULT_DIALECT,
      refusals: [{ status: 200, path: 'code', value: 'NO_REQ', meaning: 'no_requisites' }],
    },
    proxy: { mode: 'none' },
  });
  mkdirSync(dataDir, { recursive: true });
  const file = path.join(dataDir, 'profiles.json');
  writeFileSync(file, JSON.stringify({ version: 1, profiles: [profile] }));
}
