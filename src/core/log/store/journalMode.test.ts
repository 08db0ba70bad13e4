import { cpSync, existsSync } from 'node:fs';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { intent, preparedOf, removeTemporaryDirs, temporaryDir } from '../../testing/builders.ts';
import { UNKNOWN, issueOne } from '../../testing/fillLog.ts';
import { memoryAnchorKey, openTestLog } from '../../testing/log.ts';
import { logPathsOf } from './paths.ts';

const KEY = 'ab'.repeat(32);
/** Real threads and files, on a machine that may be busy with other suites. */
const HOOK_TIMEOUT_MS = 60_000;

afterAll(removeTemporaryDirs);

/** What SQLite's own tools and a backup put in the log's place by hand leave: one file, whose journal mode is not WAL. */
function leaveWal(file: string): void {
  const db = new Database(file);
  expect(db.pragma('journal_mode = DELETE', { simple: true })).toBe('delete');
  db.close();
}

describe('a log in journal mode delete', () => {
  let closed: string;
  /** The -wal of a killed desk, with events in it. */
  let killed: string;
  beforeAll(async () => {
    closed = temporaryDir();
    const log = await openTestLog(closed, { anchorKey: memoryAnchorKey(KEY) });
    await issueOne(log, 'A-1', UNKNOWN);
    killed = temporaryDir();
    cpSync(closed, killed, { recursive: true });
    await log.close();
  }, HOOK_TIMEOUT_MS);

  it('is opened, written in WAL again, and holds', async () => {
    const dataDir = temporaryDir();
    cpSync(closed, dataDir, { recursive: true });
    leaveWal(logPathsOf(dataDir).file);
    const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
    expect(log.health()).toEqual({ state: 'ok' });
    expect(await log.prepare(preparedOf('B-1'))).toMatchObject({ ok: true });
    expect(existsSync(`${logPathsOf(dataDir).file}-wal`)).toBe(true);
    expect(await log.find(intent('A-1'))).toMatchObject({ outcome: 'unknown' });
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
    await log.close();
  });

  it('is not opened over the -wal of the file that it replaced, which would be read into it', async () => {
    const dataDir = temporaryDir();
    cpSync(closed, dataDir, { recursive: true });
    const { file } = logPathsOf(dataDir);
    leaveWal(file);
    cpSync(`${logPathsOf(killed).file}-wal`, `${file}-wal`);
    const log = await openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
    expect(log.health()).toMatchObject({ state: 'damaged', damage: 'missing_wal' });
    expect(JSON.stringify(log.health())).toContain('belongs to another file');
    await log.close();
  });
});
