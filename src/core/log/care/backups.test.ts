import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import {
  OPERATOR,
  intent,
  manualClock,
  preparedOf,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { NOT_SENT, SENT, UNKNOWN, fillLog, issueOne } from '../../testing/fillLog.ts';
import { memoryAnchorKey, openTestLog } from '../../testing/log.ts';
import { nextOrderId, numberingOf } from '../../testing/numbering.ts';
import { copyFault, listBackups, newestGoodBackup } from './backupLine.ts';
import { dispensable } from './backups.ts';
import { companionsOf, logPathsOf } from '../store/paths.ts';
import { addPacking } from '../../testing/rewriteLog.ts';

/** Real threads and files, on a machine that may be busy with other suites. */
const HOOK_TIMEOUT_MS = 60_000;

afterAll(removeTemporaryDirs);

describe('backups', () => {
  let source: string;
  const clock = manualClock();
  beforeAll(async () => {
    source = temporaryDir();
    const log = await openTestLog(source, { clock });
    await issueOne(log, 'A-1', UNKNOWN);
    await log.prepare(preparedOf('prepared'));
    await log.prepare(preparedOf('sending'));
    await log.markSending(intent('sending'), SENT);
    await log.backUp();
    await log.close();
  }, HOOK_TIMEOUT_MS);

  it('are one file each, looked through, with what they hold', () => {
    const folder = logPathsOf(source).backups;
    const [backup, ...others] = listBackups(folder);
    expect(others).toEqual([]);
    expect(backup).toMatchObject({
      requests: 3,
      kind: 'full',
      takenAt: clock.now().toISOString(),
    });
    expect(readdirSync(folder)).toEqual([backup?.name]);
    expect(copyFault(join(folder, backup?.name ?? ''))).toBeNull();
  });

  it('keep the last two copies and the last one of each of the seven days before', () => {
    const copies = Array.from({ length: 10 }, (_, at) => String(at + 10))
      .flatMap((day) => ['08', '20'].map((hour) => `2026-11-${day}T${hour}:00:00.000Z`))
      .map((takenAt) => ({ name: takenAt, takenAt }));
    const newestFirst = copies.toReversed();
    const gone = dispensable(newestFirst, { takenAt: '2026-11-19T21:00:00.000Z' });
    expect(copies.filter((copy) => !gone.includes(copy)).map(({ name }) => name)).toEqual([
      ...['13', '14', '15', '16', '17', '18'].map((day) => `2026-11-${day}T20:00:00.000Z`),
      '2026-11-19T08:00:00.000Z',
      '2026-11-19T20:00:00.000Z',
    ]);
    const later = dispensable(newestFirst, { takenAt: '2026-12-19T21:00:00.000Z' });
    expect(later).toEqual(newestFirst.slice(2));
  });

  it('taken after the clock was set back are the newest, are kept, and are what is restored', async () => {
    const dataDir = temporaryDir();
    const own = manualClock();
    const log = await openTestLog(dataDir, { clock: own });
    const heads: number[] = [];
    for (const name of ['A-1', 'A-2', 'A-3', 'A-4']) {
      await issueOne(log, name, UNKNOWN);
      const taken = await log.backUp();
      heads.unshift(taken.ok ? taken.value.headSeq : 0);
      own.advance(name === 'A-3' ? -3_600_000 : 1000);
    }
    expect((await log.backups())[0]?.headSeq).toBe(heads[0]);
    await log.close();
    rmSync(logPathsOf(dataDir).file);
    const without = await openTestLog(dataDir, { clock: own });
    expect(without.health()).toMatchObject({ newestBackup: { headSeq: heads[0] }, missing: null });
    await without.close();
  });

  it('taken after a restore are newer than those of before it, though these end at a later event', async () => {
    const dataDir = temporaryDir();
    const own = manualClock();
    const log = await openTestLog(dataDir, { clock: own });
    for (let at = 0; at < 16; at += 1) await issueOne(log, `A-1-${at}`, UNKNOWN);
    const first = await log.backUp();
    for (const name of ['A-2', 'A-3']) {
      await issueOne(log, name, UNKNOWN);
      own.advance(1000);
      await log.backUp();
    }
    const restored = await log.restore(first.ok ? first.value.name : '', OPERATOR);
    expect(restored).toMatchObject({ ok: true });
    own.advance(-3_600_000);
    const after = await log.backUp();
    const [newest, before] = await log.backups();
    expect(newest).toEqual(after.ok ? after.value : null);
    // Once more, from one of before: copies are now newer than those of the first restore.
    expect(await log.restore(before?.name ?? '', OPERATOR)).toMatchObject({ ok: true });
    own.advance(-1000);
    const again = await log.backUp();
    expect((await log.backups())[0]).toEqual(again.ok ? again.value : null);
    await log.close();
  });

  it('that are damaged or tampered with are passed over for an older good one', async () => {
    const dataDir = temporaryDir();
    cpSync(source, dataDir, { recursive: true });
    const { backups } = logPathsOf(dataDir);
    const good = readdirSync(backups)[0] ?? '';
    cpSync(join(backups, good), join(backups, 'log-20270101T000000000Z.sqlite'));
    truncateSync(join(backups, 'log-20270101T000000000Z.sqlite'), 20_000);
    const tampered = join(backups, 'log-20270102T000000000Z.sqlite');
    cpSync(join(backups, good), tampered);
    const db = addPacking(new Database(tampered));
    db.exec(
      "DROP TRIGGER event_is_not_changed; UPDATE event SET body = pack(unpack(body) || ' ') WHERE seq = 1",
    );
    db.close();
    expect(newestGoodBackup(backups)?.name).toBe(good);
    const log = await openTestLog(dataDir, { clock });
    for (const { intentId } of await log.inFlight()) await log.settle(intentId, NOT_SENT, null);
    for (const name of [
      'log-20270102T000000000Z.sqlite',
      'log-20300101T000000000Z.sqlite',
      '../log.sqlite',
    ]) {
      expect(await log.restore(name, OPERATOR)).toMatchObject({
        error: { code: 'backup_not_usable' },
      });
    }
    expect(log.health()).toEqual({ state: 'ok' });
    expect(await log.find(intent('A-1'))).not.toBeNull();
    await log.close();
  });

  it('restored show what was in flight as unknown, because it may have been sent in the missing part', async () => {
    const dataDir = temporaryDir();
    cpSync(source, dataDir, { recursive: true });
    const log = await openTestLog(dataDir, { clock });
    expect(
      await log.restore(readdirSync(logPathsOf(dataDir).backups)[0] ?? '', OPERATOR),
    ).toMatchObject({
      error: { code: 'backup_not_usable', detail: '2 requests are on their way' },
    });
    for (const { intentId } of await log.inFlight()) await log.settle(intentId, NOT_SENT, null);
    await fillLog(log, 'lost');
    await log.settle(intent('lost-4'), NOT_SENT, null);
    const suggested = await nextOrderId(log, numberingOf('create', '1115'));
    const restored = await log.restore(readdirSync(logPathsOf(dataDir).backups)[0] ?? '', OPERATOR);
    expect(restored).toMatchObject({
      ok: true,
      value: { state: 'restored', missing: { fromSeq: 8 } },
    });
    for (const name of ['prepared', 'sending']) {
      expect(await log.find(intent(name))).toMatchObject({
        outcome: 'unknown',
        reason: { code: 'interrupted_after_sending' },
      });
    }
    expect((await log['recovery.report']()).value.length).toBe(2);
    // The outcome of a request that the backup does not know cannot be recorded and stays held.
    expect(await log.settle(intent('lost-2'), UNKNOWN, null)).toMatchObject({
      error: { code: 'not_recorded' },
    });
    expect(await nextOrderId(log, numberingOf('create', '1115'))).not.toEqual(suggested);
    await log.close();

    // Not acknowledged: a restart does not forget.
    const again = await openTestLog(dataDir, { clock });
    expect(again.health()).toMatchObject({ state: 'restored' });
    expect(await again.acknowledgeRestore(OPERATOR)).toEqual({ ok: true, value: { state: 'ok' } });
    expect(await again.verify()).toMatchObject({ value: { verdict: 'holds' } });
    await again.close();
    const aside = readdirSync(logPathsOf(dataDir).damaged);
    expect(aside).toHaveLength(1);
    expect(existsSync(join(logPathsOf(dataDir).damaged, aside[0] ?? '', 'log.sqlite'))).toBe(true);
  });

  it('are taken by themselves when something changed, and not when nothing did', async () => {
    const dataDir = temporaryDir();
    const own = manualClock();
    const anchorKey = memoryAnchorKey();
    const open = async () => {
      const log = await openTestLog(dataDir, { clock: own, anchorKey, backupEveryMs: 600_000 });
      own.advance(1000);
      return log;
    };
    const taken = () => listBackups(logPathsOf(dataDir).backups).length;
    const log = await open();
    await log.verify();
    await issueOne(log, 'A-1', UNKNOWN);
    await log.close();
    expect(taken()).toBe(1);
    const idle = await open();
    await idle.verify();
    await idle.close();
    expect(taken()).toBe(1);
    const busy = await open();
    await issueOne(busy, 'A-2', UNKNOWN);
    await busy.close();
    expect(taken()).toBe(2);
  });

  it('begin by clearing away what a killed desk left half made, and nothing else', async () => {
    const dataDir = temporaryDir();
    const { backups } = logPathsOf(dataDir);
    const log = await openTestLog(dataDir, { clock });
    await log.prepare(preparedOf('one'));
    mkdirSync(backups);
    const half = 'log-20261114T090000000Z.sqlite.new';
    for (const name of [half, `${half}-journal`, 'mine.sqlite.new']) {
      writeFileSync(join(backups, name), 'half');
    }
    expect(await log.backUp()).toMatchObject({ ok: true });
    await log.close();
    expect(readdirSync(backups).filter((name) => name.includes('.new'))).toEqual([
      'mine.sqlite.new',
    ]);
  });

  it('that cannot be opened once they are made say nothing about the log, and issuing goes on', async () => {
    const dataDir = temporaryDir();
    const { backups } = logPathsOf(dataDir);
    const log = await openTestLog(dataDir, { clock });
    await issueOne(log, 'A-1', UNKNOWN);
    mkdirSync(backups);
    // As if another program were in the middle of writing the copy: SQLite does not open it for reading then.
    const stamp = clock.now().toISOString().replaceAll(/[-:.]/gu, '');
    writeFileSync(join(backups, `log-${stamp}.sqlite-journal`), 'a rollback journal');
    expect(await log.backUp()).toMatchObject({ error: { code: 'not_recorded' } });
    expect(log.health()).toEqual({ state: 'ok' });
    expect(await log.prepare(preparedOf('A-2'))).toMatchObject({ ok: true });
    await log.close();
  });

  it('that do not hold because the log does not say so of the log', async () => {
    const dataDir = temporaryDir();
    const log = await openTestLog(dataDir, { clock });
    await issueOne(log, 'A-1', UNKNOWN);
    const db = addPacking(new Database(logPathsOf(dataDir).file));
    db.exec(
      "DROP TRIGGER event_is_not_changed; UPDATE event SET body = pack(unpack(body) || ' ') WHERE seq = 2",
    );
    db.close();
    expect(await log.backUp()).toMatchObject({ error: { code: 'not_recorded' } });
    const detail = 'the chain does not hold at event 2';
    await expect.poll(() => log.health()).toMatchObject({ damage: 'corrupt', detail });
    await log.close();
  });

  it('leave nothing half made behind', () => {
    const { backups } = logPathsOf(source);
    const name = readdirSync(backups)[0] ?? '';
    const side = companionsOf(join(backups, name)).slice(1);
    expect(side.some((file) => existsSync(file))).toBe(false);
  });
});
