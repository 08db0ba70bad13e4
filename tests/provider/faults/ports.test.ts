import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { type TLSSocket, connect as connectTls } from 'node:tls';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { MERCHANT, type Place, SECRET, asFields, makePlace } from '#sandbox/testing/support.ts';
import { ADMIN_TOKEN, admin, ask, bodyFor, codeOf, talk, truth } from '#sandbox/testing/wire.ts';

import { CONNECTION_FAULTS } from './connectionFaults.ts';
import { type FaultySandbox, startFaultySandbox } from './faultySandbox.ts';

let place: Place;
let sandbox: FaultySandbox;
let origin: string;

beforeAll(async () => {
  place = await makePlace();
  sandbox = await startFaultySandbox({
    port: 0,
    ledgerFile: join(place.folder, 'ledger.jsonl'),
    merchants: [{ merchant: MERCHANT, secret: SECRET }],
    adminToken: ADMIN_TOKEN,
  });
  ({ origin } = sandbox);
});
afterAll(async () => {
  await sandbox.close();
  await place.remove();
});

function urlOf(name: string): string {
  const url = sandbox.faultPorts.urls.get(name);
  if (url === undefined) throw new Error(`No port for ${name}`);
  return url;
}

async function reportOf(name: string) {
  const { body } = await admin(origin, '/ports');
  const { ports } = body;
  if (!Array.isArray(ports)) throw new TypeError('Not a list');
  const list = ports.map(asFields);
  return list.find((port) => port['name'] === name) ?? {};
}

/** One POST there, by a client that trusts the test CA. */
function askAt(name: string, order: string, waitMs = 5000, flow: 'create' | 'build' = 'create') {
  const { caPem } = sandbox.faultPorts;
  return ask(urlOf(name), flow, bodyFor(flow, order), { ca: caPem, waitMs });
}

describe('every connection fault', () => {
  it('has an address', () => {
    const missing = CONNECTION_FAULTS.filter(({ name }) => !sandbox.faultPorts.urls.has(name));
    // Windows refuses where others drop.
    const expected = process.platform === 'win32' ? ['connect-timeout'] : [];
    expect(missing.map(({ name }) => name)).toEqual(expected);
  });

  it.each([
    ['dns-fails', /^(?:ENOTFOUND|EAI_AGAIN)$/u],
    ['refused', /^ECONNREFUSED$/u],
    ['unreachable', /^(?:ENETUNREACH|EHOSTUNREACH|EACCES|EADDRNOTAVAIL)$/u],
    ['tls-expired', /^CERT_HAS_EXPIRED$/u],
    ['tls-self-signed', /^DEPTH_ZERO_SELF_SIGNED_CERT$/u],
    ['tls-wrong-host', /^ERR_TLS_CERT_ALTNAME_INVALID$/u],
    ['tls-reset', /^ECONNRESET$/u],
    ['tls-not-tls', /^(?:ERR_SSL_|EPROTO)/u],
  ])('%s is seen as what it is', async (name, ended) => {
    const seen = await askAt(name, name);
    expect([seen.status, seen.ended]).toEqual([null, expect.stringMatching(ended)]);
    expect(await truth(origin, name)).toEqual({ entries: 0, arrivals: 0 });
  });

  it('counts connections where it can', async () => {
    const before = Number((await reportOf('tls-expired'))['connections']);
    await askAt('tls-expired', 'counted');
    expect((await reportOf('tls-expired'))['connections']).toBe(before + 1);
    expect((await reportOf('refused'))['connections']).toBeNull();
  });

  it('tls-hanging takes the connection and says nothing', async () => {
    const seen = await askAt('tls-hanging', 'hanging', 300);
    expect([seen.status, seen.ended]).toEqual([null, 'silence']);
    expect((await reportOf('tls-hanging'))['connections']).toBe(1);
  });

  it.runIf(process.platform === 'linux')('connect-timeout never connects', async () => {
    const { port } = new URL(urlOf('connect-timeout'));
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    let seen = 'nothing';
    socket.on('connect', () => (seen = 'connected'));
    socket.on('error', (error) => (seen = codeOf(error)));
    // A SYN is sent again after one second: two go unanswered here.
    await new Promise((later) => setTimeout(later, 1500));
    expect([seen, socket.connecting]).toEqual(['nothing', true]);
    socket.destroy();
  });

  it('keeps the refused port from others', async () => {
    const { port } = new URL(urlOf('refused'));
    const servers = Array.from({ length: 50 }, () => createServer().listen(0, '127.0.0.1'));
    await Promise.all(servers.map((server) => once(server, 'listening')));
    const taken = servers.map((server) => addressOf(server.address()).port);
    for (const server of servers) server.close();
    expect(taken).not.toContain(Number(port));
  });
});

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new TypeError('No port');
  return address;
}

