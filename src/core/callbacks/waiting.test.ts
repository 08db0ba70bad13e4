import { createHmac } from 'node:crypto';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { type CallbackFormat, DEFAULT_CALLBACK } from '#shared/dialect/schema.ts';
import { DEFAULT_LISTENER, EVERY_CALLBACK } from '#shared/domain/callback.ts';
import type { ProfileId } from '#shared/domain/ids.ts';
import type { SecretSlot } from '#shared/domain/profile.ts';

import { intent, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { type OpenedDesk, openedDesk } from '../testing/openedDesk.ts';
import { type TestProvider, startTestProvider } from '../testing/provider.ts';
import { setUpWith } from '../testing/setUp.ts';

type Signature = NonNullable<CallbackFormat['signature']>;
const SIGNATURE: Signature = {
  ...DEFAULT_DIALECT.signature,
  algorithm: 'hmac-sha256',
  keyTransform: 'text',
  output: 'hex-lower',
  placement: { in: 'header', name: 'X-Signature', prefix: '' },
  secret: 'shared',
  over: { kind: 'raw-body' },
};
const OLD = 'the-secret-before';
const NEW = 'the-secret-of-now';

/** One desk for all: each test has an order of its own. The provider never answers, so that every request is unknown. */
let provider: TestProvider;
let desk: OpenedDesk;
beforeAll(async () => {
  provider = await startTestProvider((_call, response) => void response.destroy());
  desk = await openedDesk(temporaryDir(), provider.baseUrl);
});
afterAll(async () => {
  await desk.services.close();
  await provider.close();
  removeTemporaryDirs();
});

type Shop = { readonly profileId: ProfileId; readonly address: string };

async function shopOf(signature: Signature): Promise<Shop> {
  const dialect = { ...DEFAULT_DIALECT, callback: { ...DEFAULT_CALLBACK, signature } };
  const setUp = setUpWith({ mode: 'sandbox', baseUrl: provider.baseUrl, dialect });
  const saved = await desk.client.call('profile.save', { id: null, setUp });
  if (!saved.ok) throw new Error(saved.error.code);
  const { id: profileId } = saved.value;
  const settings = { ...DEFAULT_LISTENER, enabled: true };
  const set = await desk.client.call('callback.setListener', {
    profileId,
    settings,
    newPath: false,
  });
  return { profileId, address: (set.ok ? set.value.address : null) ?? '' };
}

async function stored({ profileId }: Shop, kind: 'signing' | 'callback', secret: string) {
  const slot: SecretSlot = { kind };
  const given = { profileId, slot, secret, keep: 'run' as const };
  const reply = await desk.client.call('profile.setSecret', given);
  expect(reply.ok).toBe(true);
}

async function came({ address }: Shop, said: object, secret: string): Promise<void> {
  const body = JSON.stringify(said);
  const signature = createHmac('sha256', secret).update(body).digest('hex');
  const answer = await fetch(address, {
    method: 'POST',
    body,
    headers: { 'X-Signature': signature },
  });
  expect(answer.status).toBe(200);
}

/** As it was read last. */
async function verdictOn(order: string) {
  const asked = { before: null, pageSize: 50, filter: EVERY_CALLBACK };
  const page = await desk.client.call('callback.page', asked);
  const all = page.ok ? page.value.callbacks : [];
  return all.find(({ reading }) => reading.orderId === order)?.verdict;
}

async function heardOf(name: string) {
  const history = await desk.client.call('log.history', { intentId: intent(name) });
  return history.ok ? (history.value.request.heard ?? null) : null;
}

async function issued(name: string): Promise<void> {
  await desk.issue(name);
  await desk.rested(name);
}

describe('a callback that comes while its secret cannot be read', () => {
  it('is taken, waits, and counts once the secret is there; a forged one does not', async () => {
    const shop = await shopOf(SIGNATURE);
    await issued('a');
    await issued('b');
    await came(shop, { order_id: 'a', state: 'paid' }, NEW);
    await came(shop, { order_id: 'b', state: 'paid' }, 'of somebody else');
    expect(await verdictOn('b')).toBe('not_checked');
    expect(await heardOf('a')).toBeNull();
    await stored(shop, 'signing', NEW);
    await expect.poll(() => heardOf('a')).toMatchObject({ state: 'paid', isVerified: true });
    await expect.poll(() => verdictOn('b')).toBe('bad_signature');
    expect(await heardOf('b')).toBeNull();
  });

  it('outlives a mistyped secret, and what came again meanwhile', async () => {
    const shop = await shopOf(SIGNATURE);
    await issued('f');
    await came(shop, { order_id: 'f', state: 'paid' }, NEW);
    await stored(shop, 'signing', 'mistyped-secret');
    expect(await verdictOn('f')).toBe('not_checked');
    await stored(shop, 'signing', NEW);
    await expect.poll(() => heardOf('f')).toMatchObject({ state: 'paid', isVerified: true });
  });
});

describe('while a secret is replaced', () => {
  it('callbacks signed with the one before it are still true', async () => {
    const shop = await shopOf(SIGNATURE);
    await stored(shop, 'signing', OLD);
    await stored(shop, 'signing', NEW);
    await issued('c');
    await came(shop, { order_id: 'c', state: 'pending' }, OLD);
    expect(await heardOf('c')).toMatchObject({ state: 'pending', isVerified: true });
    await came(shop, { order_id: 'c', state: 'paid' }, NEW);
    expect(await heardOf('c')).toMatchObject({ state: 'paid', isVerified: true });
  });
});

describe('a secret of the callbacks’ own', () => {
  it('checks them, and the signing secret does not; once it has, the one before it does no more', async () => {
    const shop = await shopOf({ ...SIGNATURE, secret: 'own' });
    await stored(shop, 'signing', 'signs-requests-only');
    await issued('d');
    await issued('e');
    await came(shop, { order_id: 'e', state: 'new' }, 'signs-requests-only');
    expect(await verdictOn('e')).toBe('not_checked');
    await stored(shop, 'callback', OLD);
    await stored(shop, 'callback', NEW);
    await came(shop, { order_id: 'd', state: 'pending' }, OLD);
    expect(await heardOf('d')).toMatchObject({ state: 'pending', isVerified: true });
    await came(shop, { order_id: 'd', state: 'underway' }, NEW);
    const replacedAt = async () => {
      const known = await desk.client.call('profile.secrets', { profileId: shop.profileId });
      return known.ok && known.value.secrets.map((one) => one.replacedAt);
    };
    await expect.poll(replacedAt).toEqual([null, null]);
    // A secret that has verified one is right, so that what it does not verify is forged.
    await expect.poll(() => verdictOn('e')).toBe('bad_signature');
    await came(shop, { order_id: 'd', state: 'paid' }, OLD);
    expect(await verdictOn('d')).toBe('bad_signature');
    expect(await heardOf('d')).toMatchObject({ state: 'underway' });
  });
});
