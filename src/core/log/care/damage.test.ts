import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  rmSync,
  rmdirSync,
  statSync,
  truncateSync,
  writeSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  OPERATOR,
  intent,
  preparedOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { NOT_SENT, SENT, fillLog } from '../../testing/fillLog.ts';
import { EVERYTHING, openTestLog } from '../../testing/log.ts';
import { nextOrderId, numberingOf } from '../../testing/numbering.ts';
import { damageOf } from './damage.ts';
import { logPathsOf } from '../store/paths.ts';
import { addPacking } from '../../testing/rewriteLog.ts';
import type { LogPort } from '../openLog.ts';

const VERIFY_LOG = resolve(import.meta.dirname, '../../../../scripts/verify-log.ts');
const NOBODY = 65_534;

async function settleAll(log: LogPort): Promise<void> {
  for (const { intentId } of await log.inFlight()) await log.settle(intentId, NOT_SENT, null);
}

function bytesOf(file: string): Buffer | null {
  return existsSync(file) ? readFileSync(file) : null;
}

/** Real threads and files, on a machine that may be busy with other suites. */
const HOOK_TIMEOUT_MS = 60_000;

afterAll(removeTemporaryDirs);

describe('a damaged log', () => {
  /** With a backup, events after it, and -wal not yet folded in: as a killed desk leaves it. */
  let killed: string;
  /** The same, closed in order. */
  let closed: string;
  let backupHead: number;

  beforeAll(async () => {
    const dataDir = temporaryDir();
    const log = await openTestLog(dataDir);
    await fillLog(log, 'A');
    await settleAll(log);
    const backup = await log.backUp();
    backupHead = backup.ok ? backup.value.headSeq : 0;
    // An idle writer checkpoints -wal, but not past an open read transaction.
    const reader = new Database(logPathsOf(dataDir).file, { readonly: true });
    reader.exec('BEGIN; SELECT count(*) FROM event');
    await fillLog(log, 'B');
    killed = temporaryDir();
    cpSync(dataDir, killed, { recursive: true });
    reader.close();
    await log.close();
    closed = dataDir;
  }, HOOK_TIMEOUT_MS);

  function copyOf(source: string): string {
    const dataDir = temporaryDir();
    cpSync(source, dataDir, { recursive: true });
    return dataDir;
  }

  type Case = {
    readonly name: string;
    readonly from: 'killed' | 'closed';
    readonly damage: string;
    readonly hurt: (file: string) => void;
  };
  const SET_ASIDE: readonly Case[] = [
    {
      name: 'corrupt in the middle',
      from: 'closed',
      damage: 'corrupt',
      hurt(file) {
        const handle = openSync(file, 'r+');
        const size = statSync(file).size;
        for (let at = 8192; at < size; at += 4096)
          writeSync(handle, Buffer.alloc(2048, 0x5a), 0, 2048, at);
        closeSync(handle);
      },
    },
    {
      name: 'corrupt at its beginning',
      from: 'closed',
      damage: 'corrupt',
      hurt(file) {
        const handle = openSync(file, 'r+');
        writeSync(handle, Buffer.alloc(64, 0x5a), 0, 64, 0);
        closeSync(handle);
      },
    },
    {
      name: 'truncated',
      from: 'closed',
      damage: 'truncated',
      hurt: (file) => truncateSync(file, Math.floor(statSync(file).size / 2)),
    },
    {
      name: 'of zero length',
      from: 'closed',
      damage: 'zero_length',
      hurt: (file) => truncateSync(file, 0),
    },
    {
      name: 'without its -wal',
      from: 'killed',
      damage: 'missing_wal',
      hurt(file) {
        rmSync(`${file}-wal`);
        rmSync(`${file}-shm`);
      },
    },
    {
      name: 'with a cut -wal',
      from: 'killed',
      damage: 'truncated',
      hurt: (file) => truncateSync(`${file}-wal`, 40_000),
    },
    {
      name: 'that is another database',
      from: 'closed',
      damage: 'not_a_log',
      hurt(file) {
        rmSync(file);
        const db = new Database(file);
        db.exec('CREATE TABLE customer (id INTEGER)');
        db.close();
      },
    },
  ];

  it.each(SET_ASIDE)(
    '$name is named, set aside byte for byte, and a backup is offered',
    async ({ from, damage, hurt }) => {
      const dataDir = copyOf(from === 'killed' ? killed : closed);
      const { file } = logPathsOf(dataDir);
      hurt(file);
      const before = bytesOf(file);
      const walBefore = bytesOf(`${file}-wal`);

      const log = await openTestLog(dataDir);
      const health = log.health();
      expect(health).toMatchObject({ state: 'damaged', damage });
      if (health.state !== 'damaged') return;
      expect(health.newestBackup?.headSeq).toBe(backupHead);
      expect(health.missing?.fromSeq).toBe(backupHead + 1);
      expect(health.missing?.toSeq).toBeGreaterThan(backupHead);
      expect(existsSync(file)).toBe(false);
      const aside = join(health.setAside ?? '', 'log.sqlite');
      expect(bytesOf(aside)).toEqual(before);
      if (walBefore !== null) expect(bytesOf(`${aside}-wal`)).toEqual(walBefore);
      await expectNothingWorks(log);
      await log.close();

      // Started again without restoring: the same is said, and nothing empty has taken the log's place.
      const again = await openTestLog(dataDir);
      expect(again.health()).toEqual(health);
      const restored = await again.restore(health.newestBackup?.name ?? '', OPERATOR);
      expect(restored).toMatchObject({
        ok: true,
        value: { state: 'restored', missing: health.missing },
      });
      expect(await again.prepare(preparedOf('N-1'))).toMatchObject({
        error: { code: 'log_unavailable' },
      });
      expect(await again.acknowledgeRestore(OPERATOR)).toEqual({
        ok: true,
        value: { state: 'ok' },
      });
      expect(await again.prepare(preparedOf('N-1'))).toMatchObject({ ok: true });
      expect(await again.find(intent('A-1'))).toMatchObject({ outcome: 'accepted' });
      expect(bytesOf(aside)).toEqual(before);
      await again.close();
    },
  );

  async function expectNothingWorks(log: LogPort): Promise<void> {
    expect(await log.prepare(preparedOf('N-1'))).toMatchObject({
      error: { code: 'log_unavailable' },
    });
    const write = { error: { code: 'not_recorded' } };
    expect(await log.markSending(intent('A-1'), SENT)).toMatchObject(write);
    expect(await log.settle(intent('A-1'), NOT_SENT, null)).toMatchObject(write);
    expect(await nextOrderId(log, numberingOf('create', '1115'))).toMatchObject(write);
    expect(await log.find(intent('A-1'))).toBeNull();
    expect(await log.search('a table', EVERYTHING, 10)).toMatchObject({ rows: [] });
    expect(await log.history(intent('A-1'))).toBeNull();
    expect(await log.verify()).toMatchObject({ error: { code: 'log_unavailable' } });
    expect(await log.backUp()).toMatchObject({ error: { code: 'log_unavailable' } });
  }

  it('that is missing is not made anew while anything tells that there was one', async () => {
    for (const left of ['log.anchor', 'backups', 'log.sqlite-wal']) {
      const source = copyOf(killed);
      const dataDir = temporaryDir();
      cpSync(join(source, left), join(dataDir, left), { recursive: true });
      const log = await openTestLog(dataDir);
      expect(log.health(), left).toMatchObject({ state: 'damaged', damage: 'missing' });
      expect(existsSync(logPathsOf(dataDir).file)).toBe(false);
      await log.close();
    }
  });

  it('of a newer Deposit Desk is left alone', async () => {
    const dataDir = copyOf(closed);
    const { file } = logPathsOf(dataDir);
    const db = new Database(file);
    db.pragma('user_version = 99');
    db.close();
    const before = bytesOf(file);
    const log = await openTestLog(dataDir);
    expect(log.health()).toMatchObject({
      state: 'damaged',
      damage: 'newer_schema',
      setAside: null,
    });
    expect(
      await log.restore(readdirSync(logPathsOf(dataDir).backups)[0] ?? '', OPERATOR),
    ).toMatchObject({
      error: { code: 'backup_not_usable' },
    });
    await log.close();
    expect(bytesOf(file)).toEqual(before);
  });

  it('that cannot be opened is left alone, and well again once it can be', async () => {
    const dataDir = copyOf(closed);
    const { file } = logPathsOf(dataDir);
    const before = bytesOf(file);
    mkdirSync(`${file}-wal`);
    const log = await openTestLog(dataDir);
    const health = log.health();
    expect(health).toMatchObject({ state: 'damaged', damage: 'cannot_open', setAside: null });
    await expectNothingWorks(log);
    const [name] = readdirSync(logPathsOf(dataDir).backups);
    expect(await log.restore(name ?? '', OPERATOR)).toMatchObject({ ok: false });
    await log.close();
    expect(bytesOf(file)).toEqual(before);
    rmdirSync(`${file}-wal`);
    const again = await openTestLog(dataDir);
    expect(again.health()).toEqual({ state: 'ok' });
    await again.close();
  });

  it.each([
    ['EMFILE', 'cannot_open'],
    ['EIO', 'cannot_open'],
    ['SQLITE_BUSY', 'cannot_open'],
    ['SQLITE_PROTOCOL', 'cannot_open'],
    ['SQLITE_IOERR_READ', 'cannot_open'],
    ['SQLITE_NOMEM', 'cannot_open'],
    ['SQLITE_CORRUPT_VTAB', 'corrupt'],
    ['SQLITE_NOTADB', 'corrupt'],
    ['', 'cannot_open'],
  ])('%s at the start means %s', (code, damage) => {
    const error = Object.assign(new Error('said by the system'), code === '' ? {} : { code });
    expect(damageOf(error, logPathsOf(closed))).toMatchObject({ damage });
  });

  it('that this program cannot read is corrupt only where its pages or its chain say so', () => {
    const dataDir = copyOf(closed);
    const db = addPacking(new Database(logPathsOf(dataDir).file));
    db.exec('DROP TRIGGER event_is_not_changed');
    db.exec("UPDATE event SET body = pack('x') WHERE seq = 2");
    db.close();
    const damage = damageOf(new SyntaxError('not JSON'), logPathsOf(dataDir));
    expect(damage).toMatchObject({ damage: 'corrupt' });
  });

  describe('seen by another account', () => {
    /** Root may read and write everything, so that another account has to look. */
    function verifyAsOther(dataDir: string): string {
      const isRoot = process.getuid?.() === 0;
      if (isRoot) chownSync(dataDir, NOBODY, NOBODY);
      const { stdout, stderr } = spawnSync(process.execPath, [VERIFY_LOG, '--data-dir', dataDir], {
        encoding: 'utf8',
        ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
      });
      return stdout + stderr;
    }

    it.skipIf(process.platform === 'win32')('that may not be read is left alone', () => {
      const dataDir = copyOf(closed);
      const { file } = logPathsOf(dataDir);
      chmodSync(file, 0o000);
      expect(verifyAsOther(dataDir)).toContain('damaged, permission_denied');
      chmodSync(file, 0o600);
      expect(bytesOf(file)).toEqual(bytesOf(logPathsOf(closed).file));
    });

    it.skipIf(process.platform === 'win32')('that may only be read is left alone', () => {
      const dataDir = copyOf(closed);
      const { file } = logPathsOf(dataDir);
      chmodSync(file, 0o444);
      expect(verifyAsOther(dataDir)).toContain('damaged, read_only');
      expect(bytesOf(file)).toEqual(bytesOf(logPathsOf(closed).file));
    });
  });
});
