import type { BrowserWindow, BrowserWindowConstructorOptions } from 'electron';

import { type PlacedWindow, SMALLEST, type WindowState } from './windowState.ts';

export type WindowLook = {
  readonly preloadFile: string;
  /** An installed app has no developer tools: they would be a way around every guard. */
  readonly hasDevTools: boolean;
  readonly placed: PlacedWindow;
};

/** Every safety switch is written out, also where it is the default: a default can change, a line in a diff is seen. */
export function windowOptions({
  preloadFile,
  hasDevTools,
  placed,
}: WindowLook): BrowserWindowConstructorOptions {
  return {
    ...placed.position,
    width: placed.width,
    height: placed.height,
    minWidth: SMALLEST.width,
    minHeight: SMALLEST.height,
    show: false,
    title: 'Deposit Desk',
    webPreferences: {
      preload: preloadFile,
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      nodeIntegrationInSubFrames: false,
      nodeIntegrationInWorker: false,
      webSecurity: true,
      allowRunningInsecureContent: false,
      experimentalFeatures: false,
      enableDeprecatedPaste: false,
      plugins: false,
      webviewTag: false,
      navigateOnDragDrop: false,
      safeDialogs: true,
      devTools: hasDevTools,
      // Nothing is drawn with it, and it reaches far into the machine.
      webgl: false,
      // Customers' names and order ids are no dictionary's business.
      spellcheck: false,
      zoomFactor: placed.zoomFactor,
    },
  };
}

export function focusWindow(
  window: Pick<BrowserWindow, 'isMinimized' | 'restore' | 'show' | 'focus'>,
): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}

/** Moving a window tells a hundred times a second. */
const SETTLED_MS = 500;

/** What is used of Electron's BrowserWindow. */
export type RememberedWindow = {
  on(event: 'resize' | 'move' | 'maximize' | 'unmaximize' | 'close', listener: () => void): unknown;
  isDestroyed(): boolean;
  isMaximized(): boolean;
  getNormalBounds(): {
    readonly x: number;
    readonly y: number;
    readonly width: number;
    readonly height: number;
  };
  readonly webContents: { getZoomFactor(): number };
};

/** The place is written when it settles, and at the end once more: zoom has no event of its own. */
export function rememberWindow(
  window: RememberedWindow,
  write: (state: WindowState) => void,
  after: (work: () => void, ms: number) => void,
): void {
  let isDue = false;
  const writeNow = (): void => {
    isDue = false;
    if (window.isDestroyed()) return;
    const { x, y, width, height } = window.getNormalBounds();
    const zoomFactor = Math.round(window.webContents.getZoomFactor() * 100) / 100;
    write({ x, y, width, height, isMaximised: window.isMaximized(), zoomFactor });
  };
  for (const name of ['resize', 'move', 'maximize', 'unmaximize'] as const) {
    window.on(name, () => {
      if (isDue) return;
      isDue = true;
      after(writeNow, SETTLED_MS);
    });
  }
  window.on('close', writeNow);
}
