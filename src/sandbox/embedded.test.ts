import { once } from 'node:events';
import { chmod, mkdir, readFile, readdir, rmdir, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { type EmbeddedSandbox, openEmbeddedSandbox } from './embedded.ts';
import { press } from './testing/page.ts';
import { startMerchant } from './testing/merchant.ts';
import { type Place, createBody, makePlace, post, sign, textOf } from './testing/support.ts';

let place: Place;
let said: string[];

beforeEach(async () => {
  place = await makePlace();
  said = [];
});
afterEach(() => place.remove());

const open = (): Promise<EmbeddedSandbox> =>
  openEmbeddedSandbox(place.folder, undefined, (line) => {
    said.push(line);
  });

async function start(): Promise<EmbeddedSandbox> {
  const sandbox = await open();
  await sandbox.start();
  return sandbox;
}

function issue(sandbox: EmbeddedSandbox, order_id: string) {
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
    await sandbox.arm('E-5', 'refused');
    await sandbox.arm('E-6', 'refused');
    await sandbox.arm('E-6', 'plain');
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

  it('listens from its first use on, once for all who ask, and at one address', async () => {
    const sandbox = await open();
    await expect(fetch(sandbox.baseUrl)).rejects.toThrow();
    await Promise.all([sandbox.start(), sandbox.start(), sandbox.arm('E-7', 'refused')]);
    expect((await issue(sandbox, 'E-7')).status).toBe(422);
    await sandbox.start();
    expect((await issue(sandbox, 'E-8')).status).toBe(200);
    await sandbox.close();
    await expect(sandbox.start()).rejects.toThrow('closed');
    await expect(fetch(sandbox.baseUrl)).rejects.toThrow();
  });

  it('has the account’s address that it was given before it started', async () => {
    const merchant = await startMerchant();
    const sandbox = await open();
    sandbox.setAccountUrl(`${merchant.origin}/callbacks/early`);
    await sandbox.start();
    const { body } = await issue(sandbox, 'E-10');
    await press(`${sandbox.baseUrl}/pay/${textOf(body['id'])}/paid`);
    await merchant.until(1);
    expect(merchant.heard).toMatchObject([{ url: '/callbacks/early' }]);
    await sandbox.close();
    await merchant.close();
  });

  it('closes where it was never started, and where it is starting', async () => {
    await (await open()).close();
    const starting = await open();
    const started = starting.start();
    await starting.close();
    await started;
    await expect(fetch(starting.baseUrl)).rejects.toThrow();
  });

  it('starts with the next call where its port was taken in the meantime', async () => {
    const sandbox = await open();
    const release = await holdPort(Number(new URL(sandbox.baseUrl).port));
    await expect(sandbox.start()).rejects.toThrow('EADDRINUSE');
    await release();
    await sandbox.start();
    expect((await issue(sandbox, 'E-11')).status).toBe(200);
    await sandbox.close();
  });

  it('starts with the next call where its ledger could not be opened', async () => {
    const sandbox = await open();
    const ledger = join(place.folder, 'sandbox', 'ledger.jsonl');
    await mkdir(ledger);
    await expect(sandbox.start()).rejects.toThrow('EISDIR');
    await rmdir(ledger);
    await sandbox.start();
    expect((await issue(sandbox, 'E-13')).status).toBe(200);
    await sandbox.close();
  });

  // Windows keeps no such modes.
  it.runIf(process.platform !== 'win32')(
    'is the operator’s alone, whatever its folder was before',
    async () => {
      const folder = join(place.folder, 'sandbox');
      const modeOf = async (file: string): Promise<string> =>
        ((await stat(file)).mode % 0o1000).toString(8);
      await mkdir(folder);
      await chmod(folder, 0o755);
      for (const file of ['ledger.jsonl', 'ledger.jsonl.torn', 'merchant.json.new']) {
        await writeFile(join(folder, file), file.endsWith('jsonl') ? '{"torn' : '');
        await chmod(join(folder, file), 0o644);
      }
      for (const _ of ['first', 'second']) {
        const sandbox = await start();
        await issue(sandbox, 'E-12');
        await sandbox.close();
        const files = (await readdir(folder)).toSorted();
        expect(files).toEqual(['ledger.jsonl', 'ledger.jsonl.torn', 'merchant.json', 'port.json']);
        expect(await modeOf(folder)).toBe('700');
        for (const file of files)
          expect([file, await modeOf(join(folder, file))]).toEqual([file, '600']);
      }
    },
  );
});
