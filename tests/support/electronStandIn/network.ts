import type { Frame, Page, Request as PageRequest, Route } from '@playwright/test';

import { toAppUrl } from './appAddress.ts';
import { record } from './journal.ts';
import type { ProtocolHandler } from './session.ts';
import type { StandInWebContents } from './webContents.ts';

/** Everything the page asks for: the app's own scheme is answered by its handler, anything else is refused and noted. */
export async function answerRoute(
  route: Route,
  page: Page,
  contents: StandInWebContents,
  protocolHandler: (scheme: string) => ProtocolHandler | null,
): Promise<void> {
  const request = route.request();
  const url = toAppUrl(request.url());
  const frame = frameOf(request);
  if (frame === null || frame.page() !== page) {
    // A new window's first request: the handler decides, and the stand-in opens none.
    contents.openWindow(url);
    await route.abort();
    await frame?.page().close();
    return;
  }
  const isNavigation = request.isNavigationRequest();
  if (isNavigation && !contents.mayNavigate(url, frame === page.mainFrame())) {
    // An empty answer leaves the page where it is, as Electron does.
    await route.fulfill({ status: 204 });
    return;
  }
  const handler = protocolHandler(new URL(url).protocol.slice(0, -1));
  if (handler === null) {
    record('foreignRequest', url);
    await route.abort();
    return;
  }
  await fulfil(route, await handler(new Request(url, { method: request.method() })));
}

async function fulfil(route: Route, response: Response): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  record('served', { url: route.request().url(), body: body.toString('latin1') });
  const headers = Object.fromEntries(response.headers.entries());
  await route.fulfill({ status: response.status, headers, body });
}

/** A navigation that has no frame yet is a new window's. */
function frameOf(request: PageRequest): Frame | null {
  try {
    return request.frame();
  } catch {
    return null;
  }
}
