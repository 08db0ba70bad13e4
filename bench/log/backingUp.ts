import { closeSync, copyFileSync, fsyncSync, openSync, rmSync } from 'node:fs';
import path from 'node:path';

import { OPERATOR } from '#core/testing/builders.ts';
import { acceptedAs, issueOne } from '#core/testing/fillLog.ts';
import { openTestLog } from '#core/testing/log.ts';
import { recoverInterrupted } from '#core/issuing/recoverInterrupted.ts';
import type { Backup } from '#shared/domain/logHealth.ts';

import { type Figure, type Tell, figureOf } from '../figures.ts';
import type { Ground } from './ground.ts';
import type { LogPort } from '../../src/core/log/openLog.ts';

const NEW_REQUESTS = 1000;
const AT_ONCE = 20;
const MB = 1e6;
/** Promised for a million requests. */
const MOST = { backupSeconds: 2, backupMb: 20, restoreSeconds: 180 } as const;

/** A backup after 1,000 new requests and its restore, beside copying. */
export async function measureBackup(
  dir: string,
  { paths, rows }: Ground,
  workerUrl: URL,
  tell: Tell,
): Promise<readonly Figure[]> {
  const log = await openTestLog(paths.dataDir, { workerUrl });
  try {
    // Requests of the parts before this one; a log with open ones is not replaced.
    await recoverInterrupted(log, {
      async settle(request, stage, answer) {
        const settled = await log.settle(request.intentId, stage, answer);
        if (!settled.ok) throw new Error(JSON.stringify(settled.error));
        return settled.value;
      },
    });
    const full = await timed(() => backedUp(log));
    tell(`backup: the first is a full copy of ${mbOf(full.value.bytes)} MB, ${full.seconds} s`);
    await issueMore(log);
    const segment = await timed(() => backedUp(log));
    if (segment.value.kind !== 'segment') throw new Error('The backup is no segment');
    const plain = path.join(dir, 'plain-copy');
    const copied = await timed(() => copyFlushed(paths.file, plain));
    rmSync(plain);
    const restored = await timed(() => log.restore(segment.value.name, OPERATOR));
    if (!restored.value.ok) throw new Error(JSON.stringify(restored.value.error));
    const copy = { name: 'a plain copy of the file, flushed', measured: copied.seconds };
    const named = (what: string): string => `${what}, ${rows} rows`;
    return [
      promised(named('backup after 1,000 new requests'), 's', segment.seconds, MOST.backupSeconds),
      promised(named('written by that backup'), 'MB', segment.value.bytes / MB, MOST.backupMb),
      promised(named('restore of it'), 's', restored.seconds, MOST.restoreSeconds),
      figureOf({
        name: named('backup after 1,000 new requests, beside copying'),
        unit: 's',
        measured: segment.seconds,
        peer: copy,
        bound: { most: 1 },
      }),
      figureOf({
        name: named('restore of it, beside copying'),
        unit: 's',
        measured: restored.seconds,
        peer: copy,
        bound: { most: 20 },
      }),
    ];
  } finally {
    await log.close();
  }
}

function promised(name: string, unit: string, measured: number, most: number): Figure {
  const peer = { name: 'what was promised for a million rows', measured: most };
  return figureOf({ name, unit, measured, peer, bound: { most: 1 } });
}

async function issueMore(log: LogPort): Promise<void> {
  for (let at = 0; at < NEW_REQUESTS; at += AT_ONCE) {
    const names = Array.from({ length: AT_ONCE }, (_, of) => `backup-${at + of}`);
    await Promise.all(names.map((name) => issueOne(log, name, acceptedAs(name))));
  }
}

async function backedUp(log: LogPort): Promise<Backup> {
  const backup = await log.backUp();
  if (!backup.ok) throw new Error(JSON.stringify(backup.error));
  return backup.value;
}

async function copyFlushed(from: string, to: string): Promise<void> {
  copyFileSync(from, to);
  const handle = openSync(to, 'r+');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; seconds: number }> {
  const startedMs = performance.now();
  const value = await work();
  return { value, seconds: Math.round(performance.now() - startedMs) / 1000 };
}

function mbOf(bytes: number): string {
  return (bytes / MB).toFixed(0);
}
