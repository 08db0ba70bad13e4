import { createHmac } from 'node:crypto';
import { type IncomingMessage, createServer } from 'node:http';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { DEFAULT_CALLBACK, type Dialect } from '#shared/dialect/schema.ts';
import type { RunningSandbox } from '#sandbox/server.ts';
import {
  MERCHANT,
  type Place,
  SECRET,
  asFields,
  buildBody,
  createBody,
  makePlace,
  post,
} from '#sandbox/testing/support.ts';

import { startAdminSandbox } from '../adminSandbox.ts';

const TOKEN = 'an-admin-token-of-this-test';

type Heard = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};
/** The merchant's side. */
const heard: Heard[] = [];
const merchant = createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => {
    body += String(piece);
  });
  request.on('end', () => {
    const { method = '', url = '', headers } = request;
    heard.push({ method, url, headers, body });
    response.end('OK');
  });
});

let place: Place;
let address = '';
beforeAll(async () => {
  place = await makePlace();
  await new Promise<void>((resolve) => {
    merchant.listen(0, '127.0.0.1', () => resolve());
  });
  const bound = merchant.address();
  address = `http://127.0.0.1:${typeof bound === 'object' ? bound?.port : 0}/cb`;
});
afterAll(async () => {
  merchant.close();
  await place.remove();
});

let started = 0;
async function withSandbox<T>(
  callback: Partial<Dialect['callback']>,
  work: (sandbox: RunningSandbox) => Promise<T>,
): Promise<T> {
  started += 1;
  const sandbox = await startAdminSandbox({
    port: 0,
    ledgerFile: join(place.folder, `${started}.jsonl`),
    merchants: [{ merchant: MERCHANT, secret: SECRET }],
    dialect: { ...DEFAULT_DIALECT, callback: { ...DEFAULT_CALLBACK, ...callback } },
    adminToken: TOKEN,
  });
  heard.length = 0;
  try {
    return await work(sandbox);
  } finally {
    await sandbox.close();
  }
}

async function ask({ origin }: RunningSandbox, body: object, path = '/admin/callbacks') {
  const answer = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: answer.status, body: asFields(await answer.json()) };
}

describe('callbacks of the sandbox', () => {
  it('go to the request’s own address with the record’s own names', async () => {
    await withSandbox({}, async (sandbox) => {
      const { body: record } = await post(
        sandbox.origin,
        'create',
        createBody({ callback_url: address }),
      );
      const told = await ask(sandbox, { order_id: 'A-1' });
      expect(told).toEqual({ status: 200, body: { sent: [{ status: 200, text: 'OK' }] } });
      expect(heard).toMatchObject([{ method: 'POST', url: '/cb' }]);
      expect(JSON.parse(heard[0]?.body ?? '')).toEqual({
        id: record['id'],
        merchant: MERCHANT,
        order_id: 'A-1',
        state: 'paid',
        amount_cents: 150_000,
        amount_currency: 'RUB',
      });
    });
  });

  it('go to the account’s address where the request names none, and nowhere where there is none', async () => {
    await withSandbox({}, async (sandbox) => {
      await post(sandbox.origin, 'build', buildBody());
      expect(await ask(sandbox, { order_id: 'B-1' })).toMatchObject({ status: 409 });
      await ask(sandbox, { url: address }, '/admin/callbacks/address');
      expect(await ask(sandbox, { order_id: 'B-1' })).toMatchObject({ status: 200 });
      expect(heard).toHaveLength(1);
    });
  });

  it('come as form or query, with another amount, contradicting, and many times', async () => {
    await withSandbox({}, async (sandbox) => {
      await post(sandbox.origin, 'create', createBody({ callback_url: address }));
      await ask(sandbox, { order_id: 'A-1', encoding: 'form', cents: 7, state: 'Оплачен' });
      expect(new URLSearchParams(heard[0]?.body).get('amount_cents')).toBe('7');
      expect(new URLSearchParams(heard[0]?.body).get('state')).toBe('Оплачен');
      await ask(sandbox, { order_id: 'A-1', encoding: 'query', changed: { currency: 'UZS' } });
      expect(heard[1]).toMatchObject({ method: 'GET', body: '' });
      expect(heard[1]?.url).toContain('amount_currency=UZS');
      await ask(sandbox, { order_id: 'A-1', times: 5 });
      expect(new Set(heard.slice(2).map(({ body }) => body)).size).toBe(1);
      expect(heard).toHaveLength(7);
    });
  });

  it('use the format’s keys and signature; a bad one is only wrong', async () => {
    const keys = { ...DEFAULT_CALLBACK.keys, id: 'data.ref', state: 'data.status' };
    const signature = {
      ...DEFAULT_DIALECT.signature,
      placement: { in: 'header', name: 'X-Callback', prefix: 'v1=' },
      secret: 'shared',
      over: { kind: 'raw-body' },
    } as const;
    await withSandbox({ keys, signature }, async (sandbox) => {
      await post(sandbox.origin, 'create', createBody({ callback_url: address }));
      for (const signed of ['good', 'bad', 'none']) await ask(sandbox, { order_id: 'A-1', signed });
      const [good, bad, none] = heard;
      expect(JSON.parse(good?.body ?? '')).toMatchObject({ data: { status: 'paid' } });
      const expected = createHmac('sha256', SECRET)
        .update(good?.body ?? '')
        .digest('hex');
      expect(good?.headers['x-callback']).toBe(`v1=${expected}`);
      expect(bad?.headers['x-callback']).toMatch(/^v1=[0-9a-f]{64}$/u);
      expect(bad?.headers['x-callback']).not.toBe(`v1=${expected}`);
      expect(none?.headers['x-callback']).toBeUndefined();
    });
  });

  it('come before the answer when that was asked for', async () => {
    await withSandbox({}, async (sandbox) => {
      await ask(sandbox, { order_id: 'A-1', before_answer: true });
      const answer = await post(sandbox.origin, 'create', createBody({ callback_url: address }));
      // Here already when the answer is: nothing is waited for in between.
      expect(heard).toHaveLength(1);
      expect(answer).toMatchObject({ status: 200 });
      const told = await fetch(`${sandbox.origin}/admin/callbacks?order_id=A-1`, {
        headers: { authorization: `Bearer ${TOKEN}` },
      });
      expect(await told.json()).toEqual({ sent: [{ status: 200, text: 'OK' }] });
    });
  });

  it('are refused in words where they make no sense', async () => {
    await withSandbox({}, async (sandbox) => {
      expect(await ask(sandbox, { order_id: 'nobody' })).toMatchObject({ status: 404 });
      expect(await ask(sandbox, { order_id: 'A-1', encoding: 'xml' })).toMatchObject({
        status: 422,
      });
      expect(await ask(sandbox, { order_id: 'A-1', times: 0 })).toMatchObject({ status: 422 });
      expect(await ask(sandbox, { order_id: 'A-1', changed: { id: 7 } })).toMatchObject({
        status: 422,
      });
    });
  });
});
