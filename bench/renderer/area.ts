import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { type Browser, chromium } from '@playwright/test';

import { buildIfStale } from '../../scripts/start/build.ts';
import { chromiumFlags, findChromium } from '../../tests/support/chromium.ts';
import { type Area, type Figure, type Tell, figureOf, quantile } from '../figures.ts';
import { startHost } from '../log-screen/host.ts';
import {
  type Opening,
  type Side,
  gzippedKb,
  openCold,
  openIn,
  preparedPage,
  signIn,
} from './opening.ts';
import { startPeer } from './peer.ts';
import { TYPED, typeKey } from './typing.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const RENDERER = path.join(ROOT, 'out/renderer');
const ROUNDS = 15;
const PEER = 'an empty React page';
/** Issues 6 and 20. */
const MOST_TIMES_USABLE = 2;
const MOST_TIMES_PAINTED = 1.5;
const MOST_KEY_MS = 40;
const MOST_KB = 260;
const THROTTLE = 4;
const TYPING_ROUNDS = 3;

/** How soon somebody who opens the desk can type, and what a key costs then, in Chromium over the browser host. */
export const rendererArea: Area = {
  notes: [
    'Usable: from the beginning of the navigation until the keyboard is in a field and the frame with it is painted; the same for both pages.',
    'The first opening is in a browser context of its own, without cache or compiled code; later ones are in one context that has opened the page before, as on every day but the first. The two pages take turns, and the first of each is not counted.',
    'Our tab has its session already, as after a reload; the one-time link’s exchange, one more call to the host, is not in it. The peer asks nobody for anything.',
    'First paint of ours is the shell’s outline, which is in the page itself; when the shell with its words is painted is said as “usable”.',
    `Keys: from the key’s own time stamp until what is said of the field is painted as it stays, with the page’s processor ${THROTTLE} times slower.`,
  ],
  async run(dir, tell) {
    const executablePath = findChromium();
    if (executablePath === null) throw new Error('There is no Chromium here');
    if (!(await buildIfStale(ROOT))) throw new Error('The page could not be built');
    const dataDir = path.join(dir, 'desk');
    mkdirSync(dataDir);
    const peer = await startPeer(path.join(dir, 'peer'));
    const host = await startHost(dataDir);
    const browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
    try {
      const desk = await signIn(browser, host.url);
      const empty: Side = { origin: peer.origin, kept: {} };
      return [
        ...(await measureOpening(browser, desk, empty, tell)),
        await measureTyping(browser, desk, tell),
      ];
    } finally {
      await browser.close();
      await host.stop();
      await peer.stop();
    }
  },
};

async function measureOpening(
  browser: Browser,
  desk: Side,
  empty: Side,
  tell: Tell,
): Promise<readonly Figure[]> {
  const sides = [desk, empty];
  const [ours = [], theirs = []] = await takeTurns(sides, (side) => openCold(browser, side));
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const [later = [], theirLater = []] = await takeTurns(sides, (side) => openIn(context, side));
  await context.close();
  const scripts = ours.at(-1)?.scripts ?? [];
  tell(`scripts before usable: ${scripts.map((file) => path.basename(file)).join(', ')}`);
  return [
    usableFigure('first opening', ours, theirs),
    usableFigure('later openings', later, theirLater),
    figureOf({
      name: 'first paint of the shell',
      unit: 'ms',
      measured: median(ours, 'firstPaintMs'),
      peer: { name: PEER, measured: median(theirs, 'firstPaintMs') },
      bound: { most: MOST_TIMES_PAINTED },
    }),
    figureOf({
      name: 'JavaScript loaded before New request is usable, gzipped',
      unit: 'KB',
      measured: gzippedKb(RENDERER, scripts),
      peer: { name: 'what was promised', measured: MOST_KB },
      bound: { most: 1 },
    }),
  ];
}

function usableFigure(which: string, ours: readonly Opening[], theirs: readonly Opening[]): Figure {
  return figureOf({
    name: `New request usable, ${which}`,
    unit: 'ms',
    measured: median(ours, 'usableMs'),
    peer: { name: PEER, measured: median(theirs, 'usableMs') },
    bound: { most: MOST_TIMES_USABLE },
  });
}

/** They take turns: what else the machine does is the same for both. */
async function takeTurns(
  sides: readonly Side[],
  open: (side: Side) => Promise<Opening>,
): Promise<readonly (readonly Opening[])[]> {
  const seen = sides.map((): Opening[] => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, side] of sides.entries()) seen[at]?.push(await open(side));
  }
  return seen.map((own) => own.slice(1));
}

function median(openings: readonly Opening[], key: 'usableMs' | 'firstPaintMs'): number {
  return quantile(
    openings.map((opening) => opening[key]),
    0.5,
  );
}

async function measureTyping(browser: Browser, desk: Side, tell: Tell): Promise<Figure> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await preparedPage(context, desk);
  await page.goto(`${desk.origin}/`);
  await page.getByRole('heading', { name: 'New request' }).waitFor();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: THROTTLE });
  const times: number[] = [];
  for (let round = 0; round < TYPING_ROUNDS; round += 1) {
    for (const { field, text } of TYPED) {
      const box = page
        .getByRole('textbox', { name: field })
        .or(page.getByRole('combobox', { name: field }));
      await box.first().fill('');
      await box.first().focus();
      for (const key of text) times.push(await typeKey(page, key));
    }
  }
  await context.close();
  const [p50, p95, most] = [quantile(times, 0.5), quantile(times, 0.95), Math.max(...times)];
  tell(
    `${times.length} keys at a processor ${THROTTLE} times slower: p50 ${p50.toFixed(1)} ms, p95 ${p95.toFixed(1)} ms, most ${most.toFixed(1)} ms`,
  );
  return figureOf({
    name: `key to painted validation, p95, processor ${THROTTLE} times slower`,
    unit: 'ms',
    measured: p95,
    peer: { name: 'what was promised', measured: MOST_KEY_MS },
    bound: { most: 1 },
  });
}
