import { createHash } from 'node:crypto';

import { z } from 'zod';

import { EVERY_CALLBACK } from '../../../src/shared/domain/callback.ts';
import { ownFetch } from '../../support/ownFetch.ts';
import { EVIL_MERCHANT, type EvilProvider, startEvilProvider } from '../evilProvider.ts';
import { issueAll, onBothHosts } from '../hostileDesk.ts';
import type { Part } from '../part.ts';
import { withDataDir } from '../waiting.ts';
import {
  FOREIGN,
  FORGERIES,
  type ForeignRow,
  type ForgeryRow,
  OVERSIZED,
  REPLAYS,
  trueMessage,
} from './forgeries.ts';
import { SECRET, type Tries, hmacBy, listen, requestOf, send, teach } from './tries.ts';

/** Each with room to spare for a busy machine; the worst took 51 s. */
const LONGEST_MS = 10_000;

/** Somebody who holds a part of the truth: one signed message, one request's signature, a knack for slow documents. */
export const callbacksPart: Part = {
  name: 'callbacks',
  async run() {
    const failures: string[] = [];
    let tried = 0;
    let slowestMs = 0;
    await onBothHosts((start) =>
      withDataDir(async (dataDir) => {
        const provider = await startEvilProvider();
        const desk = await start({ dataDir, provider, profileName: 'Forged' });
        const fail = (what: string): void => void failures.push(`${desk.host}: ${what}`);
        try {
          const tries: Tries = { desk, address: await listen(desk), fail, tried: 0 };
          for (const [at, row] of FORGERIES.entries()) await forge(tries, row, `F${at}`);
          for (const [at, row] of REPLAYS.entries()) await replay(tries, row, `R${at}`);
          for (const [at, row] of FOREIGN.entries()) await foreignRequest(tries, row, `V${at}`);
          await ownRequest(tries);
          await issuedAgain(tries, provider);
          slowestMs = Math.max(slowestMs, await oversized(tries));
          tried += tries.tried;
        } finally {
          await desk.close();
          await provider.close();
        }
      }),
    );
    return {
      tried,
      failures,
      figures:
        `${FORGERIES.length} forged, ${REPLAYS.length} replayed, a request's own signature, ${FOREIGN.length} of another ` +
        `desk's requests, one signature for two requests, ` +
        `${OVERSIZED.length} oversized (the slowest answered in ${slowestMs.toFixed(0)} ms) on two hosts`,
      left: 'nothing',
    };
  },
};

/** A true message first: the row proves nothing where that is not believed. */
async function forge(tries: Tries, row: ForgeryRow, name: string): Promise<void> {
  const { desk, address, fail } = tries;
  const orders = { own: `${name}-own`, victim: `${name}-victim` };
  await teach(tries, row);
  const issued = await issueAll(
    desk,
    Object.values(orders).map((orderId) => ({ orderId, customer: name })),
  );
  const [own = '', victim = ''] = issued.map(({ intentId }) => intentId);
  const believed = trueMessage(row, orders.own, 'pending');
  await send(address, believed, hmacBy(row, believed.signed));
  const before = await requestOf(tries, own);
  if (before.heard?.isVerified !== true) fail(`${row.name}: the true message is not verified`);
  const forged = row.forge(orders);
  await send(address, forged, hmacBy(row, forged.signed));
  tries.tried += 1;
  if ((await requestOf(tries, victim)).heard !== undefined) fail(`${row.name}: it was believed`);
  const after = (await requestOf(tries, own)).heard;
  if (after?.state !== 'pending' || !after.isVerified) fail(`${row.name}: the true one is gone`);
}

async function replay(tries: Tries, row: ForgeryRow, name: string): Promise<void> {
  const { desk, address, fail } = tries;
  const orders = { own: `${name}-own`, victim: '' };
  await teach(tries, row);
  const [issued] = await issueAll(desk, [{ orderId: orders.own, customer: name }]);
  await send(address, trueMessage(row, orders.own, 'pending'));
  await send(address, trueMessage(row, orders.own, 'underway'));
  await send(address, row.forge(orders));
  tries.tried += 1;
  const { heard } = await requestOf(tries, issued?.intentId ?? '');
  if (heard?.state !== 'underway') fail(`${row.name}: ${heard?.state ?? 'nothing'} came back`);
}

