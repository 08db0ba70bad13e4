import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';

import {
  BrowserWindow,
  Menu,
  app,
  clipboard,
  dialog,
  ipcMain,
  powerMonitor,
  protocol,
  session,
  shell,
} from 'electron';

import { cannotStartMessage } from '#core/cannotStart.ts';
import { defaultDataDir } from '#core/dataDir.ts';
import { heldMessage } from '#core/heldMessage.ts';
import { openDesk } from '#core/openDesk.ts';
import { loadAppPage } from '#core/page/appPage.ts';
import type { Services } from '#core/ports.ts';
import { createKeychains } from '#core/vault/keychains.ts';
import { startEmbeddedSandbox } from '#sandbox/embedded.ts';
import { guardPermissions, guardWebContents } from './guards.ts';
import { handleOperations, pushEvents } from './ipcHost.ts';
import { menuTemplate } from './menu.ts';
import { createOpenExternal } from './openExternal.ts';
import { APP_SCHEME_PRIVILEGES, serveAppPage } from './protocol.ts';
import { focusWindow, openDeskWindow } from './window.ts';

const PRELOAD_FILE = path.join(import.meta.dirname, '../preload/index.cjs');
/** electron.vite.config.ts names it. */
const LOG_WORKER_URL = pathToFileURL(path.join(import.meta.dirname, 'logWorker.js'));
const RENDERER_DIR = path.join(import.meta.dirname, '../renderer');
const EXIT_FAILED = 1;
const EXIT_HELD = 3;

function chosenDataDir(): string {
  // Chromium's own switches stand beside ours, so unknown ones pass here; `npm start` checks them strictly.
  const { values } = parseArgs({
    args: process.argv.slice(1),
    options: { 'data-dir': { type: 'string' } },
    strict: false,
  });
  const given = values['data-dir'];
  const chosen = typeof given === 'string' && given !== '' ? given : null;
  return path.resolve(chosen ?? defaultDataDir(process.platform, process.env, homedir()));
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function giveUp(message: string, exitCode: number): void {
  say(message);
  // An installed app has no terminal to say it in.
  if (app.isPackaged) dialog.showErrorBox('Deposit Desk', message);
  app.exit(exitCode);
}

async function run(dataDir: string): Promise<void> {
  await app.whenReady();
  const page = await loadAppPage(RENDERER_DIR);
  const opened = await openDesk({
    dataDir,
    host: { kind: 'electron', live: true },
    appVersion: app.getVersion(),
    systemLanguage: app.getLocale(),
    keychains: createKeychains(),
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    logWorkerUrl: LOG_WORKER_URL,
    exportsDir: app.getPath('downloads'),
    ownOrigins: () => [],
    clipboard: {
      write: async (text) => clipboard.writeText(text),
      read: async () => clipboard.readText(),
    },
    startSandbox: startEmbeddedSandbox,
  });
  if (!opened.ok) {
    giveUp(heldMessage(dataDir, opened.error), EXIT_HELD);
    return;
  }
  closeBeforeQuit(opened.value);
  powerMonitor.on('suspend', opened.value.machineSlept);
  const openExternal = createOpenExternal(shell, opened.value.dispatch);
  app.on('web-contents-created', (_event, contents) => guardWebContents(contents, openExternal));
  guardPermissions(session.defaultSession);
  serveAppPage(protocol, page, opened.value.dispatch);
  handleOperations(ipcMain, opened.value.dispatch);
  pushEvents(opened.value, () => BrowserWindow.getAllWindows());
  Menu.setApplicationMenu(Menu.buildFromTemplate(menuTemplate(process.platform)));
  openDeskWindow(PRELOAD_FILE);
  app.on('activate', () => showDesk());
  app.on('second-instance', () => showDesk());
}

/** Quitting waits for the writes under way. */
function closeBeforeQuit(services: Services): void {
  let closed = false;
  app.on('will-quit', (event) => {
    if (closed) return;
    event.preventDefault();
    void services
      .close()
      .catch((error: unknown) => say(String(error)))
      .finally(() => {
        closed = true;
        app.quit();
      });
  });
}

/** The desk lives on in the dock on macOS, as apps do there; elsewhere the last window ends it. */
function quitWhenAsked(): void {
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => app.quit());
}

function showDesk(): void {
  const [window] = BrowserWindow.getAllWindows();
  if (window === undefined) openDeskWindow(PRELOAD_FILE);
  else focusWindow(window);
}

const dataDir = chosenDataDir();
const userDataDir = path.join(dataDir, 'electron');
mkdirSync(userDataDir, { recursive: true, mode: 0o700 });
app.setPath('userData', userDataDir);
app.enableSandbox();
protocol.registerSchemesAsPrivileged([APP_SCHEME_PRIVILEGES]);

// Keyed by userData, so this asks for another Electron host on the same data directory.
if (app.requestSingleInstanceLock()) {
  quitWhenAsked();
  run(dataDir).catch((error: unknown) => {
    giveUp(cannotStartMessage(dataDir, error), EXIT_FAILED);
  });
} else {
  say('Deposit Desk is already open with this data directory; its window comes forward.');
  app.exit(0);
}
