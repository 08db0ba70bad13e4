import { connect } from 'node:net';

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';

import type { DeskEvent } from '#shared/contract/events.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';
import { startHttpHost } from './httpHost.ts';
import { type TestHost, sessionSchema, startTestHost } from './testing/testHost.ts';

const changed: DeskEvent = { name: 'profile.changed', profileId: profileIdSchema.parse('sandbox') };

let host: TestHost;
beforeEach(async () => {
  host = await startTestHost();
});
afterEach(() => host.close());

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
    const bearer = `Authorization: Bearer ${await host.freshBearer()}`;
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
    expect(host.dispatched).toEqual([]);
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
    expect((await host.ask('/', { method: 'GET' })).status).toBe(200);
  });

  test('that never comes to the point is ended', async () => {
    const hasty = await startHttpHost({ ...host.options, headersMs: 80 });
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
      headers: host.ours(await host.freshBearer()),
      body: '{}',
    });
    const crowd = Array.from({ length: 160 }, () => connect(Number(port), '127.0.0.1'));
    let left = 0;
    for (const socket of crowd) socket.on('error', () => {}).on('close', () => (left += 1));
    await expect.poll(() => left).toBeGreaterThanOrEqual(32);
    expect((await host.ask('/', { method: 'GET' })).status).toBe(200);
    host.push(changed);
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
        `Authorization: Bearer ${await host.freshBearer()}`,
        'Content-Type: application/json',
        'Content-Length: 2',
      ),
      '{}',
    ].join('');
    const refusals = [line('GET', '/api/events'), line('GET', '/', 'Expect: 100-continue')];
    for (const refusal of refusals) {
      expect((await say(refusal + good)).match(/HTTP\/1\.1/gu)).toHaveLength(1);
    }
    expect(host.dispatched).toEqual([]);
  });

  test('that was refused is not kept', async () => {
    const text = await say(line('GET', '/api/op/app.info'));
    expect(text).toMatch(/^HTTP\/1\.1 403 .*^connection: close/imsu);
  });
});

describe('the event stream', () => {
  test('needs a bearer and brings one event per line', async () => {
    expect((await host.ask('/api/events', { headers: host.ours(), body: '{}' })).status).toBe(401);
    expect((await host.ask('/api/events', { method: 'GET' })).status).toBe(403);
    const headers = host.ours(await host.freshBearer());
    const response = await fetch(`${host.origin}/api/events`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    expect((await reader?.read())?.value).toBe('\n');
    host.push(changed);
    expect((await reader?.read())?.value).toBe(`${JSON.stringify(changed)}\n`);
    await reader?.cancel();
  });

  test('ends when the host closes, and then the port is closed', async () => {
    const closing = await startHttpHost(host.options);
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
    const bearer = await host.freshBearer();
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
      host.push(long);
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
