import diagnostics from 'node:diagnostics_channel';
import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterEach, describe, expect, it } from 'vitest';

import type { RawCallback } from '#shared/domain/callback.ts';

import {
  type ListenerOptions,
  type RunningListener,
  type Taken,
  openListener,
} from './listener.ts';

const TOKEN = 'a-path-that-nobody-can-guess';
const OK: Taken = { kind: 'kept', acknowledgement: 'OK' };

let running: RunningListener | null = null;
afterEach(async () => {
  await running?.close();
  running = null;
});

type Door = (raw: RawCallback) => Promise<Taken>;

async function listening(door: Door = async () => OK, options: Partial<ListenerOptions> = {}) {
  const opened = await openListener({
    host: '127.0.0.1',
    port: 0,
    doorOf: (token) => (token === TOKEN ? door : null),
    onBug: (error) => {
      throw error;
    },
    ...options,
  });
  if (!opened.ok) throw new Error(opened.error.detail);
  running = opened.value;
  return `http://127.0.0.1:${opened.value.port}/callbacks/${TOKEN}`;
}

/** Bytes of our own making; what came back before the other side closed. */
function exchange(address: string, bytes: string | readonly string[]): Promise<string> {
  const { port } = new URL(address);
  return new Promise((resolve) => {
    let heard = '';
    const socket = net.connect(Number(port), '127.0.0.1', () => {
      for (const piece of [bytes].flat()) socket.write(piece);
    });
    socket.on('data', (piece) => {
      heard += piece.toString();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(heard));
  });
}
const statusOf = (answer: string): string => answer.slice(0, 'HTTP/1.1 200'.length);
const head = (address: string, ...headers: readonly string[]): string =>
  [`POST ${new URL(address).pathname} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n');

describe('the listener', () => {
  it('goes on after connections that the system could not give it, and tells of them once', async () => {
    const bugs: unknown[] = [];
    const servers: unknown[] = [];
    const onRequest = (message: unknown): void => {
      servers.push(
        typeof message === 'object' && message !== null ? Reflect.get(message, 'server') : null,
      );
    };
    diagnostics.subscribe('http.server.request.start', onRequest);
    const address = await listening(undefined, { onBug: (error) => bugs.push(error) });
    await exchange(address, head(address, 'Content-Length: 0'));
    diagnostics.unsubscribe('http.server.request.start', onRequest);
    const [server] = servers;
    if (!(server instanceof net.Server)) throw new Error('No request was seen');
    const full = new Error('accept EMFILE');
    for (let times = 0; times < 3; times += 1) server.emit('error', full);
    expect(bugs).toEqual([full]);
    const answer = await exchange(address, head(address, 'Content-Length: 0'));
    expect(statusOf(answer)).toBe('HTTP/1.1 200');
  });

  it('hands on exactly what came in, and answers with the acknowledgement', async () => {
    const heard: RawCallback[] = [];
    const address = await listening(async (raw) => {
      heard.push(raw);
      return { kind: 'kept', acknowledgement: 'accepted' };
    });
    const headers = { 'Content-Type': 'application/json', 'X-Sign': 'Abc' };
    const answer = await fetch(`${address}?a=1`, { method: 'POST', headers, body: '{"id": 1}' });
    expect([answer.status, await answer.text()]).toEqual([200, 'accepted']);
    expect(heard).toMatchObject([
      { method: 'POST', query: 'a=1', body: '{"id": 1}', encoding: 'utf8' },
    ]);
    expect(heard[0]?.headers).toContainEqual(['X-Sign', 'Abc']);
  });

  it('says nothing until it is told that the callback is kept', async () => {
    let keep: (taken: Taken) => void = () => undefined;
    const kept = new Promise<Taken>((resolve) => {
      keep = resolve;
    });
    const address = await listening(() => kept);
    let isAnswered = false;
    const answer = fetch(address, { method: 'POST', body: 'id=1' }).then((response) => {
      isAnswered = true;
      return response.status;
    });
    await sleep(150);
    expect(isAnswered).toBe(false);
    keep(OK);
    expect(await answer).toBe(200);
  });

  it('asks for it again where it could not be kept', async () => {
    const address = await listening(async () => ({ kind: 'retry' }));
    const answer = await fetch(address, { method: 'POST', body: 'id=1' });
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).not.toBeNull();
  });

  it('takes a callback by query, and any path in front of its own', async () => {
    const address = await listening();
    expect((await fetch(`${address}?id=1&state=paid`)).status).toBe(200);
    const behindProxy = address.replace('/callbacks/', '/shop/7/callbacks/');
    expect((await fetch(behindProxy, { method: 'POST', body: 'id=1' })).status).toBe(200);
  });

  it('keeps bytes that are no text', async () => {
    const heard: RawCallback[] = [];
    const address = await listening(async (raw) => {
      heard.push(raw);
      return OK;
    });
    await fetch(address, { method: 'POST', body: new Uint8Array([0xff, 0xfe, 0]) });
    expect(heard).toMatchObject([{ body: '//4A', encoding: 'base64' }]);
  });

  it.each([
    [
      'another path',
      (address: string) => fetch(address.replace(TOKEN, 'another-path-altogether')),
      404,
    ],
    ['no path', (address: string) => fetch(new URL(address).origin), 404],
    ['another method', (address: string) => fetch(address, { method: 'PUT', body: 'x' }), 405],
    [
      'a packed body',
      (address: string) =>
        fetch(address, { method: 'POST', headers: { 'Content-Encoding': 'gzip' }, body: 'x' }),
      415,
    ],
    [
      'more than 64 KiB',
      (address: string) => fetch(address, { method: 'POST', body: 'x'.repeat(64 * 1024 + 1) }),
      413,
    ],
  ])('refuses %s', async (_what, send, status) => {
    const address = await listening(async () => {
      throw new Error('it came in');
    });
    expect((await send(address)).status).toBe(status);
  });

  it('does not read on past 64 KiB where no length was given', async () => {
    const address = await listening();
    const chunk = `${(8192).toString(16)}\r\n${'x'.repeat(8192)}\r\n`;
    const pieces = [head(address, 'Transfer-Encoding: chunked'), chunk.repeat(64)];
    expect(statusOf(await exchange(address, pieces))).toBe('HTTP/1.1 413');
  });

  it('lets go of a body that does not come, and of one that is cut', async () => {
    const heard: RawCallback[] = [];
    const keep: Door = async (raw) => {
      heard.push(raw);
      return OK;
    };
    const address = await listening(keep, { wholeRequestMs: 300 });
    const slow = await exchange(address, [head(address, 'Content-Length: 10'), 'id=']);
    expect(statusOf(slow)).toBe('HTTP/1.1 408');
    expect(heard).toEqual([]);
  });

  it('lets a callback in though others hold every connection and never come to an end', async () => {
    const address = await listening();
    const held = Array.from({ length: 100 }, () =>
      exchange(address, [head(address, 'Content-Length: 10'), 'id=']),
    );
    await sleep(50);
    for (let at = 0; at < 5; at += 1) {
      expect((await fetch(address, { method: 'POST', body: 'id=1' })).status).toBe(200);
    }
    await running?.close();
    running = null;
    await Promise.all(held);
  });

  it('hears a slow one out though strangers keep coming who know only the port', async () => {
    const address = await listening(undefined, { wholeRequestMs: 60_000 });
    const socket = net.connect(Number(new URL(address).port), '127.0.0.1');
    const said = new Promise((resolve) => {
      socket.once('data', (piece) => resolve(statusOf(piece.toString())));
      socket.once('close', () => resolve('cut'));
    });
    socket.write(`${head(address, 'Content-Length: 4')}id`);
    await sleep(50);
    const strangers = Array.from({ length: 150 }, () => exchange(address, 'POST'));
    await sleep(100);
    socket.write('=1');
    expect(await said).toBe('HTTP/1.1 200');
    await running?.close();
    running = null;
    await Promise.all(strangers);
  });

  it('survives garbage', async () => {
    const address = await listening();
    expect(statusOf(await exchange(address, '\u0000\u0001nonsense\r\n\r\n'))).toBe('HTTP/1.1 400');
    expect((await fetch(address, { method: 'POST', body: 'id=1' })).status).toBe(200);
  });

  it('tells a flood to come again, and recovers by itself', async () => {
    let kept = 0;
    let nowMs = 0;
    const keep: Door = async () => {
      kept += 1;
      return OK;
    };
    const address = await listening(keep, { nowMs: () => nowMs });
    const post = async (): Promise<number> =>
      (await fetch(address, { method: 'POST', body: 'id=1' })).status;
    const statuses: number[] = [];
    // A few at a time: more connections than the listener has seats for would be cut.
    for (let batch = 0; batch < 6; batch += 1) {
      statuses.push(...(await Promise.all(Array.from({ length: 40 }, post))));
    }
    expect(statuses.filter((status) => status === 200)).toHaveLength(kept);
    expect(kept).toBe(200);
    expect(statuses.filter((status) => status === 429)).toHaveLength(40);
    nowMs = 20;
    expect(await post()).toBe(200);
    expect(await post()).toBe(429);
  });

  it('says why it cannot listen', async () => {
    const address = await listening();
    const port = Number(new URL(address).port);
    const options = { host: '127.0.0.1', port, doorOf: () => null, onBug: () => undefined };
    expect(await openListener(options)).toMatchObject({ error: { code: 'port_taken' } });
    const elsewhere = await openListener({ ...options, host: '192.0.2.1', port: 0 });
    expect(elsewhere).toMatchObject({ error: { code: 'address_not_here' } });
  });
});
