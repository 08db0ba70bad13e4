import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { DRAFT_FIELDS } from '#shared/domain/draft.ts';

import type { Vault } from '../ports.ts';
import { createRecordOf, intent, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createFailingKeychain, createTestKeychain } from '../testing/keychain.ts';
import { SANDBOX, openedDesk } from '../testing/openedDesk.ts';
import { type TestProvider, startTestProvider } from '../testing/provider.ts';
import { searchOf } from '../testing/searching.ts';
import { useKeyRing } from './keyRing.ts';
import { newKey, protectWith, protectionState } from './protection.ts';
import { filesBelow } from './testing/protectedDir.ts';

afterAll(removeTemporaryDirs);

const CUSTOMER = 'cust-CANARY-1';
const TYPED = 'Rotkehlchen Typed';

let dataDir: string;
let keychain: Vault;
let provider: TestProvider;
beforeEach(async () => {
  dataDir = temporaryDir();
  keychain = createTestKeychain();
  provider = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    response.end(JSON.stringify(createRecordOf(fields)));
  });
});
afterEach(async () => {
  useKeyRing(dataDir, null);
  await provider.close();
});

const form = { pageId: randomUUID(), profileId: SANDBOX, flow: 'create' as const };
const texts = Object.fromEntries(DRAFT_FIELDS.map((field) => [field, '']));
const draft = {
  intentId: intent('draft'),
  texts: z.record(z.enum(DRAFT_FIELDS), z.string()).parse({ ...texts, customer: TYPED }),
  orderIsAuto: false,
  filledIn: { callback_url: '', success_url: '', reject_url: '' },
};

const filesWith = (text: string): readonly string[] =>
  filesBelow(dataDir).filter((file) => readFileSync(file).includes(text));

async function workADay(): Promise<void> {
  const desk = await openedDesk(dataDir, provider.baseUrl, keychain);
  await desk.issue('CANARY-1');
  await desk.rested('CANARY-1');
  await desk.client.call('draft.keep', { ...form, draft });
  expect(await desk.client.call('log.backUp', {})).toMatchObject({ ok: true });
  expect(await desk.client.call('log.search', searchOf())).toMatchObject({
    value: { rows: [{ orderId: 'CANARY-1' }] },
  });
  await desk.services.close();
}

describe('a desk that is protected', () => {
  it('writes nothing readable from its first start on, and finds all of it again', async () => {
    await protectWith({ dataDir, keychain }, newKey(), null, () => undefined);
    await workADay();
    expect([...filesWith(CUSTOMER), ...filesWith(TYPED)]).toStrictEqual([]);
    useKeyRing(dataDir, null);
    const desk = await openedDesk(dataDir, provider.baseUrl, keychain);
    expect(await desk.client.call('log.verify', {})).toMatchObject({ value: { verdict: 'holds' } });
    const other = { ...form, pageId: randomUUID() };
    expect(await desk.client.call('draft.adopt', other)).toMatchObject({ value: draft });
    await desk.services.close();
  });

  it('goes on at its start with a switch that was interrupted', async () => {
    await workADay();
    expect(filesWith(CUSTOMER).length).toBeGreaterThan(2);
    expect(filesWith(TYPED)).toHaveLength(1);
    const kill = (): never => {
      throw new Error('killed');
    };
    await expect(protectWith({ dataDir, keychain }, newKey(), null, kill)).rejects.toThrow(
      'killed',
    );
    expect(protectionState(dataDir)).toStrictEqual({ state: 'on', isSwitching: true });
    useKeyRing(dataDir, null);
    const desk = await openedDesk(dataDir, provider.baseUrl, keychain);
    expect([...filesWith(CUSTOMER), ...filesWith(TYPED)]).toStrictEqual([]);
    expect(await desk.client.call('log.health', {})).toMatchObject({ value: { state: 'ok' } });
    await desk.services.close();
    expect(protectionState(dataDir)).toStrictEqual({ state: 'on', isSwitching: false });
  });

  it('is locked without its key: it answers nothing but the Log code, and changes nothing', async () => {
    const fresh = newKey();
    await protectWith({ dataDir, keychain }, fresh, null, () => undefined);
    await workADay();
    useKeyRing(dataDir, null);
    const before = readFileSync(join(dataDir, 'drafts.json'));
    const without = [createTestKeychain(), createFailingKeychain('locked')];
    for (const one of without) {
      const { client, services } = await openedDesk(dataDir, provider.baseUrl, one);
      const locked = { ok: false, error: { code: 'log_locked' } };
      expect(await client.call('log.search', searchOf())).toMatchObject(locked);
      expect(await client.call('app.info', {})).toMatchObject(locked);
      expect(await client.call('people.session', {})).toMatchObject(locked);
      expect(await client.call('settings.get', {})).toMatchObject({ ok: true });
      await services.close();
    }
    expect(readFileSync(join(dataDir, 'drafts.json'))).toStrictEqual(before);
  });

  it('does not start without its key and without log.key: no code opens it', async () => {
    await protectWith({ dataDir, keychain }, newKey(), null, () => undefined);
    await workADay();
    useKeyRing(dataDir, null);
    rmSync(join(dataDir, 'log.key'));
    const opening = openedDesk(dataDir, provider.baseUrl, createTestKeychain());
    await expect(opening).rejects.toThrow(/log\.key is missing/u);
  });
});
