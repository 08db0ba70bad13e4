import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

import type { Page } from '@playwright/test';
import { z } from 'zod';

import { type StandInBrowser, openBrowser } from './browser.ts';
import { type Dialogs, createDialogs } from './dialogs.ts';
import type { StandInFrame } from './ipcMain.ts';
import type { JournalEntry } from './journal.ts';
import { type Peer, createPeer } from './peer.ts';
import { type OnInvoke, createWindows } from './windows.ts';

const ROOT = path.join(import.meta.dirname, '../../..');
const REGISTER = new URL('register.ts', import.meta.url).href;
/** Limits are there for what hangs, not for what is slow. */
const LOADED_MS = 110_000;

export type StandInOptions = {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  /** Switches of Chromium's or the app's own, beside --data-dir. */
  readonly args?: readonly string[];
  /** More modules to load before the app, as `node --import` takes them. */
  readonly imports?: readonly string[];
  /** A command that runs another one, such as `setpriv …`, put before the app's own. */
  readonly under?: readonly string[];
  /** The page that the window shows, from a browser that somebody else holds; else a browser is opened for it. */
  readonly givenPage?: () => Promise<Page>;
  /** Puts itself between the page's calls and the app. */
  readonly onInvoke?: OnInvoke;
};

/** A call as some frame would make it: what no real page of ours does, and a foreign one might. */
type ForgedCall = {
  readonly channel: string;
  readonly input: unknown;
  readonly frameUrl: string;
  readonly isTopFrame: boolean;
};

export type StartedStandIn = {
  readonly child: ChildProcess;
  readonly journal: () => readonly JournalEntry[];
  /** What the app wrote to stdout and stderr. */
  readonly output: () => string;
  /** Once its window shows the app. */
  readonly loaded: () => Promise<Page>;
  /** Calls a channel of the running app as if from some other frame. */
  readonly callFrom: (call: ForgedCall) => Promise<unknown>;
  /** As if Electron's powerMonitor had told of it. */
  readonly power: (event: 'suspend' | 'lock-screen' | 'unlock-screen') => void;
  readonly dialogs: Dialogs;
  readonly readClipboard: () => Promise<string>;
  readonly writeClipboard: (text: string) => Promise<void>;
  /** Its exit code; null where a signal ended it. */
  readonly close: () => Promise<number | null>;
};

export type RunningStandIn = StartedStandIn & { readonly page: Page };

/** The built Electron app under Node, its window in a real Chromium. */
export async function launchStandIn(options: StandInOptions): Promise<RunningStandIn> {
  const started = startStandIn(options);
  return { ...started, page: await started.loaded() };
}

/** Without waiting for its window. */
export function startStandIn(options: StandInOptions): StartedStandIn {
  let browser: StandInBrowser | null = null;
  const ownPage = async (): Promise<Page> => {
    browser ??= await openBrowser();
    const blank = browser.context.pages().find((page) => page.url() === 'about:blank');
    return blank ?? (await browser.context.newPage());
  };
  const { child, peer, journal, output } = startApp(options);
  const dialogs = createDialogs(peer);
  const windows = createWindows({
    peer,
    record: (kind, value) => journal.push({ kind, value }),
    page: options.givenPage ?? ownPage,
    onInvoke: options.onInvoke ?? null,
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once('exit', (code) => {
      peer.end('The app has ended');
      void windows
        .leaveAll()
        .then(() => browser?.close())
        .finally(() => resolve(code));
    });
  });
  const ask = (name: string, value: unknown): Promise<unknown> => peer.ask(name, value);
  return {
    child,
    journal: () => journal,
    output,
    loaded: () => waitFor(child, output, windows.loaded),
    async callFrom({ channel, input, frameUrl, isTopFrame }) {
      const top: StandInFrame = { url: frameUrl, parent: null };
      const frame = isTopFrame ? top : { url: frameUrl, parent: top };
      const reply = await ask('forged', { channel, args: [input], frame });
      const error: unknown = Reflect.get(Object(reply), 'error');
      const value: unknown = Reflect.get(Object(reply), 'result');
      return error === undefined ? { value } : { error };
    },
    power: (event) => void ask('power', event),
    dialogs,
    readClipboard: async () => z.string().parse(await ask('clipboard.read', null)),
    async writeClipboard(text) {
      await ask('clipboard.write', text);
    },
    async close() {
      child.kill('SIGTERM');
      return await exited;
    },
  };
}

export type ExitOfStart = {
  readonly exitCode: number | null;
  readonly output: string;
  readonly journal: readonly JournalEntry[];
};

/** A start that is expected to end by itself. */
export async function exitOfStart(options: StandInOptions): Promise<ExitOfStart> {
  const { child, journal, output } = startApp(options);
  const exitCode = await new Promise<number | null>((resolve) => {
    child.once('exit', resolve);
  });
  return { exitCode, output: output(), journal };
}

/** A test that gives up leaves no app behind. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

type App = {
  readonly child: ChildProcess;
  readonly peer: Peer;
  readonly journal: JournalEntry[];
  readonly output: () => string;
};

function startApp(options: StandInOptions): App {
  const { dataDir, env = {}, args = [], imports = [], under = [] } = options;
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
      ...args,
    ],
    {
      cwd: ROOT,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      // As V8 clones: bytes stay bytes, and undefined is not null.
      serialization: 'advanced',
    },
  );
  running.add(child);
  child.once('exit', () => running.delete(child));
  const peer = createPeer((message) => {
    // One that is gone answers nobody; who waits for it hears of its end.
    if (child.connected) child.send(message, () => undefined);
  });
  child.on('message', (message) => {
    if (!peer.receive(message)) journal.push(entrySchema.parse(message));
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => chunks.push(chunk));
  }
  return { child, peer, journal, output: () => Buffer.concat(chunks).toString('utf8') };
}

const entrySchema = z.object({ kind: z.string(), value: z.unknown() });

async function waitFor<T>(
  child: ChildProcess,
  output: () => string,
  look: () => T | null,
): Promise<T> {
  const deadlineMs = Date.now() + LOADED_MS;
  for (;;) {
    const found = look();
    if (found !== null) return found;
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`The app ended (${end}): ${output()}`);
    if (Date.now() > deadlineMs) throw new Error(`Nothing within ${LOADED_MS} ms: ${output()}`);
    await new Promise((resolve) => {
      setTimeout(resolve, 20);
    });
  }
}
