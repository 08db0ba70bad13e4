import { randomUUID } from 'node:crypto';

import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';

import {
  DEFAULT_LISTENER,
  EVERY_CALLBACK,
  type ListenerSettings,
} from '#shared/domain/callback.ts';
import { knownToProvider } from '#shared/domain/saidLater.ts';

import { MERCHANT, intent, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { type OpenedDesk, SANDBOX, openedDesk } from '../testing/openedDesk.ts';
import { setUpWith } from '../testing/setUp.ts';
import { type TestProvider, startTestProvider } from '../testing/provider.ts';
import { waitUntil } from '../testing/waitUntil.ts';

let provider: TestProvider;
/** Released by the test: answers with nothing at all, so that the request is unknown. */
let lose: (() => void)[] = [];
beforeAll(async () => {
  provider = await startTestProvider((_call, response) => {
    lose.push(() => response.destroy());
  });
});
afterAll(async () => {
  await provider.close();
  removeTemporaryDirs();
});

let desk: OpenedDesk;
afterEach(async () => {
  lose = [];
  await desk.services.close();
});

async function opened(settings: Partial<ListenerSettings> = {}, dataDir = temporaryDir()) {
  desk = await openedDesk(dataDir, provider.baseUrl);
  const state = await setListener({ enabled: true, ...settings });
  return { dataDir, address: state.address ?? '' };
}

async function setListener(settings: Partial<ListenerSettings>, newPath = false) {
  const set = await desk.client.call('callback.setListener', {
    profileId: SANDBOX,
    settings: { ...DEFAULT_LISTENER, ...settings },
    newPath,
  });
  if (!set.ok) throw new Error(set.error.code);
  return set.value;
}

const send = (address: string, said: object): Promise<Response> =>
  fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(said),
  });

async function lost(name: string): Promise<void> {
  await desk.issue(name);
  await waitUntil(() => (lose.length > 0 ? true : null));
  for (const end of lose.splice(0)) end();
  expect(await desk.rested(name)).toMatchObject({ outcome: 'unknown' });
}

async function requestOf(name: string) {
  const history = await desk.client.call('log.history', { intentId: intent(name) });
  if (!history.ok) throw new Error(history.error.code);
  return history.value.request;
}

async function inbox() {
  const whole = { before: null, pageSize: 50, filter: EVERY_CALLBACK };
  const page = await desk.client.call('callback.page', whole);
  return page.ok ? page.value.callbacks : [];
}

describe('a desk that listens', () => {
  it('tells that the provider knows an unknown, and one click confirms it', async () => {
    const { address } = await opened();
    await lost('a');
    const id = randomUUID();
    const answer = await send(address, { id, merchant: MERCHANT, external_id: 'a', state: 'paid' });
    expect([answer.status, await answer.text()]).toEqual([200, 'OK']);

    const request = await requestOf('a');
    expect(request).toMatchObject({ outcome: 'unknown', resolution: null });
    const known = { state: 'paid', remoteId: id, by: 'order_id', isVerified: false };
    expect(knownToProvider(request)).toMatchObject(known);
    expect(desk.events.at(-1)).toMatchObject({ name: 'callback.received', intentId: intent('a') });

    const other = { intentId: intent('a'), remoteId: randomUUID() };
    expect(await desk.client.call('request.confirmKnown', other)).toMatchObject({
      error: { code: 'not_resolvable' },
    });
    const confirmed = await desk.client.call('request.confirmKnown', { ...other, remoteId: id });
    expect(confirmed).toMatchObject({
      value: { outcome: 'unknown', resolution: { kind: 'found', remoteId: id, typedByHand: null } },
    });
    expect(
      await desk.client.call('request.confirmKnown', { ...other, remoteId: id }),
    ).toMatchObject({
      error: { code: 'not_resolvable' },
    });
    expect(await desk.client.call('log.verify', {})).toMatchObject({ value: { verdict: 'holds' } });
  });

  it('does not disturb a request whose callback comes before its answer', async () => {
    const { address } = await opened();
    await desk.issue('a');
    await waitUntil(() => (lose.length > 0 ? true : null));
    await send(address, { external_id: 'a', state: 'paid' });
    expect(await requestOf('a')).toMatchObject({ outcome: 'sending', heard: { state: 'paid' } });
    for (const end of lose.splice(0)) end();
    expect(await desk.rested('a')).toMatchObject({ outcome: 'unknown', heard: { state: 'paid' } });
  });

  it('keeps what it cannot read or match, shows it, and changes nothing', async () => {
    const { address } = await opened();
    await lost('a');
    await fetch(address, { method: 'POST', body: '{"external_id":"a","external_id":"b"}' });
    await send(address, { external_id: 'nobody', state: 'paid' });
    await send(address, { external_id: 'a', currency: 'UZS', state: 'paid' });
    expect((await inbox()).map(({ match }) => match)).toMatchObject([
      { kind: 'request', contradicts: 'currency' },
      { kind: 'apart', why: 'not_found' },
      { kind: 'apart', why: 'unreadable' },
    ]);
    expect(knownToProvider(await requestOf('a'))).toBeNull();
    const [first] = await inbox();
    const raw = await desk.client.call('callback.raw', { seq: first?.seq ?? 0 });
    expect(raw).toMatchObject({ ok: true, value: { method: 'POST' } });
    // A reader of the log must not learn the callback address.
    expect(JSON.stringify(raw)).not.toContain(new URL(address).pathname);
  });

  it('listens on the same address after a restart, and knows what came before', async () => {
    const { address, dataDir } = await opened();
    await lost('a');
    await send(address, { external_id: 'a', state: 'paid' });
    await desk.services.close();
    desk = await openedDesk(dataDir, provider.baseUrl);
    expect((await send(address, { external_id: 'a', state: 'paid' })).status).toBe(200);
    expect(await inbox()).toMatchObject([{ repeats: 1, reading: { state: 'paid' } }]);
  });

  it('is off for a merchant’s profile until it is switched on, and closed when it is switched off', async () => {
    desk = await openedDesk(temporaryDir(), provider.baseUrl);
    const shop = await desk.client.call('profile.save', { id: null, setUp: setUpWith() });
    const profileId = shop.ok ? shop.value.id : SANDBOX;
    const off = await desk.client.call('callback.listener', { profileId });
    expect(off).toMatchObject({ value: { state: 'off', address: null } });
    const { address, settings } = await setListener({ enabled: true });
    expect((await send(address ?? '', { id: 1 })).status).toBe(200);
    expect(await setListener({ ...settings, enabled: false })).toMatchObject({ state: 'off' });
    await expect(send(address ?? '', { id: 1 })).rejects.toThrow('fetch failed');
  });

  it('forgets an old path when it is given a new one, and shows the public address', async () => {
    const { address } = await opened();
    const publicUrl = 'https://shop.example/desk/';
    const port = Number(new URL(address).port);
    const state = await setListener({ enabled: true, port, publicUrl }, true);
    expect((await send(address, { id: 1 })).status).toBe(404);
    expect((await send(state.address ?? '', { id: 1 })).status).toBe(200);
    const path = new URL(state.address ?? '').pathname;
    expect(state.publicAddress).toBe(`https://shop.example/desk${path}`);
  });

  it('says that a port is taken, and keeps what was chosen', async () => {
    desk = await openedDesk(temporaryDir(), provider.baseUrl);
    const port = Number(new URL(provider.baseUrl).port);
    const state = await setListener({ enabled: true, port });
    expect(state).toMatchObject({
      state: 'failed',
      problem: { code: 'port_taken' },
      settings: { port },
    });
  });
});
