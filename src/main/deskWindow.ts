import type { BrowserWindowConstructorOptions } from 'electron';

import type { DeskScreen } from '#shared/contract/events.ts';

import type { ClickedPlace } from './menu.ts';
import { APP_URL, linkUrl, screenUrl } from './ownPage.ts';
import type { WatchedContents } from './pageWatch.ts';
import { type RememberedWindow, focusWindow, rememberWindow, windowOptions } from './window.ts';
import { type Area, keepWindowState, placeWindow, readWindowState } from './windowState.ts';

/** What is used of Electron's BrowserWindow. */
export type HostWindow = RememberedWindow & {
  readonly once: (event: 'ready-to-show', listener: () => void) => unknown;
  readonly loadURL: (url: string) => Promise<void>;
  readonly show: () => void;
  readonly focus: () => void;
  readonly isMinimized: () => boolean;
  readonly restore: () => void;
  readonly maximize: () => void;
  readonly webContents: RememberedWindow['webContents'] &
    WatchedContents & {
      on(event: 'context-menu', listener: (event: object, place: ClickedPlace) => void): unknown;
      on(
        event: 'before-input-event',
        listener: (event: { readonly preventDefault: () => void }, input: PressedKey) => void,
      ): unknown;
      once(event: 'did-finish-load', listener: () => void): unknown;
    };
};

type PressedKey = { readonly type: string; readonly code: string; readonly shift: boolean };

/** Long for a page that lies on this machine: by then something keeps its events back, and the operator must see a window. */
const SHOWN_AFTER_MS = 3000;

export type DeskWindowDeps<W extends HostWindow> = {
  readonly create: (options: BrowserWindowConstructorOptions) => W;
  /** The ones that are open. */
  readonly windows: () => readonly W[];
  readonly workAreas: () => readonly Area[];
  readonly stateFile: string;
  readonly preloadFile: string;
  readonly hasDevTools: boolean;
  readonly after: (work: () => void, ms: number) => void;
  readonly watch: (contents: WatchedContents) => void;
  readonly onRightClick: (place: ClickedPlace) => void;
  /** Tells the open page to go there. */
  readonly tellPage: (screen: DeskScreen, link?: string) => void;
  readonly isQuitting: () => boolean;
};

export type DeskWindow = {
  readonly bring: () => void;
  readonly bringScreen: (screen: DeskScreen) => void;
  /** Fills the form in with what a link of another program says. */
  readonly bringLink: (query: string) => void;
  /** Whenever one was opened and is shown. */
  readonly onOpened: (listener: () => void) => void;
};

/** The desk's one window: opened where it was, and brought forward whenever it is asked for. */
export function createDeskWindow<W extends HostWindow>(deps: DeskWindowDeps<W>): DeskWindow {
  const listeners: (() => void)[] = [];

  function open(url: string): void {
    // A page gets no answers any more: its window would stay empty, and keep the desk from ending.
    if (deps.isQuitting()) return;
    const placed = placeWindow(readWindowState(deps.stateFile), deps.workAreas());
    const window = deps.create(windowOptions({ ...deps, placed }));
    deps.watch(window.webContents);
    window.webContents.on('context-menu', (_event, place) => deps.onRightClick(place));
    window.webContents.on('before-input-event', (event, input) => {
      if (isLayoutSwitch(input)) event.preventDefault();
    });
    rememberWindow(window, (state) => keepWindowState(deps.stateFile, state), deps.after);
    const show = (): void => {
      // Maximising shows it: not before there is something to see.
      if (placed.isMaximised) window.maximize();
      window.show();
      for (const listener of listeners) listener();
    };
    const showOnce = atFirstCall(() => {
      if (!window.isDestroyed() && !deps.isQuitting()) show();
    });
    window.once('ready-to-show', showOnce);
    // On Wayland a window that was never shown may never be ready to be (electron#48859).
    window.webContents.once('did-finish-load', showOnce);
    // What stops a load is told by other events; the window is there to be reloaded.
    void window.loadURL(url).catch(() => undefined);
    deps.after(showOnce, SHOWN_AFTER_MS);
  }

  return {
    bring() {
      const [window] = deps.windows();
      if (window === undefined) open(APP_URL);
      else focusWindow(window);
    },
    bringScreen(screen) {
      const [window] = deps.windows();
      if (window === undefined) {
        open(screenUrl(screen));
        return;
      }
      focusWindow(window);
      deps.tellPage(screen);
    },
    bringLink(query) {
      const [window] = deps.windows();
      if (window === undefined) {
        open(linkUrl(query));
        return;
      }
      focusWindow(window);
      deps.tellPage('new', query);
    },
    onOpened: (listener) => void listeners.push(listener),
  };
}

/**
 * Shift, then Alt: how many systems change the keyboard's layout. Electron takes an Alt that is let go for a wish to see the menu, and
 * the next letters would go there. A key that is held with both still reaches the page. By its place: on X11 it is Meta with Shift.
 */
function isLayoutSwitch({ type, code, shift }: PressedKey): boolean {
  return type === 'keyDown' && code === 'AltLeft' && shift;
}

function atFirstCall(work: () => void): () => void {
  let isDone = false;
  return () => {
    if (isDone) return;
    isDone = true;
    work();
  };
}
