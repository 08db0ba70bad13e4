import path from 'node:path';

import { type ElectronApplication, _electron, test } from '@playwright/test';

import { electronExecutable } from '../../../scripts/start/electron.ts';
import type { StartHost } from './host.ts';
import { type PageHost, setPageHost } from './pageHost.ts';

const ROOT = path.join(import.meta.dirname, '../../..');

export function electronBinary(): string | null {
  return electronExecutable(path.join(ROOT, 'node_modules/electron'));
}

/** Electron itself, where its binary is there. */
export const startElectron: StartHost = async ({ dataDir, env = {} }) => {
  const isRoot = process.getuid?.() === 0;
  const app = await _electron.launch({
    executablePath: electronBinary() ?? '',
    args: [ROOT, `--data-dir=${dataDir}`, '--lang=en-US', ...(isRoot ? ['--no-sandbox'] : [])],
    cwd: ROOT,
    env: { ...definedEnv(), ...env },
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
    async open() {
      const page = await app.firstWindow();
      setPageHost(page, electronPage(app));
      return page;
    },
    output: () => Buffer.concat(chunks).toString('utf8'),
    async kill() {
      child.kill('SIGKILL');
      await ended;
    },
    stop: () => app.close(),
  };
};

function definedEnv(): Record<string, string> {
  const { ELECTRON_RUN_AS_NODE: _asNode, ...env } = process.env;
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}

const NO_HOLDING = 'Calls are held up between page and host, which nothing can do inside Electron';

/** The system's clipboard, through main: a page may not read it. */
function electronPage(app: ElectronApplication): PageHost {
  const standAside = async (): Promise<void> => test.skip(electronBinary() !== null, NO_HOLDING);
  return {
    name: 'electron',
    readClipboard: () => app.evaluate(({ clipboard }) => clipboard.readText()),
    writeClipboard: (text) =>
      app.evaluate(({ clipboard }, value) => clipboard.writeText(value), text),
    clipboardTypes: () =>
      app.evaluate(async ({ clipboard }) => (await clipboard.read()).flatMap(({ types }) => types)),
    isSaved: async (download) => (await download.failure()) === null,
    allowNotifications: async () => {},
    onOperation: standAside,
    offOperation: standAside,
    answered: standAside,
  };
}
