import type { BrowserContext, Download, Frame, Page, Request, Route } from '@playwright/test';
import { z } from 'zod';

import type { StandInFrame } from './ipcMain.ts';
import { CALL_BINDING, DELIVERY_EVENT, type FromPage } from './preloadWorld.ts';
import { verdictSchema } from './questions.ts';
import { createCodec } from './wire.ts';

/** The app's end, for one window. */
export type WindowApp = {
  readonly ask: (name: string, value: object) => Promise<unknown>;
  readonly record: (kind: string, value: unknown) => void;
  /** A call of the page's; the test may hold it up. */
  readonly invoke: (call: Invocation) => Promise<unknown>;
  readonly address: string;
};
export type Invocation = {
  readonly channel: string;
  readonly args: readonly unknown[];
  readonly frame: StandInFrame | null;
};

/** Which app a page shows: a test may end one and start another in the same page. */
const shownIn = new WeakMap<Page, WindowApp>();
const watched = new WeakSet<BrowserContext>();
const codec = createCodec();

export async function showIn(page: Page, app: WindowApp, script: string): Promise<void> {
  const isNew = !shownIn.has(page);
  shownIn.set(page, app);
  await grantPermissions(page.context(), app);
  if (!isNew) return;
  await watchContext(page.context());
  await watchTarget(page);
  await page.exposeBinding(CALL_BINDING, ({ frame }, told: FromPage) => heard(page, frame, told));
  await page.addInitScript(script);
  page.on('load', () => tell(page, 'loaded', {}));
  page.on('close', () => tell(page, 'closed', {}));
  page.on('download', (download) => {
    downloads.set(download, offered(page, download));
  });
}

/** The app is gone, and its window with it; the page stays for whoever comes next, and remembers nothing of the tab's own. */
export async function leave(page: Page): Promise<void> {
  const app = shownIn.get(page);
  if (page.isClosed() || app === undefined) return;
  shownIn.set(page, GONE);
  if (!page.url().startsWith(app.address)) return;
  await page.evaluate(forgetTab).catch(() => undefined);
  await page.goto('about:blank').catch(() => undefined);
}

/** Runs in the page, which may write once more while it is left. */
function forgetTab(): void {
  sessionStorage.clear();
  Storage.prototype.setItem = () => undefined;
}

/** Nobody answers: what is still on its way goes nowhere. */
const GONE: WindowApp = {
  ask: () => Promise.reject(new Error('The app has ended')),
  record: () => undefined,
  invoke: () => new Promise(() => undefined),
  address: 'about:blank',
};

export async function deliver(
  page: Page,
  channel: string,
  args: readonly unknown[],
): Promise<void> {
  const detail = codec.encode([channel, ...args]);
  await page.evaluate(
    ([name, text]) => {
      globalThis.dispatchEvent(new CustomEvent(name, { detail: text }));
    },
    [DELIVERY_EVENT, detail] as const,
  );
}

async function heard(page: Page, frame: Frame, told: FromPage): Promise<string> {
  const app = shownIn.get(page) ?? GONE;
  if (told.kind === 'blob') {
    blobTypes.set(told.url, told.type);
    return '';
  }
  const args = z.array(z.unknown()).parse(codec.decode(told.args));
  const reply = await app.invoke({ channel: told.channel, args, frame: frameOf(frame) });
  app.record('reply', reply);
  return codec.encode(reply);
}

function frameOf(frame: Frame): StandInFrame {
  const parent = frame.parentFrame();
  const above = parent === null ? null : frameOf(parent);
  return { url: frame.url(), parent: above, detached: frame.isDetached() };
}

/** News that nobody waits for; an app that has ended does not mind. */
function tell(page: Page, name: string, value: object): void {
  void (shownIn.get(page) ?? GONE).ask(name, value).catch(() => undefined);
}

const blobTypes = new Map<string, string>();

/** By the app's word, which may come when a short file is already there. */
const downloads = new WeakMap<Download, Promise<boolean>>();

export async function isSaved(download: Download): Promise<boolean> {
  return (await downloads.get(download)) ?? false;
}

