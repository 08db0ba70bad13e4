import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const OLDEST = 15;
const PACKAGES_DIR = '/usr/lib/postgresql';
/** PostgreSQL refuses to run as root: there the tests' servers run as `nobody`. */
const DROPPED_ID = 65_534;
const START_TIMEOUT_MS = 30_000;

/** The folder of `initdb` and `postgres`, 15 or newer; null where there is none. */
export function findPostgres(): string | null {
  const named = process.env['DESK_POSTGRES_BIN'];
  const packaged = existsSync(PACKAGES_DIR)
    ? readdirSync(PACKAGES_DIR)
        .toSorted((a, b) => Number(b) - Number(a))
        .map((version) => path.join(PACKAGES_DIR, version, 'bin'))
    : [];
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter);
  const folders = named === undefined ? [...packaged, ...onPath] : [named];
  return folders.find((folder) => folder !== '' && versionIn(folder) >= OLDEST) ?? null;
}

function versionIn(folder: string): number {
  if (!existsSync(path.join(folder, 'initdb'))) return 0;
  const { stdout } = spawnSync(path.join(folder, 'postgres'), ['--version'], { encoding: 'utf8' });
  return Number(/(?<major>\d+)/u.exec(stdout)?.groups?.['major'] ?? 0);
}

type Tls = { readonly cert: string; readonly key: string };

export type PostgresOptions = {
  /** Null: the server speaks plain text alone. */
  readonly tls: Tls | null;
  readonly maxConnections?: number;
  /** Another method than SCRAM for connections over TCP. */
  readonly authentication?: 'scram-sha-256' | 'md5' | 'password' | 'trust';
  /** Where its folder is made; left out: the system's temporary folder. */
  readonly parent?: string;
  /** More lines of postgresql.conf; the last line of a name is the one that holds. */
  readonly settings?: readonly string[];
};

export type Postgres = Awaited<ReturnType<typeof startPostgres>>;

