import type { Page } from '@playwright/test';

import { goTo } from '../../e2e/steps.ts';
import { type Issued, issueAll } from '../hostileDesk.ts';
import { openCards, openDetail, showWhole } from '../unfold.ts';
import { addressOf, fieldsOf, isUsedWording, teachProfile } from './fill.ts';
import { type Walk, expectShown } from './look.ts';
import {
  DATA_FIELDS,
  customerOf,
  foreignOrderOf,
  inJson,
  marked,
  orderOf,
  refusedOrderOf,
  unknownOrderOf,
} from './marked.ts';

/** As many as New request shows in whole at once. */
const ON_SCREEN = 8;

/** In the order of the payloads of requests. */
export type AllIssued = {
  readonly accepted: readonly Issued[];
  readonly refused: readonly Issued[];
  readonly unknown: readonly Issued[];
};

const opening = (issued: readonly Issued[]) => ({
  open: async (page: Page): Promise<void> => {
    await openCards(page, issued);
    await showWhole(page);
  },
});

const all = (fields: readonly string[], at: number): readonly string[] =>
  fields.map((field) => marked(field, at));

/** Eight at a time, as New request shows them. */
export async function cards(walk: Walk): Promise<AllIssued> {
  const issued = { accepted: [] as Issued[], refused: [] as Issued[], unknown: [] as Issued[] };
  for (let from = 0; from < walk.ofRequests.length; from += ON_SCREEN) {
    const places = walk.ofRequests.slice(from, from + ON_SCREEN);
    await goTo(walk.desk.page, '#/');
    await teachProfile(walk.desk, places);
    issued.accepted.push(...(await acceptedCards(walk, places)));
    issued.refused.push(...(await refusedCards(walk, places)));
    issued.unknown.push(...(await unknownCards(walk, places)));
    await foreignCards(walk, places);
  }
  return issued;
}

async function acceptedCards(walk: Walk, places: readonly number[]): Promise<readonly Issued[]> {
  const { desk } = walk;
  const orders = places.map((at) => ({
    orderId: orderOf(at),
    customer: customerOf(at),
    fields: fieldsOf(at, () => {
      walk.counts.refused += 1;
    }),
  }));
  const issued = await issueAll(desk, orders);
  const fields = [...DATA_FIELDS, 'payment_bill_url', 'state', 'type', 'key', 'extra'];
  const texts = places.flatMap((at) => [
    customerOf(at),
    orderOf(at),
    ...all(fields, at),
    ...(isUsedWording(at) ? [marked('t', at)] : []),
  ]);
  walk.counts.refused += places.filter((at) => !isUsedWording(at)).length;
  await expectShown(walk, 'cards of New request', texts, opening(issued));
  return issued;
}

/** Each by another operator. */
async function refusedCards(walk: Walk, places: readonly number[]): Promise<readonly Issued[]> {
  const { desk } = walk;
  const issued: Issued[] = [];
  for (const at of places) {
    await desk.ask('settings.update', { operatorName: marked('op', at) });
    issued.push(
      ...(await issueAll(desk, [{ orderId: refusedOrderOf(at), customer: customerOf(at) }])),
    );
  }
  const texts = places.flatMap((at) => all(['refusal', 'wording', 'later'], at));
  await expectShown(walk, 'cards of what was refused', texts, opening(issued));
  return issued;
}

const TYPED = DATA_FIELDS.map((field) => `by_${field}`);

/** Looked at while nobody knows, and when somebody has found out. */
async function unknownCards(walk: Walk, places: readonly number[]): Promise<readonly Issued[]> {
  const { desk } = walk;
  const orders = places.map((at) => ({ orderId: unknownOrderOf(at), customer: customerOf(at) }));
  const issued = await issueAll(desk, orders);
  await expectShown(
    walk,
    'cards without an answer',
    places.flatMap((at) => [unknownOrderOf(at), marked('trouble', at)]),
    opening(issued),
  );
  for (const [place, at] of places.entries()) {
    const typed = DATA_FIELDS.map((field) => [field, marked(`by_${field}`, at)] as const);
    const finding = {
      kind: 'found',
      remoteId: marked('rid', at),
      typedByHand: Object.fromEntries(typed),
    };
    const intentIds = [issued[place]?.intentId];
    await desk.ask('request.resolve', { intentIds, finding, note: marked('found', at) });
  }
  const texts = places.flatMap((at) => all([...TYPED, 'rid', 'found'], at));
  await expectShown(walk, 'cards that were resolved', texts, opening(issued));
  return issued;
}

/** An answer about something else is kept apart, and what it says of itself is told. */
async function foreignCards(walk: Walk, places: readonly number[]): Promise<void> {
  const { desk } = walk;
  const orders = places.map((at) => ({ orderId: foreignOrderOf(at), customer: customerOf(at) }));
  const issued = await issueAll(desk, orders);
  await expectShown(
    walk,
    'cards of another’s answer',
    places.map((at) => inJson(marked('kind', at))),
    opening(issued),
  );
  for (const [place, at] of places.entries()) {
    const intentIds = [issued[place]?.intentId];
    const resolved = { finding: { kind: 'absent' }, note: marked('absent', at) };
    await desk.ask('request.resolve', { intentIds, ...resolved });
  }
  await expectShown(
    walk,
    'cards of what is not there',
    places.flatMap((at) => all(['absent'], at)),
    opening(issued),
  );
}

const ADDRESSES = ['callback_url', 'success_url', 'reject_url'] as const;

/** Whole requisites, what travelled, notes, states: everything that is known of a request stands there. */
export async function details(walk: Walk, issued: AllIssued): Promise<void> {
  for (const [place, at] of walk.ofRequests.entries()) {
    const shown = [...DATA_FIELDS, 'seller', 'buyer', 'surprise', 'extra', 'key', 'header'];
    const said = ['note', 'st', 'mean', 'agreed', 'ph', 'type', 'own', 'payment_bill_url'];
    const travelled = inJson(marked('state', at));
    const texts = [orderOf(at), customerOf(at), ...all([...shown, ...said], at), travelled];
    const sent = fieldsOf(at, () => undefined);
    const addresses = ADDRESSES.filter((field) => sent[field] !== '').map((field) =>
      addressOf(field, at),
    );
    await detail(walk, issued.accepted[place], [...texts, ...addresses]);
    const refused = [refusedOrderOf(at), ...all(['refusal', 'wording', 'later', 'op'], at)];
    await detail(walk, issued.refused[place], refused);
    const unknown = [unknownOrderOf(at), ...all([...TYPED, 'rid', 'found'], at)];
    await detail(walk, issued.unknown[place], unknown);
  }
}

async function detail(
  walk: Walk,
  issued: Issued | undefined,
  texts: readonly string[],
): Promise<void> {
  const { page } = walk.desk;
  await goTo(page, `#/log/${issued?.intentId ?? ''}`);
  await page
    .locator(`article[data-intent="${issued?.intentId ?? ''}"]`)
    .first()
    .waitFor();
  await expectShown(walk, 'detail of a request', texts, { open: openDetail });
}
