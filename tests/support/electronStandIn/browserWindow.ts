import type { StandInApp } from './app.ts';
import { toPageUrl } from './appAddress.ts';
import { RefusableEvent } from './emitter.ts';
import { record, testSide } from './journal.ts';
import { inMode } from './modes.ts';
import { preloadScript } from './preloadWorld.ts';
import { needsReady } from './ready.ts';
import type { StandInSession } from './session.ts';
import { strict } from './strict.ts';
import { StandInWebContents } from './webContents.ts';
import { WindowPlace } from './windowPlace.ts';

type WindowDependencies = { readonly app: StandInApp; readonly session: StandInSession };

export type WindowOptions = {
  readonly x?: number;
  readonly y?: number;
  readonly width?: number;
  readonly height?: number;
  readonly show?: boolean;
  readonly title?: string;
  readonly webPreferences?: { readonly preload?: string; readonly zoomFactor?: number };
};

/** A window on a Chromium page, which the test's end holds. */
export function createWindowClass({ app, session }: WindowDependencies) {
  const windows = new Map<number, StandInWindow>();
  let last = 0;

  class StandInWindow extends WindowPlace {
    static getAllWindows(): readonly StandInWindow[] {
      return [...windows.values()];
    }

    static fromId(id: number): StandInWindow | null {
      return windows.get(id) ?? null;
    }

    static fromWebContents(contents: { readonly id: number }): StandInWindow | null {
      return windows.get(contents.id) ?? null;
    }

    static getFocusedWindow(): StandInWindow | null {
      return [...windows.values()].find((window) => window.isFocused()) ?? null;
    }

    readonly id: number;
    readonly webContents: StandInWebContents;
    #isDestroyed = false;
    readonly #contents: StandInWebContents;
    readonly #opened: Promise<unknown>;

    constructor(options: WindowOptions = {}) {
      super(options);
      needsReady('Cannot create BrowserWindow before app is ready');
      last += 1;
      this.id = last;
      const { preload, zoomFactor = 1 } = options.webPreferences ?? {};
      const contents = new StandInWebContents(last, session, zoomFactor);
      this.#contents = contents;
      this.webContents = strict('webContents', contents);
      const shown = strict('BrowserWindow', this);
      windows.set(last, shown);
      record('window', options);
      app.emit('browser-window-created', new RefusableEvent(), shown);
      app.emit('web-contents-created', new RefusableEvent(), this.webContents);
      contents.on('render-process-gone', (_event, details) =>
        app.emit('render-process-gone', new RefusableEvent(), this.webContents, details),
      );
      contents.on('unresponsive', () => this.emit('unresponsive'));
      contents.on('responsive', () => this.emit('responsive'));
      contents.once('did-finish-load', () => this.#painted());
      this.#opened = testSide.ask('window.open', {
        windowId: last,
        script: preload === undefined ? '' : preloadScript(preload),
        address: toPageUrl('app://desk'),
        ...this.getBounds(),
      });
      return shown;
    }

    /** On Wayland a surface that was never shown gets no frame, so nothing is painted before show() (electron#48859). */
    #painted(): void {
      if (!inMode('wayland') || this.isVisible()) this.emit('ready-to-show');
      else this.once('show', () => this.emit('ready-to-show'));
    }

    async loadURL(url: string): Promise<void> {
      await this.#opened;
      await this.webContents.loadURL(url);
      record('loaded', url);
    }

    reload(): void {
      this.webContents.reload();
    }

    isDestroyed(): boolean {
      return this.#isDestroyed;
    }

    close(): void {
      void this.closeInOrder();
    }

    /** False: somebody refused. */
    async closeInOrder(): Promise<boolean> {
      if (this.#isDestroyed) return true;
      const event = new RefusableEvent();
      this.emit('close', event);
      if (event.defaultPrevented) return false;
      await testSide.ask('window.close', { windowId: this.id }).catch(() => undefined);
      this.closed();
      return true;
    }

    destroy(): void {
      void testSide.ask('window.close', { windowId: this.id }).catch(() => undefined);
      this.closed();
    }

    /** The page is gone, whoever closed it. */
    closed(): void {
      if (this.#isDestroyed) return;
      this.#isDestroyed = true;
      windows.delete(this.id);
      this.#contents.destroyed();
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
