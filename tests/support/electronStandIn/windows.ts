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

type Shown = { readonly page: Page; isLoaded: boolean };

type Windows = {
  /** The page of the window that was opened last, once it has been loaded. */
  readonly loaded: () => Page | null;
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

  peer.answer('window.open', async (value) => {
    const { windowId, script, address, width, height } = openSchema.parse(value);
    const opened = await page();
    if (opened.viewportSize() === null) await opened.setViewportSize({ width, height });
    await showIn(opened, appOf(windowId, address), script);
    windows.set(windowId, { page: opened, isLoaded: false });
  });
  peer.answer('window.load', async (value) => {
    const { windowId, url } = urlSchema.parse(value);
    const window = shown(windowId);
    await window.page.goto(url);
    window.isLoaded = true;
  });
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

  return {
    loaded() {
      const window = [...windows.values()].at(-1);
      return window?.isLoaded === true ? window.page : null;
    },
    async leaveAll() {
      for (const { page: open } of windows.values()) await leave(open);
    },
  };
}
