import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { endProcess } from '../../support/endProcess.ts';

/** A keychain that hosts under test may use, and whether there is one at all. */
export type TestKeychain = {
  readonly available: boolean;
  readonly env: Readonly<Record<string, string>>;
  readonly close: () => Promise<void>;
};

const TOOLS = { bus: 'dbus-daemon', ask: 'dbus-send', keyring: 'gnome-keyring-daemon' } as const;

/** macOS and Windows bring theirs; on Linux a bus and a keyring of our own, away from the account's real one. */
export async function startTestKeychain(): Promise<TestKeychain> {
  if (process.platform !== 'linux') return { available: true, env: {}, close: async () => {} };
  if (!Object.values(TOOLS).every((tool) => isThere(tool))) {
    // Nobody's bus: the hosts must meet no keychain rather than the account's own.
    const env = { DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nonexistent' };
    return { available: false, env, close: async () => {} };
  }
  const dir = mkdtempSync(path.join(tmpdir(), 'keychain-'));
  const bus = spawn(
    TOOLS.bus,
    ['--session', '--nofork', '--print-address', `--address=unix:path=${dir}/bus`],
    {
      stdio: ['ignore', 'pipe', 'ignore'],
    },
  );
  await firstOutput(bus);
  const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${dir}/bus` };
  const keyring = spawn(TOOLS.keyring, ['--foreground', '--unlock', '--components=secrets'], {
    env: { ...process.env, ...env, XDG_DATA_HOME: dir, XDG_RUNTIME_DIR: dir },
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  keyring.stdin.end('test');
  await untilOwned(env);
  return {
    available: true,
    env,
    async close() {
      // A Ctrl+C at a terminal has reached them already.
      await Promise.all([endProcess(keyring, 'SIGTERM'), endProcess(bus, 'SIGTERM')]);
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function isThere(command: string): boolean {
  return spawnSync(command, ['--version'], { stdio: 'ignore' }).error === undefined;
}

const OWNER_QUESTION = [
  '--session',
  '--print-reply',
  '--dest=org.freedesktop.DBus',
  '/org/freedesktop/DBus',
  'org.freedesktop.DBus.NameHasOwner',
  'string:org.freedesktop.secrets',
];

/** Generous: it takes a tenth of a second, unless the machine is busy. */
const OWNED_MS = 60_000;

/** The keyring says nothing itself when it is ready; the bus knows. */
async function untilOwned(env: Readonly<Record<string, string>>): Promise<void> {
  const giveUpAt = Date.now() + OWNED_MS;
  while (Date.now() < giveUpAt) {
    const asked = spawnSync(TOOLS.ask, OWNER_QUESTION, {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    if (asked.stdout.includes('boolean true')) return;
    await sleep(25);
  }
  throw new Error('The test keyring did not start');
}

function firstOutput(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${child.spawnfile} ended at once`)));
  });
}
