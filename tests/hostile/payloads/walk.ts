import type { Page } from '@playwright/test';
import { z } from 'zod';

import { goTo } from '../../e2e/steps.ts';
import { EVIL_PROFILE, type HostileDesk, type Issued, issueAll } from '../hostileDesk.ts';
import { until } from '../waiting.ts';
import { customerOf, marked, orderOf, refusedOrderOf, short } from './fill.ts';
import { PAYLOADS } from './payloads.ts';
import { shownIn, squeezed } from './shown.ts';
import type { Watch } from './watch.ts';

export type Walk = {
  readonly desk: HostileDesk;
  readonly watch: Watch;
  readonly fail: (what: string) => void;
  /** So many texts were looked for, on so many screens. */
  readonly counts: { texts: number; screens: number };
};

/** As many as New request shows at once. */
const ON_SCREEN = 10;
const SHOWN_AFTER_MS = 10_000;

/** Each of these texts is there as it was written, and nothing else has happened. */
async function expectShown(walk: Walk, at: string, texts: readonly string[]): Promise<void> {
  const { page } = walk.desk;
  const wanted = texts.map((text) => squeezed(text));
  const giveUpAt = Date.now() + SHOWN_AFTER_MS;
  let missing = wanted;
  do {
    const shown = await shownIn(page);
    missing = wanted.filter((text) => !shown.includes(text));
    if (missing.length > 0) await page.waitForTimeout(100);
  } while (missing.length > 0 && Date.now() < giveUpAt);
  walk.counts.texts += texts.length;
  for (const text of missing) walk.fail(`${at}: not shown as it is: ${text}`);
  await expectNothing(walk, at);
}

async function expectNothing(walk: Walk, at: string): Promise<void> {
  walk.counts.screens += 1;
  for (const news of await walk.watch.news()) walk.fail(`${at}: ${news}`);
}

const ON_CARD = ['number', 'name', 'bank_name', 'bic', 'payment_reason', 'url'] as const;

/** Ten at a time, as New request shows them. */
export async function cards(walk: Walk): Promise<readonly Issued[]> {
  const { desk } = walk;
  const issued: Issued[] = [];
  for (let from = 0; from < PAYLOADS.length; from += ON_SCREEN) {
    const places = [...PAYLOADS.keys()].slice(from, from + ON_SCREEN);
    await goTo(desk.page, '#/');
    const orders = places.map((at) => ({ orderId: orderOf(at), customer: customerOf(at) }));
    issued.push(...(await issueAll(desk, orders)));
    await unfold(desk.page);
    const texts = places.flatMap((at) => [
      customerOf(at),
      ...ON_CARD.map((field) => marked(field, at)),
    ]);
    await expectShown(walk, 'cards of New request', texts);
    await showToCustomer(walk, places.at(-1) ?? 0);
    const refused = places.map((at) => ({ orderId: refusedOrderOf(at), customer: customerOf(at) }));
    await issueAll(desk, refused);
    await expectNothing(walk, 'cards of what was refused');
  }
  return issued;
}

/** What else an answer holds is folded away until somebody wants it. */
async function unfold(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll('main details')) one.setAttribute('open', '');
  });
}

async function showToCustomer(walk: Walk, at: number): Promise<void> {
  const { page } = walk.desk;
  const card = page.getByRole('article').filter({ hasText: PAYLOADS[at] ?? '' });
  const button = card.getByRole('button', { name: 'Show to customer' }).first();
  if ((await button.count()) === 0) return;
  await button.click();
  await page.getByRole('dialog').first().waitFor();
  await expectShown(walk, 'Show to customer', [marked('number', at)]);
  await page.emulateMedia({ media: 'print' });
  await expectNothing(walk, 'print of a request');
  await page.emulateMedia({ media: null });
  await page.keyboard.press('Escape');
}