describe('behind TLS', () => {
  it('everything works under a good certificate, links included', async () => {
    const seen = await askAt('tls-ok', 'tls-1', 5000, 'build');
    expect([seen.status, seen.ended]).toEqual([200, 'whole']);
    const record = asFields(JSON.parse(seen.body.toString()));
    expect(asFields(record['payment_data'])['url']).toMatch(
      new RegExp(`^${urlOf('tls-ok')}/pay/`, 'u'),
    );
    expect(await truth(origin, 'tls-1')).toEqual({ entries: 1, arrivals: 1 });
  });

  it('is not trusted by a client that does not know the test CA', async () => {
    const seen = await ask(urlOf('tls-ok'), 'create', bodyFor('create', 'stranger'));
    expect(seen.ended).toBe('UNABLE_TO_VERIFY_LEAF_SIGNATURE');
  });

  it.each([
    ['reset-after-reading', null, 'ECONNRESET', true],
    ['reset-while-writing', null, 'ECONNRESET', false],
    ['empty-reply', null, 'ECONNRESET', true],
    ['reset-in-body', 200, 'ECONNRESET', true],
    ['short-body', 200, 'ECONNRESET', true],
    ['status-500', 500, 'whole', true],
  ])('%s happens there too', async (fault, status, ended, creates) => {
    const order = `tls ${fault}`;
    await admin(origin, '/faults', { order_id: order, fault });
    const seen = await askAt('tls-ok', order);
    expect([seen.status, seen.ended]).toEqual([status, ended]);
    expect(await truth(origin, order)).toEqual({ entries: creates ? 1 : 0, arrivals: 1 });
  });

  it('finds out a client that goes on in spite of a bad certificate', async () => {
    const { port } = new URL(urlOf('tls-self-signed'));
    const socket = connectTls({ port: Number(port), host: '127.0.0.1', rejectUnauthorized: false });
    await once(socket, 'secureConnect');
    const path = '/api/v1/requests/deposit/create';
    const text = JSON.stringify(bodyFor('create', 'careless'));
    const head = `Host: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}`;
    socket.write(`POST ${path} HTTP/1.1\r\n${head}\r\n\r\n${text}`);
    await once(socket, 'data');
    socket.destroy();
    expect(await truth(origin, 'careless')).toEqual({ entries: 0, arrivals: 1 });
  });

  it('has no admin endpoint', async () => {
    const seen = await ask(
      urlOf('tls-ok'),
      'create',
      {},
      {
        ca: sandbox.faultPorts.caPem,
        path: '/admin/faults',
      },
    );
    expect(seen.status).toBe(404);
  });
});

/** The status a CONNECT is answered with, and what the tunnel then says to a GET. */
function tunnel(name: string, target: string): Promise<readonly [number | undefined, string]> {
  return new Promise((settle, failed) => {
    const asked = request(urlOf(name), { method: 'CONNECT', path: target, agent: false });
    asked.on('error', failed);
    asked.on('connect', (response, socket) => {
      const { statusCode } = response;
      if (statusCode !== 200) {
        socket.destroy();
        settle([statusCode, '']);
        return;
      }
      socket.once('data', (bytes: Buffer) => {
        socket.destroy();
        settle([statusCode, bytes.toString().split('\r\n')[0] ?? '']);
      });
      socket.write(`GET /pay/none HTTP/1.1\r\nHost: ${target}\r\n\r\n`);
    });
    asked.end();
  });
}

