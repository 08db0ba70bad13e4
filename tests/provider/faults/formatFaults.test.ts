import { join } from 'node:path';
import { connect } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { PRESETS } from '#shared/dialect/presets.ts';
import type { Dialect } from '#shared/dialect/schema.ts';
import { type Told, postIn } from '#sandbox/testing/client.ts';
import {
  MERCHANT,
  type Place,
  SECRET,
  asFields,
  createBody,
  makePlace,
} from '#sandbox/testing/support.ts';
import { ADMIN_TOKEN, admin, truth } from '#sandbox/testing/wire.ts';

import { type AdminSandbox, startAdminSandbox } from '../adminSandbox.ts';

const dialect: Dialect = {
  ...PRESETS['md5-form'],
  envelope: { kind: 'path', path: 'data' },
  errorPaths: ['message'],
};
const TOLD: Told = { dialect };

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
    dialect,
  });
  ({ origin } = sandbox);
});
afterAll(async () => {
  await sandbox.close();
  await place.remove();
});

async function set(order_id: string | null, fault: string | null): Promise<void> {
  expect((await admin(origin, '/faults', { order_id, fault })).status).toBe(200);
}

describe('faults in another format', () => {
  it.each([
    ['no-requisites-200', { status: false, code: 'NO_REQ' }],
    ['customer-blocked-200', { status: false, code: 'BLOCKED' }],
  ])('say %s for an order, and for all orders, and create nothing', async (fault, said) => {
    await set(`one-${fault}`, fault);
    const orders = [`one-${fault}`, `any-${fault}`];
    const one = await postIn(origin, 'create', createBody({ order_id: orders[0] }), TOLD);
    expect(one).toMatchObject({ status: 200, body: said });
    await set(null, fault);
    const any = await postIn(origin, 'create', createBody({ order_id: orders[1] }), TOLD);
    expect(any).toMatchObject({ status: 200, body: said });
    await set(null, null);
    for (const order of orders)
      expect(await truth(origin, order)).toEqual({ entries: 0, arrivals: 1 });
    const after = await postIn(origin, 'create', createBody({ order_id: orders[1] }), TOLD);
    expect(asFields(after.body['data'])['external_id']).toBe(orders[1]);
  });

  it('spoil the record inside its envelope', async () => {
    await set('odd', 'odd-state');
    const odd = await postIn(origin, 'create', createBody({ order_id: 'odd' }), TOLD);
    expect(odd.body).toMatchObject({ data: { external_id: 'odd', state: 'on_review' } });
    await set('doubled', 'duplicate-keys');
    const doubled = await postIn(origin, 'create', createBody({ order_id: 'doubled' }), TOLD);
    expect(doubled.text).toMatch(/^\{"data":\{"id":"[^"]+","id":"/u);
    await set('packed', 'gzip-ok');
    const packed = await postIn(origin, 'create', createBody({ order_id: 'packed' }), TOLD);
    expect(packed.body).toMatchObject({ data: { external_id: 'packed' } });
  });

  it('say no where the format looks for it', async () => {
    await set('told', 'status-422');
    const told = await postIn(origin, 'create', createBody({ order_id: 'told' }), TOLD);
    expect(told).toMatchObject({ status: 422, body: { code: 'told_422' } });
    expect(told.body['message']).toContain('told to answer 422');
  });

  it('check the signature before they create', async () => {
    await set('forged', 'slow');
    const other = { ...TOLD, secret: 'other' };
    const forged = await postIn(origin, 'create', createBody({ order_id: 'forged' }), other);
    expect(forged.status).toBe(401);
    expect(await truth(origin, 'forged')).toEqual({ entries: 0, arrivals: 1 });
  });

  it('know a form’s order before its end', async () => {
    await set('half way', 'reset-while-writing');
    const ended = await new Promise<string>((settle) => {
      const socket = connect({ port: sandbox.port, host: '127.0.0.1' });
      socket.on('error', (error) => settle('code' in error ? String(error.code) : error.message));
      socket.on('end', () => settle('FIN'));
      socket.write(
        [
          'POST /api/v1/requests/deposit/create HTTP/1.1',
          `Host: 127.0.0.1:${sandbox.port}`,
          'Content-Type: application/x-www-form-urlencoded',
          'Content-Length: 1000',
          '',
          'cents=150000&order_id=half+way&payment_type=',
        ].join('\r\n'),
      );
    });
    expect(ended).toBe('ECONNRESET');
    expect(await truth(origin, 'half way')).toEqual({ entries: 0, arrivals: 1 });
  });
});
