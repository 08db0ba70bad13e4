import type { CustomScheme, Protocol } from 'electron';

import type { AppPage } from '#core/page/appPage.ts';
import { APP_SCHEME, isOwnUrl } from './ownPage.ts';

/** Standard and secure: relative addresses, 'self' in the CSP and the clipboard work as on https. */
export const APP_SCHEME_PRIVILEGES: CustomScheme = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true },
};

export function serveAppPage(protocol: Pick<Protocol, 'handle'>, page: AppPage): void {
  protocol.handle(APP_SCHEME, (request) => {
    if (!isOwnUrl(request.url)) return new Response('Not found', { status: 404 });
    return page.respond(request.method, new URL(request.url).pathname);
  });
}
