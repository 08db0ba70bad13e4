import { isOwnUrl } from './ownPage.ts';

type Refusable = { readonly preventDefault: () => void };
type Navigation = Refusable & { readonly url: string };

/** What is used of Electron's WebContents and Session, so that the guards can be tested without Electron. */
export type GuardedContents = {
  on(event: 'will-navigate' | 'will-redirect', listener: (event: Navigation) => void): unknown;
  on(
    event: 'will-frame-navigate',
    listener: (event: Navigation & { readonly isMainFrame: boolean }) => void,
  ): unknown;
  on(event: 'will-attach-webview', listener: (event: Refusable) => void): unknown;
  setWindowOpenHandler(
    handler: (details: { readonly url: string }) => { readonly action: 'deny' },
  ): void;
};

export type GuardedSession = {
  setPermissionCheckHandler(
    handler: (
      contents: { readonly getURL: () => string } | null,
      permission: string,
      requestingOrigin: string,
      details: { readonly isMainFrame: boolean },
    ) => boolean,
  ): void;
  setPermissionRequestHandler(
    handler: (
      contents: object,
      permission: string,
      callback: (isGranted: boolean) => void,
      details: { readonly requestingUrl: string; readonly isMainFrame: boolean },
    ) => void,
  ): void;
  setDevicePermissionHandler(handler: () => boolean): void;
};

/** The page never leaves its address, opens no window and holds no foreign view; links go to the system's browser. */
export function guardWebContents(
  contents: GuardedContents,
  openExternal: (address: string) => Promise<void>,
): void {
  contents.on('will-navigate', (event) => {
    if (!isOwnUrl(event.url)) event.preventDefault();
  });
  contents.on('will-redirect', (event) => {
    if (!isOwnUrl(event.url)) event.preventDefault();
  });
  contents.on('will-frame-navigate', (event) => {
    if (!event.isMainFrame || !isOwnUrl(event.url)) event.preventDefault();
  });
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(({ url }) => {
    void openExternal(url);
    return { action: 'deny' };
  });
}

/** What the page may do beyond an ordinary page: put text on the clipboard, and say on the desktop that a state has changed. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set([
  'clipboard-sanitized-write',
  'notifications',
]);

export function guardPermissions(session: GuardedSession): void {
  session.setPermissionCheckHandler(
    (contents, permission, requestingOrigin, details) =>
      // The check names only an origin, and may come without one for our own page: then the page itself is asked.
      // Without a page there is no frame to be the main one.
      ALLOWED_PERMISSIONS.has(permission) &&
      (contents === null || details.isMainFrame) &&
      isOwnUrl(requestingOrigin === '' ? (contents?.getURL() ?? '') : requestingOrigin),
  );
  session.setPermissionRequestHandler((_contents, permission, callback, details) =>
    callback(
      ALLOWED_PERMISSIONS.has(permission) && details.isMainFrame && isOwnUrl(details.requestingUrl),
    ),
  );
  session.setDevicePermissionHandler(() => false);
}
