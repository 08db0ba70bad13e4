import { StandInApp } from './app.ts';
import { createWindowClass } from './browserWindow.ts';
import { answerCommands } from './commands.ts';
import { StandInPowerMonitor } from './desktop.ts';
import { StandInIpcMain } from './ipcMain.ts';
import { listenToTest } from './journal.ts';
import { StandInProtocol, StandInSession } from './session.ts';
import { strict } from './strict.ts';

// Named as Electron names them: the built bundle imports these. Whatever is not here fails when the bundle is linked, by name.
const ownApp = new StandInApp();
const ownIpcMain = new StandInIpcMain();
const ownProtocol = new StandInProtocol();
const ownSession = new StandInSession(ownProtocol);
const ownPowerMonitor = new StandInPowerMonitor();

export { Menu, Tray, clipboard, dialog, nativeImage, screen, shell } from './desktop.ts';
export { utilityProcess } from './utilityProcess.ts';
export const app = strict('app', ownApp);
export const ipcMain = strict('ipcMain', ownIpcMain);
export const protocol = strict('protocol', ownProtocol);
export const session = strict('session', { defaultSession: strict('Session', ownSession) });
export const powerMonitor = strict('powerMonitor', ownPowerMonitor);
export const BrowserWindow = createWindowClass({ app: ownApp, session: ownSession });

listenToTest();
answerCommands({
  app: ownApp,
  ipcMain: ownIpcMain,
  session: ownSession,
  powerMonitor: ownPowerMonitor,
  windows: BrowserWindow,
});
