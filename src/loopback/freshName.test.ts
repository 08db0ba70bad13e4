import { type IncomingHttpHeaders, request } from 'node:http';
import { connect, createServer } from 'node:net';
import { networkInterfaces } from 'node:os';

import { afterEach, describe, expect, test } from 'vitest';

import { type HttpHost, startHttpHost } from './httpHost.ts';

const FRESH_ORIGIN = /^http:\/\/[a-z][a-z0-9]{32}\.localhost:\d+$/u;
const hasIpv6 = Object.values(networkInterfaces())
  .flatMap((addresses) => addresses ?? [])
  .some(({ address }) => address === '::1');
const ADDRESSES = ['127.0.0.1', ...(hasIpv6 ? ['::1'] : [])];

let closing: (() => Promise<void>)[] = [];

afterEach(async () => {
  await Promise.all(closing.map((close) => close()));
  closing = [];
});

async function start(port = 0): Promise<HttpHost> {
  const host = await startHttpHost({
    port,
    wantsFreshName: true,
    page: { respond: () => new Response('the page') },
    services: {
      dispatch: async () => ({ ok: true, value: null }),
      onEvent: () => () => {},
      mayHear: () => true,
    },
    nowMs: Date.now,
  });
  closing.push(host.close);
  return host;
}

function portOf({ origin }: HttpHost): number {
  return Number(new URL(origin).port);
}

type Ask = { readonly at: string; readonly port: number; readonly headers: IncomingHttpHeaders };

/** At the address itself: Node asks a name server for names under `.localhost`. */
function statusOf({ at, port, headers }: Ask, code?: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const [method, path] = code === undefined ? ['GET', '/'] : ['POST', '/api/session'];
    const typed = { 'content-type': 'application/json', ...headers };
    const asked = request(
      { host: at, port, method, path, headers: typed, agent: false },
      (answer) => {
        answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
      },
    );
    asked.on('error', reject);
    asked.end(code === undefined ? '' : JSON.stringify({ code }));
  });
}

function codeFrom(host: HttpHost): string {
  const url = new URL(host.oneTimeUrl());
  expect(url.origin).toBe(host.origin);
  return url.hash.slice('#code='.length);
}

test('every start has a name of its own, also at the same port', async () => {
  const first = await start();
  expect(first.hasFreshName).toBe(true);
  expect(first.origin).toMatch(FRESH_ORIGIN);
  await first.close();
  closing = [];
  const second = await start(portOf(first));
  expect(portOf(second)).toBe(portOf(first));
  expect(second.origin).not.toBe(first.origin);
  expect(second.origin).toMatch(FRESH_ORIGIN);
});

describe.each(ADDRESSES)('at %s', (at) => {
  test('only the exact fresh Host is ours', async () => {
    const running = await start();
    const [port, own] = [portOf(running), new URL(running.origin).host];
    const name = new URL(running.origin).hostname;
    const other = `d${'0'.repeat(32)}.localhost:${port}`;
    const foreign = [
      `127.0.0.1:${port}`,
      `[::1]:${port}`,
      `localhost:${port}`,
      other,
      `x.${own}`,
      `${name}.:${port}`,
      `${name}:${port + 1}`,
      name,
      own.toUpperCase(),
      `${name}.evil.example:${port}`,
    ];
    expect(await statusOf({ at, port, headers: { host: own } })).toBe(200);
    for (const host of foreign) {
      expect([host, await statusOf({ at, port, headers: { host } })]).toEqual([host, 403]);
    }
  });

  test('a code is traded in from exactly the fresh Origin', async () => {
    const running = await start();
    const [port, own] = [portOf(running), new URL(running.origin).host];
    const code = codeFrom(running);
    const origins = [
      `http://127.0.0.1:${port}`,
      `http://localhost:${port}`,
      `http://x.${own}`,
      `https://${own}`,
      'null',
    ];
    for (const origin of origins) {
      const headers = { host: own, origin };
      expect([origin, await statusOf({ at, port, headers }, code)]).toEqual([origin, 403]);
    }
    const ours = { host: own, origin: running.origin };
    expect(await statusOf({ at, port, headers: ours }, code)).toBe(200);
  });
});

/** Null: it listens; else why it cannot. */
function squat(port: number): Promise<string | null> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', (error) => resolve(String(Reflect.get(error, 'code'))));
    server.listen(port, '::1', () => {
      closing.push(() => new Promise((done) => server.close(() => done())));
      resolve(null);
    });
  });
}

// Chromium tries ::1 first, so a program that has our port there would be shown the code.
if (hasIpv6) {
  test('no other program can take its port on ::1', async () => {
    expect(await squat(portOf(await start()))).toBe('EADDRINUSE');
  });

  test('where another program has its port on ::1, it is served by number', async () => {
    const first = await start();
    const port = portOf(first);
    await first.close();
    closing = [];
    expect(await squat(port)).toBeNull();
    const second = await start(port);
    expect(second).toMatchObject({ hasFreshName: false, origin: `http://127.0.0.1:${port}` });
    const headers = { host: `127.0.0.1:${port}` };
    expect(await statusOf({ at: '127.0.0.1', port, headers })).toBe(200);
  });
}

test.each(ADDRESSES)('ends connections that are still open to %s when it closes', async (at) => {
  const running = await start();
  const [port, { host }] = [portOf(running), new URL(running.origin)];
  const idle = connect(port, at);
  await new Promise<void>((resolve) => idle.once('connect', () => resolve()));
  expect(await statusOf({ at, port, headers: { host } })).toBe(200);
  const ended = new Promise<void>((resolve) => idle.once('close', () => resolve()));
  idle.on('error', () => {}).resume();
  await running.close();
  closing = [];
  await ended;
  await expect(statusOf({ at, port, headers: { host } })).rejects.toThrow('ECONNREFUSED');
});
