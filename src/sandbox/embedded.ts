import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { chmod, mkdir, readFile, readdir, rename, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { isUuid } from './fields.ts';
import { type LedgerBox, PLAIN_BOX, rewriteLines } from './ledgerBox.ts';
import { type Scenario, createScenarios } from './scenarios.ts';
import { type RunningSandbox, startSandbox } from './server.ts';
import { writeStatement } from './statement.ts';

/** Below what systems give to outgoing connections (Linux from 32768, Windows and macOS from 49152), so that it stays free. */
const FIRST_PORT = 20_000;
const LAST_PORT = 29_999;
const PORT_TRIES = 25;

export type EmbeddedSandbox = {
  readonly baseUrl: string;
  readonly merchant: string;
  readonly secret: string;
  /** Listens at `baseUrl` from then on: once for all callers, until it is closed. After a failure the next call tries again. */
  readonly start: () => Promise<void>;
  /** The address in the merchant's account: called back to where a request names none. Null: nowhere. */
  readonly setAccountUrl: (url: string | null) => void;
  /** Starts it. What it does with the next request of this order id, once. Forgotten when the desk closes. */
  readonly arm: (orderId: string, scenario: Scenario) => Promise<void>;
  /** Its own list of what it has created for the merchant, as CSV. */
  readonly statement: () => Promise<string>;
  /** The desk's key has changed: brings what is on the disk of training requests to the form in use. */
  readonly rewrite: () => Promise<void>;
  readonly close: () => Promise<void>;
};

/**
 * The provider inside the desk, which listens only once it is started. Port and merchant are chosen once per data directory, so
 * that yesterday's links open today; the secret is new with every run and never on disk.
 */
export async function openEmbeddedSandbox(
  dataDir: string,
  boxOf: (file: string) => LedgerBox = () => PLAIN_BOX,
  say: (line: string) => void = sayOnStderr,
): Promise<EmbeddedSandbox> {
  const folder = await makePrivate(join(dataDir, 'sandbox'));
  const merchant = await fixedMerchant(join(folder, 'merchant.json'));
  const { port, taken } = await fixedPort(join(folder, 'port.json'));
  const secret = randomBytes(32).toString('base64url');
  const ledgerFile = join(folder, 'ledger.jsonl');
  const ledger = { ledgerFile, ledgerBox: boxOf(ledgerFile) };
  const scenarios = createScenarios();
  let accountUrl: string | null = null;
  let starting: Promise<RunningSandbox> | null = null;
  let isClosed = false;

  async function startOnce(): Promise<RunningSandbox> {
    const sandbox = await startSandbox({
      port,
      ...ledger,
      merchants: [{ merchant, secret }],
      faults: scenarios,
      ...(accountUrl === null ? {} : { callbackUrl: accountUrl }),
    });
    // It may have changed while the ledger was read.
    sandbox.setAccountUrl(accountUrl);
    if (taken !== null) say(takenWords(taken, port));
    if (sandbox.complaint !== null) say(`Sandbox ledger ${ledgerFile}: ${sandbox.complaint}`);
    return sandbox;
  }
  function started(): Promise<RunningSandbox> {
    if (isClosed) return Promise.reject(new Error('The sandbox is closed'));
    starting ??= startOnce().catch((error: unknown) => {
      starting = null;
      throw error;
    });
    return starting;
  }

  return {
    baseUrl: `http://127.0.0.1:${port}`,
    merchant,
    secret,
    async start() {
      await started();
    },
    setAccountUrl(url) {
      accountUrl = url;
      // A failed start is reported to the caller of `start`.
      void starting?.then((sandbox) => sandbox.setAccountUrl(url)).catch(() => undefined);
    },
    async arm(orderId, scenario) {
      await started();
      scenarios.arm(orderId, scenario);
    },
    statement: () => writeStatement(ledgerFile, merchant, ledger.ledgerBox),
    rewrite: async () => rewriteLedger(await starting?.catch(() => null), ledger),
    async close() {
      isClosed = true;
      const sandbox = await starting?.catch(() => null);
      await sandbox?.close();
    },
  };
}

/** `running`: the sandbox that has the ledger open, if it was started. */
async function rewriteLedger(
  running: RunningSandbox | null | undefined,
  { ledgerFile, ledgerBox }: { readonly ledgerFile: string; readonly ledgerBox: LedgerBox },
): Promise<void> {
  if (running === null || running === undefined) await rewriteLines(ledgerFile, ledgerBox);
  else await running.rewriteLedger();
  await rewriteLines(`${ledgerFile}.torn`, ledgerBox);
}

function sayOnStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Only folders and files that are made here get a mode by themselves; a data directory may be readable by every user. */
async function makePrivate(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  const files = (await readdir(folder, { withFileTypes: true })).filter((entry) => entry.isFile());
  await Promise.all(files.map(({ name }) => chmod(join(folder, name), 0o600)));
  return folder;
}

type FixedPort = {
  readonly port: number;
  /** The remembered port, where another program has it; null: `port` is the remembered one. */
  readonly taken: number | null;
};

/** Known before anything listens, so that the profile has one address for the whole run. */
async function fixedPort(file: string): Promise<FixedPort> {
  const known = portFrom(await readJson(file));
  if (known === null) {
    const port = await freePort();
    await writeJson(file, { port });
    return { port, taken: null };
  }
  if ((await freed(known)) !== null) return { port: known, taken: null };
  // The remembered port stays remembered: it is in the links that were handed out.
  return { port: await freePort(), taken: known };
}

function takenWords(taken: number, port: number): string {
  return (
    `Port ${taken} of the sandbox provider is taken by another program; using ${port} this time. ` +
    `Sandbox links made earlier will not open until ${taken} is free again.`
  );
}

async function freePort(tries = PORT_TRIES): Promise<number> {
  const port = await freed(tries === 0 ? 0 : randomInt(FIRST_PORT, LAST_PORT + 1));
  if (port !== null) return port;
  if (tries === 0) throw new Error('No port is free for the sandbox provider');
  return freePort(tries - 1);
}

/** Taken for a moment and let go. null: another program has the port, or the system keeps it for itself (Windows: EACCES). */
async function freed(port: number): Promise<number | null> {
  const server = createServer();
  try {
    server.listen({ port, host: '127.0.0.1', exclusive: true });
    await once(server, 'listening');
  } catch (error) {
    if (isListenError(error)) return null;
    throw error;
  }
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : null;
}

function isListenError(error: unknown): boolean {
  if (!(error instanceof Error) || !('code' in error) || !('syscall' in error)) return false;
  return error.syscall === 'listen' && (error.code === 'EADDRINUSE' || error.code === 'EACCES');
}

async function fixedMerchant(file: string): Promise<string> {
  const saved = property(await readJson(file), 'merchant');
  if (isUuid(saved)) return saved;
  const merchant = randomUUID();
  await writeJson(file, { merchant });
  return merchant;
}

function portFrom(saved: unknown): number | null {
  const port = property(saved, 'port');
  if (typeof port !== 'number' || !Number.isInteger(port)) return null;
  return port >= 1024 && port <= 65_535 ? port : null;
}

function property(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, name)?.value;
}

/** undefined: absent or unreadable. Either way it is chosen anew, which costs old test links and nothing else. */
async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    return undefined;
  }
}

async function writeJson(file: string, value: object): Promise<void> {
  const fresh = `${file}.new`;
  await writeFile(fresh, `${JSON.stringify(value)}\n`, { mode: 0o600, flush: true });
  await rename(fresh, file);
}
