import { createHmac } from 'node:crypto';
import { request } from 'node:http';
import { Server, connect } from 'node:net';
import diagnostics from 'node:diagnostics_channel';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';

import type { AppPage } from '#core/desk/page/appPage.ts';
import type { Services } from '#core/ports.ts';
import type { DeskEvent } from '#shared/contract/events.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { MAX_PROFILE_FILE } from '#shared/domain/profileFile.ts';
import { type HttpHost, type HttpHostOptions, startHttpHost } from './httpHost.ts';

const page: AppPage = { respond: (method, at) => new Response(`${method} ${at}`) };
const sessionSchema = z.strictObject({
  token: z.string(),
  proof: z.strictObject({ id: z.string(), key: z.string() }),
});
type Given = z.infer<typeof sessionSchema>;
const changed: DeskEvent = { name: 'profile.changed', profileId: profileIdSchema.parse('sandbox') };

let host: HttpHost;
let dispatched: unknown[];
let push: (event: DeskEvent) => void;

function options(): HttpHostOptions {
  const services: Pick<Services, 'dispatch' | 'onEvent' | 'mayHear'> = {
    mayHear: () => true,
    dispatch: async (_caller, name, input) => {
      dispatched.push([name, input]);
      return { ok: true, value: 'done' };
    },
    onEvent: (listener) => {
      push = listener;
      return () => {};
    },
  };
  return { port: 0, wantsFreshName: false, page, services, nowMs: Date.now };
}

beforeEach(async () => {
  dispatched = [];
  host = await startHttpHost(options());
});

afterEach(() => host.close());

