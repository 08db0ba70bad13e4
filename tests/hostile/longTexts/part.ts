import { setTimeout as sleep } from 'node:timers/promises';

import type { Page } from '@playwright/test';
import { z } from 'zod';

import { DEFAULT_LISTENER } from '../../../src/shared/domain/callback.ts';
import { goTo } from '../../e2e/steps.ts';
import { ownFetch } from '../../support/ownFetch.ts';
import { type EvilProvider, startEvilProvider } from '../evilProvider.ts';
import { EVIL_PROFILE, type HostileDesk, issueAll, onBothHosts } from '../hostileDesk.ts';
import { isTried, turnTold } from '../pairwise.ts';
import type { Part } from '../part.ts';
import { byLoad, withDataDir } from '../waiting.ts';
import { FILLERS, type Filler, LENGTHS, PLACES, textOf } from './texts.ts';

/** On two busy cores; an ordinary one takes half a second. What hangs takes minutes. */
const BOUND_MS = 8000;
/** A page that draws more than this at once draws what nobody asked to see. */
const MOST_DRAWN = 100_000;

type Findings = { tried: number; longestMs: number; readonly failures: string[] };
type Walk = { readonly desk: HostileDesk; readonly findings: Findings };

/** A provider's texts of 40,000 and 300,000 characters wherever one is shown: every page still opens at once. */
export const longTextsPart: Part = {
  name: 'longTexts',
  async run(isPairwise) {
    const findings: Findings = { tried: 0, longestMs: 0, failures: [] };
    await onBothHosts((start, host) =>
      withDataDir(async (dataDir) => {
        const provider = await startEvilProvider();
        const desk = await start({ dataDir, provider, profileName: 'Evil' });
        const isMet: IsMet = (place, filler, length) =>
          !isPairwise || isMetOnce(place * FILLERS.length + filler, host, length);
        try {
          await walkAll({ desk, findings }, provider, isMet);
        } catch (error) {
          findings.failures.push(`${desk.host}: ${String(error)}`);
        } finally {
          await desk.close();
          await provider.close();
        }
      }),
    );
    const places = Object.keys(PLACES).length;
    return {
      tried: findings.tried,
      failures: findings.failures,
      figures:
        `${FILLERS.length} texts of ${LENGTHS.join(' and ')} characters in ${places} places of an answer, in limits and callbacks, on two hosts: ` +
        `the slowest look took ${(findings.longestMs / 1000).toFixed(1)} s of ${BOUND_MS / 1000} s`,
      left: `each text in nineteen of twenty places (tried: ${turnTold()}), in the other length and on the other host`,
    };
  },
};

type IsMet = (place: number, filler: number, length: number) => boolean;

/** On a landing: a fifth of every fourth pair of a place and a text, once; hosts and lengths take turns. */
function isMetOnce(pair: number, host: number, length: number): boolean {
  return (
    pair % 4 === 0 && isTried(pair >> 2) && (pair >> 2) % 2 === host && (pair >> 3) % 2 === length
  );
}

async function walkAll(walk: Walk, provider: EvilProvider, isMet: IsMet): Promise<void> {
  const { desk } = walk;
  await proveClock(walk);
  // Its marks are looked for in every message.
  await desk.ask('settings.update', { messageChannel: 'whatsapp' });
  for (const { place, filler, length } of triesOf(isMet)) {
    const orderId = `${place}-${filler}-${length}`;
    const said = PLACES[place]?.(textOf(filler, length)) ?? { body: {} };
    provider.say(orderId, said);
    await looks(walk, orderId, `${filler} × ${length} as ${place}`);
  }
  for (const length of LENGTHS) await limits(walk, provider, length);
  await callback(walk);
}

type Try = { readonly place: string; readonly filler: Filler; readonly length: number };

function triesOf(isMet: IsMet): readonly Try[] {
  return Object.keys(PLACES).flatMap((place, at) =>
    FILLERS.flatMap((filler, number) =>
      LENGTHS.flatMap((length, of) => (isMet(at, number, of) ? [{ place, filler, length }] : [])),
    ),
  );
}

/** In the Log's detail, masked and revealed and all of it, and on the card of New request. */
async function looks(walk: Walk, orderId: string, what: string): Promise<void> {
  const { desk } = walk;
  const { page } = desk;
  // One each: what stays unanswered would stand in the next one's way.
  const [issued] = await issueAll(desk, [{ orderId, customer: `long ${orderId}` }]);
  const card = page.locator(`article[data-intent="${issued?.intentId ?? ''}"]`).first();
  await look(walk, `${what}: detail`, async () => {
    await goTo(page, `#/log/${issued?.intentId ?? ''}`);
    await card.waitFor();
  });
  const reveal = page.getByRole('button', { name: 'Reveal', exact: true }).first();
  if ((await reveal.count()) > 0) {
    await look(walk, `${what}: revealed`, async () => {
      await reveal.click();
      await page.getByRole('button', { name: 'Mask again' }).first().waitFor();
    });
  }
  await look(walk, `${what}: unfolded`, () => openDetails(page));
  const drawn = await page.evaluate(() => document.body.textContent.length);
  if (drawn > MOST_DRAWN) walk.findings.failures.push(`${what}: ${drawn} characters are drawn`);
  await look(walk, `${what}: all`, () => showAll(walk, what));
  await look(walk, `${what}: card`, async () => {
    await goTo(page, '#/');
    await card.waitFor();
  });
}

