import { EventEmitter } from 'node:events';

import { StandInApp } from './app.ts';
import { createWindowClass } from './browserWindow.ts';
import { answerCommands, record } from './journal.ts';
import { StandInIpcMain } from './ipcMain.ts';
import { type ProtocolHandler, StandInSession } from './session.ts';

// Named as Electron names them: the built bundle imports these.
const handlers = new Map<string, ProtocolHandler>();

export const app = new StandInApp();
export const ipcMain = new StandInIpcMain();
export const session = { defaultSession: new StandInSession() };
export const protocol = {
  registerSchemesAsPrivileged: (schemes: unknown): void => record('privileged', schemes),
  handle: (scheme: string, handler: ProtocolHandler): void => {
    handlers.set(scheme, handler);
  },
};
export const BrowserWindow = createWindowClass({
  app,
  ipcMain,
  session: session.defaultSession,
  protocolHandler: (scheme) => handlers.get(scheme) ?? null,
});
export const powerMonitor = new EventEmitter();
export const shell = {
  openExternal: async (url: string): Promise<void> => record('openExternal', url),
};
/** One for the whole app, as the system's is; nobody else's programs use this one. */
const held = { text: '' };
export const clipboard = {
  async writeText(text: string): Promise<void> {
    held.text = text;
    record('clipboard', text);
  },
  readText: async (): Promise<string> => held.text,
};
export const Menu = {
  buildFromTemplate: (template: unknown): unknown => template,
  setApplicationMenu: (menu: unknown): void => record('menu', menu),
};
export const dialog = {
  showErrorBox: (title: string, content: string): void => record('errorBox', { title, content }),
};

answerCommands(ipcMain, powerMonitor);
