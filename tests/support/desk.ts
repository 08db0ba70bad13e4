import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable, Writable } from 'node:stream';

import { type LedgerContent, readLedger } from './ledger.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const ONE_TIME_URL = /http:\/\/(?:127\.0\.0\.1|[a-z][a-z0-9]*\.localhost):\d+\/#code=\S+/gu;
const READY_MS = 180_000;

type HostProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** The loopback host as its own process, on its own data directory. */
export type Desk = {
  readonly dataDir: string;
  /** The newest one-time URL. */
  readonly url: () => string;
  /** What pressing Enter in the terminal brings. */
  readonly pressEnter: () => Promise<string>;
  readonly ledger: () => LedgerContent;
  /** Ends the process and starts another on the same data directory. */
  readonly restart: () => Promise<void>;
  readonly output: () => string;
  /** To the process, as the system or an operator would. */
  readonly signal: (signal: NodeJS.Signals) => void;
  readonly stop: () => Promise<void>;
};

export type DeskOptions = {
  /** 0, the default: any free one. */
  readonly port?: number;
  readonly flags?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Writes what the desk finds in its data directory at its first start. */
  readonly prepare?: (dataDir: string) => void;
  /** It opens a browser by itself, which `env` has to bring. Otherwise it only prints its address. */
  readonly opens?: boolean;
};

export async function startDesk(options: DeskOptions = {}): Promise<Desk> {
  const { port = 0, flags: more = [], env = {}, opens = false, prepare } = options;
  const atNumber = opens || port === 0 ? [] : ['--insecure-fixed-port'];
  const flags = [...(opens ? [] : ['--no-open']), '--port', String(port), ...atNumber, ...more];
  const dataDir = mkdtempSync(path.join(tmpdir(), 'desk-'));
  prepare?.(dataDir);
  let host = await startHost(dataDir, flags, env);
  return {
    dataDir,
    url: () => host.url(),
    pressEnter: () => host.pressEnter(),
    ledger: () => readLedger(dataDir),
    output: () => host.output(),
    signal: (signal) => host.signal(signal),
    async restart() {
      await host.stop();
      host = await startHost(dataDir, flags, env);
    },
    async stop() {
      await host.stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

type RunningHost = Pick<Desk, 'url' | 'pressEnter' | 'output' | 'signal' | 'stop'>;

async function startHost(
  dataDir: string,
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<RunningHost> {
  const entry = path.join(ROOT, 'out/main/loopback.js');
  const child = spawn(process.execPath, [entry, '--data-dir', dataDir, ...flags], {
    cwd: ROOT,
    stdio: ['pipe', 'pipe', 'pipe'],
    env: { ...process.env, LANG: 'en_US.UTF-8', ...env },
  });
  const chunks: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
  const output = (): string => Buffer.concat(chunks).toString('utf8');
  const urls = (): readonly string[] => output().match(ONE_TIME_URL) ?? [];
  const nextUrl = (known: number): Promise<string> =>
    waitFor(child, output, () => urls().at(known) ?? null);
  await nextUrl(0);
  return {
    output,
    url: () => urls().at(-1) ?? '',
    pressEnter() {
      const known = urls().length;
      child.stdin.write('\n');
      return nextUrl(known);
    },
    signal: (signal) => void child.kill(signal),
    stop: () => stopProcess(child),
  };
}

async function waitFor(
  child: HostProcess,
  output: () => string,
  look: () => string | null,
): Promise<string> {
  const giveUpAt = Date.now() + READY_MS;
  for (;;) {
    const found = look();
    if (found !== null) return found;
    if (child.exitCode !== null) {
      throw new Error(`The host ended with ${child.exitCode} and said:\n${output()}`);
    }
    if (Date.now() > giveUpAt) throw new Error(`The host printed no address:\n${output()}`);
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
}

async function stopProcess(child: HostProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(timer);
}