/** Not by pressing: that would show all of a text. What is in a part is drawn when it is opened, parts of its own among it. */
async function openDetails(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const isOpened = (): boolean => {
      const closed = [...document.querySelectorAll('main details:not([open])')];
      for (const one of closed) one.setAttribute('open', '');
      return closed.length === 0;
    };
    const drawn = (): Promise<number> =>
      new Promise((painted) => {
        requestAnimationFrame(() => requestAnimationFrame(painted));
      });
    let isSteady = false;
    while (!isOpened() || !isSteady) {
      await drawn();
      isSteady = isOpened();
      await drawn();
    }
  });
}

/** The last one is the answer as it travelled, which is long wherever the text stands. */
async function showAll({ desk, findings }: Walk, what: string): Promise<void> {
  const { page } = desk;
  const buttons = page.getByRole('main').getByRole('button', { name: 'Show all' });
  const before = await page.evaluate(() => document.body.textContent.length);
  const isCut = await buttons
    .first()
    .waitFor({ timeout: byLoad(BOUND_MS) })
    .then(
      () => true,
      () => false,
    );
  if (!isCut) {
    findings.failures.push(`${what}: nothing is cut`);
    return;
  }
  await buttons.last().click();
  await page.getByRole('main').getByRole('button', { name: 'Show less' }).last().waitFor();
  const after = await page.evaluate(() => document.body.textContent.length);
  if (after <= before) findings.failures.push(`${what}: no more is shown`);
}

async function limits(walk: Walk, provider: EvilProvider, length: number): Promise<void> {
  const { desk } = walk;
  const { page } = desk;
  const bounds = { currency: 'RUB', min_cents: 100, max_cents: 100_000_000 };
  const types = FILLERS.map((filler) => ({ ...bounds, payment_type: textOf(filler, 1000) }));
  const long = { ...bounds, payment_type: 'any_bank', note: textOf('unseen', length) };
  provider.sayLimits([long, ...types]);
  await desk.ask('limits.read', { profileId: EVIL_PROFILE, refresh: true });
  await look(walk, `limits of ${length}: form`, () => goTo(page, '#/'));
  await look(walk, `limits of ${length}: provider format`, async () => {
    await goTo(page, `#/settings/profile/${EVIL_PROFILE}/format`);
    const tabs = page.getByRole('tablist', { name: 'Parts of the provider format' });
    await tabs.getByRole('tab', { name: /^Limits/u }).click();
    await page.getByRole('button', { name: 'Show all' }).first().click();
    await page.getByRole('button', { name: 'Show less' }).first().waitFor();
  });
}

const listenerSchema = z.object({ address: z.string() });
/** The listener takes 64 KiB, and some of these take three bytes a character. */
const LONGEST_CALLBACK = 15_000;

async function callback(walk: Walk): Promise<void> {
  const { desk } = walk;
  const { page } = desk;
  const settings = { ...DEFAULT_LISTENER, enabled: true };
  const set = { profileId: EVIL_PROFILE, settings, newPath: false };
  const { address } = listenerSchema.parse(await desk.ask('callback.setListener', set));
  for (const filler of FILLERS) {
    const text = textOf(filler, LONGEST_CALLBACK);
    const body = JSON.stringify({ order_id: `long-${filler}`, note: text });
    const headers = { 'content-type': 'application/json' };
    await ownFetch(address, { method: 'POST', headers, body });
    await look(walk, `a callback of ${filler}`, async () => {
      await goTo(page, '#/inbox');
      // The list may still be the one from before this callback.
      const row = page
        .getByRole('main')
        .getByRole('row')
        .filter({ hasText: `long-${filler}` });
      await row.getByRole('link').first().click();
      await page.getByRole('main').getByRole('button', { name: 'Show all' }).last().click();
      await page.getByRole('main').getByRole('button', { name: 'Show less' }).last().waitFor();
    });
    await goTo(page, '#/settings/about');
  }
}

/** Until the page has drawn it; a page that does not come back within the bound is not waited for. */
async function look(
  { desk, findings }: Walk,
  what: string,
  act: () => Promise<unknown>,
): Promise<void> {
  findings.tried += 1;
  const tookMs = await timed(desk, act);
  findings.longestMs = Math.max(findings.longestMs, tookMs);
  if (tookMs > byLoad(BOUND_MS))
    findings.failures.push(`${desk.host}: ${what} took ${Math.round(tookMs)} ms`);
}

async function timed({ page }: HostileDesk, act: () => Promise<unknown>): Promise<number> {
  const startedMs = performance.now();
  await act();
  await page.evaluate(
    () =>
      new Promise((painted) => {
        requestAnimationFrame(() => requestAnimationFrame(painted));
      }),
  );
  return performance.now() - startedMs;
}

/** Without this the times would mean nothing. */
async function proveClock({ desk, findings }: Walk): Promise<void> {
  const tookMs = await timed(desk, async () => {
    await desk.page.evaluate(() => {
      const until = performance.now() + 1000;
      setTimeout(() => {
        while (performance.now() < until);
      }, 0);
    });
    await sleep(1);
  });
  if (tookMs < 900) findings.failures.push(`${desk.host}: a page that hangs is not noticed`);
}
