import { readFileSync, rmSync, watch, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * Electron's lock on userData, by files: the first start has it; a later one leaves a note, which the first sees. The lock
 * of a process that is gone counts for nothing, as Chromium's.
 */
export function takeSingleInstanceLock(userData: string, onSecond: () => void): boolean {
  const lock = path.join(userData, 'stand-in.lock');
  const note = path.join(userData, 'stand-in.second');
  const holder = readHolder(lock);
  if (holder !== null && isAlive(holder)) {
    writeFileSync(note, String(process.pid));
    return false;
  }
  writeFileSync(lock, String(process.pid));
  const watcher = watch(userData, (_kind, name) => {
    if (name === path.basename(note)) onSecond();
  });
  watcher.unref();
  process.once('exit', () => releaseSingleInstanceLock(userData));
  return true;
}

export function releaseSingleInstanceLock(userData: string): void {
  const lock = path.join(userData, 'stand-in.lock');
  // Another's is left to it.
  if (readHolder(lock) === process.pid) rmSync(lock, { force: true });
}

function readHolder(lock: string): number | null {
  try {
    return Number(readFileSync(lock, 'utf8'));
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
