import { createHash } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';

const NAME = /^[0-9a-f]{64}$/u;

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

export type PictureState = 'whole' | 'missing' | 'altered';

/** Whether the file under this hash still has the bytes that it was written with. */
export function pictureState(folder: string, sha256: string): PictureState {
  const file = join(folder, sha256);
  if (!existsSync(file)) return 'missing';
  return sha256Of(readFileSync(file)) === sha256 ? 'whole' : 'altered';
}

/** Null: it is missing or altered. */
export function readPictureFile(folder: string, sha256: string): Buffer | null {
  if (!NAME.test(sha256) || !existsSync(join(folder, sha256))) return null;
  const bytes = readFileSync(join(folder, sha256));
  return sha256Of(bytes) === sha256 ? bytes : null;
}

/** On the disk once this returns, whole or not at all; a file that was altered is replaced. Returns the hash. */
export function writePictureFile(folder: string, bytes: Uint8Array): string {
  const sha256 = sha256Of(bytes);
  if (pictureState(folder, sha256) === 'whole') return sha256;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, sha256);
  const fresh = `${file}.new`;
  const handle = openSync(fresh, 'w', 0o600);
  try {
    writeFileSync(handle, bytes);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
  renameSync(fresh, file);
  flushFolder(folder);
  return sha256;
}

/** Copies what the other folder lacks or has altered. What is altered in `from` is not copied: it is no longer the picture. */
export function copyPictures(from: string, to: string): void {
  if (!existsSync(from)) return;
  for (const sha256 of readdirSync(from).filter((name) => NAME.test(name))) {
    if (pictureState(to, sha256) === 'whole') continue;
    const bytes = readPictureFile(from, sha256);
    if (bytes !== null) writePictureFile(to, bytes);
  }
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
