import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const IN_MEMORY = '/dev/shm';
const NEEDED_BYTES = 4 * 1024 ** 3;

/**
 * Every desk of a test commits with `synchronous=FULL`, so tests wait for the disk more than for anything else: an fsync takes
 * 3 ms there and 0.01 ms in memory. The fsyncs themselves are counted under strace (tests/durability), wherever the files are.
 * Removed when this process ends.
 */
export function makeTemporaryFolder(): string {
  const folder = mkdtempSync(path.join(isUsable(IN_MEMORY) ? IN_MEMORY : tmpdir(), 'desk-'));
  // As open as /tmp: some tests run a process of another account.
  chmodSync(folder, 0o1777);
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** Large enough, and mounted so that a script in it may be run: some tests put a program there. */
function isUsable(place: string): boolean {
  try {
    const { bavail, bsize } = statfsSync(place);
    if (bavail * bsize < NEEDED_BYTES) return false;
    const folder = mkdtempSync(path.join(place, 'desk-'));
    try {
      const script = path.join(folder, 'try');
      writeFileSync(script, '#!/bin/sh\nexit 0\n', { mode: 0o755 });
      return spawnSync(script).status === 0;
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  } catch {
    return false;
  }
}
