import { randomUUID } from 'node:crypto';

import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';

import type { ExportState } from '#shared/domain/logExport.ts';

import { logPathsOf } from '../store/paths.ts';
import {
  createRecordOf,
  intent,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { createFailingKeychain } from '../../testing/keychain.ts';
import { type OpenedDesk, openedDesk } from '../../testing/openedDesk.ts';
import { type TestProvider, startTestProvider } from '../../testing/provider.ts';
import { queryOf, searchOf } from '../../testing/searching.ts';
import { waitUntil } from '../../testing/waitUntil.ts';

afterAll(removeTemporaryDirs);

let dataDir: string;
let provider: TestProvider;
let desk: OpenedDesk;

beforeEach(async () => {
  provider = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    response.end(JSON.stringify(createRecordOf(fields)));
  });
  dataDir = temporaryDir();
  desk = await openedDesk(dataDir, provider.baseUrl);
});
afterEach(async () => {
  await desk.services.close();
  await provider.close();
});

async function issued(name: string): Promise<void> {
  await desk.issue(name);
  await desk.rested(name);
}

async function backedUp(): Promise<string> {
  const backup = await desk.client.call('log.backUp', {});
  if (!backup.ok) throw new Error(backup.error.code);
  return backup.value.name;
}

const historyOf = (name: string) => desk.client.call('log.history', { intentId: intent(name) });

async function exported(): Promise<ExportState['state']> {
  const exportId = randomUUID();
  const order = { format: 'csv', delimiter: 'comma', requisites: 'masked' } as const;
  await desk.client.call('export.start', { exportId, query: queryOf(), ...order });
  return waitUntil(() => {
    const last = desk.events.findLast(
      (event) => event.name === 'export.changed' && event.export.exportId === exportId,
    );
    if (last?.name !== 'export.changed' || last.export.state === 'running') return null;
    return last.export.state;
  });
}

it('screens that read during a restore are answered from the log that was put in place', async () => {
  await issued('A-1');
  const name = await backedUp();
  await issued('A-2');
  expect(await historyOf('A-2')).toMatchObject({ ok: true });

  // A write that waits for another program's lock keeps the restore waiting, and with it the old file in place.
  const other = new Database(logPathsOf(dataDir).file);
  other.exec('BEGIN IMMEDIATE');
  const blocked = desk.client.call('request.flag', { intentId: intent('A-1'), flagged: true });
  const progress = { isRestored: false };
  const restoring = desk.client.call('log.restore', { name }).finally(() => {
    progress.isRestored = true;
  });
  const long = [desk.client.call('log.verify', {}), desk.client.call('log.search', searchOf())];
  const answers: unknown[] = [];
  while (!progress.isRestored) answers.push(await historyOf('A-1'));
  answers.push(...(await Promise.all(long)));
  expect(await blocked).toMatchObject({ error: { code: 'not_recorded' } });
  other.close();
  expect(await restoring).toMatchObject({ ok: true, value: { state: 'restored' } });
  for (const answer of answers) expect(answer).toMatchObject({ ok: true });

  expect(await historyOf('A-2')).toMatchObject({ error: { code: 'request_not_found' } });
  await desk.client.call('log.acknowledgeRestore', {});
  await issued('A-3');
  expect(await historyOf('A-3')).toMatchObject({ value: { request: { outcome: 'accepted' } } });
});

it('an export is written after a restore as before it, whether or not the restore succeeded', async () => {
  await issued('A-1');
  const name = await backedUp();
  expect(await desk.client.call('log.restore', { name: 'none' })).toMatchObject({
    error: { code: 'backup_not_usable' },
  });
  expect(await exported()).toBe('done');
  const restoring = desk.client.call('log.restore', { name });
  const meanwhile = exported();
  expect(await restoring).toMatchObject({ ok: true });
  expect(await meanwhile).toBe('done');
  expect(await exported()).toBe('done');
});

it('a backup that is not there leaves a log without events open', async () => {
  await desk.services.close();
  // Without a keychain not even the first key is an event.
  const none = createFailingKeychain('unavailable');
  desk = await openedDesk(temporaryDir(), provider.baseUrl, none);
  expect(await desk.client.call('log.restore', { name: 'none' })).toMatchObject({
    error: { code: 'backup_not_usable' },
  });
  expect(await desk.client.call('log.health', {})).toMatchObject({ value: { state: 'ok' } });
  await issued('A-1');
  expect(await historyOf('A-1')).toMatchObject({ ok: true });
});
