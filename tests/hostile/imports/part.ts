import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from '@playwright/test';
import { z } from 'zod';

import type { RowProblem } from '../../../src/shared/domain/importing.ts';
import { en } from '../../../src/renderer/i18n/en.ts';
import { goTo } from '../../e2e/steps.ts';
import { startEvilProvider } from '../evilProvider.ts';
import { type HostileDesk, issueAll, onBothHosts } from '../hostileDesk.ts';
import { isMetOn } from '../pairwise.ts';
import type { Part } from '../part.ts';
import { byLoad, until, withDataDir } from '../waiting.ts';
import { ODD_CHOICES, type OddChoice, chooseFile, dropFile } from './chosen.ts';
import { type Expected, GOOD_FILE, HOSTILE_FILES } from './files.ts';

/** Another operation is answered within this time, whatever file is being read. */
const LONGEST_MS = 1000;
/** Ten million rows are refused long before they are read. */
const LONGEST_FILE_MS = 30_000;
/** A thread of the importer has at most 768 MB; no file may come near that. */
const MOST_MEMORY_MB = 512;
const TYPED = 'still-typing';

type Tries = {
  readonly desk: HostileDesk;
  readonly fail: (what: string) => void;
  /** Of the host's process, before any file. */
  readonly restMb: number;
  readonly slowOnce: string[];
  tried: number;
  slowestMs: number;
  peakMb: number;
};

