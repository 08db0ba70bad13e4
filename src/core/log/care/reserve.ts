import { randomFillSync } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, statSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Room for the outcomes of everything in flight, with answers of ordinary size. */
const RESERVE_BYTES = 4 * 1024 * 1024;
/** Room for some requests until the next checkpoint of -wal. */
const BESIDE_BYTES = 1024 * 1024;

export type Reserve = ReturnType<typeof createReserve>;

/** Disk space kept back, so that the outcome of a sent request can be written after the disk has filled up. */
export function createReserve(file: string) {
  let isThere = sizeOf(file) >= RESERVE_BYTES;
  return {
    /** Null once the reserve is there, else why it cannot be made. */
    ensure(): string | null {
      if (isThere) return null;
      try {
        allocate(file, RESERVE_BYTES);
        isThere = true;
        return null;
      } catch (error) {
        rmSync(file, { force: true });
        return String(error);
      }
    },
    /** Null when the log can grow beside the reserve, else the error of the disk. */
    lackBeside(): string | null {
      if (!mayHold(dirname(file), BESIDE_BYTES)) return 'the disk is full';
      const probe = `${file}.probe`;
      try {
        allocate(probe, BESIDE_BYTES);
        return null;
      } catch (error) {
        return String(error);
      } finally {
        rmSync(probe, { force: true });
      }
    },
    /** Whether `ensure` can succeed: on a disk with less room, an attempt would only use up the rest. */
    mayFit: () => isThere || mayHold(dirname(file), RESERVE_BYTES),
    /** False when there was no reserve to release. */
    release(): boolean {
      const had = sizeOf(file) > 0;
      rmSync(file, { force: true });
      isThere = false;
      return had;
    },
  };
}

/** Random bytes, because a file system that compresses would keep no room for zeros. */
function allocate(file: string, bytes: number): void {
  const handle = openSync(file, 'w', 0o600);
  try {
    const noise = randomFillSync(Buffer.alloc(bytes));
    for (let at = 0; at < noise.length; at += writeSync(handle, noise, at));
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** A file system that reports no room at all may not support the question. */
function mayHold(folder: string, bytes: number): boolean {
  const free = freeBytes(folder);
  return free === null || free === 0 || free >= bytes;
}

/** Null where the file system does not tell. */
export function freeBytes(folder: string): number | null {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  } catch {
    return null;
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
