import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { isUuid } from './fields.ts';
import { type Scenario, faultOf } from './scenarios.ts';
import { type RunningSandbox, startSandbox } from './server.ts';

/** Below what systems give to outgoing connections (Linux from 32768, Windows and macOS from 49152), so that it stays free. */
const FIRST_PORT = 20_000;
const LAST_PORT = 29_999;
const PORT_TRIES = 25;

export type StartedSandbox = {
  readonly baseUrl: string;
  readonly merchant: string;
  readonly secret: string;
  /** The address in the merchant's account: called back to where a request names none. Null: nowhere. */
  readonly setAccountUrl: (url: string | null) => void;
  /** What it does with the next request of this order id, once. Forgotten when the desk closes. */
  readonly arm: (orderId: string, scenario: Scenario) => void;
  readonly close: () => Promise<void>;
};

/**
 * The provider inside the desk. Port and merchant are chosen once per data directory, so that yesterday's links open
 * today; the secret is new with every start and never on disk.
 */
export async function startEmbeddedSandbox(
  dataDir: string,
  say: (line: string) => void = sayOnStderr,
): Promise<StartedSandbox> {
  const folder = join(dataDir, 'sandbox');
  await mkdir(folder, { recursive: true });
  const merchant = await fixedMerchant(join(folder, 'merchant.json'));
  const secret = randomBytes(32).toString('base64url');
  const ledgerFile = join(folder, 'ledger.jsonl');
  const start = (port: number): Promise<RunningSandbox> =>
    startSandbox({ port, ledgerFile, merchants: [{ merchant, secret }], canBeArmed: true });
  const sandbox = await startOnFixedPort(join(folder, 'port.json'), start, say);
  if (sandbox.complaint !== null) say(`Sandbox ledger ${ledgerFile}: ${sandbox.complaint}`);
  const { origin: baseUrl, setAccountUrl, faultHooks, close } = sandbox;
  const arm: StartedSandbox['arm'] = (orderId, scenario) => {
    const armed = faultOf(orderId, scenario);
    if (armed === null) faultHooks?.faults.clear(orderId);
    else faultHooks?.faults.set(armed);
  };
  return { baseUrl, merchant, secret, setAccountUrl, arm, close };
}

function sayOnStderr(line: string): void {
  process.stderr.write(`${line}\n`);
}

type Start = (port: number) => Promise<RunningSandbox>;

async function startOnFixedPort(
  file: string,
  start: Start,
  say: (line: string) => void,
): Promise<RunningSandbox> {
  const known = portFrom(await readJson(file));
  if (known === null) {
    const sandbox = await startSomewhere(start);
    await writeJson(file, { port: sandbox.port });
    return sandbox;
  }
  const own = await startUnlessTaken(start, known);
  if (own !== null) return own;
  const other = await startSomewhere(start);
  // The remembered port stays remembered: it is in the links that were handed out.
  say(
    `Port ${known} of the sandbox provider is taken by another program; using ${other.port} this time. ` +
      `Sandbox links made earlier will not open until ${known} is free again.`,
  );
  return other;
}

async function startSomewhere(start: Start, tries = PORT_TRIES): Promise<RunningSandbox> {
  if (tries === 0) return start(0);
  const sandbox = await startUnlessTaken(start, randomInt(FIRST_PORT, LAST_PORT + 1));
  return sandbox ?? startSomewhere(start, tries - 1);
}

/** null: somebody has the port, or the system keeps it for itself (Windows answers EACCES for reserved ranges). */
async function startUnlessTaken(start: Start, port: number): Promise<RunningSandbox | null> {
  try {
    return await start(port);
  } catch (error) {
    if (isListenError(error)) return null;
    throw error;
  }
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
  await writeFile(fresh, `${JSON.stringify(value)}\n`, { flush: true });
  await rename(fresh, file);
}
