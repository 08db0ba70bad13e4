import { StandInApp } from './app.ts';
import { createWindowClass } from './browserWindow.ts';
import { answerCommands } from './commands.ts';
import {
  StandInNativeTheme,
  StandInNotification,
  StandInPowerMonitor,
  StandInScreen,
  StandInTray,
} from './desktop.ts';
import { StandInIpcMain } from './ipcMain.ts';
import { listenToTest, record } from './journal.ts';
import { StandInMenu, StandInMenuItem } from './menu.ts';
import { MODES, inMode } from './modes.ts';
import { writeToClosedStreams } from './mainErrors.ts';
import { needsSession } from './ready.ts';
import { StandInProtocol, StandInSession } from './session.ts';
import { strict } from './strict.ts';

// Named as Electron names them: the built bundle imports these. Whatever is not here fails when the bundle is linked, by name.
const ownApp = new StandInApp();
const ownIpcMain = new StandInIpcMain();
const ownProtocol = new StandInProtocol();
const ownSession = new StandInSession(strict('protocol', ownProtocol));
const ownPowerMonitor = new StandInPowerMonitor();
const ownScreen = new StandInScreen();
const ownTheme = new StandInNativeTheme();

export { clipboard, dialog, shell } from './desktop.ts';
export { nativeImage } from './nativeImage.ts';
export { utilityProcess } from './utilityProcess.ts';
export const app = strict('app', ownApp);
export const ipcMain = strict('ipcMain', ownIpcMain);
export const protocol = strict('protocol', ownProtocol);
const defaultSession = strict('Session', ownSession);
export const session = strict('session', {
  get defaultSession() {
    needsSession();
    return defaultSession;
  },
});
export const powerMonitor = strict('powerMonitor', ownPowerMonitor);
export const screen = strict('screen', ownScreen);
export const nativeTheme = strict('nativeTheme', ownTheme);
export const BrowserWindow = createWindowClass({ app: ownApp, session: defaultSession });
export const Menu = StandInMenu;
export const MenuItem = StandInMenuItem;
export const Tray = StandInTray;
export const Notification = StandInNotification;

writeToClosedStreams();
listenToTest();
record('modes', MODES.filter(inMode));
answerCommands({
  app: ownApp,
  ipcMain: ownIpcMain,
  session: ownSession,
  powerMonitor: ownPowerMonitor,
  screen: ownScreen,
  nativeTheme: ownTheme,
  windows: BrowserWindow,
});
