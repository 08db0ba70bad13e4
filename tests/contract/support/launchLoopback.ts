import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Page, chromium } from '@playwright/test';

import { chromiumFlags, findHeadlessChromium } from '../../support/chromium.ts';
import { startRecordingProxy } from './recordingProxy.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const READY_LINE = /^Deposit Desk is ready at (?<url>http:\/\/[\w.]+:\d+\/#code=\S+)$/mu;
const READY_MS = 180_000;

/** Windows has no signals: there a process that is told to end is simply ended. */
export const CLEAN_EXIT = process.platform === 'win32' ? null : 0;

type JournalEntry = { readonly kind: string; readonly value: unknown };

export type LoopbackOptions = {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly flags?: readonly string[];
  /** More modules to load before the host, as `node --import` takes them. */
  readonly imports?: readonly string[];
  /** A command that runs another one, such as `setpriv …`, put before the host's own. */
  readonly under?: readonly string[];
  /** A line on its stdin brings a fresh one-time address. Left out: it has no stdin. */
  readonly hasStdin?: boolean;
};

export type LoopbackProcess = {
  readonly child: ChildProcess;
  readonly oneTimeUrl: string;
  readonly journal: () => readonly JournalEntry[];
  /** What it wrote to stdout and stderr. */
  readonly output: () => string;
  readonly stop: () => Promise<number | null>;
};

export type RunningLoopback = {
  readonly page: Page;
  readonly sentToPage: () => string;
  readonly journal: () => readonly JournalEntry[];
  readonly output: () => string;
  readonly close: () => Promise<void>;
};

/** The host as its own process, without a page. */
export async function startLoopbackProcess(options: LoopbackOptions): Promise<LoopbackProcess> {
  const { dataDir, env = {}, flags = ['--live'], imports = [], under = [] } = options;
  const stdin = options.hasStdin === true ? 'pipe' : 'ignore';
  const journal: JournalEntry[] = [];
  const chunks: Buffer[] = [];
  const [command, ...before] = [...under, process.execPath];
  const child = spawn(
    command,
    [
      ...before,
      ...imports.flatMap((module) => ['--import', module]),
      path.join(ROOT, 'out/main/loopback.js'),
      '--no-open',
      `--data-dir=${dataDir}`,
      ...flags,
    ],
    { cwd: ROOT, env: { ...process.env, ...env }, stdio: [stdin, 'pipe', 'pipe', 'ipc'] },
  );
  child.on('message', (entry: JournalEntry) => journal.push(entry));
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const output = () => Buffer.concat(chunks).toString('utf8');
  return {
    child,
    oneTimeUrl: await readyUrl(child, output),
    journal: () => journal,
    output,
    stop: () => stopProcess(child),
  };
}

/** The host, and the app open in a Chromium whose every byte goes through a recorder. */
export async function launchLoopback(options: LoopbackOptions): Promise<RunningLoopback> {
  const proxy = await startRecordingProxy();
  const executablePath = findHeadlessChromium();
  if (executablePath === null) throw new Error('No Chromium was found');
  const [host, browser] = await Promise.all([
    startLoopbackProcess(options),
    chromium.launch({
      executablePath,
      args: [...chromiumFlags()],
      proxy: { server: proxy.address },
    }),
  ]);
  const page = await browser.newPage();
  await page.goto(host.oneTimeUrl);
  await page.waitForFunction(() => sessionStorage.getItem('desk-session') !== null);
  return {
    page,
    sentToPage: proxy.recorded,
    journal: host.journal,
    output: host.output,
    async close() {
      await Promise.all([browser.close(), host.stop()]);
      await proxy.close();
    },
  };
}

async function readyUrl(child: ChildProcess, output: () => string): Promise<string> {
  const deadlineMs = Date.now() + READY_MS;
  for (;;) {
    const url = READY_LINE.exec(output())?.groups?.['url'];
    if (url !== undefined) return url;
    const ended = child.exitCode ?? child.signalCode;
    if (ended !== null) throw new Error(`The host ended (${ended}): ${output()}`);
    if (Date.now() > deadlineMs) throw new Error(`Not ready within ${READY_MS} ms: ${output()}`);
    await sleep(20);
  }
}

async function stopProcess(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode;
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  child.kill('SIGTERM');
  return await exited;
}
