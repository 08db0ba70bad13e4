import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type Page, chromium, expect } from '@playwright/test';

import {
  ANSWERING_PROFILE,
  type AnsweringProvider,
  startAnsweringProvider,
  writeAnsweringMerchant,
} from '../../support/answeringProvider.ts';
import { endProcess } from '../../support/endProcess.ts';
import { type ElectronDesk, spawnElectron, startElectron } from '../hosts/electronHost.ts';
import type { HostOptions } from '../hosts/host.ts';
import { test as base } from '../hosts/hostTest.ts';
import { callFromPage, chooseProfile } from '../steps.ts';

/** A provider that holds an answer until it is let go, and the profile of it on the desk. */
type HoldingProvider = Omit<AnsweringProvider, 'close'> & {
  /** Gives this run its secret, and shows its profile. */
  readonly use: (page: Page) => Promise<void>;
};

type Fixtures = {
  /** Of one test. */
  readonly dataDir: string;
  /** Without Playwright beside it: a debugger may come and go (`attach`). */
  readonly startUnwatched: (env?: HostOptions['env']) => void;
  readonly provider: HoldingProvider;
  /** Whatever a test leaves running ends with it. */
  readonly startDesk: (options?: Partial<HostOptions>) => Promise<ElectronDesk>;
};

/** Desks in Electron whose own process a test reaches. */
export const test = base.extend<Fixtures>({
  dataDir: async ({ hostIsThere: _isThere }, use) => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'desk-'));
    await use(dataDir);
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
  },
  startDesk: async ({ dataDir }, use, testInfo) => {
    const started: ElectronDesk[] = [];
    await use(async (options = {}) => {
      const desk = await startElectron({ dataDir, ...options });
      started.push(desk);
      return desk;
    });
    for (const desk of started) {
      if (testInfo.status !== testInfo.expectedStatus) {
        await testInfo.attach('host output', { body: desk.output(), contentType: 'text/plain' });
      }
      await desk.stop();
    }
  },
  startUnwatched: async ({ dataDir }, use) => {
    const started: ChildProcess[] = [];
    await use((env = {}) => {
      started.push(spawnElectron({ dataDir, env, flags: ['--remote-debugging-port=0'] }));
    });
    for (const child of started) await endProcess(child, 'SIGTERM');
  },
  provider: async ({ dataDir }, use) => {
    const { close, ...provider } = await startAnsweringProvider();
    writeAnsweringMerchant(dataDir, provider.origin, { validMin: null, mode: 'sandbox' });
    await use({
      ...provider,
      async use(page) {
        await callFromPage(page, 'profile.setSecret', {
          profileId: ANSWERING_PROFILE,
          slot: { kind: 'signing' },
          secret: 'of this run only',
          keep: 'run',
        });
        await chooseProfile(page, ANSWERING_PROFILE);
      },
    });
    await close();
  },
});

/** By the port that Electron has written down for debuggers. */
export async function attach(dataDir: string): Promise<Page> {
  const file = path.join(dataDir, 'electron/DevToolsActivePort');
  await expect.poll(() => existsSync(file)).toBe(true);
  const [port] = readFileSync(file, 'utf8').split('\n');
  const browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  await expect.poll(() => browser.contexts().flatMap((one) => one.pages())).toHaveLength(1);
  const [page] = browser.contexts().flatMap((one) => one.pages());
  if (page === undefined) throw new Error('The window shows no page');
  return page;
}

export async function detach(page: Page): Promise<void> {
  await page.context().browser()?.close();
}

type Ended = { readonly code: number | null; readonly output: string };

export async function startAgain(dataDir: string, ...flags: readonly string[]): Promise<Ended> {
  const child = spawnElectron({ dataDir, flags });
  const chunks: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  return { code, output: Buffer.concat(chunks).toString('utf8') };
}

/** How Electron's process ends: its exit code, or the signal that ended it. */
export async function endOf({ app }: ElectronDesk): Promise<number | NodeJS.Signals | null> {
  const child = app.process();
  if (child.exitCode === null && child.signalCode === null) {
    await new Promise((resolve) => {
      child.once('exit', resolve);
    });
  }
  return child.exitCode ?? child.signalCode;
}

/** Electron's processes on that data directory that are no parts of another one; Linux alone tells them. */
export function ownProcesses(dataDir: string): readonly number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/u.test(name))
    .filter((pid) => {
      const words = commandLine(pid).split(/[\0 ]/u);
      return (
        words.includes(`--data-dir=${dataDir}`) && !words.some((one) => one.startsWith('--type='))
      );
    })
    .map(Number);
}

function commandLine(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}
