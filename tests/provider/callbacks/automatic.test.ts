import { createHmac } from 'node:crypto';
import { appendFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { DEFAULT_CALLBACK } from '#shared/dialect/schema.ts';
import { type CallbackPlan, DEFAULT_PLAN } from '#sandbox/callbacks/plan.ts';
import type { RunningSandbox } from '#sandbox/server.ts';
import { type TestMerchant, startMerchant } from '#sandbox/testing/merchant.ts';
import { pageOf, press } from '#sandbox/testing/page.ts';
import {
  type Fields,
  MERCHANT,
  type Place,
  SECRET,
  asFields,
  buildBody,
  createBody,
  makePlace,
  post,
} from '#sandbox/testing/support.ts';

import { type AdminSandboxOptions, startAdminSandbox } from '../adminSandbox.ts';

const TOKEN = 'an-admin-token-of-this-test';

let place: Place;
beforeAll(async () => {
  place = await makePlace();
});
afterAll(() => place.remove());

type Told = Partial<AdminSandboxOptions> & { readonly plan?: Partial<CallbackPlan> };
type Stage = {
  readonly sandbox: RunningSandbox;
  readonly merchant: TestMerchant;
  readonly ledgerFile: string;
  /** A direct request that names the merchant's address, and its page. */
  readonly page: (more?: Fields) => Promise<string>;
  readonly restart: () => Promise<RunningSandbox>;
};

let started = 0;
async function withStage(told: Told, work: (stage: Stage) => Promise<void>): Promise<void> {
  started += 1;
  const { plan = {}, ...more } = told;
  const ledgerFile = join(place.folder, `${started}.jsonl`);
  const merchant = await startMerchant();
  const start = (): Promise<RunningSandbox> =>
    startAdminSandbox({
      port: 0,
      ledgerFile,
      merchants: [{ merchant: MERCHANT, secret: SECRET }],
      adminToken: TOKEN,
      callbackPlan: { ...DEFAULT_PLAN, retries_ms: [20, 20, 20], ...plan },
      ...more,
    });
  let sandbox = await start();
  const page = (fields: Fields = {}): Promise<string> =>
    pageOf(
      sandbox.origin,
      'create',
      createBody({ callback_url: `${merchant.origin}/cb`, ...fields }),
    );
  const restart = async (): Promise<RunningSandbox> => {
    await sandbox.close();
    sandbox = await start();
    return sandbox;
  };
  try {
    await work({ sandbox, merchant, ledgerFile, page, restart });
  } finally {
    await sandbox.close();
    await merchant.close();
  }
}

async function linesIn(file: string, kind: string): Promise<readonly Fields[]> {
  const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
  return lines.map((line) => asFields(JSON.parse(line))).filter(({ line }) => line === kind);
}

async function until(isThere: () => Promise<boolean>): Promise<void> {
  while (!(await isThere())) await sleep(5);
}

function ask({ origin }: RunningSandbox, body: object): Promise<Response> {
  return fetch(`${origin}/admin/callbacks/plan`, {
    method: 'POST',
    headers: { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('callbacks that go out by themselves', () => {
  it('tell of a payment with its amount, and of a rejection without one', async () => {
    await withStage({}, async ({ merchant, page }) => {
      const paid = await page();
      await press(`${paid}/another`, { amount: '1450' });
      await merchant.until(1);
      const id = paid.split('/').at(-1);
      const facts = { id, merchant: MERCHANT, order_id: 'A-1', amount_currency: 'RUB' };
      expect(merchant.said()).toEqual([{ ...facts, state: 'paid', amount_cents: 145_000 }]);
      const rejected = await page({ order_id: 'A-2' });
      await press(`${rejected}/reject`);
      await press(`${rejected}/reject`);
      await merchant.until(2);
      await sleep(30);
      expect(merchant.said()).toHaveLength(2);
      expect(merchant.said()[1]).toEqual({
        ...facts,
        id: rejected.split('/').at(-1),
        order_id: 'A-2',
        state: 'rejected',
      });
    });
  });

  it('tell of an expiry though no page is open', async () => {
    await withStage({ validMs: 60 }, async ({ merchant, page }) => {
      await page();
      await merchant.until(1);
      expect(merchant.said()).toMatchObject([{ state: 'expired', order_id: 'A-1' }]);
      expect(merchant.said()[0]).not.toHaveProperty('amount_cents');
    });
  });

  it('go to the account’s address where the request names none, as it stands then', async () => {
    await withStage({}, async ({ sandbox, merchant, ledgerFile, page }) => {
      const first = await page({ callback_url: undefined });
      await press(`${first}/paid`);
      await until(async () => (await linesIn(ledgerFile, 'called')).length === 4);
      expect(merchant.heard).toHaveLength(0);
      sandbox.setAccountUrl(`${merchant.origin}/account`);
      const second = await page({ order_id: 'A-2', callback_url: undefined });
      await press(`${second}/paid`);
      await merchant.until(1);
      sandbox.setAccountUrl(null);
      expect(merchant.heard).toMatchObject([{ method: 'POST', url: '/account' }]);
    });
  });

  it.each(['json', 'form', 'query'] as const)(
    'come as %s, with planned names',
    async (encoding) => {
      const plan = { encoding, keys: { state: 'status', amount: 'sum_cents' } };
      await withStage({ plan }, async ({ merchant, page }) => {
        const address = await page({ callback_url: `${merchant.origin}/cb?shop=1#part` });
        await press(`${address}/paid`);
        await merchant.until(1);
        const [heard] = merchant.heard;
        const query = new URL(heard?.url ?? '', merchant.origin).searchParams;
        expect(query.get('shop')).toBe('1');
        const given: Fields =
          encoding === 'json'
            ? asFields(JSON.parse(heard?.body ?? ''))
            : Object.fromEntries(encoding === 'form' ? new URLSearchParams(heard?.body) : query);
        expect(given).toMatchObject({ status: 'paid', order_id: 'A-1' });
        expect(String(given['sum_cents'])).toBe('150000');
      });
    },
  );

  it.each(['good', 'bad', 'none'] as const)('are signed by the format: %s', async (signed) => {
    const signature = {
      ...DEFAULT_DIALECT.signature,
      placement: { in: 'header', name: 'X-Callback', prefix: '' },
      secret: 'shared',
      over: { kind: 'raw-body' },
    } as const;
    const dialect = { ...DEFAULT_DIALECT, callback: { ...DEFAULT_CALLBACK, signature } };
    await withStage({ dialect, plan: { signed } }, async ({ merchant, page }) => {
      await press(`${await page()}/paid`);
      await merchant.until(1);
      const [heard] = merchant.heard;
      const expected = createHmac('sha256', SECRET)
        .update(heard?.body ?? '')
        .digest('hex');
      const given = heard?.headers['x-callback'];
      if (signed === 'good') expect(given).toBe(expected);
      if (signed === 'bad') expect(given).not.toBe(expected);
      expect(given === undefined).toBe(signed === 'none');
    });
  });

  it('come again until they are heard, the very same, and follow no redirect', async () => {
    await withStage({}, async ({ merchant, ledgerFile, page }) => {
      merchant.answerNext(500, 302);
      await press(`${await page()}/paid`);
      await until(async () => (await linesIn(ledgerFile, 'called')).length === 3);
      await sleep(50);
      const called = await linesIn(ledgerFile, 'called');
      expect(called.map(({ status }) => status)).toEqual([500, 302, 200]);
      expect(new Set(merchant.heard.map(({ body }) => body)).size).toBe(1);
      expect(merchant.heard.every(({ url }) => url === '/cb')).toBe(true);
    });
  });

  it('are given up after the last retry', async () => {
    await withStage({ plan: { retries_ms: [5, 5] } }, async ({ merchant, page }) => {
      merchant.answerNext(500, 500, 500, 500);
      await press(`${await page()}/paid`);
      await merchant.until(3);
      await sleep(60);
      expect(merchant.heard).toHaveLength(3);
    });
  });

  it('come many times, in another order, with another amount, where that was planned', async () => {
    const plan = { times: 12, processing: 'after', amount_delta_cents: -1 } as const;
    await withStage({ plan }, async ({ merchant, page }) => {
      await press(`${await page()}/paid`);
      await merchant.until(24);
      const said = merchant.said().map(asFields);
      expect(said.slice(0, 12).map(({ state }) => state)).toEqual(Array(12).fill('paid'));
      expect(said.slice(12).map(({ state }) => state)).toEqual(Array(12).fill('processing'));
      expect(said[0]).toMatchObject({ amount_cents: 149_999 });
    });
  });

  it('come before the answer, or later, where that was planned', async () => {
    const plan = { before_answer: 'paid', delay_ms: 80 };
    await withStage({ plan }, async ({ sandbox, merchant }) => {
      const body = buildBody({ callback_url: merchant.origin });
      await post(sandbox.origin, 'build', body);
      // Here already when the answer is: nothing is waited for in between.
      expect(merchant.heard).toHaveLength(1);
      const [{ id } = { id: '' }] = sandbox.ledger();
      const pressed = performance.now();
      await press(`${sandbox.origin}/pay/${id}/reject`);
      await merchant.until(2);
      expect(performance.now() - pressed).toBeGreaterThanOrEqual(79);
      const states = merchant.said().map((one) => asFields(one)['state']);
      expect(states).toEqual(['paid', 'rejected']);
    });
  });

  it('are planned over /admin too, and a plan without sense is refused in words', async () => {
    await withStage({}, async ({ sandbox, merchant, page }) => {
      const states = { paid: 'Оплачен' };
      const set = await ask(sandbox, { states, processing: 'before', retries_ms: [] });
      expect(await set.json()).toMatchObject({
        plan: { states: { paid: 'Оплачен', rejected: 'rejected' }, times: 1 },
      });
      await press(`${await page()}/paid`);
      await merchant.until(2);
      const said = merchant.said().map((one) => asFields(one)['state']);
      expect(said).toEqual(['processing', 'Оплачен']);
      for (const wrong of [
        { encoding: 'xml' },
        { times: 0 },
        { retries_ms: [-1] },
        { states: { lost: 'x' } },
        { keys: { id: 7 } },
        { processing: true },
        { before_answer: '' },
        { delay_ms: 1.5 },
        { amount_delta_cents: '1' },
        { colour: 'red' },
      ]) {
        const refused = await ask(sandbox, wrong);
        expect(refused.status, JSON.stringify(wrong)).toBe(422);
        expect(JSON.stringify(await refused.json())).toContain(Object.keys(wrong)[0]);
      }
    });
  });
});

describe('callbacks after a restart', () => {
  it('go on where they were', async () => {
    const plan = { retries_ms: [1, 60_000] };
    await withStage({ plan }, async ({ merchant, ledgerFile, page, restart }) => {
      merchant.answerNext(500, 500);
      await press(`${await page()}/paid`);
      await until(async () => (await linesIn(ledgerFile, 'called')).length === 2);
      // A minute ago, as far as the next run knows.
      const text = await readFile(ledgerFile, 'utf8');
      const old = new Date(Date.now() - 60_000).toISOString();
      await writeFile(ledgerFile, text.replaceAll(/("line":"called".*"at":")[^"]+/gu, `$1${old}`));
      await restart();
      await merchant.until(3);
      await until(async () => (await linesIn(ledgerFile, 'called')).length === 3);
      await restart();
      await sleep(40);
      expect(merchant.heard).toHaveLength(3);
      expect(new Set(merchant.heard.map(({ body }) => body)).size).toBe(1);
    });
  });

  it('are not lost where the process ended between a page’s end and the first try', async () => {
    await withStage({}, async ({ merchant, ledgerFile, page, restart }) => {
      const address = await page();
      const at = new Date().toISOString();
      const id = address.split('/').at(-1);
      const ended = { line: 'ended', id, as: 'paid', cents: 150_000, at };
      await appendFile(ledgerFile, `${JSON.stringify(ended)}\n`);
      await restart();
      await merchant.until(1);
      expect(merchant.said()).toMatchObject([{ state: 'paid', amount_cents: 150_000 }]);
      await until(async () => (await linesIn(ledgerFile, 'called')).length === 1);
      await restart();
      await sleep(30);
      expect(merchant.heard).toHaveLength(1);
    });
  });

  it('tell of what expired meanwhile', async () => {
    await withStage({}, async ({ merchant, ledgerFile, page, sandbox, restart }) => {
      await page();
      await sandbox.close();
      const text = await readFile(ledgerFile, 'utf8');
      const past = new Date(Date.now() - 1000).toISOString();
      await writeFile(ledgerFile, text.replaceAll(/("expires_at":")[^"]+/gu, `$1${past}`));
      await restart();
      await merchant.until(1);
      expect(merchant.said()).toMatchObject([{ state: 'expired' }]);
    });
  });

  it('do not keep a sandbox from closing, and were no try', async () => {
    await withStage({}, async ({ sandbox, merchant, ledgerFile, page }) => {
      merchant.answerNext('hang');
      await press(`${await page()}/paid`);
      await merchant.until(1);
      const closing = performance.now();
      await sandbox.close();
      // A try is given up after 10 s.
      expect(performance.now() - closing).toBeLessThan(9000);
      expect(await linesIn(ledgerFile, 'called')).toEqual([]);
    });
  });
});
