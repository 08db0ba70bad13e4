import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { BrowserWindowConstructorOptions } from 'electron';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

import { createDeskWindow } from './deskWindow.ts';
import { FakeTime } from './testing/fakeDesk.ts';
import { windowOptions } from './window.ts';
import { placeWindow, readWindowState } from './windowState.ts';

class FakeContents extends EventEmitter {
  zoom = 1;
  readonly getURL = (): string => 'app://desk/';
  readonly isDestroyed = (): boolean => false;
  readonly reload = (): void => undefined;
  readonly loadURL = async (): Promise<void> => undefined;
  readonly forcefullyCrashRenderer = (): void => undefined;
  readonly getZoomFactor = (): number => this.zoom;
}

class FakeWindow extends EventEmitter {
  readonly webContents = new FakeContents();
  readonly did: string[] = [];
  bounds = { x: 10, y: 20, width: 1000, height: 700 };
  isMax = false;
  readonly options: BrowserWindowConstructorOptions;

  constructor(options: BrowserWindowConstructorOptions) {
    super();
    this.options = options;
  }

  readonly loadURL = async (url: string): Promise<void> => void this.did.push(url);
  readonly show = (): void => void this.did.push('show');
  readonly focus = (): void => void this.did.push('focus');
  readonly restore = (): void => void this.did.push('restore');
  readonly maximize = (): void => void this.did.push('maximize');
  readonly isMinimized = (): boolean => true;
  isGone = false;
  readonly isDestroyed = (): boolean => this.isGone;
  readonly isMaximized = (): boolean => this.isMax;
  readonly getNormalBounds = () => this.bounds;
}

let dir = '';
beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'desk-window-'));
});
afterEach(() => rmSync(dir, { recursive: true }));

function desk(quitting = false) {
  const state = { quitting };
  const windows: FakeWindow[] = [];
  const told: unknown[] = [];
  const time = new FakeTime();
  const stateFile = path.join(dir, 'window.json');
  const made = createDeskWindow({
    create: (options) => {
      const window = new FakeWindow(options);
      windows.push(window);
      return window;
    },
    windows: () => windows,
    workAreas: () => [{ x: 0, y: 0, width: 1920, height: 1050 }],
    stateFile,
    preloadFile: '/app/preload.cjs',
    hasDevTools: false,
    after: time.after,
    watch: () => told.push('watched'),
    onRightClick: () => told.push('right click'),
    tellPage: (screen) => told.push(screen),
    isQuitting: () => state.quitting,
  });
  return { made, windows, told, time, stateFile, state };
}

