import type { Context } from 'hono';

import type { AppPage } from '#core/page/appPage.ts';
import { readLook } from '#core/page/pageLook.ts';
import type { Services } from '#core/ports.ts';

/** Everything outside /api is the built page, by exact path. */
export function servePage(page: AppPage, dispatch: Services['dispatch']) {
  return async (context: Context): Promise<Response> => {
    const { pathname } = new URL(context.req.url);
    const look = pathname === '/' ? await readLook(dispatch) : null;
    return page.respond(context.req.method, pathname, look);
  };
}
