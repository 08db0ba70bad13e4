import { randomUUID } from 'node:crypto';
import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { DeskEvent } from '#shared/contract/events.ts';
import { createClient } from '#shared/contract/testing/createClient.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';

import { openDesk } from './desk/openDesk.ts';
import type { Services, Vault } from './ports.ts';
import {
  MERCHANT,
  PAGE,
  createDraftOf,
  createRecordOf,
  intent,
  temporaryDir,
  removeTemporaryDirs,
} from './testing/builders.ts';
import { createTestKeychain } from './testing/keychain.ts';
import { LOG_WORKER } from './testing/log.ts';
import { logInThisThread } from './testing/logInThisThread.ts';
import { type TestProvider, startTestProvider } from './testing/provider.ts';
import { searchOf } from './testing/searching.ts';
import { setUpWith } from './testing/setUp.ts';

afterAll(removeTemporaryDirs);

const SANDBOX = profileIdSchema.parse('sandbox');
const SANDBOX_SECRET = 'sandbox-secret-value';
const LIVE_SECRET = 'live-secret-value';

describe('a desk', () => {
  let dataDir: string;
  let keychain: Vault;
  let provider: TestProvider;
  const opened: Services[] = [];
  let sandboxStarts: number;
  let startSandbox: () => Promise<void>;

  beforeEach(async () => {
    sandboxStarts = 0;
    startSandbox = async () => {
      sandboxStarts += 1;
    };
    dataDir = join(temporaryDir(), 'data');
    keychain = createTestKeychain();
    provider = await startTestProvider((call, response) => {
      const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
      response.end(JSON.stringify(createRecordOf(fields)));
    });
  });
  afterEach(async () => {
    for (const services of opened.splice(0)) await services.close();
    await provider.close();
  });

  /** The desk as a page sees it, with everything that went over the contract. */
  async function open(live = false) {
    const desk = await openDesk({
      dataDir,
      host: { kind: 'loopback', live },
      appVersion: '0.0.0',
      systemLanguage: 'ru-RU',
      keychains: { keyring: keychain, keytar: keychain },
      resolveProxy: async () => 'DIRECT',
      clipboard: null,
      logWorkerUrl: LOG_WORKER,
      startLogWorker: logInThisThread(LOG_WORKER),
      exportsDir: join(dataDir, 'exports'),
      ownOrigins: () => [],
      openSandbox: async () => ({
        baseUrl: provider.baseUrl,
        merchant: MERCHANT,
        secret: SANDBOX_SECRET,
        start: () => startSandbox(),
        setAccountUrl: () => undefined,
        arm: async () => undefined,
        statement: async () => '',
        close: async () => undefined,
      }),
    });
    if (!desk.ok) throw new Error('held');
    opened.push(desk.value);
    const events: DeskEvent[] = [];
    const replies: unknown[] = [];
    desk.value.onEvent((event) => events.push(event));
    const client = createClient({
      async invoke(name, input) {
        const reply = await desk.value.dispatch(PAGE, name, input);
        replies.push(reply);
        return reply;
      },
      subscribe: desk.value.onEvent,
    });
    return { client, events, replies, close: desk.value.close };
  }

  const live = { id: null, setUp: setUpWith() };
  const signing = { kind: 'signing' } as const;

  it('is held by one at a time, and free again once closed', async () => {
    const first = await open();
    await expect(open()).rejects.toThrow('held');
    await first.close();
    const second = await open();
    expect(await second.client.call('app.info', {})).toMatchObject({
      value: { host: { kind: 'loopback', live: false }, dataDir },
    });
  });

  it('is free again when the sandbox could not be opened', async () => {
    const openSandbox = () => Promise.reject(new Error('no port'));
    const failing = openDesk({
      dataDir,
      host: { kind: 'electron', live: true },
      appVersion: '0.0.0',
      systemLanguage: 'en',
      keychains: { keyring: keychain, keytar: keychain },
      resolveProxy: async () => 'DIRECT',
      clipboard: null,
      logWorkerUrl: LOG_WORKER,
      startLogWorker: logInThisThread(LOG_WORKER),
      exportsDir: join(dataDir, 'exports'),
      ownOrigins: () => [],
      openSandbox,
    });
    await expect(failing).rejects.toThrow('no port');
    expect((await open()).client).toBeDefined();
  });

  it('is free again when the sandbox could not start', async () => {
    startSandbox = () => Promise.reject(new Error('no port'));
    await expect(open()).rejects.toThrow('no port');
    startSandbox = async () => undefined;
    expect((await open()).client).toBeDefined();
  });

  it('starts the sandbox with its first use, and not for a live profile', async () => {
    const first = await open();
    expect(sandboxStarts).toBe(1);
    const saved = await first.client.call('profile.save', live);
    if (!saved.ok) throw new Error(saved.error.code);
    await first.client.call('profile.choose', { profileId: saved.value.id });
    await first.close();

    sandboxStarts = 0;
    const second = await open(true);
    await second.client.call('profile.list', {});
    await second.client.call('limits.read', { profileId: saved.value.id, refresh: true });
    await second.client.call('settings.update', { theme: 'dark' });
    expect(sandboxStarts).toBe(0);
    await second.client.call('limits.read', { profileId: SANDBOX, refresh: true });
    expect(sandboxStarts).toBeGreaterThan(0);
    await second.close();

    sandboxStarts = 0;
    const third = await open(true);
    expect(sandboxStarts).toBe(0);
    await third.client.call('profile.choose', { profileId: SANDBOX });
    expect(sandboxStarts).toBe(1);
  });

  it('sends nothing to the port of a sandbox that does not start', async () => {
    const first = await open();
    const saved = await first.client.call('profile.save', live);
    if (!saved.ok) throw new Error(saved.error.code);
    await first.client.call('profile.choose', { profileId: saved.value.id });
    await first.close();
    const { client, events } = await open();
    startSandbox = () => Promise.reject(new Error('EADDRINUSE'));
    const intentId = intent('A-1');
    const { fields } = createDraftOf();
    await client.call('issue.create', { intentId, profileId: SANDBOX, fields, reissue: null });
    await expect
      .poll(() => events.flatMap((event) => ('request' in event ? [event.request.outcome] : [])))
      .toContain('not_sent');
    expect(provider.posts()).toHaveLength(0);
  });

  it('starts with a sandbox that has its secret, is first, and cannot be changed', async () => {
    const { client } = await open();
    const profiles = await client.call('profile.list', {});
    expect(profiles).toMatchObject({
      value: [{ id: 'sandbox', name: 'Sandbox', mode: 'sandbox' }],
    });
    expect(await client.call('profile.secrets', { profileId: SANDBOX })).toEqual({
      ok: true,
      value: {
        storeName: 'memory',
        secrets: [{ slot: signing, state: 'stored', store: 'memory', replacedAt: null }],
      },
    });
    const fixed = { ok: false, error: { code: 'profile_fixed', detail: null } };
    expect(await client.call('profile.save', { ...live, id: SANDBOX })).toEqual(fixed);
    const another = { profileId: SANDBOX, slot: signing, secret: 'another-secret' };
    for (const keep of ['stored', 'run'] as const) {
      expect(await client.call('profile.setSecret', { ...another, keep })).toEqual(fixed);
    }
    const ofSandbox = { profileId: SANDBOX };
    const refused = [
      await client.call('profile.duplicate', { ...ofSandbox, name: 'Copy' }),
      await client.call('profile.archive', { ...ofSandbox, archived: true }),
      await client.call('profile.delete', ofSandbox),
      await client.call('profile.deleteSecret', { ...ofSandbox, slot: signing }),
      await client.call('profile.takeBackSecret', { ...ofSandbox, slot: signing }),
      await client.call('profileFile.export', { profileIds: [SANDBOX] }),
    ];
    for (const reply of refused) expect(reply).toEqual(fixed);
  });

  it('issues on the sandbox, and has the request after a restart', async () => {
    const first = await open();
    const issue = {
      intentId: intent('A-1'),
      profileId: SANDBOX,
      fields: createDraftOf().fields,
      reissue: null,
    };
    const issued = await first.client.call('issue.create', issue);
    expect(issued).toMatchObject({ ok: true, value: { request: { outcome: 'prepared' } } });
    await expect
      .poll(() =>
        first.events.some((event) => 'request' in event && event.request.outcome === 'accepted'),
      )
      .toBe(true);
    await first.close();
    const second = await open();
    expect(await second.client.call('log.search', searchOf())).toMatchObject({
      ok: true,
      value: {
        matches: { count: 1, isExact: true },
        rows: [{ outcome: 'accepted', state: 'created', orderId: 'A-1' }],
      },
    });
    expect(provider.posts()).toHaveLength(1);
  });

  it('refuses to issue on a live profile where the host is not a live one', async () => {
    const { client } = await open(false);
    const saved = await client.call('profile.save', live);
    if (!saved.ok) throw new Error(saved.error.code);
    const fields = createDraftOf().fields;
    const issued = await client.call('issue.create', {
      intentId: intent('A-1'),
      profileId: saved.value.id,
      fields,
      reissue: null,
    });
    expect(issued).toEqual({ ok: false, error: { code: 'live_not_allowed', detail: null } });
  });

  it('issues on a live profile once somebody has confirmed it in this run', async () => {
    const { client } = await open(true);
    const saved = await client.call('profile.save', live);
    if (!saved.ok) throw new Error(saved.error.code);
    const { id: profileId } = saved.value;
    const { fields } = createDraftOf();
    const issue = () =>
      client.call('issue.create', { intentId: intent('A-1'), profileId, fields, reissue: null });
    expect(await issue()).toEqual({
      ok: false,
      error: { code: 'live_not_confirmed', detail: null },
    });
    await client.call('profile.confirmLive', { profileId });
    expect(await issue()).toMatchObject({ ok: true });
  });

  it('keeps live profiles and settings over a restart', async () => {
    const first = await open();
    const saved = await first.client.call('profile.save', live);
    if (!saved.ok) throw new Error(saved.error.code);
    const { id } = saved.value;
    await first.client.call('profile.save', { id, setUp: setUpWith({ name: 'Shop 2' }) });
    await first.client.call('settings.update', { theme: 'dark' });
    await first.client.call('profile.choose', { profileId: id });
    expect(first.events.map((event) => event.name)).toEqual([
      'profile.changed',
      'profile.changed',
      'settings.changed',
    ]);
    await first.close();
    const { client } = await open();
    expect(await client.call('profile.list', {})).toMatchObject({
      value: [{ id: 'sandbox' }, { id, name: 'Shop 2', mode: 'live' }],
    });
    expect(await client.call('settings.get', {})).toMatchObject({
      value: { language: 'ru', theme: 'dark' },
    });
    expect(await client.call('people.session', {})).toMatchObject({ value: { profileId: id } });
    const nobody = profileIdSchema.parse('nobody');
    expect(await client.call('profile.choose', { profileId: nobody })).toMatchObject({
      error: { code: 'profile_not_found' },
    });
  });

  it('forgets a secret when the profile is pointed at another host', async () => {
    const { client } = await open();
    const saved = await client.call('profile.save', live);
    if (!saved.ok) throw new Error(saved.error.code);
    const { id } = saved.value;
    const has = async () => {
      const reply = await client.call('profile.secrets', { profileId: id });
      return reply.ok && reply.value.secrets[0]?.state;
    };
    const save = (baseUrl: string) =>
      client.call('profile.save', { id, setUp: setUpWith({ baseUrl }) });
    expect(await has()).toBe('missing');
    const entered = { profileId: id, slot: signing, secret: LIVE_SECRET, keep: 'stored' } as const;
    expect(await client.call('profile.setSecret', entered)).toEqual({
      ok: true,
      value: { slot: signing, state: 'stored', store: 'keychain', replacedAt: null },
    });
    expect(await has()).toBe('stored');
    await save('https://provider.example/y');
    expect(await has()).toBe('stored');
    await save('https://evil.example/x');
    expect(await has()).toBe('other_host');
  });

  it('never lets a secret out, nor writes one into its directory', async () => {
    const { client, events, replies, close } = await open();
    const saved = await client.call('profile.save', live);
    if (!saved.ok) throw new Error(saved.error.code);
    const { id: profileId } = saved.value;
    for (const [secret, keep] of [
      [LIVE_SECRET, 'stored'],
      [`${LIVE_SECRET}-2`, 'stored'],
      [`${LIVE_SECRET}-3`, 'run'],
    ] as const) {
      await client.call('profile.setSecret', { profileId, slot: signing, secret, keep });
    }
    await client.call('profile.secrets', { profileId });
    await client.call('profileFile.export', { profileIds: [profileId] });
    await client.call('issue.create', {
      intentId: intent('A-1'),
      profileId: SANDBOX,
      fields: createDraftOf({ customer: 'c' }).fields,
      reissue: null,
    });
    await expect.poll(() => provider.posts().length).toBe(1);
    await client.call('log.history', { intentId: intent('A-1') });
    await close();
    const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'latin1'));
    for (const secret of [SANDBOX_SECRET, LIVE_SECRET]) {
      expect(JSON.stringify([events, replies])).not.toContain(secret);
      expect(files.join('')).not.toContain(secret);
    }
  });

  it('sets a broken file aside instead of writing over it', async () => {
    const first = await open();
    await first.client.call('settings.update', { theme: 'dark' });
    await first.close();
    writeFileSync(join(dataDir, 'settings.json'), '{"theme":');
    const second = await open();
    expect(await second.client.call('settings.get', {})).toMatchObject({
      value: { theme: 'system' },
    });
    const aside = readdirSync(dataDir).filter((name) => name.startsWith('settings.json.broken-'));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(dataDir, String(aside[0])), 'utf8')).toBe('{"theme":');
    const file = join(dataDir, 'settings.json');
    expect(await second.client.call('app.info', {})).toMatchObject({
      value: { setAside: [{ file, movedTo: join(dataDir, String(aside[0])) }] },
    });
  });

  it('falls back to the sandbox when the profile in use is gone', async () => {
    const first = await open();
    const saved = await first.client.call('profile.save', live);
    if (!saved.ok) throw new Error(saved.error.code);
    await first.client.call('profile.choose', { profileId: saved.value.id });
    await first.close();
    writeFileSync(join(dataDir, 'profiles.json'), '[]');
    const { client } = await open();
    expect(await client.call('people.session', {})).toMatchObject({
      value: { profileId: 'sandbox' },
    });
  });

  it('suggests order ids by flow and day', async () => {
    const { client } = await open();
    const day = new Date();
    const two = (value: number): string => String(value).padStart(2, '0');
    const today = `${two(day.getMonth() + 1)}${two(day.getDate())}`;
    const suggest = (flow: 'create' | 'build') =>
      client.call('order.suggest', { profileId: SANDBOX, flow });
    expect(await suggest('create')).toMatchObject({ value: { orderId: `D-${today}-0001` } });
    expect(await suggest('create')).toMatchObject({ value: { orderId: `D-${today}-0002` } });
    expect(await suggest('build')).toMatchObject({ value: { orderId: `P-${today}-0001` } });
  });

  it('answers request_not_found and profile_not_found by code', async () => {
    const { client } = await open();
    const nobody = profileIdSchema.parse('nobody');
    const missing = { ok: false, error: { code: 'request_not_found', detail: null } };
    const intentId = intent(randomUUID());
    expect(await client.call('log.history', { intentId })).toEqual(missing);
    const copy = { intentId, part: 'number', text: '1' } as const;
    expect(await client.call('request.recordCopy', copy)).toEqual(missing);
    expect(await client.call('limits.read', { profileId: nobody, refresh: false })).toMatchObject({
      error: { code: 'profile_not_found' },
    });
  });
});
