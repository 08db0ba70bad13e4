import { randomFillSync } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, statSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Room for the outcomes of everything in flight, with answers of ordinary size. */
const RESERVE_BYTES = 4 * 1024 * 1024;
/** What some requests take until -wal is folded in. */
const BESIDE_BYTES = 1024 * 1024;

export type Reserve = {
  /** null: it is there. Else why it cannot be. */
  readonly ensure: () => string | null;
  /** null: there is room beside it for the log to go on. Else what the disk said. */
  readonly lackBeside: () => string | null;
  /** Whether trying is worth it: on a disk with less room, writing most of it would only take away what is left. */
  readonly mayFit: () => boolean;
  /** False: there was nothing to release. */
  readonly release: () => boolean;
};

/** Disk space kept back, so that the outcome of what was sent can be written when the disk has filled up meanwhile. */
export function createReserve(file: string): Reserve {
  let isThere = sizeOf(file) >= RESERVE_BYTES;
  return {
    ensure() {
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
    lackBeside() {
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
    mayFit: () => isThere || mayHold(dirname(file), RESERVE_BYTES),
    release() {
      const had = sizeOf(file) > 0;
      rmSync(file, { force: true });
      isThere = false;
      return had;
    },
  };
}

/** Of noise, because a file system that compresses would keep no room for zeros. */
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

/** A file system that says it has nothing at all may just not tell. */
function mayHold(folder: string, bytes: number): boolean {
  try {
    const { bavail, bsize } = statfsSync(folder);
    return bavail === 0 || bavail * bsize >= bytes;
  } catch {
    return true;
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}