describe('a proxy', () => {
  it.each([
    ['proxy-refuses', 403],
    ['proxy-refuses-407', 407],
    ['proxy-refuses-502', 502],
  ])('%s answers CONNECT with %i', async (name, status) => {
    expect(await tunnel(name, new URL(origin).host)).toEqual([status, '']);
    expect((await reportOf(name))['tunnels']).toBe(0);
  });

  it('that hangs, and one that closes', async () => {
    const connectText = `CONNECT ${new URL(origin).host} HTTP/1.1\r\nHost: x\r\n\r\n`;
    expect((await talk(urlOf('proxy-hangs'), connectText, 200)).ended).toBe('silence');
    expect(await talk(urlOf('proxy-closes'), connectText)).toEqual({ bytes: '', ended: 'FIN' });
  });

  it('that works tunnels to this sandbox and counts', async () => {
    const { host } = new URL(origin);
    expect(await tunnel('proxy-ok', host)).toEqual([200, 'HTTP/1.1 404 Not Found']);
    expect((await reportOf('proxy-ok'))['tunnels']).toBe(1);
  });

  it('that works tunnels nowhere else', async () => {
    const stranger = createServer().listen(0, '127.0.0.1');
    await once(stranger, 'listening');
    const { port } = addressOf(stranger.address());
    for (const target of [`127.0.0.1:${port}`, `example.com:${new URL(origin).port}`, 'x']) {
      expect(await tunnel('proxy-ok', target)).toEqual([403, '']);
    }
    stranger.close();
  });

  it('knows a name that no other resolver does, and the provider answers to it', async () => {
    const { caPem } = sandbox.faultPorts;
    const url = urlOf('tls-ok-by-name');
    expect(new URL(url).hostname).toBe('sandbox.test');
    const body = bodyFor('create', 'by name');
    const direct = await ask(url, 'create', body, { ca: caPem });
    expect(direct.ended).toMatch(/^(?:ENOTFOUND|EAI_AGAIN)$/u);
    const socket = await secureThroughProxy('tls-ok-by-name');
    const seen = await ask(url, 'create', body, { socket });
    expect([seen.status, seen.ended]).toEqual([200, 'whole']);
    expect(await truth(origin, 'by name')).toEqual({ entries: 1, arrivals: 1 });
  });

  /** A TLS connection to a `provider` port, through the working proxy. */
  async function secureThroughProxy(name: string): Promise<TLSSocket> {
    const { host: path, hostname } = new URL(urlOf(name));
    const asked = request(urlOf('proxy-ok'), { method: 'CONNECT', path, agent: false });
    const opened = new Promise<Duplex>((settle, failed) => {
      asked.on('error', failed);
      asked.on('connect', (_, socket) => settle(socket));
    });
    asked.end();
    const ca = sandbox.faultPorts.caPem;
    const secure = connectTls({ socket: await opened, ca, host: hostname });
    await once(secure, 'secureConnect');
    return secure;
  }

  it.each([
    ['slow', 200, 'whole'],
    ['reset-after-reading', null, 'ECONNRESET'],
    ['empty-reply', null, 'ECONNRESET'],
  ])('carries a POST over TLS, with %s', async (fault, status, ended) => {
    const order = `tunnel ${fault}`;
    await admin(origin, '/faults', { order_id: order, fault });
    const socket = await secureThroughProxy('tls-ok');
    const seen = await ask(urlOf('tls-ok'), 'create', bodyFor('create', order), { socket });
    expect([seen.status, seen.ended]).toEqual([status, ended]);
    expect(await truth(origin, order)).toEqual({ entries: 1, arrivals: 1 });
  });
});

describe('closing', () => {
  it('does not wait for connections that faults hold', async () => {
    const other = await startFaultySandbox({
      port: 0,
      ledgerFile: join(place.folder, 'other.jsonl'),
      merchants: [{ merchant: MERCHANT, secret: SECRET }],
      adminToken: ADMIN_TOKEN,
    });
    await admin(other.origin, '/faults', { order_id: null, fault: 'no-answer' });
    const held = ask(other.origin, 'create', bodyFor('create', 'held'));
    const hanging = ask(
      other.faultPorts.urls.get('tls-hanging') ?? '',
      'create',
      bodyFor('create', 'held'),
    );
    await expect.poll(() => other.arrivalsOf('held')).toBe(1);
    const startedMs = performance.now();
    await other.close();
    expect(performance.now() - startedMs).toBeLessThan(30_000);
    expect([(await held).ended, (await hanging).ended]).toEqual(['ECONNRESET', 'ECONNRESET']);
  });
});
