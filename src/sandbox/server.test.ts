import diagnostics from 'node:diagnostics_channel';
import { Server } from 'node:net';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RunningSandbox } from './server.ts';
import {
  MERCHANT,
  type Place,
  asFields,
  buildBody,
  createBody,
  errorOf,
  makePlace,
  post,
  postRaw,
  sign,
  startIn,
  textOf,
} from './testing/support.ts';

let place: Place;
let sandbox: RunningSandbox;

beforeAll(async () => {
  place = await makePlace();
  sandbox = await startIn(place.folder);
});
afterAll(async () => {
  await sandbox.close();
  await place.remove();
});

const anyUuid: unknown = expect.stringMatching(
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/u,
);
const anyText: unknown = expect.any(String);
const testName: unknown = expect.stringMatching(/^TEST /u);

it('goes on after connections that the system could not give it', async () => {
  const servers: unknown[] = [];
  const onRequest = (message: unknown): void => {
    servers.push(
      typeof message === 'object' && message !== null ? Reflect.get(message, 'server') : null,
    );
  };
  diagnostics.subscribe('http.server.request.start', onRequest);
  const get = async () => (await fetch(sandbox.origin)).status;
  const before = await get();
  diagnostics.unsubscribe('http.server.request.start', onRequest);
  const [server] = servers;
  if (!(server instanceof Server)) throw new Error('No request was seen');
  for (let times = 0; times < 2; times += 1) server.emit('error', new Error('accept EMFILE'));
  expect(await get()).toBe(before);
});

describe('the direct flow', () => {
  it('answers with the record of 2.3 and nothing else', async () => {
    const answer = await post(sandbox.origin, 'create', createBody({ order_id: 'direct-1' }));
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id: anyUuid,
      merchant: MERCHANT,
      external_id: 'direct-1',
      state: 'created',
      kind: 'deposit',
      amount_cents: 150_000,
      amount_currency: 'RUB',
      seller: anyText,
      buyer: 'cust-1',
      payment_data: { number: anyText, name: testName },
      payment_bill_url: `${sandbox.origin}/bill/${textOf(answer.body['id'])}.png`,
    });
  });

  it('keeps every field in its ledger', async () => {
    const body = createBody({
      order_id: 'direct-all',
      customer_phone_number: '+79990001122',
      callback_url: 'https://shop.example/cb',
      success_url: 'https://shop.example/ok',
      reject_url: 'http://localhost:3000/no',
    });
    const answer = await post(sandbox.origin, 'create', body);
    expect(answer.status).toBe(200);
    const entry = sandbox.ledger().find((one) => one.order_id === 'direct-all');
    expect(entry).toMatchObject({ id: answer.body['id'], flow: 'create', fields: body });
    expect(entry?.payment_data).toEqual(answer.body['payment_data']);
  });
});

describe('the method-selection flow', () => {
  it.each([
    ['UZS', 1_000_000],
    ['RUB', 150_000],
  ])('answers with the record of 2.5 and nothing else, in %s', async (currency, cents) => {
    const order = `build-${currency}`;
    const body = buildBody({ order_id: order, currency, cents });
    const answer = await post(sandbox.origin, 'build', body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      uuid: anyUuid,
      merchant: MERCHANT,
      order_id: order,
      state: 'builded',
      amount_currency: currency,
      payment_data: { url: `${sandbox.origin}/pay/${textOf(answer.body['uuid'])}` },
    });
  });
});

describe('who asks', () => {
  it.each(['create', 'build'] as const)('is 401 with a wrong signature: %s', async (flow) => {
    const body = flow === 'create' ? createBody({ order_id: 'w' }) : buildBody({ order_id: 'w' });
    const wrong = await post(sandbox.origin, flow, body, { 'X-Signature': sign(body, 'other') });
    expect(wrong.status).toBe(401);
    expect(wrong.body).toEqual({
      error: { code: 'signature_wrong', message: anyText },
    });
  });

  it('is 401 for the vectors signed wrongly, and past that when signed rightly', async () => {
    // 3.12 RUB is below every limit: a right signature leads to 422, a wrong one never gets that far.
    const vector = createBody({ cents: 312 });
    expect((await post(sandbox.origin, 'create', vector)).status).toBe(422);
    const wrong = { 'X-Signature': sign({ ...vector, cents: 313 }) };
    expect((await post(sandbox.origin, 'create', vector, wrong)).status).toBe(401);
    const build = buildBody();
    expect((await post(sandbox.origin, 'build', build, wrong)).status).toBe(401);
    expect((await post(sandbox.origin, 'build', build)).status).toBe(200);
  });

  it('is 401 without a signature and 403 for a stranger', async () => {
    const body = createBody({ order_id: 'nobody' });
    const bare = await postRaw(sandbox.origin, 'create', JSON.stringify(body), {});
    expect([bare.status, errorOf(bare)['code']]).toEqual([401, 'signature_missing']);
    const stranger = { ...body, merchant: '99999999-2222-4333-8444-555555555555' };
    expect((await post(sandbox.origin, 'create', stranger)).status).toBe(403);
  });

  it('counts signed arrivals of an order, refused ones too', async () => {
    const body = createBody({ order_id: 'counted' });
    await post(sandbox.origin, 'create', body, { 'X-Signature': 'no' });
    await post(sandbox.origin, 'create', { ...body, cents: 1 });
    await post(sandbox.origin, 'create', body);
    await post(sandbox.origin, 'create', body);
    expect(sandbox.arrivalsOf('counted')).toBe(3);
    expect(sandbox.ledger().filter((entry) => entry.order_id === 'counted')).toHaveLength(1);
  });
});

describe('GET limit', () => {
  it('lists currency, type and bounds in minor units', async () => {
    const response = await fetch(`${sandbox.origin}/api/v1/requests/limit?merchant=${MERCHANT}`);
    const rows: unknown = await response.json();
    expect(response.status).toBe(200);
    expect(rows).toContainEqual({
      currency: 'RUB',
      payment_type: 'any_bank',
      min: 50_000,
      max: 15_000_000,
    });
    if (!Array.isArray(rows)) throw new TypeError('Not a list');
    const currencies = new Set(rows.map((row: unknown) => asFields(row)['currency']));
    expect([...currencies]).toEqual(['RUB', 'UZS', 'KZT', 'TJS']);
  });

  it('needs a known merchant', async () => {
    const limits = `${sandbox.origin}/api/v1/requests/limit`;
    expect((await fetch(limits)).status).toBe(422);
    expect((await fetch(`${limits}?merchant=x`)).status).toBe(403);
  });
});
