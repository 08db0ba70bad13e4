import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { DEFAULT_DIALECT } from '../../src/shared/dialect/presets.ts';
import type { Dialect } from '../../src/shared/dialect/schema.ts';
import { type TestKeychain, startTestKeychain } from '../contract/support/secretService.ts';
import { type Provider, type Speech, startProvider } from '../support/provider.ts';
import { openDeskPage } from './fixtures.ts';
import type { StartHost } from './hosts/host.ts';
import { test as base } from './hosts/hostTest.ts';

/** Form-encoded, md5 with the secret as suffix, the signature in the body, everything inside `data`, major units. */
export const OTHER_FORMAT: Dialect = {
  ...DEFAULT_DIALECT,
  signature: {
    ...DEFAULT_DIALECT.signature,
    algorithm: 'md5',
    secretUse: { position: 'suffix', separator: '' },
    placement: { in: 'body', name: 'sign', prefix: '' },
  },
  body: 'form',
  envelope: { kind: 'path', path: 'data' },
  limitResponse: { kind: 'recognised', units: 'major' },
};

/** A desk on which nobody has set anything up, with a keychain of its own. */
export type FreshDesk = { readonly open: (page: Page) => Promise<Page> };

type Fixtures = {
  readonly speech: Speech;
  readonly flags: readonly string[];
  /** A second sandbox, in a process of its own. */
  readonly provider: Provider;
  readonly fresh: FreshDesk;
  /** Another workstation. */
  readonly other: FreshDesk;
};

export const test = base.extend<Fixtures>({
  speech: [{ dialect: DEFAULT_DIALECT, limitsShape: 'list' }, { option: true }],
  flags: [['--live'], { option: true }],
  provider: async ({ speech }, use) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'second-'));
    const provider = await startProvider(dir, speech);
    await use(provider);
    await provider.close();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  },
  fresh: async ({ startHost, flags }, use, testInfo) => {
    await withDesk(startHost, flags, use, async (output) => {
      if (testInfo.status === testInfo.expectedStatus) return;
      await testInfo.attach('host output', { body: output, contentType: 'text/plain' });
    });
  },
  other: async ({ startHost, flags }, use) => {
    await withDesk(startHost, flags, use, async () => {});
  },
});

async function withDesk(
  startHost: StartHost,
  flags: readonly string[],
  use: (desk: FreshDesk) => Promise<void>,
  tell: (output: string) => Promise<void>,
): Promise<void> {
  const keychain: TestKeychain = await startTestKeychain();
  if (!keychain.available) base.skip(true, 'no Secret Service for a merchant’s secret');
  const dataDir = mkdtempSync(path.join(tmpdir(), 'desk-'));
  const desk = await startHost({ dataDir, flags, env: keychain.env });
  await use({ open: (page) => openDeskPage(page, desk) });
  await tell(desk.output());
  await desk.stop();
  await keychain.close();
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
}
