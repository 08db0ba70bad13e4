import http from 'node:http';
import type net from 'node:net';
import { gzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createConnect } from '../../provider/connect.ts';
import { closedPort, listen } from '../../testing/provider.ts';
import { profileOf } from '../../testing/builders.ts';
import type { LinkRules } from '#shared/domain/link.ts';
import type { Profile } from '#shared/domain/profile.ts';

import { createLinkRules } from '../../desk/links/links.ts';
import { billAddress, fetchBill } from './fetchBill.ts';
import { PICTURES, patched } from './testing/pictures.ts';

const { png, jpeg, gif, webpExtended } = PICTURES;
const PROXIED = { environment: {}, resolveProxy: async () => 'DIRECT' };
const MEGABYTE = 1024 * 1024;
/** Of what ends by itself; a test of what hangs has its own. */
const DEADLINE_MS = 60_000;
const SHORT_DEADLINE_MS = 500;
const HANGING = new Set(['silence', 'a picture that comes drop by drop']);

type Answer = (response: http.ServerResponse, socket: net.Socket) => void;
const answers = new Map<string, Answer>();
let server: http.Server;
let origin: string;
const arrived: http.IncomingMessage[] = [];

beforeAll(async () => {
  server = http.createServer((request, response) => {
    arrived.push(request);
    const answer = answers.get(request.url ?? '');
    if (answer === undefined) response.writeHead(404).end();
    else answer(response, request.socket);
  });
  server.on('clientError', () => undefined);
  origin = `http://127.0.0.1:${await listen(server)}`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const stop = new AbortController().signal;
const deps = { connect: createConnect(PROXIED), userAgent: 'test', stop };
const sandbox = () =>
  profileOf({ mode: 'sandbox', baseUrl: `${origin}/api`, proxy: { mode: 'none' } });
const live = profileOf({ proxy: { mode: 'none' } });

const rulesOf = (profile: Profile | null, ownPorts: readonly number[] = []): LinkRules =>
  createLinkRules({
    ownOrigins: () => ownPorts.map((port) => `http://127.0.0.1:${port}`),
    ownHosts: () => [],
    listenerPorts: () => [],
  })(profile);

async function fetched(
  given: string,
  profile: Profile | null = sandbox(),
  deadlineMs = DEADLINE_MS,
) {
  const address = billAddress(given, profile, rulesOf(profile));
  return address.ok ? fetchBill(address.value, deps, deadlineMs) : address;
}
const codeOf = async (result: ReturnType<typeof fetched>) => {
  const reply = await result;
  return reply.ok ? 'shown' : reply.error.code;
};

const whole =
  (bytes: Buffer, headers: http.OutgoingHttpHeaders = {}): Answer =>
  (response) =>
    void response.writeHead(200, headers).end(bytes);
const raw =
  (text: string): Answer =>
  (_, socket) =>
    void socket.end(text);

describe('a bill', () => {
  it('is the picture behind the address, whatever the server calls it', async () => {
    answers.set('/bill?id=1', whole(png, { 'Content-Type': 'text/html' }));
    const reply = await fetched(`${origin}/bill?id=1#part`);
    expect(reply).toEqual({
      ok: true,
      value: { type: 'image/png', width: 21, height: 13, base64: png.toString('base64') },
    });
    const sent = arrived.at(-1)?.headers;
    expect(sent).toMatchObject({ 'user-agent': 'test', 'accept-encoding': 'identity' });
    expect(Object.keys(sent ?? {}).toSorted()).toEqual(
      ['accept', 'accept-encoding', 'connection', 'host', 'user-agent'].toSorted(),
    );
  });

  it('may be large, and come in pieces', async () => {
    const large = Buffer.concat([jpeg, Buffer.alloc(5 * MEGABYTE - jpeg.length)]);
    answers.set('/large', (response) => {
      response.write(large.subarray(0, MEGABYTE));
      response.end(large.subarray(MEGABYTE));
    });
    expect(await codeOf(fetched(`${origin}/large`))).toBe('shown');
  });
});

const HOSTILE: readonly (readonly [string, string, Answer])[] = [
  [
    'a redirect',
    'bill_not_safe',
    (response) => void response.writeHead(302, { Location: '/png' }).end(),
  ],
  [
    'a redirect with a picture',
    'bill_not_safe',
    (response) => void response.writeHead(307).end(png),
  ],
  ['304', 'bill_not_safe', (response) => void response.writeHead(304).end()],
  ['204', 'bill_not_fetched', (response) => void response.writeHead(204).end()],
  ['206, a part of it', 'bill_not_fetched', (response) => void response.writeHead(206).end(png)],
  ['404', 'bill_not_fetched', (response) => void response.writeHead(404).end(png)],
  ['500', 'bill_not_fetched', (response) => void response.writeHead(500).end(png)],
  ['no body', 'bill_not_safe', whole(Buffer.alloc(0))],
  [
    'a page',
    'bill_not_safe',
    whole(Buffer.from('<!doctype html>'), { 'Content-Type': 'image/png' }),
  ],
  ['SVG with a script', 'bill_not_safe', whole(Buffer.from('<svg onload="alert(1)"/>'))],
  ['SVG after a byte order mark', 'bill_not_safe', whole(Buffer.from('\ufeff<svg/>'))],
  ['a picture after a space', 'bill_not_safe', whole(Buffer.concat([Buffer.from(' '), png]))],
  ['a PDF', 'bill_not_safe', whole(Buffer.from('%PDF-1.7 …'))],
  ['a PNG of 10 001 in width', 'bill_not_safe', whole(patched(png, 16, 0, 0, 0x27, 0x11))],
  [
    'a PNG of 8 000 × 5 001, more than 40 million',
    'bill_not_safe',
    whole(patched(png, 16, 0, 0, 0x1f, 0x40, 0, 0, 0x13, 0x89)),
  ],
  ['a PNG of four billion', 'bill_not_safe', whole(patched(png, 16, 255, 255, 255, 255))],
  [
    'a JPEG of 65 535',
    'bill_not_safe',
    whole(patched(jpeg, jpeg.indexOf('ffc00011', 0, 'hex') + 5, 255, 255)),
  ],
  [
    'a GIF with a large frame',
    'bill_not_safe',
    whole(patched(gif, gif.indexOf('2c0000', 0, 'hex') + 5, 255, 255)),
  ],
  ['a WebP of 16 million', 'bill_not_safe', whole(patched(webpExtended, 24, 255, 255, 255))],
  [
    'one byte too much',
    'bill_not_safe',
    (response) => void response.end(Buffer.concat([png, Buffer.alloc(5 * MEGABYTE)])),
  ],
  [
    'a length of a gigabyte',
    'bill_not_safe',
    raw('HTTP/1.1 200 OK\r\nContent-Length: 1073741824\r\n\r\n'),
  ],
  ['bytes without an end', 'bill_not_safe', (response) => endless(response)],
  [
    'a gzip, asked for or not',
    'bill_not_safe',
    whole(gzipSync(png), { 'Content-Encoding': 'gzip' }),
  ],
  ['an unknown encoding', 'bill_not_safe', whole(png, { 'Content-Encoding': 'identity, br' })],
  ['silence', 'bill_not_fetched', () => undefined],
  [
    'a picture that comes drop by drop',
    'bill_not_fetched',
    (response) => void response.write(png.subarray(0, 50)),
  ],
  [
    'an answer cut short',
    'bill_not_fetched',
    raw('HTTP/1.1 200 OK\r\nContent-Length: 115\r\n\r\n\x89PNG'),
  ],
  ['no answer', 'bill_not_fetched', (_, socket) => void socket.destroy()],
  ['another protocol', 'bill_not_fetched', raw('SSH-2.0-x\r\n')],
  [
    'an upgrade',
    'bill_not_fetched',
    raw('HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n'),
  ],
  [
    'an endless header',
    'bill_not_fetched',
    raw(`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(64 * 1024)}\r\n\r\n`),
  ],
  [
    'two lengths',
    'bill_not_fetched',
    raw('HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'),
  ],
];

/** As long as the client listens. */
function endless(response: http.ServerResponse): void {
  const more = (): void => {
    if (!response.destroyed && response.write(Buffer.alloc(MEGABYTE))) setImmediate(more);
  };
  response.on('drain', more);
  response.write(png);
  more();
}

describe('a server that answers with', () => {
  it.each(HOSTILE)('%s: %s', async (name, code, answer) => {
    const path = `/hostile/${encodeURIComponent(name)}`;
    answers.set(path, answer);
    const deadlineMs = HANGING.has(name) ? SHORT_DEADLINE_MS : DEADLINE_MS;
    expect(await codeOf(fetched(`${origin}${path}`, sandbox(), deadlineMs))).toBe(code);
  });
});

describe('an address', () => {
  const port = () => new URL(origin).port;
  const ADDRESSES: readonly (readonly [string, () => string])[] = [
    ['of this machine', () => `https://127.0.0.1:${port()}/png`],
    ['of this machine by name', () => `https://localhost:${port()}/png`],
    ['of this machine as one number', () => `https://2130706433:${port()}/png`],
    ['of this machine in other digits', () => `https://0x7f.1:${port()}/png`],
    ['of this machine as nothing', () => `https://0.0.0.0:${port()}/png`],
    ['of this machine in IPv6', () => `https://[::1]:${port()}/png`],
    ['of this machine, mapped', () => `https://[::ffff:127.0.0.1]:${port()}/png`],
    ['of the office', () => 'https://10.0.0.1/png'],
    ['of a home', () => 'https://192.168.0.1/png'],
    ['of a carrier', () => 'https://100.64.0.1/png'],
    ['of a cloud’s own data', () => 'https://169.254.169.254/latest/meta-data'],
    ['that is local to the link', () => 'https://[fe80::1]/png'],
    ['that is unique to a site', () => 'https://[fd00::1]/png'],
    ['behind NAT64', () => 'https://[64:ff9b::7f00:1]/png'],
    ['without TLS', () => 'http://bill.example/png'],
    ['of another port of the sandbox', () => `http://127.0.0.1:${Number(port()) + 1}/png`],
    ['of the sandbox under another name', () => `http://localhost:${port()}/png`],
    ['with a password', () => `http://user:secret@127.0.0.1:${port()}/png`],
    ['of a file', () => 'file:///etc/passwd'],
    ['that is data', () => 'data:image/png;base64,AAAA'],
    ['that is a script', () => 'javascript:alert(1)'],
    ['that is none', () => 'ask at the counter'],
  ];

  it.each(ADDRESSES)('%s is never even called', async (_, given) => {
    const before = arrived.length;
    expect(await codeOf(fetched(given()))).toBe('bill_not_safe');
    expect(await codeOf(fetched(given(), live))).toBe('bill_not_safe');
    expect(await codeOf(fetched(given(), null))).toBe('bill_not_safe');
    expect(arrived.length).toBe(before);
  });

  it('of the sandbox is shown for its own profile only', async () => {
    answers.set('/own', whole(png));
    expect(await codeOf(fetched(`${origin}/own`))).toBe('shown');
    expect(await codeOf(fetched(`${origin}/own`, live))).toBe('bill_not_safe');
    const liveThere = { ...sandbox(), mode: 'live' as const };
    expect(await codeOf(fetched(`${origin}/own`, liveThere))).toBe('bill_not_safe');
    const https = { ...sandbox(), baseUrl: 'https://provider.example' };
    expect(await codeOf(fetched(`${origin}/own`, https))).toBe('bill_not_safe');
  });

  it('of the desk itself is no bill’s, even where a profile in Sandbox claims it', async () => {
    const own = rulesOf(sandbox(), [Number(port())]);
    const refused = { error: { code: 'bill_not_safe', detail: 'own_address' } };
    expect(billAddress(`${origin}/own`, sandbox(), own)).toMatchObject(refused);
    expect(billAddress(`https://bill.example:${port()}/`, live, own)).toMatchObject(refused);
  });

  it('behind a proxy is asked about too, as far as it can be', async () => {
    const proxied = {
      ...live,
      proxy: { mode: 'manual' as const, url: `127.0.0.1:${await closedPort()}` },
    };
    expect(await codeOf(fetched('https://10.0.0.1/png', proxied))).toBe('bill_not_safe');
    expect(await codeOf(fetched('https://bill.example/png', proxied))).toBe('bill_not_fetched');
  });

  it('where no server listens gives no bill, nor does a desk that closes', async () => {
    const closed = `http://127.0.0.1:${await closedPort()}`;
    const profile = { ...sandbox(), baseUrl: closed };
    expect(await codeOf(fetched(`${closed}/x`, profile))).toBe('bill_not_fetched');
    answers.set('/closing', () => undefined);
    const address = billAddress(`${origin}/closing`, sandbox(), rulesOf(sandbox()));
    if (!address.ok) throw new Error('no address');
    const closing = new AbortController();
    const waiting = fetchBill(address.value, { ...deps, stop: closing.signal }, 60_000);
    closing.abort();
    expect(await waiting).toMatchObject({ ok: false, error: { code: 'bill_not_fetched' } });
  });
});
