import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from '@playwright/test';

import {
  ANSWERING_PROFILE,
  type AnsweringMerchant,
  type AnsweringProvider,
  startAnsweringProvider,
  writeAnsweringMerchant,
} from '../support/answeringProvider.ts';
import { openDeskPage } from './fixtures.ts';
import { test as base } from './hosts/hostTest.ts';
import { callFromPage, chooseProfile } from './steps.ts';

/** A desk whose provider answers with whatever a test wants to see on a card, and the page that shows it. */
export type AnsweringDesk = Omit<AnsweringProvider, 'close'> & { readonly page: Page };

export const test = base.extend<{ readonly answering: AnsweringDesk } & AnsweringMerchant>({
  validMin: [null, { option: true }],
  mode: ['sandbox', { option: true }],
  answering: async ({ startHost, page: given, validMin, mode }, use) => {
    const dir = mkdtempSync(path.join(tmpdir(), 'answering-'));
    const dataDir = path.join(dir, 'data');
    const provider = await startAnsweringProvider();
    writeAnsweringMerchant(dataDir, provider.origin, { validMin, mode });
    const host = await startHost({ dataDir });
    const page = await openDeskPage(given, host);
    await callFromPage(page, 'profile.setSecret', {
      profileId: ANSWERING_PROFILE,
      slot: { kind: 'signing' },
      secret: 'of this run only',
      keep: 'run',
    });
    await chooseProfile(page, ANSWERING_PROFILE);
    await use({ page, ...provider });
    await host.stop();
    await provider.close();
    rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  },
});