/** The text that a request was signed over, with its signature, as a callback: the customer's name stands where the state is. */
async function ownRequest(tries: Tries): Promise<void> {
  const { desk, address, fail } = tries;
  const [issued] = await issueAll(desk, [{ orderId: 'OWN-1', customer: 'paid' }]);
  const { stringToSign } = await requestOf(tries, issued?.intentId ?? '');
  const values = stringToSign.split('::');
  const nameOf = (value: string, at: number): string =>
    ({ 'OWN-1': 'order_id', paid: 'state' })[value] ?? `f${at}`;
  const fields = values.map(nameOf);
  await teach(tries, { format: 'json', over: { kind: 'fields', fields, separator: '::' } });
  const body = JSON.stringify(
    Object.fromEntries(values.map((value, at) => [nameOf(value, at), value])),
  );
  await send(address, { query: '', body, signed: stringToSign });
  tries.tried += 1;
  const asked = { before: null, pageSize: 1, filter: EVERY_CALLBACK };
  const page = z
    .looseObject({ callbacks: z.array(z.looseObject({ verdict: z.string() })) })
    .parse(await desk.ask('callback.page', asked));
  const { heard } = await requestOf(tries, issued?.intentId ?? '');
  if (page.callbacks[0]?.verdict !== 'bad_signature' || heard !== undefined) {
    fail('a request’s own signature was taken for the provider’s');
  }
}

/** Signed by another desk for a request of its own; the victim's order and a state stand in its free texts. */
async function foreignRequest(tries: Tries, row: ForeignRow, victim: string): Promise<void> {
  const { desk, address, fail } = tries;
  const { over, glue, position } = row;
  const isApart = over.kind === 'fields' && over.separator === '|';
  const url = `https://shop.example/?a=1&order_id=${victim}&state=paid&b=2`;
  const customer = isApart ? `x|${victim}|paid|y` : victim;
  const text = [url, 1500, 'RUB', customer, EVIL_MERCHANT, 'B-1', 'paid'].join('::');
  const plain = ({ requests }: NonNullable<ForeignRow['glue']>): string =>
    createHash('sha256')
      .update(position === 'suffix' ? text + requests + SECRET : SECRET + requests + text)
      .digest('hex');
  const separator = glue?.callbacks ?? '';
  const recipe = { algorithm: 'sha256', secretUse: { position, separator } } as const;
  await teach(tries, { format: 'recognised', over }, glue === null ? {} : recipe);
  const [issued] = await issueAll(desk, [{ orderId: victim, customer: `cust-${victim}` }]);
  const said = bodyOf(row, text);
  const [query, body] = row.query ? [said, ''] : ['', said];
  await send(address, { query, body, signed: text }, glue === null ? undefined : plain(glue));
  tries.tried += 1;
  const { heard } = await requestOf(tries, issued?.intentId ?? '');
  if (heard?.isVerified === true) fail(`${row.name}: it was believed`);
  if (heard === undefined && over.kind === 'raw-body') fail(`${row.name}: it named no request`);
}

/** With the characters that differ between the two ways of joining. */
function bodyOf({ over, glue, position }: ForeignRow, text: string): string {
  if (over.kind === 'fields') {
    const values = text.split(over.separator);
    return JSON.stringify(Object.fromEntries(over.fields.map((key, at) => [key, values[at]])));
  }
  const { requests = '', callbacks = '' } = glue ?? {};
  return position === 'suffix'
    ? text + requests.slice(0, requests.length - callbacks.length)
    : requests.slice(callbacks.length) + text;
}

/** One signed message for an order that the provider refused, and once more when the order is issued again. */
async function issuedAgain(tries: Tries, provider: EvilProvider): Promise<void> {
  const { desk, address, fail } = tries;
  const row = { format: 'json', over: { kind: 'raw-body' } } as const;
  await teach(tries, row);
  const order = { orderId: 'AGAIN-1', customer: 'again' };
  provider.say(order.orderId, { status: 422, body: { error: 'no' } });
  const [refused] = await issueAll(desk, [order]);
  const paid = trueMessage(row, order.orderId, 'paid');
  await send(address, paid);
  provider.say(order.orderId, { body: {} });
  const [again] = await issueAll(desk, [order]);
  await send(address, { ...paid, query: 'again=1' });
  tries.tried += 1;
  const first = await requestOf(tries, refused?.intentId ?? '');
  if (first.heard?.isVerified !== true) fail('issued again: the true message is not verified');
  const second = await requestOf(tries, again?.intentId ?? '');
  if (second.heard !== undefined) fail('issued again: one signature counts for two requests');
}

async function oversized(tries: Tries): Promise<number> {
  const { desk, address, fail } = tries;
  let slowestMs = 0;
  for (const [name, type, body] of OVERSIZED) {
    const startedMs = performance.now();
    const sent = ownFetch(address, { method: 'POST', headers: { 'content-type': type }, body });
    await sent.catch(() => undefined);
    // The desk does other work as well.
    await desk.ask('app.info', {});
    const tookMs = performance.now() - startedMs;
    tries.tried += 1;
    slowestMs = Math.max(slowestMs, tookMs);
    if (tookMs > LONGEST_MS) fail(`${name}: the desk was busy for ${tookMs.toFixed(0)} ms`);
  }
  return slowestMs;
}
