import { z } from 'zod';

import type { StandInApp } from './app.ts';
import { toAppUrl } from './appAddress.ts';
import type { StandInWindowClass } from './browserWindow.ts';
import { type StandInPowerMonitor, clipboard } from './desktop.ts';
import type { StandInFrame, StandInIpcMain } from './ipcMain.ts';
import { testSide } from './journal.ts';
import * as questions from './questions.ts';
import type { StandInSession } from './session.ts';
import { RefusableEvent } from './strict.ts';
import type { StandInWebContents } from './webContents.ts';

type Electron = {
  readonly app: StandInApp;
  readonly ipcMain: StandInIpcMain;
  readonly session: StandInSession;
  readonly powerMonitor: StandInPowerMonitor;
  readonly windows: StandInWindowClass;
};

/** What the test's end asks the app's process: what the page did, and what the test wants to happen. */
export function answerCommands(electron: Electron): void {
  answerPage(electron);
  answerTest(electron);
}

function answerPage({ ipcMain, session, windows }: Electron): void {
  const contentsOf = (windowId: number): StandInWebContents => windows.fromId(windowId).webContents;

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
    const { windowId, url } = questions.urlSchema.parse(value);
    contentsOf(windowId).openWindow(url);
  });
  testSide.answer('navigated', (value) => {
    const { windowId, url, isInPage } = questions.navigatedSchema.parse(value);
    contentsOf(windowId).navigated(url, isInPage);
  });
  testSide.answer('loaded', (value) => {
    const { windowId } = questions.windowSchema.parse(value);
    contentsOf(windowId).emit('did-finish-load', new RefusableEvent());
  });
  testSide.answer('closed', (value) => {
    windows.fromId(questions.windowSchema.parse(value).windowId).closed();
  });
  testSide.answer('download', (value) =>
    session.offerDownload(questions.downloadSchema.parse(value)),
  );
  testSide.answer('permissions', async (value) => {
    const granted: string[] = [];
    for (const name of questions.permissionsSchema.parse(value).names) {
      if (await session.isGranted(name, 'app://desk/')) granted.push(name);
    }
    return granted;
  });
}

function answerTest({ ipcMain, powerMonitor }: Electron): void {
  testSide.answer('forged', (value) => {
    const { channel, args, frame } = questions.forgedSchema.parse(value);
    return ipcMain.invoke(channel, { senderFrame: frame, sender: {} }, args);
  });
  testSide.answer('power', (value) => powerMonitor.emit(z.string().parse(value)));
  testSide.answer('clipboard.read', () => clipboard.readText());
  testSide.answer('clipboard.write', (value) => clipboard.writeText(z.string().parse(value)));
}

function inApp({ url, parent, detached }: StandInFrame): StandInFrame {
  return {
    url: toAppUrl(url),
    parent: parent === null ? null : inApp(parent),
    ...(detached === undefined ? {} : { detached }),
  };
}
