import { copyFileSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { LogHealth } from '#shared/domain/logHealth.ts';

import {
  OPERATOR,
  intent,
  preparedOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { NOT_SENT, SENT, UNKNOWN, issueOne } from '../../testing/fillLog.ts';
import { memoryAnchorKey, openTestLog } from '../../testing/log.ts';
import { rememberPlace } from './filePlace.ts';
import { logPathsOf } from '../store/paths.ts';

import type { LogPort } from '../openLog.ts';
const KEY = 'ab'.repeat(32);

afterAll(removeTemporaryDirs);

/** Windows refuses to move or delete a file that SQLite has open. */
describe.skipIf(process.platform === 'win32')('a log that is open', () => {
  let dataDir: string;
  let file: string;
  let log: LogPort;
  let told: LogHealth[];
  beforeEach(async () => {
    dataDir = temporaryDir();
    ({ file } = logPathsOf(dataDir));
    told = [];
    log = await openTestLog(dataDir, {
      anchorKey: memoryAnchorKey(KEY),
      onHealth: (health) => told.push(health),
    });
    await issueOne(log, 'A-1', UNKNOWN);
    await log.prepare(preparedOf('A-2'));
    await log.markSending(intent('A-2'), SENT);
  });
  afterEach(() => log.close());

  const MOVED = { state: 'damaged', damage: 'moved', setAside: null };
  async function expectRefused(detail: string): Promise<void> {
    const refused = await log.prepare(preparedOf('B-1'));
    expect(refused).toMatchObject({ error: { code: 'not_recorded' } });
    expect(JSON.stringify(refused)).toContain(detail);
  }
  async function expectStopped(detail: string): Promise<void> {
    await expectRefused(detail);
    expect(log.health()).toMatchObject(MOVED);
    expect(told).toMatchObject([MOVED]);
    // The outcome of a request sent before is held, and not written into the moved file.
    expect(await log.settle(intent('A-2'), NOT_SENT, null)).toMatchObject({
      error: { code: 'not_recorded' },
    });
    expect(await log.find(intent('A-1'))).toMatchObject({ outcome: 'unknown' });
  }

  it('and is moved takes no request; moved back it goes on by itself, with all it had', async () => {
    renameSync(file, `${file}.elsewhere`);
    await expectStopped('log.sqlite is no longer there');
    renameSync(`${file}.elsewhere`, file);
    await vi.waitFor(() => expect(log.health()).toEqual({ state: 'ok' }), 60_000);
    expect(await log.settle(intent('A-2'), NOT_SENT, null)).toMatchObject({ ok: true });
    expect(await log.prepare(preparedOf('B-1'))).toMatchObject({ ok: true });
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
  });

  it('and is deleted takes no request, and the next start offers its backup', async () => {
    const backup = await log.backUp();
    for (const name of readdirSync(dataDir)) {
      if (name.startsWith('log.sqlite')) rmSync(join(dataDir, name));
    }
    await expectStopped('log.sqlite is no longer there');
    await log.close();
    log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
    expect(log.health()).toMatchObject({
      damage: 'missing',
      newestBackup: { name: backup.ok ? backup.value.name : '' },
      missing: null,
    });
  });

  it('and is replaced takes no request, and can be restored', async () => {
    await log.settle(intent('A-2'), NOT_SENT, null);
    const backup = await log.backUp();
    copyFileSync(file, `${file}.copy`);
    renameSync(`${file}.copy`, file);
    await expectRefused('another file has taken the place');
    expect(await log.restore(backup.ok ? backup.value.name : '', OPERATOR)).toMatchObject({
      value: { state: 'restored' },
    });
    expect(await log.acknowledgeRestore(OPERATOR)).toMatchObject({ value: { state: 'ok' } });
    expect(await log.prepare(preparedOf('B-1'))).toMatchObject({ ok: true });
  });

  it('and whose -wal is deleted takes no request', async () => {
    rmSync(`${file}-wal`);
    await expectStopped('log.sqlite-wal is no longer there');
  });

  it('is known on Windows only by whether there is a file', () => {
    const paths = logPathsOf(temporaryDir());
    copyFileSync(file, paths.file);
    const place = rememberPlace(paths, 'win32');
    copyFileSync(file, `${paths.file}.copy`);
    renameSync(`${paths.file}.copy`, paths.file);
    expect(place.fault()).toBeNull();
    rmSync(paths.file);
    expect(place.fault()).toContain('is no longer there');
  });
});
