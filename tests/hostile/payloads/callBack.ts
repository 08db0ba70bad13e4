import { z } from 'zod';

import { DEFAULT_LISTENER, EVERY_CALLBACK } from '../../../src/shared/domain/callback.ts';
import { goTo } from '../../e2e/steps.ts';
import { ownFetch } from '../../support/ownFetch.ts';
import { EVIL_PROFILE, type Issued } from '../hostileDesk.ts';
import { openDetail } from '../unfold.ts';
import { type Walk, expectNothing, expectShown } from './look.ts';
import { inJson, marked, orderOf } from './marked.ts';

const listenerSchema = z.object({ address: z.string() });
const historySchema = z.looseObject({
  request: z.looseObject({ paid: z.looseObject({ seq: z.int() }) }),
});

/** Two about every order: one whose id contradicts, one that counts. None is signed, all are kept. */
export async function callBack(walk: Walk, accepted: readonly Issued[]): Promise<void> {
  const { desk } = walk;
  const settings = { ...DEFAULT_LISTENER, enabled: true };
  const set = { profileId: EVIL_PROFILE, settings, newPath: false };
  const { address } = listenerSchema.parse(await desk.ask('callback.setListener', set));
  // Every screen shows the notices, and New request would draw its cards again at each.
  await goTo(desk.page, '#/settings/about');
  for (const [place, at] of walk.ofRequests.entries()) {
    const order = { external_id: orderOf(at), order_id: orderOf(at) };
    await post(`${address}?q=${queryOf(at)}`, at, {
      id: marked('id', at),
      ...order,
      state: marked('odd', at),
      amount_cents: marked('paid', at),
      comment: marked('comment', at),
      [marked('ck', at)]: marked('cv', at),
    });
    await post(address, at, { ...order, state: marked('st', at), amount_cents: 777 });
    const intentId = accepted[place]?.intentId;
    const { request } = historySchema.parse(await desk.ask('log.history', { intentId }));
    const settling = { paidSeq: request.paid.seq, note: marked('agreed', at) };
    await desk.ask('request.settleMismatch', { intentId, ...settling });
    await desk.ask('request.note', { intentId, text: marked('note', at) });
  }
  await expectNothing(walk, 'notices of callbacks');
}

/** As it travels: an apostrophe is spelt in per cent there, too. */
function queryOf(at: number): string {
  return encodeURIComponent(marked('query', at)).replaceAll("'", '%27');
}

async function post(address: string, at: number, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json', 'x-evil': marked('ch', at) };
  await ownFetch(address, { method: 'POST', headers, body: JSON.stringify(body) });
}

const pageSchema = z.looseObject({
  callbacks: z.array(
    z.looseObject({ seq: z.int(), reading: z.looseObject({ id: z.string().nullable() }) }),
  ),
});

/** All in one list, then each by itself, with the bytes as they came. */
export async function inbox(walk: Walk): Promise<void> {
  const { desk } = walk;
  await goTo(desk.page, '#/inbox');
  const listed = walk.ofRequests.flatMap((at) => [
    orderOf(at),
    ...['odd', 'paid', 'st'].map((field) => marked(field, at)),
  ]);
  await expectShown(walk, 'Inbox', listed);
  const asked = { before: null, pageSize: 200, filter: EVERY_CALLBACK };
  const { callbacks } = pageSchema.parse(await desk.ask('callback.page', asked));
  for (const at of walk.ofRequests) {
    const callback = callbacks.find(({ reading }) => reading.id === marked('id', at));
    if (callback === undefined) {
      walk.fail(`Inbox: callback ${at} is not there`);
      continue;
    }
    await goTo(desk.page, `#/inbox/${callback.seq}`);
    const facts = ['id', 'odd', 'paid', 'ch'].map((field) => marked(field, at));
    const bytes = ['comment', 'ck', 'cv'].map((field) => inJson(marked(field, at)));
    await expectShown(walk, 'a callback', [...facts, ...bytes, queryOf(at)], { open: openDetail });
  }
}
