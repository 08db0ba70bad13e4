import { request } from 'node:http';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { RunningSandbox } from './server.ts';
import {
  type Fields,
  MERCHANT,
  type Place,
  buildBody,
  createBody,
  errorOf,
  makePlace,
  post,
  postRaw,
  startIn,
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

describe('what is refused', () => {
  const wrong: readonly (readonly [string, 'create' | 'build', Fields, string])[] = [
    ['no order', 'create', { order_id: undefined }, 'order_id'],
    ['no amount', 'create', { cents: undefined }, 'cents'],
    ['no customer in the direct flow', 'create', { customer: undefined }, 'customer'],
    ['no merchant', 'create', { merchant: undefined }, 'merchant'],
    ['a field of no table', 'create', { comment: 'x' }, 'comment'],
    ['a field with a treacherous name', 'create', { constructor: 'x' }, 'constructor'],
    [
      'a phone in the other flow',
      'build',
      { customer_phone_number: '+7999' },
      'customer_phone_number',
    ],
    ['an amount as text', 'create', { cents: '150000' }, 'cents'],
    ['a broken amount', 'create', { cents: 1500.5 }, 'cents'],
    ['an amount beyond safe integers', 'create', { cents: 2 ** 53 }, 'cents'],
    ['a negative amount', 'create', { cents: -150_000 }, 'cents'],
    ['a number where text belongs', 'create', { customer: 7 }, 'customer'],
    ['null where text belongs', 'create', { customer_phone_number: null }, 'customer_phone_number'],
    ['empty text', 'create', { customer: '' }, 'customer'],
    ['an overlong order', 'create', { order_id: 'x'.repeat(256) }, 'order_id'],
    ['a control character', 'create', { order_id: 'a\u0000b' }, 'order_id'],
    ['a lone surrogate', 'create', { order_id: 'a\ud800' }, 'order_id'],
    ['the separator inside', 'create', { customer: 'a::b' }, 'customer'],
    ['half a separator at the end', 'create', { customer: 'a:' }, 'customer'],
    ['no URL', 'create', { callback_url: 'shop.example/cb' }, 'callback_url'],
    ['another scheme', 'build', { success_url: 'javascript:alert(1)' }, 'success_url'],
    ['an unknown currency', 'create', { currency: 'EUR' }, 'currency'],
    ['a currency of the other flow', 'build', { currency: 'KZT' }, 'currency'],
    ['an unknown type', 'create', { payment_type: 'cash' }, 'payment_type'],
    [
      'a type not offered in that currency',
      'create',
      { currency: 'TJS', payment_type: 'sbp' },
      'payment_type',
    ],
    ['the other flow’s type', 'create', { payment_type: 'uzs_select' }, 'payment_type'],
    ['a direct type in the other flow', 'build', { payment_type: 'any_bank' }, 'payment_type'],
    ['one minor unit too little', 'create', { cents: 49_999 }, 'cents'],
    ['one minor unit too much', 'create', { cents: 15_000_001 }, 'cents'],
    ['too little for a page', 'build', { cents: 999_999 }, 'cents'],
  ];

  it.each(wrong)('is %s (%s), naming the field', async (_, flow, overrides, field) => {
    const order = { order_id: `refused-${field}` };
    const body =
      flow === 'create'
        ? createBody({ ...order, ...overrides })
        : buildBody({ ...order, ...overrides });
    const before = sandbox.ledger().length;
    const answer = await post(sandbox.origin, flow, body);
    expect(answer.status).toBe(422);
    const message: unknown = expect.stringContaining(field);
    expect(errorOf(answer)).toMatchObject({ field, message });
    expect(sandbox.ledger()).toHaveLength(before);
  });

  it('is the same order of the same merchant, in either flow', async () => {
    const body = createBody({ order_id: 'once' });
    expect((await post(sandbox.origin, 'create', body)).status).toBe(200);
    expect((await post(sandbox.origin, 'create', body)).status).toBe(409);
    expect((await post(sandbox.origin, 'build', buildBody({ order_id: 'once' }))).status).toBe(409);
  });

  it('is all but one of many that arrive at once with one order', async () => {
    const body = createBody({ order_id: 'race' });
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => post(sandbox.origin, 'create', body)),
    );
    const statuses = answers.map((answer) => answer.status).toSorted((left, right) => left - right);
    expect(statuses).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
  });

  it.each([
    ['not JSON', '{', 400],
    ['a list', '[]', 400],
    ['nothing', '', 400],
    ['more than 64 KiB', JSON.stringify({ order_id: 'x'.repeat(70_000) }), 413],
  ])('is a body that is %s', async (_, text, status) => {
    expect((await postRaw(sandbox.origin, 'create', text, {})).status).toBe(status);
  });

  it('is a body without a declared length that grows past 64 KiB', async () => {
    const status = await raw({
      method: 'POST',
      path: '/api/v1/requests/deposit/create',
      headers: { 'Content-Type': 'application/json', 'Transfer-Encoding': 'chunked' },
      body: 'x'.repeat(300_000),
    });
    expect(status).toBe(413);
  });

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/json; charset=utf-16'])(
    'is a body declared as %s',
    async (type) => {
      const body = JSON.stringify(createBody());
      const answer = await postRaw(sandbox.origin, 'create', body, { 'Content-Type': type });
      expect(answer.status).toBe(415);
    },
  );

  it.each(['evil.example', 'localhost', '127.0.0.1:1', 'LOCALHOST.evil.example'])(
    'is anything for the host %s',
    async (host) => {
      const limits = `/api/v1/requests/limit?merchant=${MERCHANT}`;
      expect(await raw({ method: 'GET', path: limits, headers: { Host: host } })).toBe(403);
      expect(await raw({ method: 'GET', path: '/nowhere', headers: { Host: host } })).toBe(403);
    },
  );

  it('is another method, or another path', async () => {
    const create = `${sandbox.origin}/api/v1/requests/deposit/create`;
    const preflight = await fetch(create, { method: 'OPTIONS' });
    expect(preflight.status).toBe(405);
    expect(preflight.headers.get('access-control-allow-origin')).toBeNull();
    expect((await fetch(create)).status).toBe(405);
    expect((await fetch(`${sandbox.origin}/api/v2/requests/limit`)).status).toBe(404);
  });
});

type Raw = {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
};

/** fetch does not let a Host or a transfer encoding be chosen. */
function raw(asked: Raw): Promise<number> {
  const { method, path, headers, body } = asked;
  return new Promise((answered, failed) => {
    const sent = request(
      // A connection of its own: one that is kept may be closed just when the next question is written to it.
      { host: '127.0.0.1', port: sandbox.port, method, path, headers, agent: false },
      (got) => {
        got.resume();
        answered(got.statusCode ?? 0);
      },
    );
    sent.on('error', failed);
    sent.end(body);
  });
}
