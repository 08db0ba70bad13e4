import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, type Server, type Socket, connect, createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { connect as connectTls } from 'node:tls';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import {
  MERCHANT,
  type Place,
  SECRET,
  asFields,
  makePlace,
  textOf,
} from '#sandbox/testing/support.ts';
import { ADMIN_TOKEN, admin, bodyFor, requestText, truth } from '#sandbox/testing/wire.ts';

import { createConnections } from './connections.ts';
import { type FaultySandbox, startFaultySandbox } from './faultySandbox.ts';

/** One that waits for its clients waits for ever. */
const LONGEST_MS = 30_000;

let place: Place;
let clients: Socket[] = [];
let child: ChildProcess | null = null;

beforeEach(async () => {
  place = await makePlace();
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  child?.kill('SIGKILL');
  child = null;
  await place.remove();
});

function portOf(url: string): number {
  return Number(new URL(url).port);
}

function closed(socket: Socket): Promise<void> {
  return new Promise((done) => {
    if (socket.closed) done();
    else socket.once('close', () => done());
  });
}

/** Stays open whatever the other side does, until it is reset. */
async function open(url: string, said = ''): Promise<Socket> {
  const socket = connect({
    port: portOf(url),
    host: '127.0.0.1',
    allowHalfOpen: true,
  });
  clients.push(socket);
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write(said);
  return socket;
}

async function post(origin: string, order: string, bodyBytes?: number): Promise<Socket> {
  return open(origin, requestText(origin, 'create', bodyFor('create', order), bodyBytes));
}

/** A connection in every state that a client can leave one in, at the sandbox and at the ports of its faults. */
async function leaveOpen(origin: string, urlOf: (name: string) => string): Promise<void> {
  const held = ['no-answer', 'stuck-in-body', 'empty-reply', 'not-http', 'header-overflow'];
  const reset = ['reset-after-reading', 'reset-in-body', 'reset-while-writing'];
  for (const fault of [...held, ...reset]) {
    expect((await admin(origin, '/faults', { order_id: fault, fault })).status).toBe(200);
  }
  await Promise.all([...held, ...reset].map((order) => post(origin, order)));
  expect(
    (await admin(origin, '/faults', { order_id: 'late', fault: 'slow', ms: 60_000 })).status,
  ).toBe(200);
  await post(origin, 'late');
  await post(origin, 'unfinished', 1000);
  (await post(origin, 'half-closed', 1000)).end();
  (await post(origin, 'gone', 1000)).resetAndDestroy();
  await open(origin);
  await open(origin, 'POST /api');
  // Neither HTTP nor TLS knows of a connection on which the handshake has not begun.
  for (const name of ['tls-ok', 'tls-expired', 'tls-hanging', 'proxy-ok', 'proxy-hangs']) {
    await open(urlOf(name));
  }
  await open(urlOf('tls-ok'), '\u0016\u0003');
  const target = `CONNECT 127.0.0.1:${new URL(origin).port} HTTP/1.1\r\nHost: sandbox\r\n\r\n`;
  for (const name of ['proxy-ok', 'proxy-hangs', 'proxy-closes', 'proxy-refuses']) {
    await open(urlOf(name), target);
  }
  const secured = connectTls({ port: portOf(urlOf('tls-ok')), rejectUnauthorized: false });
  clients.push(secured);
  secured.on('error', () => undefined);
  await once(secured, 'secureConnect');
  expect((await admin(origin, '/faults', { order_id: 'tls', fault: 'no-answer' })).status).toBe(
    200,
  );
  secured.write(requestText(urlOf('tls-ok'), 'create', bodyFor('create', 'tls')));
  for (const order of ['no-answer', 'stuck-in-body', 'late', 'tls']) {
    await expect.poll(async () => (await truth(origin, order)).entries).toBe(1);
  }
}

describe('a reset', () => {
  async function withSocket(use: (socket: Socket) => void): Promise<Server> {
    const server = createServer({ allowHalfOpen: true });
    connections.watch(server);
    server.on('connection', (socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => use(socket));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }
  const connections = createConnections();

  it.each([
    ['open', () => undefined],
    ['about to say its last', (socket: Socket) => void socket.end('bye')],
    ['shutting down', (socket: Socket) => void socket.end()],
    [
      'full of bytes that are not read',
      (socket: Socket) => void socket.end(Buffer.alloc(20_000_000)),
    ],
    ['gone', (socket: Socket) => void socket.destroy()],
  ])('ends a socket that is %s, on both sides', async (_, before) => {
    const taken: Promise<void>[] = [];
    const server = await withSocket((socket) => {
      taken.push(closed(socket));
      before(socket);
      connections.reset(socket);
    });
    const address: AddressInfo | string | null = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const client = await open(`http://127.0.0.1:${port}`, 'hello');
    client.on('end', () => client.end());
    client.resume();
    await closed(client);
    expect(taken).toHaveLength(1);
    await Promise.all(taken);
    server.close();
    await once(server, 'close');
  });
});

describe('a sandbox with connections in every state', () => {
  it('closes in time', async () => {
    const sandbox: FaultySandbox = await startFaultySandbox({
      port: 0,
      ledgerFile: join(place.folder, 'ledger.jsonl'),
      merchants: [{ merchant: MERCHANT, secret: SECRET }],
      adminToken: ADMIN_TOKEN,
    });
    await leaveOpen(sandbox.origin, (name) => textOf(sandbox.faultPorts.urls.get(name)));
    const before = Date.now();
    await sandbox.close();
    expect(Date.now() - before).toBeLessThan(LONGEST_MS);
    for (const client of clients) client.resume();
    // Their other side is gone, so what they send now is lost.
    await Promise.all(
      clients.map((client) => {
        client.end('anybody?');
        return closed(client);
      }),
    );
  });

  // Windows has no signals to end a process by.
  it.runIf(process.platform !== 'win32')('ends its process in time', async () => {
    const cli = join(import.meta.dirname, '..', 'cli.ts');
    const args = ['--port', '0', '--ledger', join(place.folder, 'ledger.jsonl'), '--faults'];
    const env = { ...process.env, SANDBOX_SECRET: SECRET, SANDBOX_ADMIN_TOKEN: ADMIN_TOKEN };
    const started = spawn(process.execPath, [cli, ...args], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child = started;
    const lines = createInterface(started.stdout)[Symbol.asyncIterator]();
    const origin = /http:\S+/u.exec(textOf((await lines.next()).value))?.[0] ?? '';
    const ports = asFields(asFields(JSON.parse(textOf((await lines.next()).value)))['ports']);
    await leaveOpen(origin, (name) => textOf(ports[name]));
    const before = Date.now();
    const exited = once(started, 'exit');
    started.kill('SIGTERM');
    expect(await exited).toEqual([0, null]);
    expect(Date.now() - before).toBeLessThan(LONGEST_MS);
  });
});
