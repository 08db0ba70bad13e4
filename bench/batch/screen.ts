import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Browser, type Page, chromium } from '@playwright/test';

import { buildIfStale } from '../../scripts/start/build.ts';
import { seedLog } from '../../tests/provider/samples/seedLog.ts';
import { goTo } from '../../tests/e2e/steps.ts';
import { chromiumFlags, findChromium } from '../../tests/support/chromium.ts';
import { logPathsOf } from '#core/log/store/paths.ts';

import { type Figure, type Tell, figureOf } from '../figures.ts';
import { type Host, startHost } from '../log-screen/host.ts';
import { tracedTasks } from '../log-screen/tracing.ts';
import {
  check,
  chooseFile,
  customerOf,
  discard,
  isDone,
  isNext,
  linesOf,
  press,
  seen,
} from './onPage.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const CHECKED_ROWS = 100_000;
/** One row of these many has an amount below the provider's minimum. */
const FAULTY_EVERY = 1000;
/** Enough for two full sheets of QR codes. */
const ISSUED_ROWS = 1000;
const AT_ONCE = 16;
const LOG_ROWS = 100_000;
const MESSAGES = 20;
/** F9 within a second of the customer being shown is the press before to the desk (HandOut.tsx). */
const BETWEEN_PRESSES_MS = 1100;
const REST_MS = 5000;
const LOOK_EVERY_MS = 50;
const PATIENCE_MS = 120_000;

const PROMISED_S = 5;
const PROMISED_MB = 150;
const PROMISED_TASK_MS = 50;

export const SCREEN_NOTES: readonly string[] = [
  `Checking: from the press of the button until the page shows the answer, on a log of ${LOG_ROWS} requests; every row has an order id and another customer.`,
  'Tasks are those of the page’s main thread in a trace of Chromium, by the clock. On a busy machine a task also waits; what it had of the processor is told above.',
  'Memory is the most that the host’s process held (resident set, with the importer’s and all other threads and the embedded provider) above what it held at rest with the page open. The browser is not in it.',
];

/** Importing, issuing and handing out, as seen from the page of a real browser over the browser host. */
export async function measureScreen(dir: string, tell: Tell): Promise<readonly Figure[]> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('There is no Chromium here');
  if (!(await buildIfStale(ROOT))) throw new Error('The page could not be built');
  const dataDir = path.join(dir, 'screen');
  mkdirSync(dataDir);
  tell(`seeding ${LOG_ROWS} requests…`);
  const untilMs = Date.now() - 86_400_000;
  seedLog(logPathsOf(dataDir).file, { rows: LOG_ROWS, seed: 1, untilMs }, () => undefined);
  await fillIndex(dataDir);
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
  const onHost = (work: (desk: MeasuredDesk) => Promise<readonly Figure[]>) =>
    withHost(browser, dataDir, tell, work);
  try {
    // Each with a process of its own: what one has taken is given back late.
    const checking = await onHost((desk) => measureChecking(desk, dir));
    const running = await onHost(async (desk) => [
      ...(await measureRun(desk, dir)),
      await measureHandOut(desk),
    ]);
    return [...checking, ...running];
  } finally {
    await browser.close();
  }
}

async function withHost(
  browser: Browser,
  dataDir: string,
  tell: Tell,
  work: (desk: MeasuredDesk) => Promise<readonly Figure[]>,
): Promise<readonly Figure[]> {
  const host = await startHost(dataDir);
  try {
    const page = await openPage(browser, host);
    await sleep(REST_MS);
    const restMb = host.rssMb();
    tell(`the host holds ${restMb.toFixed(0)} MB at rest`);
    const figures = await work({ page, host, restMb, tell });
    // Its tasks would count with the next page's.
    await page.context().close();
    return figures;
  } finally {
    await host.stop();
  }
}

/** By another process: the memory that this takes is given back late, and would count as rest. */
async function fillIndex(dataDir: string): Promise<void> {
  const host = await startHost(dataDir);
  await untilQuiet(host);
  await host.stop();
}

type MeasuredDesk = {
  readonly page: Page;
  readonly host: Host;
  readonly restMb: number;
  readonly tell: Tell;
};

async function openPage(browser: Browser, host: Host): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE_MS);
  await page.goto(host.url);
  await page.getByRole('heading', { name: 'New request' }).waitFor();
  await untilQuiet(host);
  return page;
}

const QUIET_MS = 100;

function usedMs(host: Host): number {
  return [...host.usedMs().values()].reduce((sum, ms) => sum + ms, 0);
}

/** The host has used less than a tenth of a second of the processor in one second; or it goes on sealing, which takes minutes. */
async function untilQuiet(host: Host): Promise<void> {
  const giveUpMs = performance.now() + PATIENCE_MS;
  while (performance.now() < giveUpMs) {
    const before = usedMs(host);
    await sleep(1000);
    if (usedMs(host) - before < QUIET_MS) return;
  }
}