describe('the one window', () => {
  test('is shown when there is something to see', () => {
    const { made, windows, told } = desk();
    made.onOpened(() => told.push('opened'));
    made.bring();
    expect(windows[0]?.did).toEqual(['app://desk/']);
    windows[0]?.emit('ready-to-show');
    windows[0]?.webContents.emit('context-menu', {}, {});
    expect(windows[0]?.did).toEqual(['app://desk/', 'show']);
    expect(told).toEqual(['watched', 'opened', 'right click']);
  });

  test('keeps the letters after a change of the layout: Shift, then Alt, opens no menu', () => {
    const { made, windows } = desk();
    made.bring();
    const isTaken = (code: string, shift: boolean, type = 'keyDown'): boolean => {
      let taken = false;
      const event = { preventDefault: () => (taken = true) };
      windows[0]?.webContents.emit('before-input-event', event, { type, code, shift });
      return taken;
    };
    expect(isTaken('AltLeft', true)).toBe(true);
    const others = [
      isTaken('AltLeft', false),
      isTaken('AltRight', true),
      isTaken('KeyP', true),
      isTaken('AltLeft', true, 'keyUp'),
    ];
    expect(others).toEqual([false, false, false, false]);
  });

  test.each([
    ['its page is loaded, where Wayland says nothing', 0],
    ['three seconds are over', 3000],
  ])('is shown when %s', (_, afterMs) => {
    const { made, windows, time, told } = desk();
    made.onOpened(() => told.push('opened'));
    made.bring();
    time.pass(Math.max(0, afterMs - 1));
    expect(windows[0]?.did).toEqual(['app://desk/']);
    if (afterMs === 0) windows[0]?.webContents.emit('did-finish-load');
    else time.pass(1);
    expect(windows[0]?.did).toEqual(['app://desk/', 'show']);
    expect(told).toEqual(['watched', 'opened']);
  });

  test('is shown and maximised once, whatever else comes', () => {
    const first = desk();
    first.made.bring();
    Object.assign(first.windows[0] ?? {}, { isMax: true });
    first.windows[0]?.emit('close');
    const { made, windows, time } = desk();
    made.bring();
    windows[0]?.webContents.emit('did-finish-load');
    windows[0]?.emit('ready-to-show');
    time.pass(3000);
    windows[0]?.webContents.emit('did-finish-load');
    expect(windows[0]?.did).toEqual(['app://desk/', 'maximize', 'show']);
  });

  test('is not shown any more once it is gone, or the desk closes', () => {
    const gone = desk();
    gone.made.bring();
    Object.assign(gone.windows[0] ?? {}, { isGone: true });
    gone.time.pass(3000);
    expect(gone.windows[0]?.did).toEqual(['app://desk/']);
    const closing = desk();
    closing.made.bring();
    closing.state.quitting = true;
    closing.windows[0]?.emit('ready-to-show');
    closing.time.pass(3000);
    expect(closing.windows[0]?.did).toEqual(['app://desk/']);
  });

  test('comes forward when it is there already, and its page goes where it is sent', () => {
    const { made, windows, told } = desk();
    made.bring();
    made.bring();
    made.bringScreen('about');
    expect(windows.length).toBe(1);
    expect(windows[0]?.did.slice(1)).toEqual([
      'restore',
      'show',
      'focus',
      'restore',
      'show',
      'focus',
    ]);
    expect(told).toEqual(['watched', 'about']);
  });

  test('opens on the screen that somebody asked for', () => {
    const { made, windows, told } = desk();
    made.bringScreen('about');
    expect(windows[0]?.did).toEqual(['app://desk/#/about']);
    expect(told).toEqual(['watched']);
  });

  test('is not opened while the desk closes: nobody would answer its page', () => {
    const { made, windows } = desk(true);
    made.bring();
    made.bringScreen('about');
    expect(windows).toEqual([]);
  });

  test('opens again where it was left, as large and as close', () => {
    const first = desk();
    first.made.bring();
    const [window] = first.windows;
    if (window === undefined) throw new Error('No window');
    window.emit('move');
    window.emit('move');
    expect(readWindowState(first.stateFile)).toBeNull();
    first.time.pass(500);
    expect(readWindowState(first.stateFile)).toMatchObject({ x: 10, isMaximised: false });
    window.isMax = true;
    window.webContents.zoom = 1.2000000001;
    window.emit('close');
    const again = desk();
    again.made.bring();
    again.windows[0]?.emit('ready-to-show');
    expect(again.windows[0]?.options).toMatchObject({
      x: 10,
      y: 20,
      width: 1000,
      height: 700,
      webPreferences: { zoomFactor: 1.2 },
    });
    expect(again.windows[0]?.did).toEqual(['app://desk/', 'maximize', 'show']);
  });
});

test('every safety switch of a window is written out', () => {
  const placed = placeWindow(null, []);
  expect(windowOptions({ preloadFile: '/p.cjs', hasDevTools: false, placed })).toEqual({
    width: 1440,
    height: 900,
    minWidth: 900,
    minHeight: 600,
    show: false,
    title: 'Deposit Desk',
    webPreferences: {
      preload: '/p.cjs',
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
      devTools: false,
      webgl: false,
      spellcheck: false,
      zoomFactor: 1,
    },
  });
});
