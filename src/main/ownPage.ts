import type { DeskScreen } from '#shared/contract/events.ts';

/** Where the page lives in this host. A custom scheme: no port to guess, nothing else on the machine can serve it. */
export const APP_SCHEME = 'app';
const APP_HOST = 'desk';
export const APP_URL = `${APP_SCHEME}://${APP_HOST}/`;

/** By protocol and host: the `origin` of a custom scheme's URL is the text 'null', whatever the host. */
export function isOwnUrl(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === `${APP_SCHEME}:` && host === APP_HOST && username === '' && password === '';
}

/** The page itself and its screens, not a file beside it: nothing else is shown, and no other page may ask. */
export function isPageUrl(address: string): boolean {
  if (!isOwnUrl(address)) return false;
  const { pathname, search } = new URL(address);
  return (pathname === '/' || pathname === '') && search === '';
}

/** What the page made itself and hands over to be saved. */
export function isOwnBlob(address: string): boolean {
  return address.startsWith(`blob:${APP_URL}`);
}

const PLACES: Readonly<Record<DeskScreen, string>> = {
  new: '/',
  log: '/log',
  settings: '/settings',
  help: '/help',
  // The sheet lies over a screen; a window that is only opening begins where its keys are explained.
  shortcuts: '/help',
  about: '/about',
};

/** For a window that opens on a link of another program. */
export function linkUrl(query: string): string {
  return `${APP_URL}#/new?${query}`;
}

/** For a window that opens: one that is open is told by `desk.open`. */
export function screenUrl(screen: DeskScreen): string {
  return `${APP_URL}#${PLACES[screen]}`;
}
