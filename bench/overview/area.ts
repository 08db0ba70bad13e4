import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { type Browser, type Page, chromium } from '@playwright/test';

import { profileOf } from '#core/testing/builders.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import { FIRST_SETTINGS } from '#shared/domain/settings.ts';

import { buildIfStale } from '../../scripts/start/build.ts';
import { chromiumFlags, findChromium } from '../../tests/support/chromium.ts';
import { type Area, type Figure, figureOf, quantile } from '../figures.ts';
import { type Host, startHost } from '../log-screen/host.ts';
import { prepareGround } from '../log/ground.ts';
import { RANGES, busiest, tellCounting } from './counting.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const ROUNDS = 7;
/** Issue 7. */
const MOST_TIMES = 3;

type Kind = (typeof RANGES)[number];
type Side = { readonly host: Host; readonly page: Page; readonly origin: string };

/** The Overview as somebody has it who opens it, in Chromium over the browser host. */
export const overviewArea: Area = {
  notes: [
    'Usable: from the beginning of the navigation, the page’s own start included, to the frame after the one in which every figure stands.',
    'The profile is the one that most was issued for. Medians of several openings; the first one of each side is not among them.',
    'The engine alone is measured in this process, without threads and without the page.',
  ],
  async run(dir, tell, options) {
    const executablePath = findChromium();
    if (executablePath === null) throw new Error('There is no Chromium here');
    if (!(await buildIfStale(ROOT))) throw new Error('The page could not be built');
    const { paths, rows } = await prepareGround(dir, options, tell);
    const profileId = busiest(paths);
    tellCounting(paths, profileId, tell);
    const empty = path.join(dir, 'empty');
    mkdirSync(empty);
    const browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
    const sides: Side[] = [];
    try {
      for (const dataDir of [empty, paths.dataDir]) {
        sides.push(await openSide(browser, dataDir, profileId));
      }
      const figures: Figure[] = [];
      for (const kind of RANGES) figures.push(figureFor(kind, rows, await openings(sides, kind)));
      return figures;
    } finally {
      await browser.close();
      for (const { host } of sides) await host.stop();
    }
  },
};

function figureFor(kind: Kind, rows: number, medians: readonly number[]): Figure {
  const [nothing = 0, full = 0] = medians;
  return figureOf({
    name: `Overview of ${kind} usable with ${rows} requests`,
    unit: 'ms',
    measured: full,
    peer: { name: 'with an empty log', measured: nothing },
    bound: { most: MOST_TIMES },
  });
}

/** A desk on a data directory that has this profile and nothing else set up. */
async function openSide(browser: Browser, dataDir: string, profileId: ProfileId): Promise<Side> {
  if (profileId !== 'sandbox') setUp(dataDir, profileId);
  const host = await startHost(dataDir);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  page.setDefaultTimeout(120_000);
  await page.goto(host.url);
  await page.getByRole('heading', { name: 'New request' }).waitFor();
  return { host, page, origin: new URL(page.url()).origin };
}

/** As files of a desk that was set up before. */
function setUp(dataDir: string, profileId: ProfileId): void {
  const profile = profileOf({ id: profileId, name: 'Busiest', mode: 'sandbox' });
  const files = {
    'profiles.json': { version: 1, profiles: [profile] },
    'settings.json': {
      ...FIRST_SETTINGS,
      language: 'en',
      theme: 'light',
      operatorName: 'bench',
    },
    'choices.json': { version: 1, choices: [{ personId: null, profileId }] },
  };
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(path.join(dataDir, name), JSON.stringify(content));
  }
}

/** The median of each side. They take turns: what else the machine does is the same for both. */
async function openings(sides: readonly Side[], kind: Kind): Promise<readonly number[]> {
  const look = JSON.stringify({ range: { kind }, currency: null });
  const times = sides.map((): number[] => []);
  for (const { page } of sides) {
    await page.evaluate((text) => sessionStorage.setItem('overview-look', text), look);
  }
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [at, { page, origin }] of sides.entries()) {
      await page.bringToFront();
      // Only another document begins anew: what differs by its hash is the same one.
      await page.goto(`${origin}/?round=${kind}${round}#/overview`);
      times[at]?.push(await page.evaluate(untilPainted));
    }
  }
  return times.map((own) => quantile(own.slice(1), 0.5));
}

/** Since the navigation began. */
async function untilPainted(): Promise<number> {
  const frame = (): Promise<number> => new Promise(requestAnimationFrame);
  const isThere = (): boolean => {
    const main = document.querySelector('main');
    const isCounted =
      main?.querySelector('[data-old="false"]') ?? main?.querySelector('h2') ?? null;
    return isCounted !== null && main?.querySelector('[class*="Skeleton"]') === null;
  };
  while (!isThere()) await frame();
  await frame();
  return performance.now();
}
