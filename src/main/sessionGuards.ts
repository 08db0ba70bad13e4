import { savedType } from '#shared/domain/savedFile.ts';

import { isOwnBlob, isOwnUrl } from './ownPage.ts';

type Refusable = { readonly preventDefault: () => void };

type OfferedDownload = {
  readonly getURL: () => string;
  readonly getMimeType: () => string;
  readonly getFilename: () => string;
  readonly setSavePath: (file: string) => void;
};

/** The file that a download becomes. Null: nowhere of itself, the system's dialog asks. */
export type SaveTo = (name: string) => string | null;

/** What is used of Electron's Session, so that the guards can be tested without Electron. */
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
  setBluetoothPairingHandler(
    handler: (details: object, answer: (response: { readonly confirmed: boolean }) => void) => void,
  ): void;
  setDisplayMediaRequestHandler(
    handler: (request: object, answer: (streams: null) => void) => void,
  ): void;
  on(
    event: 'select-hid-device' | 'select-usb-device',
    listener: (event: Refusable, details: object, choose: () => void) => void,
  ): unknown;
  on(
    event: 'select-serial-port',
    listener: (
      event: Refusable,
      ports: readonly object[],
      contents: object,
      choose: (portId: string) => void,
    ) => void,
  ): unknown;
  on(
    event: 'file-system-access-restricted',
    listener: (event: Refusable, details: object, decide: (action: 'deny') => void) => void,
  ): unknown;
  on(event: 'will-download', listener: (event: Refusable, item: OfferedDownload) => void): unknown;
};

const guarded = new WeakSet<GuardedSession>();

/** For every session there is, also one that only a library opens. Once: the default session may be told of as it is asked for. */
export function guardSession(session: GuardedSession, saveTo: SaveTo): void {
  if (guarded.has(session)) return;
  guarded.add(session);
  guardPermissions(session);
  refuseDevices(session);
  guardDownloads(session, saveTo);
}

/** What the page may do beyond an ordinary page: put text on the clipboard, and say on the desktop that a state has changed. */
const ALLOWED_PERMISSIONS: ReadonlySet<string> = new Set([
  'clipboard-sanitized-write',
  'notifications',
]);

function guardPermissions(session: GuardedSession): void {
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
}

/** Permissions refuse them already; these are the choices that would follow, where Electron would choose by itself. */
function refuseDevices(session: GuardedSession): void {
  session.setDevicePermissionHandler(() => false);
  session.setBluetoothPairingHandler((_details, answer) => answer({ confirmed: false }));
  session.setDisplayMediaRequestHandler((_request, answer) => answer(null));
  for (const name of ['select-hid-device', 'select-usb-device'] as const) {
    session.on(name, (event, _details, choose) => {
      event.preventDefault();
      choose();
    });
  }
  session.on('select-serial-port', (event, _ports, _contents, choose) => {
    event.preventDefault();
    choose('');
  });
  session.on('file-system-access-restricted', (event, _details, decide) => {
    event.preventDefault();
    decide('deny');
  });
}

/**
 * What the page itself made (a picture of requisites, a report). It goes where exports go, without a question: the page has said
 * by then that it is saved, which a dialog that is cancelled would make a lie.
 */
function guardDownloads(session: GuardedSession, saveTo: SaveTo): void {
  session.on('will-download', (event, item) => {
    const type = item.getMimeType();
    const name = item.getFilename();
    const isOurs = isOwnBlob(item.getURL()) && type !== '' && type === savedType(name);
    if (!isOurs) {
      event.preventDefault();
      return;
    }
    const file = saveTo(name);
    if (file !== null) item.setSavePath(file);
  });
}

export type RequestFilter = {
  onBeforeRequest(
    filter: { urls: string[] },
    listener: (
      details: { readonly url: string },
      answer: (response: { readonly cancel: boolean }) => void,
    ) => void,
  ): void;
};

/** Everything that could leave the machine or read its files. The page is `app:`, what it makes itself is `blob:`. */
const OUTSIDE = ['http', 'https', 'ws', 'wss', 'ftp', 'file'].map((scheme) => `${scheme}://*/*`);

/** The page's session has no network at all: the provider is asked by core, in Node, and bills come as bytes. */
export function closeNetwork(webRequest: RequestFilter): void {
  webRequest.onBeforeRequest({ urls: OUTSIDE }, (_details, answer) => answer({ cancel: true }));
}
