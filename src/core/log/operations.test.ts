import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { createRecordOf, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { type OpenedDesk, openedDesk } from '../testing/openedDesk.ts';
import { type Answer, type TestProvider, startTestProvider } from '../testing/provider.ts';
import { createFailingKeychain } from '../testing/keychain.ts';
import { searchOf } from '../testing/searching.ts';

afterAll(removeTemporaryDirs);

const accept: Answer = (call, response) => {
  const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
  response.end(JSON.stringify(createRecordOf(fields)));
};

let dataDir: string;
let provider: TestProvider;
let answer: Answer;
let desk: OpenedDesk;

beforeEach(async () => {
  dataDir = temporaryDir();
  answer = accept;
  provider = await startTestProvider((call, response) => answer(call, response));
  desk = await openedDesk(dataDir, provider.baseUrl);
});
afterEach(async () => {
  await desk.services.close();
  await provider.close();
});

const healths = () =>
  desk.events.flatMap((event) => (event.name === 'health.changed' ? [event.health.state] : []));

async function orderIds(search: ReturnType<typeof searchOf>): Promise<readonly string[]> {
  const found = await desk.client.call('log.search', search);
  return found.ok ? found.value.rows.map(({ orderId }) => orderId) : [found.error.code];
}

describe('a log in order', () => {
  it('says so, verifies, and can be backed up and restored', async () => {
    await desk.issue('A-1');
    await desk.rested('A-1');
    expect(await desk.client.call('log.health', {})).toEqual({ ok: true, value: { state: 'ok' } });
    expect(await desk.client.call('log.heldAnswers', {})).toEqual({ ok: true, value: [] });
    expect(await desk.client.call('log.verify', {})).toMatchObject({
      value: { verdict: 'holds', key: 'present' },
    });
    const backup = await desk.client.call('log.backUp', {});
    if (!backup.ok) throw new Error(backup.error.code);
    await desk.issue('A-2');
    await desk.rested('A-2');
    const search = searchOf();
    expect(await orderIds(search)).toEqual(['A-2', 'A-1']);

    const restored = await desk.client.call('log.restore', { name: backup.value.name });
    expect(restored).toMatchObject({ ok: true, value: { state: 'restored' } });
    expect(healths()).toEqual(['restored']);
    const gone = { searchId: search.searchId, from: 0, count: 1 };
    expect(await desk.client.call('log.rows', gone)).toMatchObject({
      error: { code: 'search_gone' },
    });
    expect(await orderIds(search)).toEqual(['A-1']);
    expect(await desk.issue('A-3')).toMatchObject({ error: { code: 'log_unavailable' } });
    expect(await desk.client.call('log.acknowledgeRestore', {})).toMatchObject({
      value: { state: 'ok' },
    });
    expect(healths()).toEqual(['restored', 'ok']);
    await desk.issue('A-3');
    expect(await desk.rested('A-3')).toMatchObject({ outcome: 'accepted' });
    expect(await orderIds(search)).toEqual(['A-3', 'A-1']);
    const backups = await desk.client.call('log.backups', {});
    expect(backups.ok && backups.value.map(({ name }) => name)).toContain(backup.value.name);
  });

  it('is not restored under requests on their way', async () => {
    const backup = await desk.client.call('log.backUp', {});
    if (!backup.ok) throw new Error(backup.error.code);
    answer = () => undefined;
    await desk.issue('A-1');
    expect(await desk.client.call('log.restore', { name: backup.value.name })).toMatchObject({
      error: { code: 'backup_not_usable' },
    });
  });

  it('needs no keychain, and is only less sure of itself without one', async () => {
    await desk.services.close();
    const none = createFailingKeychain('unavailable');
    desk = await openedDesk(temporaryDir(), provider.baseUrl, none);
    await desk.issue('A-1');
    expect(await desk.rested('A-1')).toMatchObject({ outcome: 'accepted' });
    expect(await desk.client.call('log.verify', {})).toMatchObject({
      value: { verdict: 'holds', key: 'absent' },
    });
    expect(await desk.client.call('log.health', {})).toMatchObject({ value: { state: 'ok' } });
  });
});

describe('a damaged log', () => {
  it('lets the desk open, says what is wrong, keeps the bytes, and issues nothing', async () => {
    await desk.issue('A-1');
    await desk.rested('A-1');
    await desk.services.close();
    const file = join(dataDir, 'log.sqlite');
    const bytes = readFileSync(file);
    bytes.fill(0x5a, 0, 4096);
    writeFileSync(file, bytes);
    desk = await openedDesk(dataDir, provider.baseUrl);
    const health = await desk.client.call('log.health', {});
    expect(health).toMatchObject({ value: { state: 'damaged', newestBackup: {} } });
    expect(await desk.issue('A-2')).toMatchObject({ error: { code: 'not_recorded' } });
    expect(provider.posts()).toHaveLength(1);
    expect(await desk.client.call('log.search', searchOf())).toMatchObject({
      ok: true,
      value: { rows: [], matches: { count: 0 } },
    });
    const kept = readdirSync(dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.includes('log.sqlite'))
      .some((entry) => readFileSync(join(entry.parentPath, entry.name)).equals(bytes));
    expect(kept).toBe(true);
  });
});
