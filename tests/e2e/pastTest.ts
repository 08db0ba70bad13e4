import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { fillPast } from '../support/pastStatement.ts';
import { openDeskPage } from './fixtures.ts';
import { test as base } from './hosts/hostTest.ts';

/** A desk with requests of the last hours, two of them without an answer. */
export const test = base.extend<{ readonly pastPage: Page }>({
  pastPage: async ({ startHost, page }, use) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'past-'));
    fillPast(dataDir);
    const host = await startHost({ dataDir });
    await use(await openDeskPage(page, host));
    await host.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  },
});