async function offered(page: Page, download: Download): Promise<boolean> {
  const app = shownIn.get(page) ?? GONE;
  const url = download.url();
  const filename = download.suggestedFilename();
  const mimeType = blobTypes.get(url) ?? '';
  const isAllowed = (await app.ask('download', { url, filename, mimeType })) === true;
  if (!isAllowed) await download.cancel();
  return isAllowed;
}

/** As Electron names them, and as the browser does. */
const PERMISSIONS: ReadonlyMap<string, string> = new Map([
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['clipboard-read', 'clipboard-read'],
  ['notifications', 'notifications'],
  ['geolocation', 'geolocation'],
]);

async function grantPermissions(context: BrowserContext, app: WindowApp): Promise<void> {
  const names = [...PERMISSIONS.keys()];
  const granted = z.array(z.string()).parse(await app.ask('permissions', { names }));
  const known = granted.flatMap((name) => PERMISSIONS.get(name) ?? []);
  await context.grantPermissions(known, { origin: app.address });
}

/** Every request of every page of the context: those of pages that show no app are nobody's business. */
async function watchContext(context: BrowserContext): Promise<void> {
  if (watched.has(context)) return;
  watched.add(context);
  await context.route('**/*', async (route) => {
    const page = pageOf(route.request());
    if (page === null) await refusePopup(context, route);
    else if (shownIn.has(page)) await answer(page, route);
    else await route.fallback();
  });
}

async function answer(page: Page, route: Route): Promise<void> {
  const app = shownIn.get(page) ?? GONE;
  const request = route.request();
  const isMainFrame = request.isNavigationRequest() && request.frame() === page.mainFrame();
  if (app === GONE) {
    await route.abort();
    return;
  }
  const asked = await app
    .ask('request', {
      url: request.url(),
      method: request.method(),
      isNavigation: request.isNavigationRequest(),
      isMainFrame,
    })
    .catch(() => ({ action: 'block' }));
  const verdict = verdictSchema.parse(asked);
  if (verdict.action === 'block') await route.abort();
  // An empty answer leaves the page where it is, as Electron does.
  else if (verdict.action === 'stay') await route.fulfill({ status: 204 });
  else {
    const body = Buffer.from(verdict.body);
    app.record('served', { url: request.url(), body: body.toString('latin1') });
    await route.fulfill({ status: verdict.status, headers: verdict.headers, body });
  }
}

/** A navigation that has no frame yet is a new window's. */
function pageOf(request: Request): Page | null {
  try {
    return request.frame().page();
  } catch {
    return null;
  }
}

/** Told by the page that opens it; the request for it comes after. */
const announced = new WeakMap<BrowserContext, string[]>();

async function watchTarget(page: Page): Promise<void> {
  const context = page.context();
  announced.set(context, announced.get(context) ?? []);
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  session.on('Page.frameNavigated', ({ frame }) => {
    const url = `${frame.url}${frame.urlFragment ?? ''}`;
    if (frame.parentId === undefined) tell(page, 'navigated', { url, isInPage: false });
  });
  session.on('Page.navigatedWithinDocument', ({ url }) => {
    // The desk's page holds no frames: nobody else navigates within itself.
    tell(page, 'navigated', { url, isInPage: true });
  });
  session.on('Page.windowOpen', ({ url }) => {
    announced.get(context)?.push(withoutHash(url));
    tell(page, 'windowOpen', { url });
  });
  // The stand-in opens none, whatever the app's handler says.
  page.on('popup', (popup) => void popup.close().catch(() => undefined));
}

/** By a middle click nothing is announced: then the request is the first that is heard of it. */
async function refusePopup(context: BrowserContext, route: Route): Promise<void> {
  const url = route.request().url();
  await route.abort();
  const known = announced.get(context) ?? [];
  const at = known.indexOf(withoutHash(url));
  if (at !== -1) {
    known.splice(at, 1);
    return;
  }
  const page = context.pages().find((one) => shownIn.has(one) && shownIn.get(one) !== GONE);
  if (page === undefined) return;
  tell(page, 'windowOpen', { url });
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? url;
}
