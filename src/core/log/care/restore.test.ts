import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, expect, it } from 'vitest';

import {
  OPERATOR,
  intent,
  manualClock,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { UNKNOWN, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import { logPathsOf } from '../store/paths.ts';
import { restoreBackup } from './restore.ts';
import type { LogPort } from '../openLog.ts';

afterAll(removeTemporaryDirs);

const clock = manualClock();

/** A log with a request before its backup and one after it. */
async function backedUpLog(dataDir: string): Promise<{ log: LogPort; name: string }> {
  const log = await openTestLog(dataDir, { clock });
  await issueOne(log, 'before', UNKNOWN);
  const backup = await log.backUp();
  if (!backup.ok) throw new Error(backup.error.code);
  await issueOne(log, 'after', UNKNOWN);
  return { log, name: backup.value.name };
}

async function expectUntouched(log: LogPort): Promise<void> {
  expect(log.health()).toEqual({ state: 'ok' });
  expect(await log.find(intent('after'))).toMatchObject({ outcome: 'unknown' });
  expect(await log.history(intent('after'))).not.toBeNull();
  expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
}

it('a log that cannot be set aside whole stays in use', async () => {
  const dataDir = temporaryDir();
  const { log, name } = await backedUpLog(dataDir);
  // A folder in the way of the anchor's copy: the database itself has been moved by then.
  const aside = clock.now().toISOString().replaceAll(/[:.]/gu, '-');
  mkdirSync(join(logPathsOf(dataDir).damaged, aside, 'log.anchor'), { recursive: true });
  expect(await log.restore(name, OPERATOR)).toMatchObject({ error: { code: 'backup_not_usable' } });
  await expectUntouched(log);
  await log.close();
});

it('a log is put back when the copy cannot take its place', async () => {
  const dataDir = temporaryDir();
  const paths = logPathsOf(dataDir);
  const { log, name } = await backedUpLog(dataDir);
  await log.close();
  const at = clock.now().toISOString();
  const restored = restoreBackup({ paths, name, operator: OPERATOR, at, headSeq: 0 }, () => {
    throw new Error('EBUSY: a virus scanner has it open');
  });
  const detail = 'Error: EBUSY: a virus scanner has it open';
  expect(restored).toMatchObject({ error: { code: 'backup_not_usable', detail } });
  expect(readdirSync(paths.damaged)).toEqual([]);
  const again = await openTestLog(dataDir, { clock });
  await expectUntouched(again);
  expect(await again.restore(name, OPERATOR)).toMatchObject({ value: { state: 'restored' } });
  await again.close();
});
