import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from '@playwright/test';

import { type Desk as LoopbackDesk, startDesk } from '../support/desk.ts';
import { readLedger } from '../support/ledger.ts';
import type { StartHost } from './hosts/host.ts';
import { test as base } from './hosts/hostTest.ts';

/** A desk of a test's own, on whichever host; a one-time address is there on the browser host alone. */
export type Desk = LoopbackDesk & { readonly open: (page: Page) => Promise<Page> };

/** Every test gets a desk of its own, from first start, and a page that shows it. */
export const test = base.extend<{ desk: Desk; deskPage: Page }>({
  desk: async ({ host, startHost }, use, testInfo) => {
    const desk = host === 'loopback' ? await startTabbedDesk() : await startWindowedDesk(startHost);
    await use(desk);
    if (testInfo.status !== testInfo.expectedStatus) {
      await testInfo.attach('host output', { body: desk.output(), contentType: 'text/plain' });
    }
    await desk.stop();
  },
  deskPage: async ({ desk, page }, use) => {
    await use(await openDeskPage(page, desk));
  },
});

/** Where the host has a window of its own, that is the page from now on. */
export async function openDeskPage(page: Page, desk: Pick<Desk, 'open'>): Promise<Page> {
  const shown = await desk.open(page);
  await shown.getByRole('heading', { name: 'New request', level: 1 }).waitFor();
  return shown;
}

async function startTabbedDesk(): Promise<Desk> {
  const desk = await startDesk();
  return {
    ...desk,
    async open(page) {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(desk.url());
      return page;
    },
  };
}

async function startWindowedDesk(startHost: StartHost): Promise<Desk> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'desk-'));
  let running = await startHost({ dataDir });
  const noAddress = (): never => {
    throw new Error('This host has no address to open');
  };
  return {
    dataDir,
    url: noAddress,
    pressEnter: noAddress,
    signal: noAddress,
    ledger: () => readLedger(dataDir),
    output: () => running.output(),
    open: (page) => running.open(page),
    async restart() {
      await running.stop();
      running = await startHost({ dataDir });
    },
    async stop() {
      await running.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
