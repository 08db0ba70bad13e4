import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  type Fields,
  MERCHANT,
  type Place,
  SECRET,
  asFields,
  makePlace,
  post,
} from '#sandbox/testing/support.ts';
import {
  ADMIN_TOKEN,
  type Asking,
  type Flow,
  type Seen,
  admin,
  ask,
  bodyFor,
  requestText,
  talk,
  truth,
} from '#sandbox/testing/wire.ts';

import { type AdminSandbox, startAdminSandbox } from '../adminSandbox.ts';
import { ANSWER_FAULTS } from './answerFaults.ts';

let place: Place;
let sandbox: AdminSandbox;
let origin: string;

beforeAll(async () => {
  place = await makePlace();
  sandbox = await startAdminSandbox({
    port: 0,
    ledgerFile: join(place.folder, 'ledger.jsonl'),
    merchants: [{ merchant: MERCHANT, secret: SECRET }],
    adminToken: ADMIN_TOKEN,
  });
  ({ origin } = sandbox);
  await post(origin, 'create', bodyFor('create', 'earlier'));
});
afterAll(async () => {
  await sandbox.close();
  await place.remove();
});

let orders = 0;

/** Sets the fault for a new order and POSTs it once. */
async function meet(
  fault: string,
  flow: Flow = 'create',
  parameters: Fields = {},
  patience: Asking = {},
) {
  orders += 1;
  const order = `${fault} ${flow} ${orders}`;
  const set = await admin(origin, '/faults', { order_id: order, fault, ...parameters });
  expect(set.status).toBe(200);
  return { order, seen: await ask(origin, flow, bodyFor(flow, order), patience) };
}

async function recordOf(fault: string, flow?: Flow, parameters?: Fields): Promise<Fields> {
  return jsonOf((await meet(fault, flow, parameters)).seen);
}

function jsonOf(seen: Seen): Fields {
  return asFields(JSON.parse(seen.body.toString('utf8')));
}

/** Where the client of node:http does not simply get a whole answer with status 200, or the one in the name. */
const SEEN: Readonly<Record<string, readonly [status: number | null, ended: string]>> = {
  'reset-while-writing': [null, 'ECONNRESET'],
  'reset-after-reading': [null, 'ECONNRESET'],
  'no-answer': [null, 'silence'],
  'stuck-in-body': [200, 'silence'],
  'empty-reply': [null, 'ECONNRESET'],
  'not-http': [null, 'HPE_INVALID_CONSTANT'],
  'header-overflow': [null, 'HPE_HEADER_OVERFLOW'],
  'reset-in-body': [200, 'ECONNRESET'],
  'short-body': [200, 'ECONNRESET'],
  'cut-at-eof': [200, 'ECONNRESET'],
  'interim-then-close': [null, 'ECONNRESET'],
  'status-101': [101, 'upgrade'],
};

/** Nothing for this long is silence. */
const SILENT_MS = 250;

const CASES = ANSWER_FAULTS.flatMap((fault) =>
  fault.flows.flatMap((flow) =>
    (fault.bothWays ? [true, false] : [fault.creates]).map(
      (creates) => [fault.name, flow, creates] as const,
    ),
  ),
);

describe('every answer fault', () => {
  it.each(CASES)('%s of %s (creates: %s)', async (name, flow, creates) => {
    const isSilent = SEEN[name]?.[1] === 'silence';
    const parameters = { creates, ...(name === 'slow' ? { ms: 20 } : {}) };
    // An answer that gets stuck has begun before, on a busy machine too.
    const patience = name === 'stuck-in-body' ? { stuckMs: SILENT_MS } : { waitMs: SILENT_MS };
    const { order, seen } = await meet(name, flow, parameters, isSilent ? patience : {});
    const named = /^(?:status|redirect)-(?<status>[0-9]{3})$/u.exec(name)?.groups?.['status'];
    expect([seen.status, seen.ended]).toEqual(SEEN[name] ?? [Number(named ?? 200), 'whole']);
    // A client that gave up may ask before the disk of a busy machine has taken the order.
    if (isSilent) await expect.poll(async () => (await truth(origin, order)).arrivals).toBe(1);
    if (isSilent && creates) {
      await expect.poll(async () => (await truth(origin, order)).entries).toBe(1);
    }
    expect(await truth(origin, order)).toEqual({ entries: creates ? 1 : 0, arrivals: 1 });
  });
});

