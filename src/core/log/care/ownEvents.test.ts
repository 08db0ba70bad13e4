import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { LogHealth } from '#shared/domain/logHealth.ts';

import {
  OPERATOR,
  intent,
  preparedOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { NOT_SENT, fillLog } from '../../testing/fillLog.ts';
import { memoryAnchorKey, openTestLog } from '../../testing/log.ts';
import { logPathsOf } from '../store/paths.ts';

import type { LogPort } from '../openLog.ts';
const RESTORE_LOG = resolve(import.meta.dirname, '../../../../scripts/restore-log.ts');
const KEY = 'ab'.repeat(32);
/** Real threads and files, on a machine that may be busy with other suites. */
const HOOK_TIMEOUT_MS = 60_000;

afterAll(removeTemporaryDirs);

type Damaged = Extract<LogHealth, { state: 'damaged' }>;
function damaged(log: LogPort): Damaged {
  const health = log.health();
  if (health.state !== 'damaged') throw new Error(`the log is ${health.state}`);
  return health;
}

function open(dataDir: string): Promise<LogPort> {
  return openTestLog(dataDir, { anchorKey: memoryAnchorKey(KEY) });
}

async function settleAll(log: LogPort): Promise<void> {
  for (const { intentId } of await log.inFlight()) await log.settle(intentId, NOT_SENT, null);
}

function headOf(file: string): number {
  const db = new Database(file, { readonly: true });
  const head = Number(db.prepare('SELECT max(seq) FROM event').pluck().get());
  db.close();
  return head;
}

describe('the own events of a damaged log', () => {
  /** A backup with A, the file with A and B, -wal with C: as a killed desk leaves it. */
  let killed: string;
  let backupHead: number;
  let fileHead: number;
  let lastHead: number;

  beforeAll(async () => {
    const dataDir = temporaryDir();
    const { file } = logPathsOf(dataDir);
    const first = await open(dataDir);
    await fillLog(first, 'A');
    await settleAll(first);
    const backup = await first.backUp();
    backupHead = backup.ok ? backup.value.headSeq : 0;
    await fillLog(first, 'B');
    await first.close();
    fileHead = headOf(file);
    const second = await open(dataDir);
    // An idle writer checkpoints -wal, but not past an open read transaction.
    const reader = new Database(file, { readonly: true });
    reader.exec('BEGIN; SELECT count(*) FROM event');
    await fillLog(second, 'C');
    // Answered after the anchor of the last write is there.
    await second.find(intent('C-4'));
    lastHead = headOf(file);
    killed = temporaryDir();
    cpSync(dataDir, killed, { recursive: true });
    reader.close();
    await second.close();
  }, HOOK_TIMEOUT_MS);

  function withoutWal(): string {
    const dataDir = temporaryDir();
    cpSync(killed, dataDir, { recursive: true });
    const { file } = logPathsOf(dataDir);
    rmSync(`${file}-wal`);
    rmSync(`${file}-shm`, { force: true });
    return dataDir;
  }

  it('are offered beside the backup, each with what it lacks, and can be gone on from', async () => {
    const dataDir = withoutWal();
    const log = await open(dataDir);
    const health = damaged(log);
    expect(health).toMatchObject({
      damage: 'missing_wal',
      newestBackup: { headSeq: backupHead },
      missing: { fromSeq: backupHead + 1, toSeq: lastHead },
      own: {
        offer: { kind: 'own', headSeq: fileHead, requests: 8 },
        missing: { fromSeq: fileHead + 1, toSeq: lastHead, sinceAt: health.own?.offer.takenAt },
      },
    });
    await log.close();
    // The same at the next start, and what was set aside is as it was.
    const again = await open(dataDir);
    expect(again.health()).toEqual(health);
    const aside = readFileSync(join(health.setAside ?? '', 'log.sqlite'));
    expect(aside.equals(readFileSync(logPathsOf(killed).file))).toBe(true);

    expect(await again.restore(health.own?.offer.name ?? '', OPERATOR)).toMatchObject({
      value: { state: 'restored', from: { kind: 'own' }, missing: health.own?.missing },
    });
    expect(await again.find(intent('B-1'))).toMatchObject({ outcome: 'accepted' });
    expect(await again.find(intent('B-4'))).toMatchObject({ outcome: 'unknown' });
    expect(await again.find(intent('C-1'))).toBeNull();
    await again.acknowledgeRestore(OPERATOR);
    expect(await again.prepare(preparedOf('N-1'))).toMatchObject({ ok: true });
    expect(await again.verify()).toMatchObject({ value: { verdict: 'holds', key: 'present' } });
    // Answered: there is nothing of it left to go on from.
    await settleAll(again);
    expect(await again.restore('own', OPERATOR)).toMatchObject({
      error: { code: 'backup_not_usable' },
    });
    expect(await again.find(intent('N-1'))).not.toBeNull();
    await again.close();
  });

  it('end before the first one that does not hold', async () => {
    const dataDir = withoutWal();
    const db = new Database(logPathsOf(dataDir).file);
    const edited = fileHead - 4;
    db.exec(`DROP TRIGGER event_is_not_changed; UPDATE event SET at = '' WHERE seq = ${edited}`);
    db.close();
    const log = await open(dataDir);
    expect(damaged(log).own?.offer.headSeq).toBe(edited - 1);
    await log.close();
  });

  it('are those before a page that cannot be read', async () => {
    const dataDir = temporaryDir();
    cpSync(withoutWal(), dataDir, { recursive: true });
    const { file } = logPathsOf(dataDir);
    const page = pageOfLastEvents(file);
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, (page - 1) * 4096);
    closeSync(handle);
    const log = await open(dataDir);
    const { damage, own } = damaged(log);
    expect(damage).toBe('corrupt');
    expect(own?.offer.headSeq).toBeGreaterThan(backupHead);
    expect(own?.offer.headSeq).toBeLessThan(fileHead);
    expect(await log.restore('own', OPERATOR)).toMatchObject({ value: { state: 'restored' } });
    expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
    await log.close();
  });

  /** The leaf of the event table that has the last event. */
  function pageOfLastEvents(file: string): number {
    const db = new Database(file, { readonly: true });
    const page = db
      .prepare(
        "SELECT pageno FROM dbstat WHERE name = 'event' AND pagetype = 'leaf' ORDER BY path DESC LIMIT 1",
      )
      .pluck()
      .get();
    db.close();
    return Number(page);
  }

  it('of a file beside the -wal of another are read without it', async () => {
    const foreign = temporaryDir();
    const other = await open(foreign);
    await fillLog(other, 'X');
    const dataDir = withoutWal();
    const { file } = logPathsOf(dataDir);
    const db = new Database(file);
    db.pragma('journal_mode = DELETE');
    db.close();
    cpSync(`${logPathsOf(foreign).file}-wal`, `${file}-wal`);
    await other.close();
    const log = await open(dataDir);
    expect(damaged(log).own?.offer.headSeq).toBe(fileHead);
    await log.close();
  });

  it('of another desk are not offered, nor those that a backup has', async () => {
    const foreign = temporaryDir();
    const other = await open(foreign);
    await fillLog(other, 'X');
    await other.close();
    const dataDir = withoutWal();
    cpSync(logPathsOf(foreign).file, logPathsOf(dataDir).file);
    const log = await open(dataDir);
    expect(damaged(log)).toMatchObject({ damage: 'missing_wal', newestBackup: {} });
    expect(damaged(log).own).toBeUndefined();
    await log.close();
  });

  it('are listed and restored by restore-log', () => {
    const dataDir = withoutWal();
    const run = (...flags: readonly string[]) =>
      spawnSync(process.execPath, [RESTORE_LOG, '--data-dir', dataDir, ...flags], {
        encoding: 'utf8',
      }).stdout;
    const listed = run('--list');
    expect(listed).toMatch(new RegExp(`^own .*lacks events ${fileHead + 1} to ${lastHead}`, 'mu'));
    expect(listed).toMatch(new RegExp(`lacks events ${backupHead + 1} to ${lastHead}`, 'u'));
    const restored = run();
    expect(restored).toContain('restored own');
    expect(restored).toContain(`missing: events ${fileHead + 1} to ${lastHead}`);
    expect(headOf(logPathsOf(dataDir).file)).toBeGreaterThan(fileHead);
  });
});
