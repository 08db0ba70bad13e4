import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';

import { type ElectronApplication, type Page, _electron } from '@playwright/test';

import { electronExecutable, namedElectron } from '../../../scripts/start/electron.ts';
import type { HostOptions, RunningHost } from './host.ts';
import { type ElectronTap, tapElectron } from './electronTap.ts';
import { type PageHost, setPageHost } from './pageHost.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

export function electronBinary(): string | null {
  return electronExecutable(path.join(ROOT, 'node_modules/electron')) ?? namedElectron(process.env);
}

const apps = new WeakMap<Page, ElectronApplication>();

/** The process that the page's window belongs to. */
export function appOf(page: Page): ElectronApplication {
  const app = apps.get(page);
  if (app === undefined) throw new Error('No page of an Electron app');
  return app;
}

/** For what only Electron's own process can tell or do. */
export type ElectronDesk = RunningHost & { readonly app: ElectronApplication };

/** Electron itself, where its binary is there. */
export async function startElectron({
  dataDir,
  env = {},
  flags = [],
}: HostOptions): Promise<ElectronDesk> {
  const app = await _electron.launch({
    ...commandOf(dataDir, flags),
    // Without it Playwright itself adds --no-sandbox on Linux.
    chromiumSandbox: true,
    env: definedEnv({ ...process.env, ...env }),
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  const chunks: Buffer[] = [];
  const child = app.process();
  child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk));
  child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  return {
    app,
    async open() {
      const page = await app.firstWindow();
      setPageHost(page, electronPage(app, await tapElectron(app)));
      apps.set(page, app);
      return page;
    },
    output: () => Buffer.concat(chunks).toString('utf8'),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    stop: () => closeInTime(app, child, ended),
  };
}

/** Longer than a desk takes on a busy machine, shorter than Playwright's patience with a worker. */
const CLOSING_MS = 60_000;

/** A desk that asks before it closes (a test failed over its question) waits for an answer that nobody will give. */
async function closeInTime(
  app: ElectronApplication,
  child: ChildProcess,
  ended: Promise<unknown>,
): Promise<void> {
  let isKilled = false;
  const patience = setTimeout(() => {
    isKilled = child.kill('SIGKILL');
  }, CLOSING_MS);
  try {
    await app.close();
    await ended;
  } finally {
    clearTimeout(patience);
  }
  if (isKilled) throw new Error(`Not closed after ${CLOSING_MS / 1000} seconds: ended by SIGKILL`);
}

type Command = {
  readonly executablePath: string;
  readonly args: string[];
  readonly cwd: string;
};

function commandOf(dataDir: string, flags: readonly string[]): Command {
  return {
    executablePath: electronBinary() ?? '',
    args: [ROOT, `--data-dir=${dataDir}`, '--lang=en-US', ...flags],
    cwd: ROOT,
  };
}

/** Electron without Playwright beside it. */
export function spawnElectron({ dataDir, env = {}, flags = [] }: HostOptions): ChildProcess {
  const { executablePath, args, cwd } = commandOf(dataDir, flags);
  return spawn(executablePath, args, {
    cwd,
    env: definedEnv({ ...process.env, ...env }),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function definedEnv({
  ELECTRON_RUN_AS_NODE: _asNode,
  ...env
}: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

/** The system's clipboard, through main: a page may not read it. */
function electronPage(app: ElectronApplication, tap: ElectronTap): PageHost {
  return {
    name: 'electron',
    readClipboard: () => app.evaluate(({ clipboard }) => clipboard.readText()),
    writeClipboard: (text) =>
      app.evaluate(({ clipboard }, value) => clipboard.writeText(value), text),
    // 44 and later answer by a promise with items; before, a format's name is asked for.
    clipboardTypes: () =>
      app.evaluate(async ({ clipboard }) => {
        const isBefore44 = (one: object): one is { availableFormats: () => string[] } =>
          'availableFormats' in one;
        if (isBefore44(clipboard)) return clipboard.availableFormats();
        return (await clipboard.read()).flatMap(({ types }) => types);
      }),
    async savedFile(_page, act) {
      const [{ name, file, state }] = await Promise.all([tap.saved(), act()]);
      return { name, file, isSaved: state === 'completed' };
    },
    allowNotifications: async () => {},
    onOperation: tap.hold,
    offOperation: tap.letGo,
    answered: tap.answered,
  };
}
