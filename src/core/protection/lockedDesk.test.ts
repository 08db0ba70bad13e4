import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { Vault } from '../ports.ts';
import { createRecordOf, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createFailingKeychain, createTestKeychain } from '../testing/keychain.ts';
import { LOG_WORKER } from '../testing/log.ts';
import { type OpenedDesk, openedDesk } from '../testing/openedDesk.ts';
import { type TestProvider, startTestProvider } from '../testing/provider.ts';
import { searchOf } from '../testing/searching.ts';
import { readKeyFile } from './keyFile.ts';
import { useKeyRing } from './keyRing.ts';
import { newKey, protectWith } from './protection.ts';

afterAll(removeTemporaryDirs);

let dataDir: string;
let provider: TestProvider;
let code: string;
let desk: OpenedDesk | null;
let nowMs: number;
const first = createTestKeychain();

/** One request in a protected log; then the key is forgotten, as with the end of the process. */
beforeEach(async () => {
  dataDir = temporaryDir();
  nowMs = 0;
  desk = null;
  provider = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    response.end(JSON.stringify(createRecordOf(fields)));
  });
  const fresh = newKey();
  code = fresh.code;
  await protectWith({ dataDir, keychain: first }, fresh, null, () => undefined);
  useKeyRing(dataDir, null);
  const before = await openedDesk(dataDir, provider.baseUrl, first);
  await before.issue('KEPT-1');
  await before.rested('KEPT-1');
  await before.services.close();
  useKeyRing(dataDir, null);
});
afterEach(async () => {
  await desk?.services.close();
  useKeyRing(dataDir, null);
  await provider.close();
});

async function start(keychain: Vault): Promise<OpenedDesk> {
  const clock = { monotonicMs: () => nowMs };
  desk = await openedDesk(
    dataDir,
    provider.baseUrl,
    keychain,
    () => [],
    LOG_WORKER,
    undefined,
    clock,
  );
  return desk;
}

const unlock = ({ client }: OpenedDesk, typed: string | null) =>
  client.call('protection.unlock', { code: typed });
const FOUND = { value: { rows: [{ orderId: 'KEPT-1' }] } };

describe('a desk whose keychain has lost the key of its log', () => {
  it('opens with the Log code, goes on, and keeps the key for the next start', async () => {
    const keychain = createTestKeychain();
    const opened = await start(keychain);
    expect(await unlock(opened, code.toLowerCase())).toEqual({ ok: true, value: { isKept: true } });
    expect(await opened.client.call('log.search', searchOf())).toMatchObject(FOUND);
    expect(await opened.client.call('log.verify', {})).toMatchObject({
      value: { verdict: 'holds' },
    });
    // Hosts and pages that listened to the locked desk hear the open one.
    expect(opened.events.map(({ name }) => name)).toContain('health.changed');
    await opened.issue('KEPT-2');
    await opened.rested('KEPT-2');
    expect(await unlock(opened, code)).toMatchObject({ error: { code: 'log_open' } });

    await opened.services.close();
    useKeyRing(dataDir, null);
    const again = await start(keychain);
    expect(await again.client.call('log.health', {})).toMatchObject({ value: { state: 'ok' } });
  });

  it('opens where there is no keychain, and says that the key is not kept', async () => {
    const opened = await start(createFailingKeychain('unavailable'));
    expect(await unlock(opened, code)).toEqual({ ok: true, value: { isKept: false } });
    expect(await opened.client.call('log.search', searchOf())).toMatchObject(FOUND);
  });

  it('tells a mistyped code from another one, and slows down guessing', async () => {
    const opened = await start(createTestKeychain());
    const mistyped = code.replace(/^./u, (one) => (one === '0' ? '1' : '0'));
    for (let tries = 0; tries < 4; tries += 1) {
      expect(await unlock(opened, mistyped)).toMatchObject({ error: { code: 'code_mistyped' } });
    }
    for (let tries = 0; tries < 3; tries += 1) {
      expect(await unlock(opened, newKey().code)).toMatchObject({
        error: { code: 'log_code_wrong' },
      });
    }
    expect(await unlock(opened, code)).toMatchObject({ error: { code: 'pin_wait', detail: '30' } });
    nowMs += 30_000;
    expect(await unlock(opened, code)).toMatchObject({ ok: true });
  });

  it('asks the keychain again where it has the key by now', async () => {
    const lost = createTestKeychain();
    const opened = await start(lost);
    expect(await unlock(opened, null)).toMatchObject({ error: { code: 'log_locked' } });
    const account = `log-key-${readKeyFile(dataDir)?.byCode.id}`;
    const kept = await first.read(account);
    await lost.write(account, z.object({ value: z.string() }).parse(kept).value);
    expect(await unlock(opened, null)).toEqual({ ok: true, value: { isKept: true } });
    expect(await opened.client.call('log.search', searchOf())).toMatchObject(FOUND);
  });

  it('opens once where two pages type the code at the same time', async () => {
    const opened = await start(createTestKeychain());
    const replies = await Promise.all([unlock(opened, code), unlock(opened, code)]);
    expect(replies[0]).toMatchObject({ ok: true });
    expect(replies[1]).toMatchObject({ error: { code: 'log_open' } });
  });

  it('closes while it is locked', async () => {
    const { services } = await start(createTestKeychain());
    await services.close();
    const reply = await unlock({ ...(await start(createTestKeychain())) }, code);
    expect(reply).toMatchObject({ ok: true });
  });
});