/** A server of its own in a temporary folder: a socket for its administrator, TCP on 127.0.0.1 for desks. */
export async function startPostgres(bin: string, options: PostgresOptions) {
  const dir = mkdtempSync(path.join(options.parent ?? tmpdir(), 'postgres-'));
  const data = path.join(dir, 'data');
  own(dir);
  run(bin, 'initdb', [
    '-D',
    data,
    '-U',
    'admin',
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--locale=C.UTF-8',
    '-N',
  ]);
  const port = await freePort();
  configure(data, dir, port, options);
  let server = await started(bin, data, dir);
  const killed = async (signal: NodeJS.Signals): Promise<void> => {
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  };
  return {
    port,
    /** For `npm run team`: the administrator over the socket. */
    adminUrl: (database: string) =>
      `postgres://admin@localhost/${database}?host=${encodeURIComponent(dir)}&port=${port}`,
    data,
    /** The postmaster alone; its children notice and end. A new one waits for them. */
    async killHard(): Promise<void> {
      await killed('SIGKILL');
      await backendsGone(data);
      rmSync(path.join(data, 'postmaster.pid'), { force: true });
    },
    /** The postmaster and every process of it, in the middle of whatever they do. */
    async killAllHard(): Promise<void> {
      const exited = once(server, 'exit');
      for (const pid of processesOf(data)) end(pid);
      await exited;
      await backendsGone(data);
      rmSync(path.join(data, 'postmaster.pid'), { force: true });
    },
    stop: () => killed('SIGINT'),
    async start(): Promise<void> {
      server = await started(bin, data, dir);
    },
    showCertificate(tls: Tls): void {
      writeCertificate(data, tls);
    },
    /** The server is stopped: its files as they are now, to be put back later. */
    copyOfFiles(name: string): () => void {
      const copy = path.join(dir, name);
      cpSync(data, copy, { recursive: true });
      return () => {
        rmSync(data, { recursive: true });
        cpSync(copy, data, { recursive: true });
        ownAll(data);
      };
    },
    /** As after a fail-over: the server, started from its files, begins a new timeline. */
    async startPromoted(): Promise<void> {
      writeFileSync(path.join(data, 'standby.signal'), '');
      own(path.join(data, 'standby.signal'));
      server = await started(bin, data, dir);
      run(bin, 'pg_ctl', ['promote', '-w', '-D', data]);
    },
    async close(): Promise<void> {
      if (server.exitCode === null && server.signalCode === null) await killed('SIGINT');
      rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function configure(data: string, dir: string, port: number, options: PostgresOptions): void {
  const {
    tls,
    maxConnections = 100,
    authentication = 'scram-sha-256',
    settings: more = [],
  } = options;
  const settings = [
    "listen_addresses = '127.0.0.1'",
    `port = ${port}`,
    `unix_socket_directories = '${dir}'`,
    `max_connections = ${maxConnections}`,
    `ssl = ${tls === null ? 'off' : 'on'}`,
    "shared_buffers = '32MB'",
    // The suite kills the server, not the machine under it.
    'fsync = off',
    'max_wal_senders = 0',
    'autovacuum_naptime = 1h',
    ...more,
  ];
  appendFileSync(path.join(data, 'postgresql.conf'), `${settings.join('\n')}\n`);
  const host = tls === null ? 'host' : 'hostssl';
  const lines = ['local all all trust', `${host} all all 127.0.0.1/32 ${authentication}`];
  writeFileSync(path.join(data, 'pg_hba.conf'), `${lines.join('\n')}\n`);
  if (tls !== null) writeCertificate(data, tls);
}

function writeCertificate(data: string, { cert, key }: Tls): void {
  for (const [name, text] of [
    ['server.crt', cert],
    ['server.key', key],
  ] as const) {
    const file = path.join(data, name);
    writeFileSync(file, text);
    chmodSync(file, 0o600);
    own(file);
  }
}

async function started(bin: string, data: string, dir: string): Promise<ChildProcess> {
  const log = path.join(dir, 'server.log');
  const server = spawn(path.join(bin, 'postgres'), ['-D', data], {
    ...dropped(),
    stdio: ['ignore', 'pipe', 'pipe'],
    cwd: dir,
  });
  for (const output of [server.stdout, server.stderr]) {
    output.on('data', (chunk: Buffer) => appendFileSync(log, chunk));
  }
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < giveUpAt && server.exitCode === null) {
    if (isReady(data)) return server;
    await sleep(30);
  }
  server.kill('SIGKILL');
  throw new Error(`PostgreSQL did not start:\n${existsSync(log) ? readFileSync(log, 'utf8') : ''}`);
}

/** The eighth line of the postmaster's own file; a standby that has not been promoted says `standby`. */
function isReady(data: string): boolean {
  const file = path.join(data, 'postmaster.pid');
  if (!existsSync(file)) return false;
  const state = readFileSync(file, 'utf8').split('\n')[7]?.trim();
  return state === 'ready' || state === 'standby';
}

/** Each process of a server works in its data folder. */
function processesOf(data: string): readonly number[] {
  const isOfServer = (pid: string): boolean => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === data;
    } catch {
      return false;
    }
  };
  const pids = readdirSync('/proc').filter((name) => /^\d+$/u.test(name));
  return pids.filter(isOfServer).map(Number);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It has ended meanwhile.
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** A killed postmaster's children end once they notice. */
async function backendsGone(data: string): Promise<void> {
  const giveUpAt = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < giveUpAt && processesOf(data).length > 0) await sleep(20);
}

function run(bin: string, program: string, args: readonly string[]): void {
  const done = spawnSync(path.join(bin, program), args, {
    ...dropped(),
    encoding: 'utf8',
    cwd: '/',
  });
  if (done.status !== 0) throw new Error(`${program}: ${done.stdout}${done.stderr}`);
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

function dropped(): { readonly uid?: number; readonly gid?: number } {
  return isRoot() ? { uid: DROPPED_ID, gid: DROPPED_ID } : {};
}

function own(file: string): void {
  if (isRoot()) chownSync(file, DROPPED_ID, DROPPED_ID);
}

function ownAll(folder: string): void {
  own(folder);
  chmodSync(folder, 0o700);
  for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
    own(path.join(folder, name));
  }
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const address = probe.address();
  probe.close();
  if (address === null || typeof address === 'string') throw new Error('There is no free port.');
  return address.port;
}
