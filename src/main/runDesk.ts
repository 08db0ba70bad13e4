import path from 'node:path';
import { pathToFileURL } from 'node:url';

import {
  BrowserWindow,
  Menu,
  type MenuItemConstructorOptions,
  type NativeImage,
  Tray,
  app,
  clipboard,
  dialog,
  ipcMain,
  nativeImage,
  powerMonitor,
  protocol,
  screen,
  session,
  shell,
  utilityProcess,
} from 'electron';

import { closeInOrder } from '#core/desk/closeInOrder.ts';
import type { DeskHeld } from '#core/files/dataDir.ts';
import { openDesk } from '#core/desk/openDesk.ts';
import { loadAppPage } from '#core/desk/page/appPage.ts';
import type { Keychains, Services } from '#core/ports.ts';
import type { StartHelper } from '#core/vault/helper/messages.ts';
import { threadHelper } from '#core/vault/helper/threadHelper.ts';
import { noteAbandoned, openKeychains, speaksByThread } from '#core/vault/keychains.ts';
import { openEmbeddedSandbox } from '#sandbox/embedded.ts';
import type { Updates } from '#shared/contract/host.ts';

import { guardApp } from './appGuards.ts';
import {
  type Ask,
  createAsk,
  heldAnswersQuestion,
  linkFailed,
  linkQuestion,
  OPEN,
  QUIT_ALL_THE_SAME,
} from './questions.ts';
import { createAttention } from './attention.ts';
import { createChooseFolder, downloadsFolder } from './chooseFolder.ts';
import { closeBeforeQuit } from './closing.ts';
import { type DeskWindow, createDeskWindow } from './deskWindow.ts';
import { saveDiagnostics } from './diagnostics.ts';
import { guardWebContents } from './guards.ts';
import { type FormLinks, bringWhenAsked } from './formLinks.ts';
import { watchHeldAnswers, watchUnanswered } from './unanswered.ts';
import { handleOperations, pushEvents } from './ipcHost.ts';
import { type ForkUtility, isEndedHelper, utilityHelper } from './keychainProcess.ts';
import type { LastResort } from './lastResort.ts';
import { lastSteps } from './lastSteps.ts';
import { watchPresence } from './lock.ts';
import { contextTemplate, menuTemplate } from './menu.ts';
import { createOpenExternal } from './openExternal.ts';
import { watchPage } from './pageWatch.ts';
import { type TaskbarProgress, createProgress, drawProgress } from './progress.ts';
import { serveAppPage } from './protocol.ts';
import { savesTo } from './saveTo.ts';
import { closeNetwork, guardSession } from './sessionGuards.ts';
import { type Speech, createSpeech } from './speech.ts';
import { systemLanguage } from './systemLanguage.ts';
import { openTray, trayIcon } from './tray.ts';
import { readUpdates, startUpdates, updatesState } from './updates/updates.ts';

/** `out/main`: index.ts loads this file on demand, and electron-vite puts such files into `out/main/chunks`. */
const MAIN_DIR = path.join(import.meta.dirname, '..');
const PRELOAD_FILE = path.join(MAIN_DIR, '../preload/index.cjs');
/** electron.vite.config.ts names them. */
const LOG_WORKER_URL = pathToFileURL(path.join(MAIN_DIR, 'logWorker.cjs'));
const KEYCHAIN_HELPER_FILE = path.join(MAIN_DIR, 'keychainHelper.cjs');
const RENDERER_DIR = path.join(MAIN_DIR, '../renderer');

/** The build puts the pictures of src/main/icons beside this file. Electron finds those of finer screens by their names. */
const iconOf = (name: string): NativeImage =>
  nativeImage.createFromPath(path.join(import.meta.dirname, `${name}.png`));

/** The page has started by then. */
const WARM_UP_AFTER_MS = 4000;

const { platform } = process;
const after = (work: () => void, ms: number): void => void setTimeout(work, ms).unref();
const every = (work: () => void, ms: number): (() => void) => {
  const timer = setInterval(work, ms).unref();
  return () => clearInterval(timer);
};
const quit = (): void => app.quit();
const build = (template: MenuItemConstructorOptions[]): Menu => Menu.buildFromTemplate(template);
const windows = (): BrowserWindow[] => BrowserWindow.getAllWindows();
const shownWindow = (): BrowserWindow | null =>
  windows().find((window) => window.isVisible()) ?? null;

