import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type BrowserContext, chromium } from '@playwright/test';

import { chromiumFlags, findChromium } from '../chromium.ts';

export type StandInBrowser = {
  readonly context: BrowserContext;
  /** For a test to drive the same page. */
  readonly debuggerUrl: string;
  readonly close: () => Promise<void>;
};

export async function openBrowser(): Promise<StandInBrowser> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('No Chromium was found');
  const profileDir = mkdtempSync(path.join(tmpdir(), 'stand-in-'));
  const context = await chromium.launchPersistentContext(profileDir, {
    executablePath,
    args: [...chromiumFlags(), '--remote-debugging-port=0'],
    viewport: { width: 1440, height: 900 },
    handleSIGINT: false,
    handleSIGTERM: false,
    handleSIGHUP: false,
  });
  const [port = ''] = readFileSync(path.join(profileDir, 'DevToolsActivePort'), 'utf8').split('\n');
  return {
    context,
    debuggerUrl: `http://127.0.0.1:${port}`,
    async close() {
      await context.close();
      rmSync(profileDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
