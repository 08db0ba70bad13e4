import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { endProcess } from '../../support/endProcess.ts';

const TOOLS = ['dbus-run-session', 'dbus-send', 'gnome-keyring-daemon'] as const;
const SECRETS = 'org.freedesktop.secrets';

/** A Secret Service on a bus of its own, that can be made to fail in each way of the table. */
export type BreakableVault = {
  readonly env: Readonly<Record<string, string>>;
  /** Of the service as it runs now. */
  readonly pid: () => number | undefined;
  readonly lock: () => void;
  readonly unlock: () => Promise<void>;
  /** Which collection takes new items: the one that `lock` locks, or one that is never locked. */
  readonly setDefault: (collection: 'login' | 'session') => void;
  /** The bus lets nobody speak to it. */
  readonly deny: () => Promise<void>;
  readonly allow: () => Promise<void>;
  /** It is there and does not answer. */
  readonly hang: () => void;
  readonly goOn: () => void;
  readonly takeAway: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Why this system cannot have one. Null: it can. */
export function whyNoVault(): string | null {
  if (process.platform !== 'linux') return 'only a Secret Service can be made to fail on purpose';
  const missing = TOOLS.filter(
    (tool) => spawnSync(tool, ['--version'], { stdio: 'ignore' }).error !== undefined,
  );
  return missing.length === 0 ? null : `${missing.join(', ')} not installed`;
}

/** `connections`: as many as the bus takes at once. */
export async function startBreakableVault(connections = 256): Promise<BreakableVault> {
  const dir = mkdtempSync(path.join(tmpdir(), 'vault-'));
  const socket = path.join(dir, 'bus');
  const config = path.join(dir, 'bus.conf');
  writeFileSync(config, busConfig(socket, connections, false));
  const env = { DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` };
  // The session lasts as long as its program, and that as long as its standard input: nothing outlives this process.
  const holder = ['sh', '-c', 'echo ready; cat'];
  const bus = spawn('dbus-run-session', [`--config-file=${config}`, '--', ...holder], {
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  await firstOutput(bus);
  let keyring = startKeyring(dir, env);
  await untilAnswers(env);
  const setDenied = async (isDenied: boolean): Promise<void> => {
    writeFileSync(config, busConfig(socket, connections, isDenied));
    send(env, 'org.freedesktop.DBus', '/org/freedesktop/DBus', 'org.freedesktop.DBus.ReloadConfig');
  };
  return {
    env,
    pid: () => keyring.pid,
    lock() {
      const service = '/org/freedesktop/secrets';
      const which = `array:objpath:${service}/collection/login`;
      const told = send(env, SECRETS, service, 'org.freedesktop.Secret.Service.Lock', which);
      if (!told.includes('/collection/login')) throw new Error(`It did not lock: ${told}`);
    },
    async unlock() {
      await endProcess(keyring, 'SIGTERM');
      keyring = startKeyring(dir, env);
      await untilAnswers(env);
    },
    setDefault(collection) {
      const service = '/org/freedesktop/secrets';
      const which = ['string:default', `objpath:${service}/collection/${collection}`];
      send(env, SECRETS, service, 'org.freedesktop.Secret.Service.SetAlias', ...which);
    },
    deny: () => setDenied(true),
    allow: () => setDenied(false),
    hang: () => void keyring.kill('SIGSTOP'),
    goOn: () => void keyring.kill('SIGCONT'),
    takeAway: () => endProcess(keyring, 'SIGTERM'),
    async close() {
      keyring.kill('SIGCONT');
      await endProcess(keyring, 'SIGTERM');
      const closed = once(bus, 'exit');
      bus.stdin.end();
      await closed;
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Without service files, so that nothing starts by itself when it is asked for. */
function busConfig(socket: string, connections: number, isDenied: boolean): string {
  const denied = isDenied ? `<deny send_destination="${SECRETS}"/>` : '';
  return `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    ${denied}
  </policy>
  <limit name="max_connections_per_user">${connections}</limit>
</busconfig>`;
}

function startKeyring(dir: string, env: Readonly<Record<string, string>>): ChildProcess {
  const keyring = spawn(
    'gnome-keyring-daemon',
    ['--foreground', '--unlock', '--components=secrets'],
    {
      env: { ...process.env, ...env, XDG_DATA_HOME: dir, XDG_RUNTIME_DIR: dir },
      stdio: ['pipe', 'ignore', 'ignore'],
    },
  );
  keyring.stdin.end('test');
  return keyring;
}

function send(
  env: Readonly<Record<string, string>>,
  destination: string,
  object: string,
  ...call: readonly string[]
): string {
  const asked = spawnSync(
    'dbus-send',
    ['--session', '--print-reply', `--dest=${destination}`, object, ...call],
    { env: { ...process.env, ...env }, encoding: 'utf8' },
  );
  return asked.stdout + asked.stderr;
}

async function untilAnswers(env: Readonly<Record<string, string>>): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const question = ['org.freedesktop.DBus.NameHasOwner', `string:${SECRETS}`];
    const told = send(env, 'org.freedesktop.DBus', '/org/freedesktop/DBus', ...question);
    if (told.includes('boolean true')) return;
    await sleep(100);
  }
  throw new Error('The keyring did not start');
}

function firstOutput(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.once('data', () => resolve());
    child.once('error', reject);
    child.once('exit', () => reject(new Error(`${child.spawnfile} ended at once`)));
  });
}
