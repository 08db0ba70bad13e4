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

/** As soon as nobody has a file of it open: what made a test fail before it closed them must be told, and not that they are open. */
export function giveBackDisk(folder: string): void {
  execFileSync('/bin/umount', ['--lazy', folder]);
}
