import type { EventEmitter } from 'node:events';

import { z } from 'zod';

import type { StandInApp } from './app.ts';
import { toAppUrl } from './appAddress.ts';
import type { StandInWindowClass } from './browserWindow.ts';
import {
  StandInNotification,
  type StandInPowerMonitor,
  StandInTray,
  clipboard,
} from './desktop.ts';
import { fire } from './emitter.ts';
import type { StandInFrame, StandInIpcMain } from './ipcMain.ts';
import { testSide } from './journal.ts';
import { StandInMenu } from './menu.ts';
import * as questions from './questions.ts';
import type { StandInSession } from './session.ts';
import type { StandInWebContents } from './webContents.ts';

export type Electron = {
  readonly app: StandInApp;
  readonly ipcMain: StandInIpcMain;
  readonly session: StandInSession;
  readonly powerMonitor: StandInPowerMonitor;
  readonly screen: EventEmitter;
  readonly nativeTheme: EventEmitter;
  readonly windows: StandInWindowClass;
};

/** What the test's end asks the app's process: what the page did, and what the test wants to happen. */
export function answerCommands(electron: Electron): void {
  answerPage(electron);
  answerTest(electron);
}

function answerPage({ ipcMain, session, windows }: Electron): void {
  const contentsOf = (windowId: number): StandInWebContents => {
    const window = windows.fromId(windowId);
    if (window === null) throw new Error('The window is closed');
    return window.webContents;
  };

  testSide.answer('request', (value) => {
    const asked = questions.requestSchema.parse(value);
    return contentsOf(asked.windowId).request(asked);
  });
  testSide.answer('invoke', (value) => {
    const { windowId, channel, args, frame } = questions.invokeSchema.parse(value);
    const senderFrame = frame === null ? null : inApp(frame);
    return ipcMain.invoke(channel, { senderFrame, sender: contentsOf(windowId) }, args);
  });
  testSide.answer('windowOpen', (value) => {
    const { windowId, ...details } = questions.windowOpenSchema.parse(value);
    contentsOf(windowId).openWindow(details);
  });
  testSide.answer('navigated', (value) => {
    const { windowId, url, isInPage, isMainFrame } = questions.navigatedSchema.parse(value);
    contentsOf(windowId).navigated(url, isInPage, isMainFrame);
  });
  testSide.answer('loaded', (value) => {
    contentsOf(questions.windowSchema.parse(value).windowId).loaded();
  });
  testSide.answer('gone', (value) => {
    const { windowId, ...details } = questions.goneSchema.parse(value);
    contentsOf(windowId).gone(details);
  });
  testSide.answer('closed', (value) => {
    windows.fromId(questions.windowSchema.parse(value).windowId)?.closed();
  });
  testSide.answer('download', (value) => {
    const { windowId, ...offered } = questions.downloadSchema.parse(value);
    return session.offerDownload(offered, contentsOf(windowId));
  });
  testSide.answer('permissions', async (value) => {
    const granted: string[] = [];
    for (const name of questions.permissionsSchema.parse(value).names) {
      if (await session.isGranted(name, 'app://desk/')) granted.push(name);
    }
    return granted;
  });
}

function answerTest({
  app,
  ipcMain,
  session,
  powerMonitor,
  screen,
  nativeTheme,
  windows,
}: Electron) {
  const firstWindow = () => {
    const [window] = windows.getAllWindows();
    if (window === undefined) throw new Error('No window is open');
    return window;
  };
  const newest = (all: readonly EventEmitter[], name: string): EventEmitter => {
    const last = all.at(-1);
    if (last === undefined) throw new Error(`The app has made no ${name}`);
    return last;
  };
  const emitters: Readonly<Record<questions.Target, () => EventEmitter>> = {
    app: () => app,
    window: firstWindow,
    webContents: () => firstWindow().webContents,
    session: () => session,
    powerMonitor: () => powerMonitor,
    screen: () => screen,
    tray: () => newest(StandInTray.all, 'Tray'),
    notification: () => newest(StandInNotification.all, 'Notification'),
    nativeTheme: () => nativeTheme,
  };

  testSide.answer('fire', (value) => {
    const { target, event, details, args } = questions.fireSchema.parse(value);
    return fire(emitters[target](), event, details, args);
  });
  testSide.answer('forged', (value) => {
    const { channel, args, frame } = questions.forgedSchema.parse(value);
    return ipcMain.invoke(channel, { senderFrame: frame, sender: {} }, args);
  });
  testSide.answer('menu', (value) => {
    const { menu, path } = questions.menuClickSchema.parse(value);
    const menus = {
      application: () => StandInMenu.getApplicationMenu(),
      tray: () => StandInTray.all.at(-1)?.menu ?? null,
      popup: () => StandInMenu.opened(),
    };
    const found = menus[menu]();
    if (found === null) throw new Error(`There is no ${menu} menu`);
    found.choose(path);
  });
  testSide.answer('clipboard.read', () => clipboard.readText());
  testSide.answer('clipboard.write', (value) => {
    clipboard.held = z.string().parse(value);
  });
  testSide.answer('break', (value) => {
    const { how, message } = questions.breakSchema.parse(value);
    // In a turn of its own: whoever asked gets an answer.
    if (how === 'rejection') void setImmediate(() => void Promise.reject(new TypeError(message)));
    else
      setImmediate(() => {
        throw new TypeError(message);
      });
  });
  testSide.answer('idleState', (value) => {
    powerMonitor.idleState = z.string().parse(value);
  });
  testSide.answer('bounds', (value) => {
    const area = z.record(z.string(), z.int()).parse(value);
    firstWindow().setBounds(area);
  });
}

function inApp({ url, parent, detached }: StandInFrame): StandInFrame {
  return {
    url: toAppUrl(url),
    parent: parent === null ? null : inApp(parent),
    ...(detached === undefined ? {} : { detached }),
  };
}
