import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type BrowserContext, chromium } from '@playwright/test';

import { chromiumFlags, findHeadlessChromium } from '../chromium.ts';

export type StandInBrowser = {
  readonly context: BrowserContext;
  readonly close: () => Promise<void>;
};

/** With a profile on the disk, as Electron has one. */
export async function openBrowser(): Promise<StandInBrowser> {
  const executablePath = findHeadlessChromium();
  if (executablePath === null) throw new Error('No Chromium was found');
  const profileDir = mkdtempSync(path.join(tmpdir(), 'stand-in-'));
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath,
    args: [...chromiumFlags()],
    viewport: { width: 1440, height: 900 },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  return {
    context,
    async close() {
      // A browser that somebody has ended before is closed as well.
      await context.close().catch(() => undefined);
      rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
