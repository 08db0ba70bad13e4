import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DEFAULT_CALLBACK, type CallbackFormat } from '#shared/dialect/schema.ts';
import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { DeskEvent } from '#shared/contract/events.ts';
import {
  CALLBACKS_TAKEN,
  DEFAULT_LISTENER,
  EVERY_CALLBACK,
  type ListenerSettings,
  takenOf,
} from '#shared/domain/callback.ts';
import type { ProfileId } from '#shared/domain/ids.ts';

import { intent, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { type OpenedDesk, SANDBOX, openedDesk } from '../testing/openedDesk.ts';
import { type TestProvider, startTestProvider } from '../testing/provider.ts';
import { setUpWith } from '../testing/setUp.ts';

/** One desk for all: each test has orders of its own. The provider never answers, so that every request is unknown. */
const dataDir = temporaryDir();
let provider: TestProvider;
let desk: OpenedDesk;
let shop: ProfileId;
let address: string;

beforeAll(async () => {
  provider = await startTestProvider((_call, response) => void response.destroy());
  desk = await openedDesk(dataDir, provider.baseUrl);
  shop = await saved(null, {});
  address = (await listening(shop, { enabled: true })) ?? '';
});
afterAll(async () => {
  await desk.services.close();
  await provider.close();
  removeTemporaryDirs();
});

/** A merchant of one's own: the sandbox's provider format cannot be changed. */
async function saved(id: ProfileId | null, callback: Partial<CallbackFormat>): Promise<ProfileId> {
  const dialect = { ...DEFAULT_DIALECT, callback: { ...DEFAULT_CALLBACK, ...callback } };
  const own = { mode: 'sandbox', baseUrl: provider.baseUrl, dialect };
  const setUp = setUpWith({ ...own, requisitesValidMin: 30 });
  const reply = await desk.client.call('profile.save', { id, setUp });
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value.id;
}

async function listening(
  profileId: ProfileId,
  settings: Partial<ListenerSettings>,
): Promise<string | null> {
  const all = { ...DEFAULT_LISTENER, ...settings };
  const set = { profileId, settings: all, newPath: false };
  const reply = await desk.client.call('callback.setListener', set);
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value.address;
}

async function issued(...names: readonly string[]): Promise<void> {
  for (const name of names) {
    await desk.issue(name);
    await desk.rested(name);
  }
}

/** The events that follow from it. */
async function came(said: object): Promise<readonly DeskEvent[]> {
  const before = desk.events.length;
  const answer = await fetch(address, { method: 'POST', body: JSON.stringify(said) });
  expect(answer.status).toBe(200);
  return desk.events.slice(before);
}
const namesOf = (events: readonly DeskEvent[]): readonly string[] => events.map(({ name }) => name);

async function inbox() {
  const whole = { before: null, pageSize: 200, filter: EVERY_CALLBACK };
  const page = await desk.client.call('callback.page', whole);
  return page.ok ? page.value.callbacks : [];
}
const replay = (seq: number) => desk.client.call('callback.replay', { seq, decided: false });

describe('what a request was last heard of', () => {
  it('is told when its state or its amount changes, and not when it is said again', async () => {
    await issued('a');
    const paid = { order_id: 'a', state: 'paid', amount: '1450.00' };
    const first = await came(paid);
    expect(namesOf(first)).toEqual(['request.changed', 'request.heard', 'callback.received']);
    // Within the time that the profile gives: null.
    const heard = { paid: { unit: 'major' }, heard: { lateSeq: null } };
    expect(first[1]).toMatchObject({ wasState: null, request: heard });
    expect(namesOf(await came(paid))).toEqual(['callback.received']);
    const quiet = ['request.changed', 'callback.received'];
    expect(namesOf(await came({ ...paid, other: 1 }))).toEqual(quiet);
    const other = await came({ ...paid, state: 'done' });
    expect(other[1]).toMatchObject({ name: 'request.heard', wasState: 'paid' });
    const more = await came({ ...paid, state: 'done', amount: '1500.00' });
    expect(more[1]).toMatchObject({ name: 'request.heard', wasState: 'done' });
    expect(namesOf(await came({ ...paid, currency: 'UZS', state: 'x' }))).toEqual(quiet);
    // The same figure of another unit is another amount.
    await came({ order_id: 'a', state: 'done', amount: '1500' });
    const cents = await came({ order_id: 'a', state: 'done', amount_cents: '1500' });
    expect(cents[1]).toMatchObject({ name: 'request.heard', request: { paid: { unit: 'minor' } } });
  });

  it('may be another amount, which an operator settles with a note', async () => {
    await issued('b');
    await came({ order_id: 'b', state: 'paid', amount_cents: 145_000 });
    const { seq: paidSeq = 0 } = (await inbox())[0] ?? {};
    const settling = { intentId: intent('b'), paidSeq, note: ' all right ' };
    const bare = await desk.client.call('request.settleMismatch', { ...settling, note: ' ' });
    expect(bare).toMatchObject({ error: { code: 'invalid_input' } });
    const settled = await desk.client.call('request.settleMismatch', settling);
    expect(settled).toMatchObject({ value: { mismatchSettled: { note: 'all right', paidSeq } } });
    expect(desk.events.at(-1)).toMatchObject({
      name: 'request.changed',
      request: { mismatchSettled: { note: 'all right' } },
    });
    const stale = { ...settling, paidSeq: paidSeq + 1 };
    const refused = await desk.client.call('request.settleMismatch', stale);
    expect(refused).toMatchObject({ error: { code: 'no_mismatch' } });
  });
});

describe('a callback is read again', () => {
  it('by the format of now, and what comes of it is told like one that came in', async () => {
    await issued('c');
    await saved(shop, { keys: { ...DEFAULT_CALLBACK.keys, orderId: 'nowhere', id: 'nowhere' } });
    await came({ reference: 'c', state: 'paid', amount: '1450.00' });
    const [old] = await inbox();
    expect(old).toMatchObject({ match: { kind: 'apart', why: 'names_nothing' }, replayOf: null });
    const seq = old?.seq ?? 0;
    expect(await replay(seq)).toEqual({ ok: true, value: { replayed: null } });

    await saved(shop, { keys: { ...DEFAULT_CALLBACK.keys, orderId: 'reference' } });
    const before = desk.events.length;
    const again = await replay(seq);
    expect(again).toMatchObject({
      value: { replayed: { replayOf: seq, match: { intentId: intent('c'), by: 'order_id' } } },
    });
    const told = desk.events.slice(before);
    expect(namesOf(told)).toEqual(['request.changed', 'request.heard', 'callback.received']);
    expect(told[1]).toMatchObject({ request: { heard: { lateSeq: null } } });
    expect((await inbox()).map(({ replayOf }) => replayOf).slice(0, 2)).toEqual([seq, null]);
    expect(await replay(seq)).toEqual({ ok: true, value: { replayed: null } });
    expect(await came({ reference: 'c', state: 'paid', amount: '1450.00' })).toMatchObject([
      { name: 'callback.received', seq },
    ]);
  });

  it('only with the secret that its signature is checked by', async () => {
    await issued('d');
    await saved(shop, {});
    await came({ order_id: 'd', state: 'paid' });
    const { seq = 0 } = (await inbox())[0] ?? {};
    await saved(shop, {
      signature: {
        ...DEFAULT_DIALECT.signature,
        placement: { in: 'header', name: 'X-Signature', prefix: '' },
        secret: 'shared',
        over: { kind: 'raw-body' },
      },
    });
    expect(await replay(seq)).toMatchObject({ error: { code: 'secret_missing' } });
    const slot = { kind: 'signing' as const };
    const secret = { profileId: shop, slot, secret: 'the-secret-of-shop', keep: 'run' as const };
    await desk.client.call('profile.setSecret', secret);
    expect(await replay(seq)).toMatchObject({
      value: { replayed: { verdict: 'bad_signature', replayOf: seq } },
    });
    // It is unsigned: facts that only this callback stated are dropped.
    const history = await desk.client.call('log.history', { intentId: intent('d') });
    expect(history.ok && history.value.request.heard).toBeUndefined();
    await saved(shop, {
      signature: {
        ...DEFAULT_DIALECT.signature,
        algorithm: 'rsa-sha256',
        placement: { in: 'header', name: 'X-Signature', prefix: '' },
        secret: 'shared',
        over: { kind: 'raw-body' },
      },
    });
    const signed = { 'X-Signature': 'AAAA' };
    await fetch(address, { method: 'POST', headers: signed, body: '{"order_id":"d"}' });
    const unchecked = (await inbox())[0];
    expect(unchecked).toMatchObject({ verdict: 'not_checked' });
    expect(await replay(unchecked?.seq ?? 0)).toMatchObject({ error: { code: 'secret_unusable' } });
    await saved(shop, {});
  });
});

describe('the Inbox', () => {
  it('shows what a filter leaves, and counts it', async () => {
    const all = await inbox();
    for (const taken of CALLBACKS_TAKEN) {
      const filter = { ...EVERY_CALLBACK, profileId: shop, taken };
      const asked = { before: null, pageSize: 200, filter };
      const page = await desk.client.call('callback.page', asked);
      const own = all.filter((one) => takenOf(one) === taken);
      expect(page).toEqual({ ok: true, value: { callbacks: own, next: null, total: own.length } });
      const counts = await desk.client.call('callback.counts', { filter });
      expect(counts).toMatchObject({ value: { [taken]: own.length } });
    }
    const nobody = { ...EVERY_CALLBACK, profileId: SANDBOX };
    expect(await desk.client.call('callback.counts', { filter: nobody })).toEqual({
      ok: true,
      value: { applied: 0, contradicting: 0, bad_signature: 0, apart: 0, waiting: 0, repeated: 0 },
    });
  });
});

describe('the address in the sandbox’s account', () => {
  it('is the listener’s while that is on, and after a restart; nobody else’s', async () => {
    const [byDefault] = desk.accountUrls;
    const own = await listening(SANDBOX, { enabled: true });
    await listening(SANDBOX, { enabled: false });
    const again = await listening(SANDBOX, { enabled: true, fillsLiveForm: true });
    expect(desk.accountUrls).toEqual([byDefault, own, null, again]);
    await desk.services.close();
    desk = await openedDesk(dataDir, provider.baseUrl);
    expect(desk.accountUrls).toEqual([again]);
    const known = await desk.client.call('callback.listener', { profileId: SANDBOX });
    expect(known).toMatchObject({
      value: { state: 'listening', settings: { fillsLiveForm: true } },
    });
  });
});