/** Electron's parts, handed to the modules that use them, in the order in which they need each other. Not null: held elsewhere. */
export async function runDesk(
  dataDir: string,
  say: (line: string) => void,
  runs: LastResort['runs'],
  links: FormLinks,
): Promise<DeskHeld | null> {
  guardApp(app);
  const saveTo = savesTo(downloadsFolder(app, path.join(dataDir, 'exports')));
  app.on('session-created', (created) => guardSession(created, saveTo));
  guardSession(session.defaultSession, saveTo);
  closeNetwork(session.defaultSession.webRequest);

  const page = await loadAppPage(RENDERER_DIR);
  const updates = readUpdates(app);
  const keychain = openKeychains(startHelper());
  const opened = await open(dataDir, updatesState(updates), keychain.keychains);
  if (!opened.ok) return opened.error;
  const services = opened.value;
  noteAbandoned(keychain, services);
  const speech = await createSpeech(services);
  const ask = createAsk(dialog, shownWindow);

  const openExternal = outwards(services, speech, ask);
  app.on('web-contents-created', (_event, contents) => guardWebContents(contents, openExternal));
  serveAppPage(protocol, page, services.dispatch);
  const stopAnswering = handleOperations(ipcMain, services.dispatch);
  pushEvents(services, windows);
  const closing = closeInOrder(() => [
    { name: 'keychain questions', close: keychain.hurry },
    { name: 'services', close: services.close, stillOpen: services.stillOpen },
    { name: 'keychain', close: keychain.close },
    { name: 'last notes', close: services.noted },
  ]);
  const heldAnswers = await watchHeldAnswers(services);
  const last = lastSteps({ platform, app, dialog, services, speech });
  const { isQuitting, startAgain, quitFailed } = closeBeforeQuit(app, {
    ...closing,
    ...last,
    stopAnswering,
    destroyWindows: () => {
      for (const window of windows()) window.destroy();
    },
    heldAnswers,
    askToQuit: async (count) =>
      (await ask(heldAnswersQuestion(speech.words(), count))) === QUIT_ALL_THE_SAME,
    stay: () => desk.bring(),
    say,
  });
  runs({ note: services.note, tell: last.tellBroken, isQuitting, quitFailed });
  app.on('will-quit', watchPresence(powerMonitor, services, { platform, every }));
  app.on('child-process-gone', (_event, gone) => {
    const { type, reason } = gone;
    if (!isEndedHelper(gone)) services.note('host_failed', { type, reason });
  });

  const parts = { dataDir, services, speech, ask, isQuitting };
  const desk = createDesk(parts);
  surround(desk, parts);
  bringWhenAsked(app, desk, links, { isQuitting, startAgain });
  app.on('will-quit', await startUpdates(updates, services.note));
  return null;
}

function startHelper(): StartHelper {
  if (speaksByThread(platform)) return threadHelper(pathToFileURL(KEYCHAIN_HELPER_FILE));
  const fork: ForkUtility = (...given) => utilityProcess.fork(...given);
  return utilityHelper(fork, KEYCHAIN_HELPER_FILE, process.env);
}

function open(
  dataDir: string,
  updates: Updates,
  keychains: Keychains,
): ReturnType<typeof openDesk> {
  return openDesk({
    dataDir,
    host: { kind: 'electron', live: true },
    appVersion: app.getVersion(),
    systemLanguage: systemLanguage(app),
    keychains,
    resolveProxy: (url) => session.defaultSession.resolveProxy(url),
    logWorkerUrl: LOG_WORKER_URL,
    exportsDir: downloadsFolder(app, path.join(dataDir, 'exports')),
    chooseFolder: createChooseFolder(dialog, shownWindow),
    showInFolder: (file) => shell.showItemInFolder(file),
    ownOrigins: () => [],
    updates,
    clipboard: {
      write: async (text) => clipboard.writeText(text),
      read: async () => clipboard.readText(),
    },
    openSandbox: openEmbeddedSandbox,
  });
}

function outwards({ dispatch }: Services, speech: Speech, ask: Ask) {
  return createOpenExternal({
    shell,
    dispatch,
    confirm: async (link) => (await ask(linkQuestion(speech.words(), link))) === OPEN,
    onFailed: (why) => void ask(linkFailed(speech.words(), why)),
  });
}

type DeskParts = {
  readonly dataDir: string;
  readonly services: Services;
  readonly speech: Speech;
  readonly ask: Ask;
  readonly isQuitting: () => boolean;
};

function createDesk({ dataDir, services, speech, ask, isQuitting }: DeskParts): DeskWindow {
  const { words } = speech;
  const { note, show: tellPage } = services;
  return createDeskWindow({
    create: (options) => new BrowserWindow(options),
    windows,
    workAreas: () => screen.getAllDisplays().map(({ workArea }) => workArea),
    stateFile: path.join(dataDir, 'electron', 'window.json'),
    preloadFile: PRELOAD_FILE,
    hasDevTools: !app.isPackaged,
    after,
    watch: (contents) =>
      watchPage(contents, {
        ask,
        words,
        note,
        isQuitting,
        quit,
        nowMs: Date.now,
        later: setImmediate,
      }),
    onRightClick: (place) => {
      const template = contextTemplate(words(), place);
      if (template.length > 0) build([...template]).popup();
    },
    tellPage,
    isQuitting,
  });
}

/** What is around the window, in the desk's language: menus, tray, badge, taskbar. */
function surround(desk: DeskWindow, { services, speech, ask }: DeskParts): void {
  const { words, onChange } = speech;
  const actions = { showDesk: desk.bring, show: desk.bringScreen, quit };
  const tray = openTray({
    createTray: (image: NativeImage) => new Tray(image),
    buildMenu: build,
    image: (isMarked) => iconOf(trayIcon(platform, isMarked)),
    words,
    actions,
  });
  const attention = createAttention({
    platform,
    setBadgeCount: (count) => app.setBadgeCount(count),
    windows,
    overlay: () => iconOf('overlay'),
    tray,
    words,
  });
  const draw = (): void => {
    const save = (): void => void saveDiagnostics({ ...services, ask, words, shell });
    const template = menuTemplate(platform, words(), { ...actions, saveDiagnostics: save });
    Menu.setApplicationMenu(build([...template]));
    attention.redraw();
  };
  draw();
  onChange(draw);
  desk.onOpened(attention.redraw);
  desk.onOpened(() => after(services.warmUp, WARM_UP_AFTER_MS));
  void watchUnanswered({ ...services, onCount: attention.count, after });
  const show = (progress: TaskbarProgress): void => {
    for (const window of windows()) drawProgress(window, progress, platform);
  };
  services.onEvent(createProgress({ show, after }));
}
