import { readdirSync } from 'node:fs';

import { afterAll, expect, it } from 'vitest';

import { OPERATOR, intent, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { UNKNOWN, issueOne } from '../../testing/fillLog.ts';
import { memoryAnchorKey, openTestLog } from '../../testing/log.ts';
import { logPathsOf } from '../store/paths.ts';

import type { LogPort } from '../openLog.ts';
const KEY = 'ab'.repeat(32);

afterAll(removeTemporaryDirs);

async function backedUpLog(dataDir: string): Promise<{ log: LogPort; name: string }> {
  const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
  await issueOne(log, 'before', UNKNOWN);
  const backup = await log.backUp();
  if (!backup.ok) throw new Error(backup.error.code);
  await issueOne(log, 'after', UNKNOWN);
  return { log, name: backup.value.name };
}

async function expectRestored(dataDir: string, restores: number): Promise<void> {
  const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
  expect(log.health()).toMatchObject({ state: 'restored' });
  expect(await log.find(intent('before'))).not.toBeNull();
  expect(await log.find(intent('after'))).toBeNull();
  const report = await log.verify();
  expect(report).toMatchObject({ value: { verdict: 'holds', anchorMissing: null } });
  expect(report.ok && report.value.restores.length).toBe(restores);
  await log.close();
}

it('two restores asked for at once leave a log that holds, and nothing overwritten', async () => {
  const dataDir = temporaryDir();
  const { log, name } = await backedUpLog(dataDir);
  const both = await Promise.all([log.restore(name, OPERATOR), log.restore(name, OPERATOR)]);
  expect(both).toMatchObject([{ ok: true }, { ok: true }]);
  expect(await log.history(intent('after'))).toBeNull();
  await log.close();
  expect(readdirSync(logPathsOf(dataDir).damaged)).toHaveLength(2);
  await expectRestored(dataDir, 1);
});

it('a desk closed during a restore ends it first', async () => {
  const dataDir = temporaryDir();
  const { log, name } = await backedUpLog(dataDir);
  const restoring = log.restore(name, OPERATOR);
  const reading = log.history(intent('before'));
  await log.close();
  expect(await restoring).toMatchObject({ ok: true });
  await reading;
  await expectRestored(dataDir, 1);
});
