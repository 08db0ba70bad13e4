import { execFileSync } from 'node:child_process';

import { temporaryDir } from './builders.ts';

/** A file system of its own, small; null where this account may not mount one. */
export function smallDisk(bytes: number): string | null {
  const folder = temporaryDir();
  try {
    const options = ['-t', 'tmpfs', '-o', `size=${bytes}`, 'tmpfs', folder];
    execFileSync('/bin/mount', options, { stdio: 'ignore' });
    return folder;
  } catch {
    return null;
  }
}

/** Retries until no file on it is open, so that a test's own failure is reported and not the open files. */
export function giveBackDisk(folder: string): void {
  execFileSync('/bin/umount', ['--lazy', folder]);
}
