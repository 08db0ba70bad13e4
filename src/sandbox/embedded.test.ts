import { once } from 'node:events';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type StartedSandbox, startEmbeddedSandbox } from './embedded.ts';
import { press } from './page/testPage.ts';
import { startMerchant } from './testMerchant.ts';
import { type Place, createBody, makePlace, post, sign, textOf } from './testSupport.ts';

let place: Place;
let said: string[];

beforeEach(async () => {
  place = await makePlace();
  said = [];
});
afterEach(() => place.remove());

const start = (): Promise<StartedSandbox> =>
  startEmbeddedSandbox(place.folder, (line) => {
    said.push(line);
  });

function issue(sandbox: StartedSandbox, order_id: string) {
  const body = createBody({ order_id, merchant: sandbox.merchant });
  return post(sandbox.baseUrl, 'create', body, { 'X-Signature': sign(body, sandbox.secret) });
}

async function holdPort(port: number): Promise<() => Promise<void>> {
  const server = createServer();
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return async () => {
    server.close();
    await once(server, 'close');
  };
}

describe('the embedded sandbox', () => {
  it('keeps port and merchant per data directory; its secret is new and nowhere on disk', async () => {
    const first = await start();
    const answer = await issue(first, 'E-1');
    expect(answer.status).toBe(200);
    await first.close();

    const second = await start();
    expect(second.baseUrl).toBe(first.baseUrl);
    expect(second.merchant).toBe(first.merchant);
    expect(second.secret).not.toBe(first.secret);
    const bill = await fetch(textOf(answer.body['payment_bill_url']));
    expect(bill.status).toBe(200);
    // Signed with yesterday's secret.
    const body = createBody({ order_id: 'E-2', merchant: second.merchant });
    const stale = await post(second.baseUrl, 'create', body, {
      'X-Signature': sign(body, first.secret),
    });
    expect(stale.status).toBe(401);
    await second.close();

    const folder = join(place.folder, 'sandbox');
    const files = await readdir(folder);
    const texts = await Promise.all(files.map((file) => readFile(join(folder, file), 'utf8')));
    for (const secret of [first.secret, second.secret])
      expect(texts.join('')).not.toContain(secret);
    expect(said).toEqual([]);
  });

  it('calls back by itself, to the address that the desk gave it', async () => {
    const merchant = await startMerchant();
    const sandbox = await start();
    sandbox.setAccountUrl(`${merchant.origin}/callbacks/path`);
    const { body } = await issue(sandbox, 'E-9');
    await press(`${sandbox.baseUrl}/pay/${textOf(body['id'])}/paid`);
    await merchant.until(1);
    expect(merchant.heard).toMatchObject([{ method: 'POST', url: '/callbacks/path' }]);
    expect(merchant.said()).toMatchObject([{ state: 'paid', amount_cents: 150_000 }]);
    await sandbox.close();
    await merchant.close();
  });

  it('does what it was armed to do with one order, once', async () => {
    const sandbox = await start();
    sandbox.arm('E-5', 'refused');
    sandbox.arm('E-6', 'refused');
    sandbox.arm('E-6', 'plain');
    expect((await issue(sandbox, 'E-5')).status).toBe(422);
    expect((await issue(sandbox, 'E-5')).status).toBe(200);
    expect((await issue(sandbox, 'E-6')).status).toBe(200);
    await sandbox.close();
  });

  it('takes another port for one run when its own is taken, says so, and comes back', async () => {
    const first = await start();
    const port = Number(new URL(first.baseUrl).port);
    await first.close();
    const release = await holdPort(port);
    const second = await start();
    expect(second.baseUrl).not.toBe(first.baseUrl);
    expect(said.join()).toContain(`Port ${port} of the sandbox provider is taken`);
    expect((await issue(second, 'E-3')).status).toBe(200);
    await second.close();
    await release();
    const third = await start();
    expect(third.baseUrl).toBe(first.baseUrl);
    await third.close();
  });

  it.each(['', '{', 'null', '{"port":80}', '{"port":"20001"}'])(
    'chooses anew where its memory is unreadable: %j',
    async (text) => {
      const first = await start();
      await first.close();
      await writeFile(join(place.folder, 'sandbox', 'port.json'), text);
      const second = await start();
      expect(Number(new URL(second.baseUrl).port)).toBeGreaterThanOrEqual(20_000);
      expect(second.merchant).toBe(first.merchant);
      await second.close();
    },
  );
});