async function measureChecking(desk: MeasuredDesk, dir: string): Promise<readonly Figure[]> {
  const { page, host, tell } = desk;
  const file = path.join(dir, 'many.csv');
  writeFileSync(file, linesOf('many', CHECKED_ROWS, FAULTY_EVERY));
  await goTo(page, '#/batch');
  const memory = watchMemory(desk);
  const readStartedMs = performance.now();
  await chooseFile(page, file);
  tell(`${CHECKED_ROWS} rows are read after ${secondsSince(readStartedMs).toFixed(1)} s`);
  const [startedMs, usedBeforeMs] = [performance.now(), usedMs(host)];
  await check(page);
  const tookS = secondsSince(startedMs);
  tell(`checked, for which the host used ${usedMs(host) - usedBeforeMs} ms of the processor`);
  const memoryMb = memory.end();
  await discard(page);
  const tasks = await longestTask(page, `${CHECKED_ROWS} rows read and checked`, tell, async () => {
    await chooseFile(page, file);
    await check(page);
  });
  await discard(page);
  return [
    promised(`checking ${CHECKED_ROWS} rows`, 's', tookS, PROMISED_S),
    promised(`memory above rest, reading and checking them`, 'MB', memoryMb, PROMISED_MB),
    promised('longest task of the page, reading and checking them', 'ms', tasks, PROMISED_TASK_MS),
  ];
}

async function measureRun(desk: MeasuredDesk, dir: string): Promise<readonly Figure[]> {
  const { page, tell } = desk;
  const file = path.join(dir, 'some.csv');
  writeFileSync(file, linesOf('some', ISSUED_ROWS, Infinity));
  await goTo(page, '#/batch');
  await page.getByRole('radio', { name: 'Payment link' }).check({ force: true });
  await chooseFile(page, file);
  await check(page);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('textbox', { name: 'Requests at once' }).fill(String(AT_ONCE));
  const memory = watchMemory(desk);
  const tasks = await longestTask(page, `${ISSUED_ROWS} rows issued`, tell, async () => {
    await page.locator('form button[type="submit"]').click();
    await seen(page, 'main tbody tr', 1);
    await page.waitForFunction(isDone);
  });
  const memoryMb = memory.end();
  const what = `a batch of ${ISSUED_ROWS} rows, ${AT_ONCE} at once`;
  return [
    promised(`memory above rest, running ${what}`, 'MB', memoryMb, PROMISED_MB),
    promised(`longest task of the page, running ${what}`, 'ms', tasks, PROMISED_TASK_MS),
  ];
}

async function measureHandOut({ page, tell }: MeasuredDesk): Promise<Figure> {
  const longest = await longestTask(page, `${MESSAGES} messages copied`, tell, async () => {
    await press(page, /^Hand out/u);
    for (let at = 0; at < MESSAGES; at += 1) {
      await page.waitForFunction(isNext, customerOf('some', at));
      await sleep(BETWEEN_PRESSES_MS);
      await page.keyboard.press('F9');
    }
    await page.waitForFunction(isNext, customerOf('some', MESSAGES));
  });
  return promised('longest task of the page, handing out', 'ms', longest, PROMISED_TASK_MS);
}

async function longestTask(
  page: Page,
  what: string,
  tell: Tell,
  work: () => Promise<void>,
): Promise<number> {
  const tasks = await tracedTasks(page, work);
  const [longest = 0, second = 0, third = 0] = tasks.map(({ tookMs }) => tookMs);
  const onCpuMs = Math.max(0, ...tasks.map((task) => task.onCpuMs));
  tell(
    `${what}: longest tasks ${[longest, second, third].map((ms) => ms.toFixed(1)).join(', ')} ms, at most ${onCpuMs.toFixed(1)} ms of the processor; ` +
      `in the longest, by the clock (on the processor): ${tasks[0]?.parts.join(', ') ?? ''}`,
  );
  return longest;
}

/** The most that the host holds from now on above what it held at rest, before anything was imported. */
function watchMemory({ host, restMb }: MeasuredDesk): { readonly end: () => number } {
  let mostMb = host.rssMb();
  const looking = setInterval(() => {
    mostMb = Math.max(mostMb, host.rssMb());
  }, LOOK_EVERY_MS);
  return {
    end() {
      clearInterval(looking);
      return mostMb - restMb;
    },
  };
}

function secondsSince(startedMs: number): number {
  return (performance.now() - startedMs) / 1000;
}

function promised(name: string, unit: string, measured: number, most: number): Figure {
  const peer = { name: 'what is promised', measured: most };
  return figureOf({ name, unit, measured, peer, bound: { most: 1 } });
}
