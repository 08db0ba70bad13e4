import type { Context } from 'hono';

import type { AppPage } from '#core/page/appPage.ts';

/** Everything outside /api is the built page, by exact path. */
export function servePage(page: AppPage) {
  return (context: Context): Response =>
    page.respond(context.req.method, new URL(context.req.url).pathname);
}
