import type { Page } from '@playwright/test';

import { type Invocation, type WindowApp, deliver, leave, showIn } from './pageWindow.ts';
import type { Peer } from './peer.ts';
import { deliverySchema, openSchema, urlSchema, windowSchema } from './questions.ts';

/** Goes before the app's own answer, and may ask for that. */
export type OnInvoke = (call: Invocation, ask: () => Promise<unknown>) => Promise<unknown>;

type WindowsDependencies = {
  readonly peer: Peer;
  readonly record: (kind: string, value: unknown) => void;
  readonly page: () => Promise<Page>;
  readonly onInvoke: OnInvoke | null;
};

type Shown = { readonly app: WindowApp; readonly script: string; page: Page; isLoaded: boolean };

export type Windows = {
  /** The page of the window that was opened last, once it has been loaded. */
  readonly loaded: () => Page | null;
  readonly crash: () => Promise<void>;
  readonly leaveAll: () => Promise<void>;
};

/** What the app's process asks of its windows, done with real pages. */
export function createWindows({ peer, record, page, onInvoke }: WindowsDependencies): Windows {
  const windows = new Map<number, Shown>();
  const shown = (windowId: number): Shown => {
    const found = windows.get(windowId);
    if (found === undefined) throw new Error('The window is closed');
    return found;
  };

  function appOf(windowId: number, address: string): WindowApp {
    const ask = (name: string, value: object): Promise<unknown> =>
      peer.ask(name, { windowId, ...value });
    return {
      ask,
      record,
      address,
      invoke(call) {
        const fromApp = (): Promise<unknown> => ask('invoke', call);
        return onInvoke === null ? fromApp() : onInvoke(call, fromApp);
      },
    };
  }

  async function load(window: Shown, how: (page: Page) => Promise<unknown>): Promise<void> {
    window.isLoaded = false;
    await how(window.page);
    window.isLoaded = true;
  }

  peer.answer('window.open', async (value) => {
    const { windowId, script, address, width, height } = openSchema.parse(value);
    const app = appOf(windowId, address);
    const opened = await page();
    if (opened.viewportSize() === null) await opened.setViewportSize({ width, height });
    await showIn(opened, app, script);
    windows.set(windowId, { app, script, page: opened, isLoaded: false });
  });
  peer.answer('window.load', (value) => {
    const { windowId, url } = urlSchema.parse(value);
    return load(shown(windowId), (open) => open.goto(url));
  });
  peer.answer('window.reload', (value) =>
    load(shown(windowSchema.parse(value).windowId), (open) =>
      places.has(open) ? open.goto(places.get(open) ?? '') : open.reload(),
    ),
  );
  peer.answer('window.send', (value) => {
    const { windowId, channel, args } = deliverySchema.parse(value);
    return deliver(shown(windowId).page, channel, args);
  });
  peer.answer('window.close', async (value) => {
    const { windowId } = windowSchema.parse(value);
    const window = shown(windowId);
    windows.delete(windowId);
    await leave(window.page);
  });
  peer.answer('window.crash', (value) => crash(shown(windowSchema.parse(value).windowId)));

  /** Where a page that has taken the place of a crashed one begins when it is loaded again. */
  const places = new WeakMap<Page, string>();

  /** Playwright drives no page whose process has ended, so another one takes its place, with what the tab had stored. */
  async function crash(window: Shown): Promise<void> {
    const before = window.page;
    const stored = await before.evaluate(() =>
      Object.keys(sessionStorage).map((key) => [key, sessionStorage.getItem(key) ?? ''] as const),
    );
    const url = before.url();
    const session = await before.context().newCDPSession(before);
    const crashed = before.waitForEvent('crash');
    // Nobody is left to answer it.
    void session.send('Page.crash').catch(() => undefined);
    await crashed;
    const next = await before.context().newPage();
    window.page = next;
    window.isLoaded = false;
    await showIn(next, window.app, window.script);
    await next.addInitScript((entries) => {
      // Once: what is taken out later stays out.
      if (sessionStorage.getItem('stand-in-restored') !== null) return;
      for (const [key, value] of entries) sessionStorage.setItem(key, value);
      sessionStorage.setItem('stand-in-restored', 'yes');
    }, stored);
    places.set(next, url);
  }

  const last = (): Shown | null => [...windows.values()].at(-1) ?? null;
  return {
    loaded() {
      const window = last();
      return window?.isLoaded === true ? window.page : null;
    },
    async crash() {
      const window = last();
      if (window === null) throw new Error('No window is open');
      await crash(window);
      await window.app.ask('gone', { reason: 'crashed', exitCode: 11 });
    },
    async leaveAll() {
      for (const { page: open } of windows.values()) await leave(open);
    },
  };
}
