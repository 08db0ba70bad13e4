import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

import { flush } from '../log/store/database.ts';
import { KEY_ID_BYTES, keyIdIn } from './keyRing.ts';

/** What a switch writes aside; one that was killed leaves such files behind, and the next removes them. */
export const ASIDE = '.converting';
const PIECE_BYTES = 1024 * 1024;

/** The id of the key that a file is protected with; null: it is plain, or not there. No connection of this process may have it open. */
export function keyIdOfFile(file: string): string | null {
  if (!existsSync(file)) return null;
  const handle = openSync(file, 'r');
  try {
    const begin = Buffer.alloc(KEY_ID_BYTES);
    return keyIdIn(begin.subarray(0, readSync(handle, begin, 0, KEY_ID_BYTES, 0)));
  } finally {
    closeSync(handle);
  }
}

/** A new file, on the disk once this returns. */
export function writeAside(file: string, parts: Iterable<Uint8Array>): string {
  const aside = `${file}${ASIDE}`;
  rmSync(aside, { force: true });
  const handle = openSync(aside, 'wx', 0o600);
  try {
    for (const part of parts) writeFileSync(handle, part);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  return aside;
}

/** At any moment the path has the old content or the new one. A plain old one is overwritten before its blocks are free. */
export function putInPlaceOf(file: string, aside: string): void {
  flush(aside, 'r+');
  const isPlain = existsSync(file) && keyIdOfFile(file) === null;
  // Windows replaces no file that is open.
  const old = isPlain && process.platform !== 'win32' ? openSync(file, 'r+') : null;
  try {
    renameSync(aside, file);
    flushFolder(file);
    if (old !== null) overwrite(old, 0);
  } finally {
    if (old !== null) closeSync(old);
  }
}

/** Takes a plain file away. Moved first: a file that is half overwritten must not be found under its name. */
export function wipe(file: string): void {
  if (!existsSync(file)) return;
  const aside = `${file}${ASIDE}`;
  renameSync(file, aside);
  wipeAside(aside);
}

export function wipeAside(aside: string): void {
  const handle = openSync(aside, 'r+');
  try {
    overwrite(handle, 1);
  } finally {
    closeSync(handle);
  }
  rmSync(aside);
  flushFolder(aside);
}

/** On a disk that writes elsewhere (flash, copy on write) the old blocks outlive this: ADR 26 says so, and so does the guide. */
function overwrite(handle: number, ownLinks: number): void {
  const { size, nlink } = fstatSync(handle);
  // A snapshot that the office makes of hard links is not this desk's to destroy.
  if (nlink > ownLinks) return;
  const zeros = Buffer.alloc(Math.min(size, PIECE_BYTES));
  for (let at = 0; at < size; at += zeros.length) {
    writeSync(handle, zeros, 0, Math.min(zeros.length, size - at), at);
  }
  fsyncSync(handle);
}

function flushFolder(file: string): void {
  // Windows has no directory handles to flush.
  if (process.platform !== 'win32') flush(dirname(file), 'r');
}
