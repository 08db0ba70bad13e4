import { createHmac } from 'node:crypto';
import { Server } from 'node:net';
import diagnostics from 'node:diagnostics_channel';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { MAX_PROFILE_FILE } from '#shared/domain/profileFile.ts';
import { type TestHost, startTestHost } from './testing/testHost.ts';

let host: TestHost;
beforeEach(async () => {
  host = await startTestHost();
});
afterEach(() => host.close());

test('goes on after connections that the system could not give it', async () => {
  const servers: unknown[] = [];
  const onRequest = (message: unknown): void => {
    servers.push(
      typeof message === 'object' && message !== null ? Reflect.get(message, 'server') : null,
    );
  };
  diagnostics.subscribe('http.server.request.start', onRequest);
  const get = () => host.ask('/', { method: 'GET' });
  const before = await get();
  diagnostics.unsubscribe('http.server.request.start', onRequest);
  const [server] = servers;
  if (!(server instanceof Server)) throw new Error('No request was seen');
  for (let times = 0; times < 2; times += 1) server.emit('error', new Error('accept EMFILE'));
  expect(await get()).toEqual(before);
});

describe('an operation', () => {
  test('runs with a bearer and brings the reply as it is', async () => {
    const headers = host.ours(await host.freshBearer());
    const asked = await host.ask('/api/op/app.info', { headers, body: '{"a":1}' });
    expect(asked).toEqual({ status: 200, body: '{"ok":true,"value":"done"}' });
    expect(host.dispatched).toEqual([['app.info', { a: 1 }]]);
  });

  test('without a bearer, or with a wrong one, does not run', async () => {
    const wrong = [undefined, 'x', 'a'.repeat(43), host.freshCode()];
    for (const bearer of wrong) {
      const asked = await host.ask('/api/op/app.info', { headers: host.ours(bearer), body: '{}' });
      expect(asked.status).toBe(401);
      expect(JSON.parse(asked.body)).toMatchObject({
        ok: false,
        error: { code: 'not_authorised' },
      });
    }
    expect(host.dispatched).toEqual([]);
  });

  test('from a foreign Host or Origin does not run, bearer or not', async () => {
    const own = host.ours(await host.freshBearer());
    const { origin: _left, ...withoutOrigin } = own;
    const port = new URL(host.origin).port;
    const foreign: readonly Record<string, string>[] = [
      { ...own, host: `localhost:${port}` },
      { ...own, host: 'evil.example' },
      { ...own, origin: 'https://evil.example' },
      { ...own, origin: 'null' },
      withoutOrigin,
      { ...own, 'sec-fetch-site': 'cross-site' },
      { ...withoutOrigin, 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' },
    ];
    for (const headers of foreign) {
      expect((await host.ask('/api/op/app.info', { headers, body: '{}' })).status).toBe(403);
    }
    // Another spelling of the same path is no path at all.
    expect((await host.ask('/%61pi/op/app.info', { headers: own, body: '{}' })).status).toBe(400);
    expect(host.dispatched).toEqual([]);
  });

  test('takes JSON only, and no more than 1 MiB of it', async () => {
    const own = host.ours(await host.freshBearer());
    const typed = (type: string) => ({ ...own, 'content-type': type });
    const statuses = [
      await host.ask('/api/op/app.info', { headers: typed('text/plain'), body: '{}' }),
      await host.ask('/api/op/app.info', { headers: typed('application/json-seq'), body: '{}' }),
      await host.ask('/api/op/app.info', { headers: own, body: '{' }),
      await host.ask('/api/op/app.info', { headers: own, body: `"${'a'.repeat(1024 * 1024)}"` }),
      await host.ask('/api/op/app.info', {
        headers: { ...own, 'transfer-encoding': 'chunked' },
        body: `"${'a'.repeat(1024 * 1024)}"`,
      }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([415, 415, 400, 413, 411]);
    expect(host.dispatched).toEqual([]);
  });

  test('takes a whole profile file where one is sent, and nothing beyond it', async () => {
    const headers = host.ours(await host.freshBearer());
    const text = '"'.repeat(MAX_PROFILE_FILE);
    const body = JSON.stringify({ text });
    expect((await host.ask('/api/op/profileFile.preview', { headers, body })).status).toBe(200);
    expect(host.dispatched).toEqual([['profileFile.preview', { text }]]);
    // Refused by the length that is announced, bearer first: nothing of it is waited for.
    const announced = (length: number, bearer = headers) => ({
      headers: { ...bearer, 'content-length': String(length), connection: 'close' },
      body: '{}',
    });
    const statuses = [
      await host.ask('/api/op/profileFile.preview', announced(4 * MAX_PROFILE_FILE)),
      await host.ask('/api/op/profileFile.nothing', announced(MAX_PROFILE_FILE)),
      await host.ask('/api/op/profileFile.preview', announced(MAX_PROFILE_FILE, host.ours())),
    ].map(({ status }) => status);
    expect(statuses).toEqual([413, 413, 401]);
  });

  test('is a POST: nothing else reaches dispatch', async () => {
    const headers = host.ours(await host.freshBearer());
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
      expect((await host.ask('/api/op/app.info', { method, headers })).status).toBe(404);
    }
    expect((await host.ask('/api/op/app.info', { method: 'OPTIONS' })).status).toBe(403);
    expect(host.dispatched).toEqual([]);
  });
});

describe('a session', () => {
  test('is opened once per code, by our page only', async () => {
    const body = JSON.stringify({ code: host.freshCode() });
    const foreign = { ...host.ours(), origin: 'https://evil.example' };
    expect((await host.ask('/api/session', { headers: foreign, body })).status).toBe(403);
    expect((await host.ask('/api/session', { headers: host.ours(), body })).status).toBe(200);
    expect((await host.ask('/api/session', { headers: host.ours(), body })).status).toBe(401);
  });

  test('is asked for in few words: who has no bearer may not send much', async () => {
    const body = JSON.stringify({ code: 'a'.repeat(2000) });
    expect((await host.ask('/api/session', { headers: host.ours(), body })).status).toBe(413);
    expect((await host.ask('/api/prove', { headers: host.ours(), body })).status).toBe(413);
  });
});

describe('the proof that it is this desk', () => {
  const nonce = 'n'.repeat(43);
  const prove = (id: string) =>
    host.ask('/api/prove', { headers: host.ours(), body: JSON.stringify({ id, nonce }) });

  test('needs no bearer, and holds for this address', async () => {
    const { id, key } = (await host.freshSession()).proof;
    const { status, body } = await prove(id);
    const said = `deposit-desk proof 1\n${host.origin}\n${id}\n${nonce}`;
    const proof = createHmac('sha256', Buffer.from(key, 'base64url')).update(said);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ proof: proof.digest('base64url') });
  });

  test('is not had for a bearer, for what was never given, or in another shape', async () => {
    expect((await prove(await host.freshBearer())).status).toBe(401);
    expect((await prove('a'.repeat(43))).status).toBe(401);
    expect((await prove('a')).status).toBe(400);
  });
});

describe('the page', () => {
  test('is served under our exact host only', async () => {
    expect(await host.ask('/assets/x.js?y', { method: 'GET' })).toEqual({
      status: 200,
      body: 'GET /assets/x.js',
    });
    const headers = { host: 'rebound.example' };
    expect((await host.ask('/', { method: 'GET', headers })).status).toBe(403);
  });
});
