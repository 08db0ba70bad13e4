import { closeSync, existsSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, describe, expect, it } from 'vitest';

import type { LogHealth } from '#shared/domain/logHealth.ts';

import { intent, preparedOf, removeTemporaryDirs } from '../../testing/builders.ts';
import { SENT, UNKNOWN, acceptedAs, issueOne } from '../../testing/fillLog.ts';
import { openTestLog } from '../../testing/log.ts';
import { giveBackDisk, smallDisk } from '../../testing/smallDisk.ts';
import { logPathsOf } from '../store/paths.ts';
import type { LogPort } from '../openLog.ts';

/** More than there is room for in -wal. */
const MOST_TAKEN = 2000;

afterAll(removeTemporaryDirs);

describe('a log on a full disk', () => {
  /** Adds to what is there: giving it back first would let the log take the room meanwhile. */
  function fill(folder: string): string {
    const ballast = join(folder, 'ballast');
    const handle = openSync(ballast, 'a');
    try {
      for (;;) writeSync(handle, Buffer.alloc(4096, 1));
    } catch {
      return ballast;
    } finally {
      closeSync(handle);
    }
  }

  /** As long as the reserve is there, and a -wal that was folded in has room, requests go on being recorded. */
  async function fillUntilRefused(
    log: LogPort,
    folder: string,
  ): Promise<{ ballast: string; last: Awaited<ReturnType<LogPort['prepare']>> }> {
    for (let at = 0; ; at += 1) {
      const ballast = fill(folder);
      const last = await log.prepare(preparedOf(`F-${at}`));
      if (!last.ok || at === MOST_TAKEN) return { ballast, last };
    }
  }

  it('takes the outcome of what was sent from the reserve, refuses W1, and is well by itself once there is room', async (context) => {
    const dataDir = smallDisk(24 * 1024 * 1024);
    context.skip(dataDir === null, 'no file system may be mounted here');
    if (dataDir === null) return;
    try {
      const told: LogHealth[] = [];
      const log = await openTestLog(dataDir, {
        onHealth: (health) => told.push(health),
        lookForRoomEveryMs: 20,
      });
      for (let at = 0; at < 40; at += 1) {
        await log.prepare(preparedOf(`S-${at}`));
        await log.markSending(intent(`S-${at}`), SENT);
      }
      fill(dataDir);
      const raw = 'x'.repeat(300_000);
      const answer = { httpStatus: 200, headers: [], body: raw, elapsedMs: 1 };
      const settled = [];
      for (let at = 0; at < 12; at += 1) {
        settled.push(await log.settle(intent(`S-${at}`), acceptedAs(`S-${at}`), answer));
      }
      expect(settled.filter(({ ok }) => !ok)).toEqual([]);
      const { ballast, last } = await fillUntilRefused(log, dataDir);
      expect(last).toMatchObject({ error: { code: 'not_recorded' } });
      expect(log.health()).toMatchObject({
        state: 'damaged',
        damage: 'disk_full',
        setAside: null,
      });
      expect(told.at(-1)).toEqual(log.health());
      fill(dataDir);
      const before = told.length;
      for (let at = 0; at < 20; at += 1) await log.prepare(preparedOf(`again-${at}`));
      expect(told.slice(before)).toEqual([]);
      expect(await log.find(intent('S-1'))).toMatchObject({ outcome: 'accepted' });
      rmSync(ballast);
      await expect.poll(() => log.health()).toEqual({ state: 'ok' });
      expect(told.at(-1)).toEqual({ state: 'ok' });
      expect(await log.prepare(preparedOf('late'))).toMatchObject({ ok: true });
      expect(await log.verify()).toMatchObject({ value: { verdict: 'holds' } });
      await log.close();
    } finally {
      giveBackDisk(dataDir);
    }
  });

  it('that refuses W1 is said, and is not well again while only the reserve is left', async (context) => {
    const dataDir = smallDisk(24 * 1024 * 1024);
    context.skip(dataDir === null, 'no file system may be mounted here');
    if (dataDir === null) return;
    try {
      const log = await openTestLog(dataDir, { lookForRoomEveryMs: 20 });
      const { ballast, last } = await fillUntilRefused(log, dataDir);
      expect(last).toMatchObject({ error: { code: 'not_recorded' } });
      expect(log.health()).toMatchObject({ state: 'damaged', damage: 'disk_full' });
      for (let at = 0; at < 20; at += 1) {
        expect(await log.prepare(preparedOf(`again-${at}`))).toMatchObject({ ok: false });
        expect(log.health()).toMatchObject({ state: 'damaged', damage: 'disk_full' });
      }
      expect(existsSync(logPathsOf(dataDir).reserve)).toBe(true);
      rmSync(ballast);
      await expect.poll(() => log.health()).toEqual({ state: 'ok' });
      expect(await log.prepare(preparedOf('late'))).toMatchObject({ ok: true });
      await log.close();
    } finally {
      giveBackDisk(dataDir);
    }
  });

  it('at start is opened later, and what was in flight is settled before anything is issued', async (context) => {
    const dataDir = smallDisk(24 * 1024 * 1024);
    context.skip(dataDir === null, 'no file system may be mounted here');
    if (dataDir === null) return;
    try {
      const first = await openTestLog(dataDir);
      await first.prepare(preparedOf('A-1'));
      await first.markSending(intent('A-1'), SENT);
      await first.close();
      rmSync(logPathsOf(dataDir).reserve);
      const ballast = fill(dataDir);
      const issuedTooEarly: unknown[] = [];
      const log = await openTestLog(dataDir, {
        lookForRoomEveryMs: 20,
        async onOpenedLater() {
          const found = await log.inFlight();
          issuedTooEarly.push(await log.prepare(preparedOf('A-2')));
          for (const { intentId } of found) await log.settle(intentId, UNKNOWN, null);
        },
      });
      expect(await log.find(intent('A-1'))).toBeNull();
      rmSync(ballast);
      await expect.poll(() => log.health()).toEqual({ state: 'ok' });
      expect(issuedTooEarly).toMatchObject([{ error: { code: 'not_recorded' } }]);
      expect(await log.find(intent('A-1'))).toMatchObject({ outcome: 'unknown' });
      expect(await log.prepare(preparedOf('A-2'))).toMatchObject({ ok: true });
      await log.close();
    } finally {
      giveBackDisk(dataDir);
    }
  });

  it('at start is said, and the log stays where it is', async (context) => {
    const dataDir = smallDisk(24 * 1024 * 1024);
    context.skip(dataDir === null, 'no file system may be mounted here');
    if (dataDir === null) return;
    try {
      const log = await openTestLog(dataDir);
      await issueOne(log, 'A-1', acceptedAs('A-1'));
      await log.close();
      const { file, reserve } = logPathsOf(dataDir);
      rmSync(reserve);
      const before = readFileSync(file);
      fill(dataDir);
      const full = await openTestLog(dataDir);
      expect(full.health()).toMatchObject({
        state: 'damaged',
        damage: 'disk_full',
        setAside: null,
      });
      expect(await full.prepare(preparedOf('A-2'))).toMatchObject({
        error: { code: 'not_recorded' },
      });
      await full.close();
      expect(readFileSync(file)).toEqual(before);
    } finally {
      giveBackDisk(dataDir);
    }
  });

  it('where there was no log yet makes none', async (context) => {
    const dataDir = smallDisk(1024 * 1024);
    context.skip(dataDir === null, 'no file system may be mounted here');
    if (dataDir === null) return;
    try {
      fill(dataDir);
      const log = await openTestLog(dataDir);
      expect(log.health()).toMatchObject({ state: 'damaged', damage: 'disk_full' });
      await log.close();
    } finally {
      giveBackDisk(dataDir);
    }
  });
});
