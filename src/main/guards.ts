import type { Session, WebContents } from 'electron';

import { isOwnUrl } from './ownPage.ts';

type Guarded = Pick<WebContents, 'on' | 'setWindowOpenHandler'>;

/** The page never leaves its address, opens no window and holds no foreign view; links go to the system's browser. */
export function guardWebContents(
  contents: Guarded,
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

/** The one thing the page may do beyond an ordinary page: put text on the clipboard. */
const ALLOWED_PERMISSION = 'clipboard-sanitized-write';

export function guardPermissions(
  session: Pick<
    Session,
    'setPermissionCheckHandler' | 'setPermissionRequestHandler' | 'setDevicePermissionHandler'
  >,
): void {
  session.setPermissionCheckHandler(
    (contents, permission, requestingOrigin) =>
      // The check names only an origin, and may come without one for our own page: then the page itself is asked.
      permission === ALLOWED_PERMISSION &&
      isOwnUrl(requestingOrigin === '' ? (contents?.getURL() ?? '') : requestingOrigin),
  );
  session.setPermissionRequestHandler((_contents, permission, callback, details) =>
    callback(permission === ALLOWED_PERMISSION && isOwnUrl(details.requestingUrl)),
  );
  session.setDevicePermissionHandler(() => false);
}
