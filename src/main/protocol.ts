import type { CustomScheme, Protocol } from 'electron';

import { type AppPage, readLook } from '#core/desk/page/appPage.ts';
import type { Services } from '#core/ports.ts';
import { APP_SCHEME, isOwnUrl } from './ownPage.ts';

/** Standard and secure: relative addresses, 'self' in the CSP and the clipboard work as on https. */
export const APP_SCHEME_PRIVILEGES: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: {
    standard: true,
    secure: true,
    supportFetchAPI: true,
    bypassCSP: false,
    allowServiceWorkers: false,
    allowExtensions: false,
    corsEnabled: false,
    stream: false,
    // Compiled scripts in the data directory would be code that no signature covers.
    codeCache: false,
  },
};

export function serveAppPage(
  protocol: Pick<Protocol, 'handle'>,
  page: AppPage,
  dispatch: Services['dispatch'],
): void {
  protocol.handle(APP_SCHEME, async (request) => {
    if (!isOwnUrl(request.url)) return new Response('Not found', { status: 404 });
    const { pathname, search } = new URL(request.url);
    if (search !== '') return new Response('Not found', { status: 404 });
    const look = pathname === '/' ? await readLook(dispatch) : null;
    return page.respond(request.method, pathname, look);
  });
}
