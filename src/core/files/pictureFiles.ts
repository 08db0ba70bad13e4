import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

import { MAX_PICTURE_BYTES } from '#shared/domain/picture.ts';

import { SEAL_BYTES, sealFor, unsealFrom } from '../protection/sealing.ts';

const NAME = /^[0-9a-f]{64}$/u;

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export type PictureState = 'whole' | 'missing' | 'altered';

/** Whether the file under this hash still has the bytes that it was written with. */
export function pictureState(folder: string, sha256: string): PictureState {
  const found = bytesOf(folder, sha256);
  return found === 'missing' || found === 'altered' ? found : 'whole';
}

/** Null: it is missing or altered. */
export function readPictureFile(folder: string, sha256: string): Buffer | null {
  const found = NAME.test(sha256) ? bytesOf(folder, sha256) : 'missing';
  return found === 'missing' || found === 'altered' ? null : found;
}

/** A link leads elsewhere, a pipe is never read to its end, and no picture is larger: none of them is even opened. */
function bytesOf(folder: string, sha256: string): Buffer | 'missing' | 'altered' {
  const file = join(folder, sha256);
  try {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined) return 'missing';
    if (!found.isFile() || found.size > MAX_PICTURE_BYTES + SEAL_BYTES) return 'altered';
    const bytes = unsealFrom(file, readFileSync(file));
    return sha256Of(bytes) === sha256 ? bytes : 'altered';
  } catch {
    // It is there, and the disk, its rights or a missing key keep it from being read.
    return 'altered';
  }
}

/** On the disk once this returns, whole or not at all; a file that was altered is replaced. Returns the hash. */
export function writePictureFile(folder: string, bytes: Uint8Array): string {
  const sha256 = sha256Of(bytes);
  if (pictureState(folder, sha256) === 'whole') return sha256;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, sha256);
  const fresh = `${file}.new`;
  // What a crash left, or a link that would be written through.
  rmSync(fresh, { force: true });
  const handle = openSync(fresh, 'wx', 0o600);
  try {
    writeFileSync(handle, sealFor(file, bytes));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(fresh, file);
  flushFolder(folder);
  return sha256;
}

/**
 * Copies what the other folder lacks or has altered. What is altered in `from` is not copied: it is no longer the picture. Throws
 * where one could not be written, once all others are.
 */
export function copyPictures(from: string, to: string): void {
  if (!existsSync(from)) return;
  const failed: unknown[] = [];
  for (const sha256 of readdirSync(from).filter((name) => NAME.test(name))) {
    if (pictureState(to, sha256) === 'whole') continue;
    const bytes = readPictureFile(from, sha256);
    try {
      if (bytes !== null) writePictureFile(to, bytes);
    } catch (error) {
      failed.push(error);
    }
  }
  if (failed.length > 0) throw failed[0];
}

function flushFolder(folder: string): void {
  // Windows has no directory handles to flush.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
