import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { type Browser, type Page, chromium } from '@playwright/test';

import { openSection } from '../../tests/e2e/steps.ts';
import { chromiumFlags, findChromium } from '../../tests/support/chromium.ts';
import { buildIfStale } from '../../scripts/start/build.ts';
import { type Area, type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import { prepareGround } from '../log/ground.ts';
import { type Host, startHost } from './host.ts';
import { tracedTasks } from './tracing.ts';
import { emptyFrames, jumpTo, typeKey } from './watching.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const WHEEL_TURNS = 120;
/** A notch of a usual mouse, and a wheel that is thrown. */
const WHEEL_PX = [120, 400] as const;
const WHEEL_EVERY_MS = 33;
const LONGEST_TASK_MS = 50;
const LEAST_TOLD_MS = 50;
const MOST_MORE_MB = 150;
const TYPED: readonly string[] = ['d-0114', '48213', 'рахим', 'cust-12', '1500.00', 'player_7'];

/** What somebody at the screen has of it, in Chromium over the browser host. */
export const logScreenArea: Area = {
  notes: [
    'Tasks are those of the page’s main thread in a trace of Chromium; the most time on the processor is said too, for on a busy machine the rest is waiting.',
    'Search as you type: from the key’s event to the frame after the one in which the answer stands.',
    'Memory is the resident set of the host’s process, its threads and their caches included.',
  ],
  async run(dir, tell, options) {
    const executablePath = findChromium();
    if (executablePath === null) throw new Error('There is no Chromium here');
    if (!(await buildIfStale(ROOT))) throw new Error('The page could not be built');
    const { paths } = await prepareGround(dir, options, tell);
    const empty = path.join(dir, 'empty');
    mkdirSync(empty);
    const browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
    try {
      const emptyMb = await onHost(browser, empty, async (_, host) => host.rssMb());
      return await onHost(browser, paths.dataDir, async (page, host) => [
        ...(await measureWheel(page, host, tell)),
        ...(await measureJumps(page, tell)),
        ...(await measureTyping(page, tell)),
        memoryOf(host.rssMb(), emptyMb),
      ]);
    } finally {
      await browser.close();
    }
  },
};

async function onHost<T>(
  browser: Browser,
  dataDir: string,
  work: (page: Page, host: Host) => Promise<T>,
): Promise<T> {
  const host = await startHost(dataDir);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    page.setDefaultTimeout(120_000);
    await page.goto(host.url);
    await page.getByRole('heading', { name: 'New request' }).waitFor();
    await openSection(page, 'Log');
    return await work(page, host);
  } finally {
    await context.close();
    await host.stop();
  }
}

async function measureWheel(page: Page, host: Host, tell: Tell): Promise<readonly Figure[]> {
  await page.getByRole('row').nth(5).waitFor();
  await page.getByRole('row').nth(5).hover();
  const figures: Figure[] = [];
  for (const px of WHEEL_PX) {
    const before = host.usedMs();
    figures.push(...(await measureWheelOf(px, page, tell)));
    tell(
      `meanwhile the host’s threads used ${usedSince(before, host.usedMs())} ms of the processor`,
    );
  }
  return figures;
}

/** A page that waits for the processor waits for somebody: whether it was for us. */
function usedSince(
  before: ReadonlyMap<string, number>,
  after: ReadonlyMap<string, number>,
): string {
  const used = [...after].map(([name, ms]) => [name, ms - (before.get(name) ?? 0)] as const);
  const told = used.filter(([, ms]) => ms >= LEAST_TOLD_MS).toSorted(([, a], [, b]) => b - a);
  if (told.length === 0) return `less than ${LEAST_TOLD_MS} each`;
  return told.map(([name, ms]) => `${name}: ${ms}`).join(', ');
}

async function measureWheelOf(px: number, page: Page, tell: Tell): Promise<readonly Figure[]> {
  const wheel = async (): Promise<void> => {
    for (let turn = 0; turn < WHEEL_TURNS; turn += 1) {
      const pause = delay(WHEEL_EVERY_MS);
      await page.mouse.wheel(0, turn < WHEEL_TURNS * 0.8 ? px : -px);
      await pause;
    }
  };
  const seen = await emptyFrames(page, wheel);
  const tasks = await tracedTasks(page, wheel);
  const longestMs = Math.max(0, ...tasks.map(({ tookMs }) => tookMs));
  const onCpuMs = Math.max(0, ...tasks.map((task) => task.onCpuMs));
  tell(
    `wheel by ${px} px: ${seen.empty} of ${seen.frames} frames with an empty row; no task took longer than ` +
      `${longestMs.toFixed(1)} ms, none more than ${onCpuMs.toFixed(1)} ms of the processor; in the longest, by the clock (on the processor): ${tasks[0]?.parts.join(', ') ?? ''}`,
  );
  return [
    figureOf({
      name: `wheel scrolling by ${px} px, frames that show an empty row`,
      unit: 'frames',
      measured: seen.empty,
      peer: { name: 'all frames', measured: seen.frames },
      bound: { most: 0 },
    }),
    figureOf({
      name: `wheel scrolling by ${px} px, longest task of the page`,
      unit: 'ms',
      measured: longestMs,
      peer: { name: 'what was promised', measured: LONGEST_TASK_MS },
      bound: { most: 1 },
    }),
  ];
}

async function measureJumps(page: Page, tell: Tell): Promise<readonly Figure[]> {
  for (const [name, share] of [
    ['end', 1],
    ['middle', 0.5],
    ['beginning', 0],
  ] as const) {
    const { tookMs, place } = await jumpTo(page, share);
    tell(`scrollbar to the ${name}: row ${place} stands there after ${tookMs.toFixed(0)} ms`);
  }
  return [];
}

async function measureTyping(page: Page, tell: Tell): Promise<readonly Figure[]> {
  const box = page.getByRole('searchbox', { name: 'Search the log' });
  const keys: { readonly typed: string; readonly tookMs: number | null }[] = [];
  for (const word of TYPED) {
    await box.fill('');
    await box.focus();
    for (let at = 0; at < word.length; at += 1) {
      const tookMs = await typeKey(page, word.charAt(at));
      keys.push({ typed: word.slice(0, at + 1), tookMs });
    }
  }
  const times = keys.flatMap(({ tookMs }) => (tookMs === null ? [] : [tookMs]));
  const same = keys.filter(({ tookMs }) => tookMs === null).map(({ typed }) => typed);
  await box.fill('');
  const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
  tell(
    `search as you type, ${times.length} of ${keys.length} keys that changed the rows: p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms; ` +
      `the same rows as before for: ${same.join(', ')}`,
  );
  return [];
}

function memoryOf(fullMb: number, emptyMb: number): Figure {
  return figureOf({
    name: 'the host’s memory after all of it, more than on an empty log',
    unit: 'MB',
    measured: Math.max(0, fullMb - emptyMb),
    peer: { name: 'what was promised', measured: MOST_MORE_MB },
    bound: { most: 1 },
  });
}