/** Whole requisites, what travelled, notes, states: everything that is known of a request stands there. */
export async function details(walk: Walk, issued: readonly Issued[]): Promise<void> {
  const { page } = walk.desk;
  for (const [at, { intentId }] of issued.entries()) {
    await goTo(page, `#/log/${intentId}`);
    const reveal = page.getByRole('button', { name: 'Reveal', exact: true });
    await reveal
      .first()
      .click({ timeout: SHOWN_AFTER_MS })
      .catch(() => undefined);
    await unfold(page);
    const fields = [...ON_CARD, 'seller', 'buyer', 'surprise', 'extra', 'key', 'note'];
    const texts = [orderOf(at), customerOf(at), ...fields.map((field) => marked(field, at))];
    await expectShown(walk, 'detail of a request', texts);
  }
}

const rowsSchema = z.looseObject({ callbacks: z.array(z.looseObject({ seq: z.int() })) });

/** Each callback by itself, with the bytes as they came. */
export async function inbox(walk: Walk): Promise<void> {
  const { desk } = walk;
  await goTo(desk.page, '#/inbox');
  await until('the callbacks are listed', async () => (await shownIn(desk.page)).includes('st'));
  await expectShown(walk, 'Inbox', [marked('st', PAYLOADS.length - 1)]);
  const every = { profileIds: [], matches: [], states: [], text: '' };
  const asked = { before: null, pageSize: 5, filter: every };
  const page = rowsSchema.safeParse(await desk.call('callback.page', asked));
  for (const { seq } of page.success ? page.data.callbacks : []) {
    await goTo(desk.page, `#/inbox/${seq}`);
    await expectNothing(walk, 'a callback');
  }
}

export async function log(walk: Walk): Promise<void> {
  const { page } = walk.desk;
  await goTo(page, '#/log');
  const last = PAYLOADS.length - 1;
  await expectShown(walk, 'Log', [customerOf(last), refusedOrderOf(last)]);
  const box = page.getByRole('searchbox').first();
  if ((await box.count()) === 0) return;
  for (const at of PAYLOADS.keys()) {
    await box.fill(PAYLOADS[at] ?? '');
    if (at % 8 === 0) await expectShown(walk, 'Log, searched', [orderOf(at)]);
  }
  await box.fill('');
  await expectNothing(walk, 'Log');
}

const AT_PROFILE = `#/settings/profile/${EVIL_PROFILE}`;
const OTHERS = [
  '#/overview',
  '#/hand-over',
  '#/settings',
  '#/settings/messages',
  '#/settings/new-profile',
  '#/settings/export',
  '#/settings/import',
  AT_PROFILE,
  ...['secret', 'format', 'check', 'callbacks', 'limits'].map((tab) => `${AT_PROFILE}/${tab}`),
  '#/help',
  '#/about',
  '#/no/such/screen',
];

/** Where they show only as a name, if at all; and every screen that there is, in ordinary use. */
export async function otherScreens(walk: Walk, profileName: string): Promise<void> {
  const { page } = walk.desk;
  for (const hash of OTHERS) {
    await goTo(page, hash);
    await page.waitForTimeout(100);
    const isProfiles = hash === '#/settings';
    await expectShown(walk, hash, isProfiles ? [profileName, marked('op', 4)] : []);
  }
  await goTo(page, '#/hand-over');
  await page.emulateMedia({ media: 'print' });
  await expectNothing(walk, 'print of the shift’s report');
  await page.emulateMedia({ media: null });
}

export async function palette(walk: Walk): Promise<void> {
  const { page } = walk.desk;
  await goTo(page, '#/');
  await page.keyboard.press('Control+k');
  const box = page.getByRole('dialog').getByRole('combobox').first();
  await box.waitFor();
  for (const at of PAYLOADS.keys()) {
    await box.fill(PAYLOADS[at] ?? '');
    if (at % 8 === 0) await expectShown(walk, 'palette', [PAYLOADS[at] ?? '']);
  }
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expectShown(walk, 'presets of New request', [short('pn', 0)].slice(0, 0));
}
