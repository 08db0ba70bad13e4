import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { type Socket, connect } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { press } from './testing/page.ts';
import { createScenarios } from './scenarios.ts';
import { type RunningSandbox, startSandbox } from './server.ts';
import {
  type Answer,
  type Fields,
  MERCHANT,
  type Place,
  SECRET,
  createBody,
  errorOf,
  makePlace,
  post,
  postRaw,
  sign,
  textOf,
} from './testing/support.ts';

/** Seats of the guarded server. */
const SEATS = 128;
/** Where headers do not come; the other tests have the server's own limit, which is longer. */
const HEADERS_MS = 200;
const PATH = '/api/v1/requests/deposit/create';

let place: Place;
let sandbox: RunningSandbox;
const scenarios = createScenarios();
let clients: Socket[] = [];

beforeEach(async () => {
  place = await makePlace();
  sandbox = await start();
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  clients = [];
  await sandbox.close();
  await place.remove();
});

/** As the desk has it. */
const start = (headersMs?: number): Promise<RunningSandbox> =>
  startSandbox({
    port: 0,
    ledgerFile: join(place.folder, 'ledger.jsonl'),
    merchants: [{ merchant: MERCHANT, secret: SECRET }],
    faults: scenarios,
    ...(headersMs === undefined ? {} : { headersMs }),
  });

const ledgerText = (): Promise<string> => readFile(join(place.folder, 'ledger.jsonl'), 'utf8');
const issue = (order_id: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  post(sandbox.origin, 'create', createBody({ order_id }), headers);

async function open(said = ''): Promise<Socket> {
  const socket = connect({ port: sandbox.port, host: '127.0.0.1' });
  clients.push(socket);
  socket.on('error', () => undefined);
  socket.resume();
  await once(socket, 'connect');
  if (said !== '') socket.write(said);
  return socket;
}

function head(...more: readonly string[]): string {
  const lines = [
    `POST ${PATH} HTTP/1.1`,
    `Host: 127.0.0.1:${sandbox.port}`,
    'Content-Type: application/json',
    ...more,
  ];
  return `${lines.join('\r\n')}\r\n\r\n`;
}

describe('the ledger', () => {
  const fields: Fields = createBody({ order_id: 'unsigned' });
  const text = JSON.stringify(fields);

  it.each([
    ['without a signature', text, {}, 401],
    ['with a wrong one', text, { 'X-Signature': sign(fields, 'other') }, 401],
    ['of a field that nothing signs', JSON.stringify({ ...fields, x: 1 }), {}, 401],
    ['that is no JSON', '{', {}, 400],
    ['of another type', text, { 'Content-Type': 'text/plain' }, 415],
  ])('has nothing of a POST %s', async (_, body, headers, status) => {
    expect((await postRaw(sandbox.origin, 'create', body, headers)).status).toBe(status);
    expect(await ledgerText()).toBe('');
    expect(sandbox.arrivals()).toBe(0);
  });

  it('has nothing of a POST whose sender left in the middle', async () => {
    const socket = await open(`${head('Content-Length: 500')}${text}`);
    socket.end();
    await once(socket, 'close');
    expect((await issue('after')).status).toBe(200);
    expect(await ledgerText()).not.toContain('unsigned');
  });

  it('has nothing of another method, wherever it says that it was redirected from', async () => {
    const response = await fetch(`${sandbox.origin}${PATH}?redirected=unsigned`);
    expect(response.status).toBe(405);
    expect(await ledgerText()).toBe('');
  });

  it('has a signed POST, refused or not', async () => {
    expect((await post(sandbox.origin, 'create', createBody({ cents: 1 }))).status).toBe(422);
    expect((await issue('signed')).status).toBe(200);
    expect(sandbox.arrivals()).toBe(2);
  });
});

describe('a scenario', () => {
  it('waits for the request that is signed', async () => {
    scenarios.arm('armed', 'refused');
    expect((await issue('armed', { 'X-Signature': 'no' })).status).toBe(401);
    expect((await issue('armed')).status).toBe(422);
    expect((await issue('armed')).status).toBe(200);
  });
});

describe('a page of another origin', () => {
  it.each(['https://evil.example', 'null', 'http://127.0.0.1:1', 'http://127.0.0.1'])(
    'may not POST a deposit, signed or not: %s',
    async (origin) => {
      const answer = await issue('foreign', { Origin: origin });
      expect([answer.status, errorOf(answer)['code']]).toEqual([403, 'origin_not_allowed']);
      expect(await ledgerText()).toBe('');
    },
  );

  it('may not press a button of the payment page; the page itself may', async () => {
    const { body } = await issue('paid');
    const paid = `/pay/${textOf(body['id'])}/paid`;
    const before = await ledgerText();
    const foreign = await press(`${sandbox.origin}${paid}`, {}, { Origin: 'https://evil.example' });
    expect(foreign.status).toBe(403);
    expect(await ledgerText()).toBe(before);
    const { port } = sandbox;
    const localhost = `http://localhost:${port}`;
    const own = await press(`${localhost}${paid}`, { from: 'page' }, { Origin: localhost });
    expect(own.status).toBe(200);
    expect(await ledgerText()).toContain('"as":"paid"');
  });

  it('is told apart from the page by its Origin: the page names its own', async () => {
    const { body } = await issue('policy');
    const page = await fetch(`${sandbox.origin}/pay/${textOf(body['id'])}`);
    // With no-referrer browsers send `Origin: null` with the page's own forms.
    expect(page.headers.get('referrer-policy')).toBe('same-origin');
  });
});

describe('connections', () => {
  it('are limited in number, and a request that is meant gets through', async () => {
    const unfinished = `${head('Content-Length: 60000')}{"order_id":"`;
    for (let one = 0; one < 3 * SEATS; one += 1) await open(unfinished);
    expect((await issue('meant')).status).toBe(200);
    await expect
      .poll(() => clients.filter((client) => !client.destroyed).length)
      .toBeLessThanOrEqual(SEATS);
  });

  it.each([
    ['headers', () => `POST ${PATH} HTTP/1.1\r\nHost: `],
    ['a body', () => `${head('Content-Length: 60000')}{"order_id":"`],
  ])('end when %s do not', async (_, said) => {
    await sandbox.close();
    sandbox = await start(HEADERS_MS);
    const socket = await open(said());
    await once(socket, 'close');
    expect(await ledgerText()).toBe('');
  });
});
