import { spawnSync } from 'node:child_process';
import { closeSync, ftruncateSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';

import Database from 'better-sqlite3';

/** Why a file system of a chosen size cannot be had here. Null: it can. */
export function whyNoSmallDisk(): string | null {
  if (process.platform !== 'linux') return 'only Linux mounts a small disk in memory';
  return process.getuid?.() === 0 ? null : 'mounting one needs root';
}

export type SmallDisk = {
  readonly fill: () => void;
  readonly empty: () => void;
  readonly close: () => void;
};

/** Null: this container may not mount. */
export function mountSmallDisk(at: string, mib: number): SmallDisk | null {
  mkdirSync(at, { recursive: true });
  const options = ['-t', 'tmpfs', '-o', `size=${mib}m,mode=0700`, 'faults', at];
  if (spawnSync('mount', options, { stdio: 'ignore' }).status !== 0) return null;
  const ballast = path.join(at, 'ballast');
  return {
    fill: () => fillUp(ballast, LEFT_BYTES),
    empty: () => rmSync(ballast, { force: true }),
    close: () => void spawnSync('umount', ['-l', at], { stdio: 'ignore' }),
  };
}

/** Less than W1 takes, and enough for the lock files of a host that starts. */
const LEFT_BYTES = 16 * 1024;

function fillUp(file: string, leftBytes: number): void {
  const handle = openSync(file, 'w');
  const block = Buffer.alloc(64 * 1024, 1);
  let written = 0;
  try {
    for (let size = block.length; size >= 512;) {
      try {
        written += writeSync(handle, block, 0, size);
      } catch {
        size = Math.floor(size / 2);
      }
    }
    ftruncateSync(handle, written - leftBytes);
  } finally {
    closeSync(handle);
  }
}

/** Why the system cannot be told to refuse a process's writes. Null: it can. */
export function whyNoRefusedWrites(): string | null {
  if (process.platform !== 'linux') return 'only Linux lets another process’s writes be refused';
  const asked = spawnSync('prlimit', ['--version'], { stdio: 'ignore' });
  return asked.error === undefined ? null : 'prlimit is not installed';
}

/** From now on the system fails every write to a file (EFBIG, which SQLite reports as an I/O error). Gives the way back. */
export function refuseWrites(pid: number): () => void {
  const set = (soft: string): void => {
    const asked = spawnSync('prlimit', [`--pid=${pid}`, `--fsize=${soft}:`], { encoding: 'utf8' });
    if (asked.status !== 0) throw new Error(`prlimit: ${asked.stderr}`);
  };
  set('1');
  return () => set('unlimited');
}

/** Another program keeps the log locked. */
export function holdLog(dataDir: string): () => void {
  const db = new Database(path.join(dataDir, 'log.sqlite'), { timeout: 5000 });
  db.exec('BEGIN IMMEDIATE');
  return () => {
    db.exec('ROLLBACK');
    db.close();
  };
}

/** Permissions mean nothing to root; without these two rights they do. */
export function withoutOverride(): readonly string[] | null {
  if (process.getuid?.() !== 0) return [];
  const dropped = '--bounding-set=-dac_override,-dac_read_search';
  const asked = spawnSync('setpriv', [dropped, 'true'], { stdio: 'ignore' });
  return asked.status === 0 ? ['setpriv', dropped] : null;
}

/** A way to the provider that can be held up between TCP and TLS: that is between W1 and W2. */
export type Gate = {
  readonly port: number;
  readonly hold: () => void;
  readonly open: () => void;
  readonly close: () => Promise<void>;
};

export async function startGate(toPort: number): Promise<Gate> {
  let isHeld = false;
  const held = new Set<() => void>();
  const sockets = new Set<net.Socket>();
  const server = net.createServer((near) => {
    sockets.add(near);
    near.on('error', () => near.destroy());
    near.once('close', () => sockets.delete(near));
    const goOn = (): void => {
      const far = net.connect(toPort, '127.0.0.1');
      far.on('error', () => near.destroy());
      near.once('close', () => far.destroy());
      near.pipe(far).pipe(near);
    };
    if (isHeld) held.add(goOn);
    else goOn();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gate does not listen');
  return {
    port: address.port,
    hold: () => {
      isHeld = true;
    },
    open: () => {
      isHeld = false;
      for (const goOn of held) goOn();
      held.clear();
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
