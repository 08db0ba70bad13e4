import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

import { type Browser, type Page, chromium } from '@playwright/test';

import { type ForgedCall, type JournalEntry, SUSPEND } from './journal.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const REGISTER = new URL('register.ts', import.meta.url).href;
const LOADED_MS = 60_000;

export type StandInOptions = {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** More modules to load before the app, as `node --import` takes them. */
  readonly imports?: readonly string[];
  /** A command that runs another one, such as `setpriv …`, put before the app's own. */
  readonly under?: readonly string[];
};

export type RunningStandIn = {
  readonly child: ChildProcess;
  /** The app's own page. */
  readonly page: Page;
  readonly journal: () => readonly JournalEntry[];
  /** What the app wrote to stdout and stderr. */
  readonly output: () => string;
  /** Calls a channel of the running app as if from some other frame. */
  readonly callFrom: (call: Omit<ForgedCall, 'id'>) => Promise<unknown>;
  /** The machine goes to sleep, as far as Electron can tell. */
  readonly suspend: () => void;
  readonly close: () => Promise<number | null>;
};

/** The built Electron app under Node, its window in a real Chromium. */
export async function launchStandIn(options: StandInOptions): Promise<RunningStandIn> {
  const { child, journal, output } = startApp(options);
  const debuggerUrl = await waitForEntry(child, journal, output, 'browser');
  await waitForEntry(child, journal, output, 'loaded');
  const browser = await chromium.connectOverCDP(String(debuggerUrl.value));
  const page = pageOf(browser);
  let calls = 0;
  return {
    child,
    page,
    journal: () => journal,
    output,
    async callFrom(call) {
      calls += 1;
      const id = calls;
      child.send({ ...call, id } satisfies ForgedCall);
      const isReply = ({ kind, value }: JournalEntry) =>
        kind === 'forgedReply' && Reflect.get(Object(value), 'id') === id;
      return (await waitFor(child, output, () => journal.find(isReply) ?? null)).value;
    },
    suspend: () => void child.send(SUSPEND),
    async close() {
      await browser.close();
      child.kill('SIGTERM');
      return await exitOf(child);
    },
  };
}

/** A start that is expected to end by itself. */
export async function exitOfStart(
  options: StandInOptions,
): Promise<{ readonly exitCode: number | null; readonly output: string }> {
  const { child, output } = startApp(options);
  const exitCode = await exitOf(child);
  return { exitCode, output: output() };
}

function startApp({ dataDir, env = {}, imports = [], under = [] }: StandInOptions) {
  const journal: JournalEntry[] = [];
  const chunks: Buffer[] = [];
  const [command, ...before] = [...under, process.execPath];
  const child = spawn(
    command,
    [
      ...before,
      ...[REGISTER, ...imports].flatMap((module) => ['--import', module]),
      path.join(ROOT, 'out/main/index.js'),
      `--data-dir=${dataDir}`,
    ],
    { cwd: ROOT, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  child.on('message', (entry: JournalEntry) => journal.push(entry));
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  return { child, journal, output: () => Buffer.concat(chunks).toString('utf8') };
}

function pageOf(browser: Browser): Page {
  const page = browser.contexts()[0]?.pages()[0];
  if (page === undefined) throw new Error('The stand-in has no page');
  return page;
}

function waitForEntry(
  child: ChildProcess,
  journal: readonly JournalEntry[],
  output: () => string,
  kind: string,
): Promise<JournalEntry> {
  return waitFor(child, output, () => journal.find((entry) => entry.kind === kind) ?? null);
}

async function waitFor<T>(
  child: ChildProcess,
  output: () => string,
  look: () => T | null,
): Promise<T> {
  const deadlineMs = Date.now() + LOADED_MS;
  for (;;) {
    const found = look();
    if (found !== null) return found;
    if (child.exitCode !== null) throw new Error(`The app ended (${child.exitCode}): ${output()}`);
    if (Date.now() > deadlineMs) throw new Error(`Nothing within ${LOADED_MS} ms: ${output()}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}

async function exitOf(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  return await new Promise((resolve) => {
    child.once('exit', resolve);
  });
}