/** A file of requests that is none, is a weapon, or changes in the hand: chosen on the screen, read by the importer's thread. */
export const importsPart: Part = {
  name: 'imports',
  async run(isPairwise) {
    const failures: string[] = [];
    const slowOnce: string[] = [];
    const figures = { tried: 0, slowestMs: 0, peakMb: 0 };
    const folder = mkdtempSync(path.join(tmpdir(), 'hostile-files-'));
    try {
      for (const { name, make } of HOSTILE_FILES) {
        writeFileSync(path.join(folder, name), await make());
      }
      await onBothHosts((start, host) =>
        withDataDir(async (dataDir) => {
          const provider = await startEvilProvider();
          const desk = await start({ dataDir, provider, profileName: 'Files' });
          const fail = (what: string): void => void failures.push(`${desk.host}: ${what}`);
          const restMb = memoryOf(desk);
          const tries: Tries = { desk, fail, restMb, slowOnce, tried: 0, slowestMs: 0, peakMb: 0 };
          try {
            await tryAll(tries, folder, (at) => !isPairwise || isMetOn(host, at, 0));
            figures.tried += tries.tried;
            figures.slowestMs = Math.max(figures.slowestMs, tries.slowestMs);
            figures.peakMb = Math.max(figures.peakMb, tries.peakMb);
          } finally {
            await desk.close();
            await provider.close();
          }
        }),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    }
    return {
      tried: figures.tried,
      failures,
      figures:
        `${HOSTILE_FILES.length} files, ${ODD_CHOICES.length} that are none or do not stay; another operation answered ` +
        `in at most ${figures.slowestMs.toFixed(0)} ms, ${figures.peakMb.toFixed(0)} MB above rest` +
        (slowOnce.length === 0 ? '' : `; slow once: ${slowOnce.join(', ')}`),
      left: 'each file on its other host',
    };
  },
};

async function tryAll(tries: Tries, folder: string, isMet: (at: number) => boolean): Promise<void> {
  const { desk } = tries;
  const [issued] = await issueAll(desk, [{ orderId: 'BEFORE', customer: 'before' }]);
  await desk.page.getByRole('textbox', { name: 'Quick line' }).fill(`1500 sbp ${TYPED}`);
  for (const [at, { name, expected }] of HOSTILE_FILES.entries()) {
    if (!isMet(at)) continue;
    const choose = (): Promise<void> => chooseFile(desk.page, path.join(folder, name));
    await tryTwice(tries, name, expected, choose);
  }
  // Some of them change: each host has its own.
  const own = path.join(folder, desk.isElectron ? 'electron' : 'loopback');
  mkdirSync(own);
  for (const choice of ODD_CHOICES) {
    const chosen = (): Promise<void> => chooseOdd(desk.page, own, choice);
    await tryTwice(tries, choice.name, choice.expected, chosen);
  }
  writeFileSync(path.join(own, 'good.csv'), GOOD_FILE);
  await tryOne(tries, 'a good file', { problems: [] }, () =>
    chooseFile(desk.page, path.join(own, 'good.csv')),
  );
  await nothingIsLost(tries, issued?.intentId ?? '');
}

/** Something else may keep the machine busy for a moment; a desk that a file holds up is slow with it again. */
async function tryTwice(
  tries: Tries,
  name: string,
  expected: Expected,
  choose: () => Promise<void>,
): Promise<void> {
  const firstMs = await tryOne(tries, name, expected, choose);
  if (firstMs <= LONGEST_MS) return;
  tries.slowOnce.push(`${name} ${firstMs.toFixed(0)} ms`);
  const againMs = await tryOne(tries, name, expected, choose);
  if (againMs <= byLoad(LONGEST_MS)) return;
  tries.fail(`${name}: it holds up the desk for ${againMs.toFixed(0)} ms`);
}

async function chooseOdd(page: Page, folder: string, choice: OddChoice): Promise<void> {
  const file = path.join(folder, choice.name);
  // It may be there from a first try.
  rmSync(file, { recursive: true, force: true });
  choice.make(file);
  await (choice.how === 'dropped' ? dropFile(page, file) : chooseFile(page, file));
  if (choice.meanwhile === undefined) return;
  await page.locator('main button[data-loading="true"]').first().waitFor();
  choice.meanwhile(file);
}

/** Gives the longest time that another operation took meanwhile. */
async function tryOne(
  tries: Tries,
  name: string,
  expected: Expected,
  choose: () => Promise<void>,
): Promise<number> {
  const { desk, fail } = tries;
  const { page } = desk;
  tries.tried += 1;
  await goTo(page, '#/overview');
  await goTo(page, '#/batch');
  await page.locator('main input[type="file"]').waitFor({ state: 'attached' });
  const startedAt = performance.now();
  let isOver = false;
  const watching = watchWhile(tries, () => !isOver);
  try {
    await choose();
    const said = await saidOf(page);
    if (performance.now() - startedAt > LONGEST_FILE_MS) fail(`${name}: not done in time`);
    if (said !== wordsOf(expected)) fail(`${name}: ${said ?? 'it was read'}`);
    if (said === null) await checkRead(tries, name, expected);
  } catch (error) {
    fail(`${name}: ${String(error).split('\n')[0] ?? ''}`);
  } finally {
    isOver = true;
  }
  const { slowestMs, peakMb } = await watching;
  if (peakMb > MOST_MEMORY_MB) fail(`${name}: ${peakMb.toFixed(0)} MB above rest`);
  return slowestMs;
}

/** The words of the refusal and nothing else: neither a code, nor what a library or a thread said. Null: the file was read. */
async function saidOf(page: Page): Promise<string | null> {
  const alert = page.locator('main section[tabindex="-1"] > [role="alert"]');
  const columns = page.locator('main ol li').nth(1).and(page.locator('[aria-current="step"]'));
  await alert
    .or(columns)
    .first()
    .waitFor({ timeout: LONGEST_FILE_MS * 2 });
  return (await alert.isVisible()) ? await alert.innerText() : null;
}

function wordsOf(expected: Expected): string | null {
  if ('problems' in expected) return null;
  const why = en[`import.refused.${expected.refused}`];
  const inRow = en['import.refused.inRow'];
  return expected.row === undefined
    ? why
    : inRow.replace('{{row}}', String(expected.row)).replace('{{why}}', why);
}

const PROBLEMS: Readonly<Record<string, string>> = en;

function problemWords(code: RowProblem['code']): string {
  return (PROBLEMS[`batch.problem.${code}`] ?? code).replaceAll(/ ?\{\{\w+\}\}/gu, '');
}

async function checkRead(
  { desk: { page }, fail }: Tries,
  name: string,
  expected: Expected,
): Promise<void> {
  await page.locator('main button[data-first-focus]').click();
  await page.locator('main ol li').nth(2).and(page.locator('[aria-current="step"]')).waitFor();
  const told = await page.getByRole('list', { name: en['batch.problems'] }).allInnerTexts();
  const words = 'problems' in expected ? expected.problems.map(problemWords) : [];
  for (const word of words) {
    if (!told.some((text) => text.includes(word)))
      fail(`${name}: not told “${word}”: ${told.join()}`);
  }
  if (words.length === 0 && told.length > 0) fail(`${name}: told ${told.join()}`);
  if (/root:|passwd/u.test(await page.locator('main').innerText()))
    fail(`${name}: it left the file`);
  await page.getByRole('button', { name: en['batch.discard'] }).click();
  await page.locator('main input[type="file"]').waitFor({ state: 'attached' });
}

type Watched = { readonly slowestMs: number; readonly peakMb: number };

/** Asks by the page for something else, again and again. */
async function watchWhile(tries: Tries, isGoing: () => boolean): Promise<Watched> {
  const watched = { slowestMs: 0, peakMb: 0 };
  while (isGoing()) {
    const askedAt = performance.now();
    await tries.desk.ask('log.health', {});
    watched.slowestMs = Math.max(watched.slowestMs, performance.now() - askedAt);
    watched.peakMb = Math.max(watched.peakMb, memoryOf(tries.desk) - tries.restMb);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  tries.slowestMs = Math.max(tries.slowestMs, watched.slowestMs);
  tries.peakMb = Math.max(tries.peakMb, watched.peakMb);
  return watched;
}

/** What the process holds in memory. Only Linux tells; elsewhere it is not looked at. */
function memoryOf({ pid }: HostileDesk): number {
  if (process.platform !== 'linux') return 0;
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s*(?<kb>\d+) kB$/mu.exec(status)?.groups?.['kb'] ?? 0) / 1024;
}

const verifiedSchema = z.looseObject({ verdict: z.string() });
const historySchema = z.looseObject({
  request: z.looseObject({
    body: z.looseObject({ fields: z.looseObject({ order_id: z.string() }) }),
  }),
});

async function nothingIsLost({ desk, fail }: Tries, intentId: string): Promise<void> {
  const { verdict } = verifiedSchema.parse(await desk.ask('log.verify', {}));
  if (verdict !== 'holds') fail(`the log: ${verdict}`);
  const { request } = historySchema.parse(await desk.ask('log.history', { intentId }));
  const { order_id: order } = request.body.fields;
  if (order !== 'BEFORE') fail(`the request before is ${order}`);
  const batches = z.array(z.unknown()).parse(await desk.ask('batch.list', {}));
  if (batches.length > 0) fail(`${batches.length} batches were begun`);
  await goTo(desk.page, '#/');
  const typed = desk.page.getByRole('combobox', { name: 'Customer', exact: true });
  await until('what was typed is there', async () => (await typed.inputValue()) === TYPED).catch(
    () => fail('what was typed is gone'),
  );
}