describe('below HTTP', () => {
  const wire = async (fault: string, waitMs?: number) => {
    const order = `wire ${fault}`;
    await admin(origin, '/faults', { order_id: order, fault });
    return talk(origin, requestText(origin, 'create', bodyFor('create', order)), waitMs);
  };

  it.each([
    ['reset-while-writing', 'RST', /^$/u],
    ['reset-after-reading', 'RST', /^$/u],
    ['reset-in-body', 'RST', /^HTTP\/1\.1 200 OK\r\n.*\r\n\r\n\{"id":"[^}]*$/su],
    ['empty-reply', 'FIN', /^$/u],
    ['not-http', 'FIN', /^SSH-2\.0-sandbox\r\n$/u],
    ['interim-then-close', 'FIN', /^HTTP\/1\.1 100 .*HTTP\/1\.1 103 .*\r\n\r\n$/su],
    ['header-overflow', 'FIN', /^HTTP\/1\.1 200 OK\r\n(?:X-Padding: x{1000}\r\n){250,}/u],
    ['short-body', 'FIN', /Content-Length: [0-9]+\r\n\r\n\{.*\}$/su],
    ['cut-at-eof', 'FIN', /Transfer-Encoding: chunked\r\n\r\n[0-9a-f]+\r\n\{.*\}\r\n$/su],
    ['cut-without-length', 'FIN', /Connection: close\r\n\r\n\{"id":"[^}]*$/su],
  ])('%s ends with %s', async (fault, ended, bytes) => {
    const seen = await wire(fault);
    expect(seen.ended).toBe(ended);
    expect(seen.bytes).toMatch(bytes);
  });

  it.each(['no-answer', 'stuck-in-body'])('%s keeps the connection', async (fault) => {
    expect((await wire(fault, 200)).ended).toBe('silence');
  });

  it('resets while a long body is still on its way, and counts it by its order', async () => {
    const order = 'reset under way';
    await admin(origin, '/faults', { order_id: order, fault: 'reset-while-writing' });
    const first = requestText(origin, 'create', bodyFor('create', order), 60_000);
    expect((await talk(origin, first.slice(0, -1))).ended).toBe('RST');
    expect(await truth(origin, order)).toEqual({ entries: 0, arrivals: 1 });
  });

  it.each([
    ['after its order id', 'half «sent»', -1, 1],
    ['before its order id', 'not yet', -180, 0],
    ['after the headers', 'headers', Number.NEGATIVE_INFINITY, 0],
  ])('counts a client that left in the middle, %s', async (_, order, end, counted) => {
    const text = requestText(origin, 'create', bodyFor('create', order), 60_000);
    const bodyAt = text.indexOf('{');
    const sent = text.slice(0, Math.max(bodyAt, text.length + end));
    expect(sent.includes(order)).toBe(counted === 1);
    const before = sandbox.arrivals();
    await talk(origin, sent, 100);
    await expect.poll(() => sandbox.arrivals()).toBe(before + 1);
    expect(await truth(origin, order)).toEqual({ entries: 0, arrivals: counted });
  });
});

describe('an answer that differs', () => {
  it('leads a redirected client back to where it is counted, whatever its method', async () => {
    const { order, seen } = await meet('redirect-302', 'build');
    const location = String(seen.headers['location']);
    expect(new URL(location).pathname).toBe('/api/v1/requests/deposit/build');
    expect((await fetch(location)).status).toBe(405);
    expect(await truth(origin, order)).toEqual({ entries: 1, arrivals: 2 });
    const again = await ask(origin, 'build', bodyFor('build', order), {
      path: location.slice(origin.length),
    });
    expect(again.status).toBe(302);
    expect(await truth(origin, order)).toEqual({ entries: 1, arrivals: 3 });
  });

  it.each(['create', 'build'] as const)('has another echo and nothing else: %s', async (flow) => {
    const other = async (name: string) => recordOf(name, flow);
    expect((await other('echo-merchant'))['merchant']).not.toBe(MERCHANT);
    const order = await other('echo-order');
    expect(order[flow === 'create' ? 'external_id' : 'order_id']).toMatch(/-other$/u);
    expect((await other('echo-currency'))['amount_currency']).toBe(
      flow === 'create' ? 'UZS' : 'RUB',
    );
    expect((await other('odd-state'))['state']).toBe('on_review');
  });

  it('reuses the id of the newest earlier record, or of the order named', async () => {
    const idOf = (order: string) => sandbox.ledger().find((one) => one.order_id === order)?.id;
    const { order } = await meet('slow', 'create', { ms: 0 });
    expect((await recordOf('reused-id'))['id']).toBe(idOf(order));
    const named = await recordOf('reused-id', 'build', { of_order_id: 'earlier' });
    expect(named['uuid']).toBe(idOf('earlier'));
    const { seen } = await meet('reused-id', 'create', { of_order_id: 'nowhere' });
    expect([seen.status, asFields(jsonOf(seen)['error'])['code']]).toEqual([
      500,
      'no_earlier_record',
    ]);
  });

  it('changes the amount by one, or as told', async () => {
    expect((await recordOf('amount-changed'))['amount_cents']).toBe(149_999);
    const more = await recordOf('amount-changed', 'create', { delta: 500 });
    expect(more['amount_cents']).toBe(150_500);
  });

  it('lacks or mistypes exactly one field', async () => {
    const whole = await recordOf('slow', 'build', { ms: 0 });
    const missing = await recordOf('lacks-order', 'build');
    expect(Object.keys(whole).filter((key) => !(key in missing))).toEqual(['order_id']);
    expect((await recordOf('lacks-payment-url', 'build'))['payment_data']).toEqual({});
    expect((await recordOf('wrong-type-payment-url', 'build'))['payment_data']).toEqual({ url: 7 });
    expect((await recordOf('wrong-type-amount'))['amount_cents']).toBe('150000');
  });

  it('has what JSON.parse would swallow', async () => {
    const textOf = async (name: string, flow: Flow) =>
      (await meet(name, flow)).seen.body.toString('utf8');
    expect((await textOf('duplicate-keys', 'create')).match(/"id":/gu)).toHaveLength(2);
    expect((await textOf('duplicate-keys', 'build')).match(/"uuid":/gu)).toHaveLength(2);
    expect((await textOf('duplicate-keys-nested', 'create')).match(/"number":/gu)).toHaveLength(2);
    expect((await textOf('duplicate-keys-nested', 'build')).match(/"url":/gu)).toHaveLength(2);
    const unsafe = await textOf('unsafe-integers', 'create');
    expect(unsafe).toContain('"amount_cents":9007199254740993,');
    expect(unsafe.match(/"amount_cents":/gu)).toHaveLength(1);
    await expect(recordOf('bad-json')).rejects.toThrow(SyntaxError);
  });

  it('is compressed whether or not that was asked for, and can be a bomb', async () => {
    const { seen } = await meet('gzip-ok');
    expect(seen.headers['content-encoding']).toBe('gzip');
    expect(asFields(JSON.parse(gunzipSync(seen.body).toString()))['state']).toBe('created');
    const bomb = await meet('over-1-mib-gzip', 'build', { mib: 2 });
    expect(bomb.seen.body.length).toBeLessThan(16 * 1024);
    expect(gunzipSync(bomb.seen.body).length).toBeGreaterThan(2 * 1024 * 1024);
    const large = await meet('over-1-mib', 'build');
    expect(large.seen.body.length).toBeGreaterThan(1024 * 1024);
    expect(jsonOf(large.seen)['state']).toBe('builded');
    const cut = await meet('gzip-cut');
    expect(() => gunzipSync(cut.seen.body)).toThrow('unexpected end');
  });

  it('is valid but odd', async () => {
    const nulls = await recordOf('null-optionals');
    expect([nulls['seller'], nulls['buyer'], nulls['payment_bill_url']]).toEqual([
      null,
      null,
      null,
    ]);
    expect(asFields(nulls['payment_data'])).toMatchObject({ name: null, url: null });
    const missing = await recordOf('missing-optionals');
    expect(Object.keys(asFields(missing['payment_data']))).toEqual(['number']);
    expect(Object.keys(missing)).not.toContain('seller');
    expect(asFields((await recordOf('extra-fields', 'build'))['payment_data'])['iban']).toBe(
      'TEST',
    );
    const script = await recordOf('unsafe-url-javascript');
    expect(asFields(script['payment_data'])['url']).toBe('javascript:alert(1)');
    expect(script['payment_bill_url']).toBe('javascript:alert(1)');
  });

  it('says when to come back', async () => {
    expect((await meet('status-429')).seen.headers['retry-after']).toBe('30');
    expect((await meet('status-425')).seen.headers['retry-after']).toBe('5');
  });

  it('comes late by as much as told', async () => {
    const startedMs = performance.now();
    const { seen } = await meet('slow', 'create', { ms: 150 });
    expect(performance.now() - startedMs).toBeGreaterThan(145);
    expect(jsonOf(seen)['state']).toBe('created');
  });
});
