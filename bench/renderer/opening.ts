import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';

import type { Browser, BrowserContext, Page } from '@playwright/test';

const VIEWPORT = { width: 1440, height: 900 } as const;
const LONGEST_MS = 60_000;

/** One page of the two: where it is, and what its tab must have kept from before. */
export type Side = {
  readonly origin: string;
  readonly kept: Readonly<Record<string, string>>;
};

export type Opening = {
  readonly firstPaintMs: number;
  /** The keyboard is in a field, and that is painted. */
  readonly usableMs: number;
  /** Paths of all scripts that had arrived by then. */
  readonly scripts: readonly string[];
};

/** The one-time link, once; every tab after that begins with what it left. */
export async function signIn(browser: Browser, oneTimeUrl: string): Promise<Side> {
  const page = await browser.newPage();
  await page.goto(oneTimeUrl);
  await page.getByRole('heading', { name: 'New request' }).waitFor();
  const kept = await page.evaluate(() => Object.entries(sessionStorage));
  const session = kept.filter(([key]) => key === 'desk-session' || key === 'desk-proof');
  await page.close();
  return { origin: new URL(oneTimeUrl).origin, kept: Object.fromEntries(session) };
}

/** In a browser context of its own: no cache, nothing compiled before. */
export async function openCold(browser: Browser, side: Side): Promise<Opening> {
  const context = await browser.newContext({ viewport: VIEWPORT });
  try {
    return await openIn(context, side);
  } finally {
    await context.close();
  }
}

export async function openIn(context: BrowserContext, side: Side): Promise<Opening> {
  const page = await preparedPage(context, side);
  try {
    await page.goto(`${side.origin}/`);
    return await page.evaluate(untilUsable);
  } finally {
    await page.close();
  }
}

export async function preparedPage(context: BrowserContext, { kept }: Side): Promise<Page> {
  const page = await context.newPage();
  page.setDefaultTimeout(LONGEST_MS);
  await page.addInitScript((items) => {
    for (const [key, value] of Object.entries(items)) sessionStorage.setItem(key, value);
    const seen = { usableMs: 0 };
    Object.assign(globalThis, { seen });
    const painted = new MessageChannel();
    painted.port1.addEventListener('message', () => {
      if (seen.usableMs === 0) seen.usableMs = performance.now();
    });
    painted.port1.start();
    // A message that is posted before a frame is painted is delivered after it.
    const onFocus = ({ target }: Event): void => {
      if (!(target instanceof HTMLInputElement)) return;
      requestAnimationFrame(() => painted.port2.postMessage(null));
    };
    addEventListener('focusin', onFocus, { capture: true });
  }, kept);
  return page;
}

async function untilUsable(): Promise<Opening> {
  const seen: unknown = Reflect.get(globalThis, 'seen');
  const usable = (): number =>
    typeof seen === 'object' && seen !== null ? Number(Reflect.get(seen, 'usableMs')) : 0;
  // Of what was painted the page is told only some time later.
  const paint = (): number => performance.getEntriesByName('first-paint')[0]?.startTime ?? 0;
  while (usable() === 0 || paint() === 0) await new Promise(requestAnimationFrame);
  const scripts = performance
    .getEntriesByType('resource')
    .filter(({ name, startTime, duration }) => {
      return name.endsWith('.js') && startTime + duration <= usable();
    })
    .map(({ name }) => new URL(name).pathname);
  return { firstPaintMs: paint(), usableMs: usable(), scripts };
}

/** As it would travel if it did: the files are read from this machine's disk. */
export function gzippedKb(root: string, files: readonly string[]): number {
  const bytes = [...new Set(files)].map(
    (file) => gzipSync(readFileSync(path.join(root, file))).length,
  );
  return bytes.reduce((sum, each) => sum + each, 0) / 1024;
}