type Asked = { readonly status: number; readonly body: string };
type Ask = {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** node:http, because fetch does not let a test lie about Host. */
function ask(pathname: string, { method = 'POST', headers = {}, body = '' }: Ask): Promise<Asked> {
  return new Promise((resolve, reject) => {
    const asked = request(`${host.origin}${pathname}`, { method, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, body: Buffer.concat(chunks).toString('utf8') }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

function ours(bearer?: string): Record<string, string> {
  return {
    origin: host.origin,
    'content-type': 'application/json',
    ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
  };
}

function freshCode(): string {
  return new URL(host.oneTimeUrl()).hash.slice('#code='.length);
}

async function freshSession(): Promise<Given> {
  const body = JSON.stringify({ code: freshCode() });
  const asked = await ask('/api/session', { headers: ours(), body });
  return sessionSchema.parse(JSON.parse(asked.body));
}

async function freshBearer(): Promise<string> {
  return (await freshSession()).token;
}

test('goes on after connections that the system could not give it', async () => {
  const servers: unknown[] = [];
  const onRequest = (message: unknown): void => {
    servers.push(
      typeof message === 'object' && message !== null ? Reflect.get(message, 'server') : null,
    );
  };
  diagnostics.subscribe('http.server.request.start', onRequest);
  const get = () => ask('/', { method: 'GET' });
  const before = await get();
  diagnostics.unsubscribe('http.server.request.start', onRequest);
  const [server] = servers;
  if (!(server instanceof Server)) throw new Error('No request was seen');
  for (let times = 0; times < 2; times += 1) server.emit('error', new Error('accept EMFILE'));
  expect(await get()).toEqual(before);
});

describe('an operation', () => {
  test('runs with a bearer and brings the reply as it is', async () => {
    const headers = ours(await freshBearer());
    const asked = await ask('/api/op/app.info', { headers, body: '{"a":1}' });
    expect(asked).toEqual({ status: 200, body: '{"ok":true,"value":"done"}' });
    expect(dispatched).toEqual([['app.info', { a: 1 }]]);
  });

  test('without a bearer, or with a wrong one, does not run', async () => {
    const wrong = [undefined, 'x', 'a'.repeat(43), freshCode()];
    for (const bearer of wrong) {
      const asked = await ask('/api/op/app.info', { headers: ours(bearer), body: '{}' });
      expect(asked.status).toBe(401);
      expect(JSON.parse(asked.body)).toMatchObject({
        ok: false,
        error: { code: 'not_authorised' },
      });
    }
    expect(dispatched).toEqual([]);
  });

  test('from a foreign Host or Origin does not run, bearer or not', async () => {
    const own = ours(await freshBearer());
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
      expect((await ask('/api/op/app.info', { headers, body: '{}' })).status).toBe(403);
    }
    // Another spelling of the same path is no path at all.
    expect((await ask('/%61pi/op/app.info', { headers: own, body: '{}' })).status).toBe(400);
    expect(dispatched).toEqual([]);
  });

  test('takes JSON only, and no more than 1 MiB of it', async () => {
    const own = ours(await freshBearer());
    const typed = (type: string) => ({ ...own, 'content-type': type });
    const statuses = [
      await ask('/api/op/app.info', { headers: typed('text/plain'), body: '{}' }),
      await ask('/api/op/app.info', { headers: typed('application/json-seq'), body: '{}' }),
      await ask('/api/op/app.info', { headers: own, body: '{' }),
      await ask('/api/op/app.info', { headers: own, body: `"${'a'.repeat(1024 * 1024)}"` }),
      await ask('/api/op/app.info', {
        headers: { ...own, 'transfer-encoding': 'chunked' },
        body: `"${'a'.repeat(1024 * 1024)}"`,
      }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([415, 415, 400, 413, 411]);
    expect(dispatched).toEqual([]);
  });

  test('takes a whole profile file where one is sent, and nothing beyond it', async () => {
    const headers = ours(await freshBearer());
    const text = '"'.repeat(MAX_PROFILE_FILE);
    const body = JSON.stringify({ text });
    expect((await ask('/api/op/profileFile.preview', { headers, body })).status).toBe(200);
    expect(dispatched).toEqual([['profileFile.preview', { text }]]);
    // Refused by the length that is announced, bearer first: nothing of it is waited for.
    const announced = (length: number, bearer = headers) => ({
      headers: { ...bearer, 'content-length': String(length), connection: 'close' },
      body: '{}',
    });
    const statuses = [
      await ask('/api/op/profileFile.preview', announced(4 * MAX_PROFILE_FILE)),
      await ask('/api/op/profileFile.nothing', announced(MAX_PROFILE_FILE)),
      await ask('/api/op/profileFile.preview', announced(MAX_PROFILE_FILE, ours())),
    ].map(({ status }) => status);
    expect(statuses).toEqual([413, 413, 401]);
  });

  test('is a POST: nothing else reaches dispatch', async () => {
    const headers = ours(await freshBearer());
    for (const method of ['GET', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE']) {
      expect((await ask('/api/op/app.info', { method, headers })).status).toBe(404);
    }
    expect((await ask('/api/op/app.info', { method: 'OPTIONS' })).status).toBe(403);
    expect(dispatched).toEqual([]);
  });
});

describe('a session', () => {
  test('is opened once per code, by our page only', async () => {
    const body = JSON.stringify({ code: freshCode() });
    const foreign = { ...ours(), origin: 'https://evil.example' };
    expect((await ask('/api/session', { headers: foreign, body })).status).toBe(403);
    expect((await ask('/api/session', { headers: ours(), body })).status).toBe(200);
    expect((await ask('/api/session', { headers: ours(), body })).status).toBe(401);
  });

  test('is asked for in few words: who has no bearer may not send much', async () => {
    const body = JSON.stringify({ code: 'a'.repeat(2000) });
    expect((await ask('/api/session', { headers: ours(), body })).status).toBe(413);
    expect((await ask('/api/prove', { headers: ours(), body })).status).toBe(413);
  });
});

describe('the proof that it is this desk', () => {
  const nonce = 'n'.repeat(43);
  const prove = (id: string) =>
    ask('/api/prove', { headers: ours(), body: JSON.stringify({ id, nonce }) });

  test('needs no bearer, and holds for this address', async () => {
    const { id, key } = (await freshSession()).proof;
    const { status, body } = await prove(id);
    const said = `deposit-desk proof 1\n${host.origin}\n${id}\n${nonce}`;
    const proof = createHmac('sha256', Buffer.from(key, 'base64url')).update(said);
    expect(status).toBe(200);
    expect(JSON.parse(body)).toEqual({ proof: proof.digest('base64url') });
  });

  test('is not had for a bearer, for what was never given, or in another shape', async () => {
    expect((await prove(await freshBearer())).status).toBe(401);
    expect((await prove('a'.repeat(43))).status).toBe(401);
    expect((await prove('a')).status).toBe(400);
  });
});

describe('the page', () => {
  test('is served under our exact host only', async () => {
    expect(await ask('/assets/x.js?y', { method: 'GET' })).toEqual({
      status: 200,
      body: 'GET /assets/x.js',
    });
    const headers = { host: 'rebound.example' };
    expect((await ask('/', { method: 'GET', headers })).status).toBe(403);
  });
});

/** What comes back over a bare connection, until the other side ends it. */
function say(...pieces: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect(Number(new URL(host.origin).port), '127.0.0.1');
    let heard = '';
    socket.on('data', (chunk: Buffer) => (heard += chunk.toString('latin1')));
    socket.on('error', () => {});
    socket.on('close', () => resolve(heard));
    for (const piece of pieces) socket.write(piece);
  });
}

describe('a connection', () => {
  const line = (method: string, target: string, ...more: readonly string[]) =>
    [`${method} ${target} HTTP/1.1`, `Host: ${new URL(host.origin).host}`, ...more, '', ''].join(
      '\r\n',
    );

  test('is never upgraded, tunnelled or promised anything', async () => {
    const bearer = `Authorization: Bearer ${await freshBearer()}`;
    const origin = `Origin: ${host.origin}`;
    const socketKey = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==';
    const upgrade = (to: string) => ['Connection: Upgrade', `Upgrade: ${to}`, bearer, origin];
    const told = [
      await say(line('GET', '/', ...upgrade('websocket'), socketKey, 'Sec-WebSocket-Version: 13')),
      await say(line('POST', '/api/op/app.info', ...upgrade('h2c'), 'Content-Length: 0')),
      await say(line('CONNECT', '127.0.0.1:22', bearer, origin)),
      await say(line('POST', '/api/op/app.info', bearer, origin, 'Expect: 100-continue')),
      await say(line('POST', '/api/op/app.info', bearer, origin, 'Expect: all-is-well')),
    ];
    expect(told.map((text) => text.slice(0, 12))).toEqual([
      'HTTP/1.1 403',
      'HTTP/1.1 403',
      'HTTP/1.1 403',
      'HTTP/1.1 417',
      'HTTP/1.1 417',
    ]);
    expect(dispatched).toEqual([]);
  });

  test('that speaks no HTTP, or too much of it, is ended and harms no other', async () => {
    const told = [
      await say('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'),
      await say('\u0016\u0003\u0001\u0002\u0000'),
      await say(line('GET', '/', `Cookie: ${'a'.repeat(20_000)}`)),
      await say(line('POST', '/api/op/app.info', 'Content-Length: 1', 'Content-Length: 2')),
      await say('GET / HTTP/1.1\r\nConnection: close\r\n\r\n'),
    ];
    expect(told.map((text) => text.slice(0, 12))).toEqual([
      'HTTP/1.1 400',
      'HTTP/1.1 400',
      'HTTP/1.1 431',
      'HTTP/1.1 400',
      'HTTP/1.1 400',
    ]);
    expect((await ask('/', { method: 'GET' })).status).toBe(200);
  });

  test('that never comes to the point is ended', async () => {
    const hasty = await startHttpHost({ ...options(), headersMs: 80 });
    const socket = connect(Number(new URL(hasty.origin).port), '127.0.0.1');
    socket.on('error', () => {}).resume();
    socket.write('GET / HTTP/1.1\r\nHost: ');
    await new Promise<void>((resolve) => socket.on('close', () => resolve()));
    await hasty.close();
  });

  test('without a bearer makes room when too many crowd in', async () => {
    const { port } = new URL(host.origin);
    const stream = await fetch(`${host.origin}/api/events`, {
      method: 'POST',
      headers: ours(await freshBearer()),
      body: '{}',
    });
    const crowd = Array.from({ length: 160 }, () => connect(Number(port), '127.0.0.1'));
    let left = 0;
    for (const socket of crowd) socket.on('error', () => {}).on('close', () => (left += 1));
    await expect.poll(() => left).toBeGreaterThanOrEqual(32);
    expect((await ask('/', { method: 'GET' })).status).toBe(200);
    push(changed);
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = '';
    while (!heard.includes(changed.name)) heard += (await reader?.read())?.value ?? '';
    await reader?.cancel();
    for (const socket of crowd) socket.destroy();
  });

  test('that was refused says nothing more, not even in the same breath', async () => {
    const good = [
      line(
        'POST',
        '/api/op/app.info',
        `Origin: ${host.origin}`,
        `Authorization: Bearer ${await freshBearer()}`,
        'Content-Type: application/json',
        'Content-Length: 2',
      ),
      '{}',
    ].join('');
    const refusals = [line('GET', '/api/events'), line('GET', '/', 'Expect: 100-continue')];
    for (const refusal of refusals) {
      expect((await say(refusal + good)).match(/HTTP\/1\.1/gu)).toHaveLength(1);
    }
    expect(dispatched).toEqual([]);
  });

  test('that was refused is not kept', async () => {
    const text = await say(line('GET', '/api/op/app.info'));
    expect(text).toMatch(/^HTTP\/1\.1 403 .*^connection: close/imsu);
  });
});

describe('the event stream', () => {
  test('needs a bearer and brings one event per line', async () => {
    expect((await ask('/api/events', { headers: ours(), body: '{}' })).status).toBe(401);
    expect((await ask('/api/events', { method: 'GET' })).status).toBe(403);
    const headers = ours(await freshBearer());
    const response = await fetch(`${host.origin}/api/events`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('\n');
    push(changed);
    expect((await reader?.read())?.value).toBe(`${JSON.stringify(changed)}\n`);
    await reader?.cancel();
  });

  test('ends when the host closes, and then the port is closed', async () => {
    const closing = await startHttpHost(options());
    const { origin } = closing;
    const code = new URL(closing.oneTimeUrl()).hash.slice('#code='.length);
    const opened = await fetch(`${origin}/api/session`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ code }),
    });
    const { token } = sessionSchema.parse(await opened.json());
    const stream = await fetch(`${origin}/api/events`, {
      method: 'POST',
      headers: {
        origin,
        'content-type': 'application/json',
        authorization: `Bearer ${token}`,
      },
      body: '{}',
    });
    await closing.close();
    expect(await stream.text()).toBe('\n');
    await expect(fetch(origin)).rejects.toThrow();
  });

  test('drops a reader that does not read, so that it cannot fill our memory', async () => {
    const { port } = new URL(host.origin);
    const bearer = await freshBearer();
    const socket = connect(Number(port), '127.0.0.1');
    socket.pause();
    socket.write(
      [
        'POST /api/events HTTP/1.1',
        `Host: 127.0.0.1:${port}`,
        `Origin: ${host.origin}`,
        `Authorization: Bearer ${bearer}`,
        'Content-Type: application/json',
        'Content-Length: 2',
        'Connection: close',
        '',
        '{}',
      ].join('\r\n'),
    );
    const long: DeskEvent = {
      ...changed,
      profileId: z
        .string()
        .brand<'ProfileId'>()
        .parse('a'.repeat(64 * 1024)),
    };
    let pushed = 0;
    // The system's own buffers take some megabytes first.
    for (; pushed < 400; pushed += 1) {
      push(long);
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    let received = 0;
    const ended = new Promise<void>((resolve) => socket.on('close', () => resolve()));
    socket.on('data', (chunk: Buffer) => (received += chunk.length));
    socket.on('error', () => {});
    socket.resume();
    await ended;
    expect(received).toBeLessThan(pushed * 64 * 1024);
  });
});
