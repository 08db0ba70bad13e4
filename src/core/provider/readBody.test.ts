import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import zlib from 'node:zlib';

import { afterEach, describe, expect, it } from 'vitest';

import { type TestProvider, startRawServer, startTestProvider } from '../testing/provider.ts';
import { exchange } from './client.ts';
import { createConnect } from './connect.ts';

const MIB = 1024 * 1024;
let provider: TestProvider | null = null;
afterEach(() => provider?.close());

async function ask(baseUrl: string) {
  const url = new URL(baseUrl);
  const signal = new AbortController().signal;
  const connected = await createConnect({ environment: {}, resolveProxy: async () => 'DIRECT' })(
    url,
    { timeoutMs: 60_000, signal, proxy: { mode: 'none' } },
  );
  if (!connected.ok) throw new Error(connected.error.detail);
  const headers = [['Host', url.host]] as const;
  return exchange(
    connected.value.socket,
    { method: 'POST', url, headers, body: '' },
    { deadlineMs: 60_000, signal },
  );
}

async function answered(answer: (response: ServerResponse) => void) {
  provider = await startTestProvider((_, response) => answer(response));
  return ask(provider.baseUrl);
}

const packed = (encoding: string, body: Buffer) =>
  answered((response) => response.writeHead(200, { 'content-encoding': encoding }).end(body));

describe('a packed answer', () => {
  it.each([
    ['gzip', zlib.gzipSync],
    ['x-gzip', zlib.gzipSync],
    ['GZIP', zlib.gzipSync],
    ['deflate', zlib.deflateSync],
    ['br', zlib.brotliCompressSync],
    ['identity', (text: string) => Buffer.from(text)],
  ])('in %s is read', async (encoding, pack) => {
    const outcome = await packed(encoding, pack('{"a":"ж"}'));
    expect(outcome).toMatchObject({
      kind: 'answered',
      problem: null,
      answer: { body: '{"a":"ж"}' },
    });
  });

  it.each(['zstd', 'compress', 'gzip, br'])('in %s has a problem', async (encoding) => {
    const outcome = await packed(encoding, Buffer.from('{}'));
    expect(outcome).toMatchObject({
      kind: 'answered',
      problem: `the answer is encoded as ${encoding}`,
    });
  });

  it.each([
    ['cut', zlib.gzipSync('{"a":1}').subarray(0, 15)],
    ['not packed at all', Buffer.from('{"a":1}')],
  ])('that is %s has a problem', async (_, body) => {
    const outcome = await packed('gzip', body);
    expect(outcome.kind === 'answered' && outcome.problem).toMatch(/^the gzip answer cannot be/u);
  });

  it('that is empty is an empty answer', async () => {
    expect(await packed('gzip', Buffer.alloc(0))).toMatchObject({
      kind: 'answered',
      problem: null,
      answer: { body: '' },
    });
  });

  it.each([
    ['gzip', zlib.gzipSync],
    ['br', zlib.brotliCompressSync],
  ])(
    'in %s is given up once it is too large, however small it travelled',
    async (encoding, pack) => {
      const small = pack(Buffer.alloc(64 * MIB));
      expect(small.length).toBeLessThan(MIB);
      const before = process.memoryUsage().rss;
      const outcome = await packed(encoding, small);
      expect(outcome).toMatchObject({ kind: 'lost', code: 'answer_too_large' });
      expect(process.memoryUsage().rss - before).toBeLessThan(48 * MIB);
    },
  );

  it('of exactly the cap is read, also where packing made it larger', async () => {
    const text = randomBytes(MIB / 2).toString('hex');
    const outcome = await packed('gzip', zlib.gzipSync(text, { level: 0 }));
    expect(outcome.kind === 'answered' && outcome.answer.body === text).toBe(true);
  });
});

describe('an answer', () => {
  it('one byte over the cap is given up', async () => {
    const outcome = await answered((response) => response.end('x'.repeat(MIB + 1)));
    expect(outcome).toMatchObject({
      kind: 'lost',
      code: 'answer_too_large',
      answer: { httpStatus: 200 },
    });
  });

  it('that is not UTF-8 has a problem', async () => {
    const outcome = await answered((response) => response.end(Buffer.from([0x22, 0xff, 0x22])));
    expect(outcome).toMatchObject({ kind: 'answered', problem: 'the answer is not UTF-8' });
  });

  it.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 'lost not_http'],
    [
      'a length and chunks',
      'Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      'lost not_http',
    ],
    ['a length that is none', 'Content-Length: x\r\n\r\n{}', 'lost not_http'],
    ['too great a length', 'Content-Length: 9\r\n\r\n{}', 'lost connection_lost'],
    ['too small a length', 'Content-Length: 1\r\n\r\n{}', 'lost not_http'],
  ])('with %s', async (_, text, expected) => {
    const server = await startRawServer((socket) => socket.end(`HTTP/1.1 200 OK\r\n${text}`));
    const outcome = await ask(server.baseUrl);
    await server.close();
    const told = outcome.kind === 'lost' ? outcome.code : outcome.answer.body;
    expect(`${outcome.kind} ${told}`).toBe(expected);
  });
});
