import { EventEmitter } from 'node:events';

import type { StandInApp } from './app.ts';
import { toPageUrl } from './appAddress.ts';
import { record, testSide } from './journal.ts';
import { preloadScript } from './preloadWorld.ts';
import type { StandInSession } from './session.ts';
import { RefusableEvent, refuses, strict } from './strict.ts';
import { StandInWebContents } from './webContents.ts';

type WindowDependencies = { readonly app: StandInApp; readonly session: StandInSession };

type WindowOptions = {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly webPreferences?: { readonly preload?: string };
};

/** How the window would look: nobody sees it, but the app asks. */
class WindowLook extends EventEmitter {
  readonly #bounds: Required<Omit<WindowOptions, 'webPreferences'>>;
  #isVisible = false;
  #isMaximised = false;

  constructor({ x = 0, y = 0, width = 800, height = 600 }: WindowOptions) {
    super();
    this.#bounds = { x, y, width, height };
  }

  getNormalBounds() {
    return this.#bounds;
  }

  maximize(): void {
    this.#isMaximised = true;
    this.emit('maximize');
  }

  isMaximized(): boolean {
    return this.#isMaximised;
  }

  isMinimized(): boolean {
    return false;
  }

  show(): void {
    this.#isVisible = true;
    this.emit('show');
  }

  isVisible(): boolean {
    return this.#isVisible;
  }

  focus(): void {
    record('focused', true);
    this.emit('focus');
  }

  setProgressBar(): void {}
  setOverlayIcon(): void {}
}

/** A window on a Chromium page, which the test's end holds. */
export function createWindowClass({ app, session }: WindowDependencies) {
  const windows = new Map<number, StandInWindow>();
  let last = 0;

  class StandInWindow extends WindowLook {
    static getAllWindows(): readonly StandInWindow[] {
      return [...windows.values()];
    }

    static fromId(id: number): StandInWindow {
      const window = windows.get(id);
      if (window === undefined) throw new Error('The window is closed');
      return window;
    }

    readonly id: number;
    readonly webContents: StandInWebContents;
    #isDestroyed = false;
    readonly #opened: Promise<unknown>;

    constructor(options: WindowOptions) {
      super(options);
      last += 1;
      this.id = last;
      const contents = new StandInWebContents(last, session);
      this.webContents = strict('webContents', contents);
      const shown = strict('BrowserWindow', this);
      windows.set(last, shown);
      record('window', options);
      app.emit('web-contents-created', new RefusableEvent(), this.webContents);
      contents.once('did-finish-load', () => this.emit('ready-to-show'));
      const preload = options.webPreferences?.preload;
      const { width, height } = this.getNormalBounds();
      this.#opened = testSide.ask('window.open', {
        windowId: last,
        script: preload === undefined ? '' : preloadScript(preload),
        address: toPageUrl('app://desk'),
        width,
        height,
      });
      return shown;
    }

    async loadURL(url: string): Promise<void> {
      await this.#opened;
      await this.webContents.loadURL(url);
    }

    isDestroyed(): boolean {
      return this.#isDestroyed;
    }

    /** False: somebody refused. */
    async closeInOrder(): Promise<boolean> {
      if (this.#isDestroyed) return true;
      if (refuses(this, 'close')) return false;
      await this.#leave();
      this.closed();
      return true;
    }

    destroy(): void {
      void this.#leave();
      this.closed();
    }

    async #leave(): Promise<void> {
      await testSide.ask('window.close', { windowId: this.id }).catch(() => undefined);
    }

    /** The page is gone, whoever closed it. */
    closed(): void {
      if (this.#isDestroyed) return;
      this.#isDestroyed = true;
      windows.delete(this.id);
      this.webContents.destroyed();
      this.emit('closed');
      if (windows.size === 0 && !isQuitting) app.emit('window-all-closed');
    }
  }

  let isQuitting = false;
  app.whenQuitting(async () => {
    isQuitting = true;
    for (const window of windows.values()) {
      if (await window.closeInOrder()) continue;
      isQuitting = false;
      return false;
    }
    return true;
  });
  return StandInWindow;
}

export type StandInWindowClass = ReturnType<typeof createWindowClass>;
