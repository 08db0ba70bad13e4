import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Backup } from '#shared/domain/logHealth.ts';
import { ok } from '#shared/domain/result.ts';

import { type BackupRounds, createBackupRounds } from './backupRounds.ts';

const EVERY_MS = 15 * 60_000;
const START = '2026-11-15T10:00:00.000Z';

const COPY: Backup = {
  name: 'log-20261115T100000000Z.sqlite',
  takenAt: START,
  bytes: 1,
  headSeq: 1,
  requests: 1,
  kind: 'full',
};

/** A disk on which a full copy takes so long, and a segment a tenth of a second. The rounds themselves are the real ones. */
function roundsOn(copyMs: number, logBytes = 1, kind: Backup['kind'] = 'full') {
  let taken = 0;
  let isCopied = false;
  const rounds = createBackupRounds({
    reader: {
      async backUp(_at, { mayCopy }) {
        if (isCopied || (kind === 'full' && !mayCopy)) return ok(null);
        const tookMs = kind === 'full' ? copyMs : 100;
        await new Promise((resolve) => setTimeout(resolve, tookMs));
        taken += 1;
        return ok({ ...COPY, kind });
      },
    },
    logBytes: () => logBytes,
    now: () => START,
    elapsedMs: () => performance.now(),
    everyMs: EVERY_MS,
    isReadable: () => true,
    onDamage: async () => undefined,
    onRunning: () => undefined,
  });
  const setCopied = (is: boolean): void => {
    isCopied = is;
  };
  return { rounds, taken: () => taken, setCopied };
}

/** So many rounds, in the middle of each of which something is written. */
async function changing(rounds: BackupRounds, count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) {
    await vi.advanceTimersByTimeAsync(EVERY_MS / 2);
    rounds.noteChange();
    await vi.advanceTimersByTimeAsync(EVERY_MS / 2 + 500);
  }
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('backups taken by themselves', () => {
  it('come every round while something changes, where a copy is quick', async () => {
    const { rounds, taken } = roundsOn(200);
    await changing(rounds, 4);
    // One soon after the start, and one with every round.
    expect(taken()).toBe(5);
  });

  it('leave the disk alone for long after a copy that took long', async () => {
    const { rounds, taken } = roundsOn(90_000);
    await changing(rounds, 8);
    // 90 s of copying, then an hour of rest: two hours have room for two of them.
    expect(taken()).toBe(2);
  });

  it('are taken at close where that is a moment, and not where it is minutes', async () => {
    for (const [copyMs, isTaken] of [
      [200, true],
      [90_000, false],
    ] as const) {
      const { rounds, taken } = roundsOn(copyMs);
      await vi.advanceTimersByTimeAsync(30_000 + copyMs);
      const before = taken();
      rounds.noteChange();
      const closed = rounds.close();
      await vi.advanceTimersByTimeAsync(copyMs);
      await closed;
      expect(taken() - before).toBe(isTaken ? 1 : 0);
    }
  });

  it('are not taken at close of a large log that had nothing to copy before', async () => {
    for (const [bytes, expected] of [
      [50 * 1024 * 1024, 1],
      [7e9, 0],
    ] as const) {
      const { rounds, taken, setCopied } = roundsOn(200, bytes);
      setCopied(true);
      await vi.advanceTimersByTimeAsync(60_000);
      setCopied(false);
      rounds.noteChange();
      const closed = rounds.close();
      await vi.advanceTimersByTimeAsync(200);
      await closed;
      expect(taken()).toBe(expected);
    }
  });

  it('are taken at close of a large log where a segment is enough', async () => {
    const { rounds, taken } = roundsOn(90_000, 7e9, 'segment');
    rounds.noteChange();
    const closed = rounds.close();
    await vi.advanceTimersByTimeAsync(100);
    await closed;
    expect(taken()).toBe(1);
  });
});
