import { createHmac } from 'node:crypto';

import { z } from 'zod';

import { DEFAULT_DIALECT } from '../../../src/shared/dialect/presets.ts';
import { type CallbackFormat, DEFAULT_CALLBACK } from '../../../src/shared/dialect/schema.ts';
import { DEFAULT_LISTENER, EVERY_CALLBACK } from '../../../src/shared/domain/callback.ts';
import { ownFetch } from '../../support/ownFetch.ts';
import { startEvilProvider } from '../evilProvider.ts';
import { EVIL_PROFILE, type HostileDesk, issueAll, onBothHosts } from '../hostileDesk.ts';
import type { Part } from '../part.ts';
import { withDataDir } from '../waiting.ts';
import {
  FORGERIES,
  type Forgery,
  type ForgeryRow,
  OVERSIZED,
  REPLAYS,
  trueMessage,
} from './forgeries.ts';

/** Each with room to spare for a busy machine; the worst took 51 s. */
const LONGEST_MS = 10_000;

type Tries = {
  readonly desk: HostileDesk;
  readonly address: string;
  readonly fail: (what: string) => void;
  tried: number;
};

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
          await ownRequest(tries);
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
        `${FORGERIES.length} forged, ${REPLAYS.length} replayed, a request's own signature, ` +
        `${OVERSIZED.length} oversized (the slowest answered in ${slowestMs.toFixed(0)} ms) on two hosts`,
      left: 'nothing',
    };
  },
};

async function listen(desk: HostileDesk): Promise<string> {
  const settings = { ...DEFAULT_LISTENER, enabled: true };
  const set = { profileId: EVIL_PROFILE, settings, newPath: false };
  return z.object({ address: z.string() }).parse(await desk.ask('callback.setListener', set))
    .address;
}

const SECRET = 'the secret of callbacks';
const profileSchema = z.looseObject({ id: z.string(), archivedAt: z.unknown() });

/** The format of the row, and its secret. */
async function teach(
  { desk }: Tries,
  { format, over }: Pick<ForgeryRow, 'format' | 'over'>,
): Promise<void> {
  const profiles = z.array(profileSchema).parse(await desk.ask('profile.list', {}));
  const profile = profiles.find(({ id: own }) => own === EVIL_PROFILE);
  if (profile === undefined) throw new Error('The profile is gone');
  const { id, archivedAt: _, ...setUp } = profile;
  const signature: CallbackFormat['signature'] = {
    ...DEFAULT_DIALECT.signature,
    algorithm: 'hmac-sha256',
    keyTransform: 'text',
    output: 'hex-lower',
    placement: { in: 'header', name: 'X-Signature', prefix: '' },
    secret: 'shared',
    over,
  };
  const callback = { ...DEFAULT_CALLBACK, format, signature };
  const dialect = { ...DEFAULT_DIALECT, callback };
  await desk.ask('profile.save', { id, setUp: { ...setUp, dialect } });
  const secret = { slot: { kind: 'signing' }, secret: SECRET, keep: 'run' };
  await desk.ask('profile.setSecret', { profileId: EVIL_PROFILE, ...secret });
}

async function send(address: string, { query, body, signed }: Forgery): Promise<void> {
  const signature = createHmac('sha256', SECRET).update(signed).digest('hex');
  const headers = { 'X-Signature': signature, 'content-type': 'application/json' };
  const url = query === '' ? address : `${address}?${query}`;
  const sent = body === '' ? { headers } : { method: 'POST', headers, body };
  await ownFetch(url, sent);
}

const historySchema = z.looseObject({
  request: z.looseObject({
    stringToSign: z.string(),
    heard: z.looseObject({ state: z.string().nullable(), isVerified: z.boolean() }).optional(),
  }),
});

async function requestOf({ desk }: Tries, intentId: string) {
  return historySchema.parse(await desk.ask('log.history', { intentId })).request;
}

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
  await send(address, trueMessage(row, orders.own, 'pending'));
  const before = await requestOf(tries, own);
  if (before.heard?.isVerified !== true) fail(`${row.name}: the true message is not verified`);
  await send(address, row.forge(orders));
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
