import { request } from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  MERCHANT,
  type Place,
  SECRET,
  asFields,
  makePlace,
  post,
  startIn,
} from '#sandbox/testing/support.ts';
import { ADMIN_TOKEN, admin, ask, bodyFor, truth } from '#sandbox/testing/wire.ts';

import { type AdminSandbox, startAdminSandbox } from '../adminSandbox.ts';
import { FAULTS } from './catalogue.ts';

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
});
afterAll(async () => {
  await sandbox.close();
  await place.remove();
});

const statusOf = async (order: string, flow: 'create' | 'build' = 'create') =>
  (await ask(origin, flow, bodyFor(flow, order))).status;

describe('the admin endpoint', () => {
  it('is not there without a token', async () => {
    const folder = join(place.folder, 'sound');
    const sound = await startIn(folder);
    expect((await admin(sound.origin, '/faults')).status).toBe(404);
    await sound.close();
  });

  it('refuses a token that could be guessed', async () => {
    await expect(
      startAdminSandbox({
        port: 0,
        ledgerFile: join(place.folder, 'x.jsonl'),
        merchants: [],
        adminToken: 'short',
      }),
    ).rejects.toThrow('at least 16');
  });

  it.each(['', 'Bearer', `Bearer ${ADMIN_TOKEN}x`, `bearer ${ADMIN_TOKEN}`, ADMIN_TOKEN])(
    'answers 401 to %j, for every path',
    async (authorization) => {
      const headers = { Authorization: authorization };
      expect((await admin(origin, '/ledger', undefined, headers)).status).toBe(401);
      expect((await admin(origin, '/nothing', undefined, headers)).status).toBe(401);
      const set = { order_id: 'A', fault: 'status-500' };
      expect((await admin(origin, '/faults', set, headers)).status).toBe(401);
      expect(await statusOf(`401 ${authorization}`)).toBe(200);
    },
  );

  it('answers only to its own Host, and takes only JSON', async () => {
    const status = await new Promise<number | undefined>((settle, failed) => {
      const headers = { Host: 'sandbox.example', Authorization: `Bearer ${ADMIN_TOKEN}` };
      request(`${origin}/admin/ledger`, { headers, agent: false }, (response) => {
        settle(response.statusCode);
        response.resume();
      })
        .on('error', failed)
        .end();
    });
    expect(status).toBe(403);
    const set = { order_id: 'A', fault: 'status-500' };
    const plain = { 'Content-Type': 'text/plain' };
    expect((await admin(origin, '/faults', set, plain)).status).toBe(415);
  });

  it.each([
    [{ fault: 'status-500' }, 'order_id'],
    [{ order_id: '', fault: 'status-500' }, 'order_id'],
    [{ order_id: 'A' }, 'fault'],
    [{ order_id: 'A', fault: 'no-such' }, 'fault'],
    [{ order_id: 'A', fault: 'tls-expired' }, 'fault'],
    [{ order_id: 'A', fault: 'status-500', creates: 'yes' }, 'creates'],
    [{ order_id: 'A', fault: 'status-400', creates: true }, 'creates'],
    [{ order_id: 'A', fault: 'short-body', creates: false }, 'creates'],
    [{ order_id: 'A', fault: 'status-500', times: 0 }, 'times'],
    [{ order_id: 'A', fault: 'status-500', ms: 5 }, 'ms'],
    [{ order_id: 'A', fault: 'slow', ms: -1 }, 'ms'],
    [{ order_id: 'A', fault: 'amount-changed', delta: 0 }, 'delta'],
    [{ order_id: 'A', fault: 'over-1-mib', mib: 1000 }, 'mib'],
    [{ order_id: 'A', fault: 'odd-state', state: 1 }, 'state'],
  ])('names what is wrong with %j', async (body, field) => {
    const { status, body: answered } = await admin(origin, '/faults', body);
    expect([status, asFields(answered['error'])['field']]).toEqual([422, field]);
  });

  it('shows the catalogue and what is set', async () => {
    await admin(origin, '/faults', { order_id: 'shown', fault: 'status-500', times: 3 });
    const { body } = await admin(origin, '/faults');
    expect(body['catalogue']).toEqual(FAULTS);
    expect(body['set']).toContainEqual(
      expect.objectContaining({ order_id: 'shown', fault: 'status-500', creates: true, times: 3 }),
    );
  });
});

describe('a fault that is set', () => {
  it('happens always, leaves other orders alone, and can be taken away', async () => {
    await admin(origin, '/faults', { order_id: 'always', fault: 'status-503', creates: false });
    expect([await statusOf('always'), await statusOf('always')]).toEqual([503, 503]);
    expect(await statusOf('other')).toBe(200);
    await admin(origin, '/faults', { order_id: 'always', fault: null });
    expect(await statusOf('always')).toBe(200);
    expect(await truth(origin, 'always')).toEqual({ entries: 1, arrivals: 3 });
  });

  it('happens as often as told', async () => {
    const fault = { order_id: 'twice', fault: 'status-503', creates: false, times: 2 };
    await admin(origin, '/faults', fault);
    const seen = [await statusOf('twice'), await statusOf('twice'), await statusOf('twice')];
    expect(seen).toEqual([503, 503, 200]);
  });

  it('creates once, however often it happens', async () => {
    await admin(origin, '/faults', { order_id: 'once', fault: 'status-500' });
    expect([await statusOf('once'), await statusOf('once')]).toEqual([500, 500]);
    expect(await truth(origin, 'once')).toEqual({ entries: 1, arrivals: 2 });
    await admin(origin, '/faults', { order_id: 'once', fault: null });
    expect(await statusOf('once')).toBe(409);
  });

  it('can be for every order; one of its own comes first', async () => {
    await admin(origin, '/faults', { order_id: null, fault: 'status-500', creates: false });
    await admin(origin, '/faults', { order_id: 'own', fault: 'status-418', creates: false });
    expect([await statusOf('any'), await statusOf('own')]).toEqual([500, 418]);
    await admin(origin, '/faults', { order_id: null, fault: null });
    expect(await statusOf('any')).toBe(200);
  });

  it('does not happen in a flow that cannot have it', async () => {
    await admin(origin, '/faults', { order_id: 'flows', fault: 'amount-changed' });
    expect(await statusOf('flows', 'build')).toBe(200);
  });

  it('does not let through what the provider would refuse', async () => {
    await admin(origin, '/faults', { order_id: 'wrong', fault: 'status-500' });
    const body = bodyFor('create', 'wrong');
    const answer = await post(origin, 'create', body, { 'X-Signature': '0'.repeat(64) });
    expect(answer.status).toBe(401);
    expect(await truth(origin, 'wrong')).toEqual({ entries: 0, arrivals: 1 });
  });
});
