import { randomFillSync } from 'node:crypto';
import { closeSync, fsyncSync, openSync, rmSync, statSync, statfsSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** Room for the outcomes of everything in flight, with answers of ordinary size. */
const RESERVE_BYTES = 4 * 1024 * 1024;
/** Room for some requests until the next checkpoint of -wal. */
const BESIDE_BYTES = 1024 * 1024;

/** How often a full disk is checked again, unless told otherwise. */
const LOOK_EVERY_MS = 2000;

export type Reserve = {
  /** Null once the reserve is there, else why it cannot be made. */
  readonly ensure: () => string | null;
  /** Null when the log can grow beside the reserve, else the error of the disk. */
  readonly lackBeside: () => string | null;
  /** Whether `ensure` can succeed: on a disk with less room, an attempt would only use up the rest. */
  readonly mayFit: () => boolean;
  /** False when there was no reserve to release. */
  readonly release: () => boolean;
};

/** Disk space kept back, so that the outcome of a sent request can be written after the disk has filled up. */
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

type RoomWatchOptions = {
  /** True when the log has just been opened. */
  readonly look: () => Promise<boolean>;
  /** Settles the requests that the last run left in flight. */
  readonly onOpened: (() => Promise<void>) | undefined;
  readonly recovered: () => Promise<void>;
  readonly isFull: () => boolean;
  readonly everyMs: number | undefined;
};

/** While the disk is full, checks for room, so that the operator need not try a request or start again. */
export function watchForRoom(options: RoomWatchOptions): {
  /** To be called with every change of the log's health. */
  readonly changed: () => void;
  readonly close: () => Promise<void>;
} {
  let timer: NodeJS.Timeout | null = null;
  let looking: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function look(): Promise<void> {
    const isOpened = await options.look();
    if (!isOpened || isClosed) return;
    await options.onOpened?.();
    await options.recovered();
  }
  function round(): void {
    timer = null;
    // After a failure the next round tries again; a writer that has ended leaves the log's health as it is.
    looking = look()
      .catch(() => undefined)
      .then(changed);
  }
  function changed(): void {
    if (isClosed || timer !== null || !options.isFull()) return;
    timer = setTimeout(round, options.everyMs ?? LOOK_EVERY_MS).unref();
  }

  changed();
  return {
    changed,
    async close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      await looking;
    },
  };
}
