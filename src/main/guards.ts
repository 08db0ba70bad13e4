import { isPageUrl } from './ownPage.ts';

type Refusable = { readonly preventDefault: () => void };
type Navigation = Refusable & { readonly url: string };

/** What is used of Electron's WebContents, so that the guards can be tested without Electron. */
export type GuardedContents = {
  on(
    event: 'will-navigate' | 'will-redirect' | 'will-frame-navigate',
    listener: (event: Navigation & { readonly isMainFrame: boolean }) => void,
  ): unknown;
  on(event: 'will-attach-webview', listener: (event: Refusable) => void): unknown;
  on(
    event: 'select-bluetooth-device',
    listener: (
      event: Refusable,
      devices: readonly object[],
      choose: (deviceId: string) => void,
    ) => void,
  ): unknown;
  setWindowOpenHandler(
    handler: (details: { readonly url: string }) => { readonly action: 'deny' },
  ): void;
};

/** The page never leaves its address, opens no window and holds no foreign view; links go to the system's browser. */
export function guardWebContents(
  contents: GuardedContents,
  openExternal: (address: string) => Promise<void>,
): void {
  for (const name of ['will-navigate', 'will-redirect', 'will-frame-navigate'] as const) {
    contents.on(name, (event) => {
      // No frame is ever ours: the page holds none.
      if (!event.isMainFrame || !isPageUrl(event.url)) event.preventDefault();
    });
  }
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.on('select-bluetooth-device', (event, _devices, choose) => {
    // Without it the first device that is found would be taken.
    event.preventDefault();
    choose('');
  });
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url);
    return { action: 'deny' };
  });
}
