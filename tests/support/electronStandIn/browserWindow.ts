import { EventEmitter } from 'node:events';

import type { BrowserContext, Page, Route } from '@playwright/test';

import type { StandInApp } from './app.ts';
import { toPageUrl } from './appAddress.ts';
import { openBrowser } from './browser.ts';
import type { StandInIpcMain } from './ipcMain.ts';
import { record } from './journal.ts';
import { answerRoute } from './network.ts';
import { CALL_BINDING, preloadScript } from './preloadWorld.ts';
import type { ProtocolHandler, StandInSession } from './session.ts';
import { StandInWebContents } from './webContents.ts';

export type WindowDependencies = {
  readonly app: StandInApp;
  readonly ipcMain: StandInIpcMain;
  readonly session: StandInSession;
  readonly protocolHandler: (scheme: string) => ProtocolHandler | null;
};

type WindowOptions = { readonly webPreferences?: { readonly preload?: string } };

/** One window on one Chromium page is all the desk opens. */
export function createWindowClass(dependencies: WindowDependencies) {
  const windows = new Set<StandInWindow>();

  class StandInWindow extends EventEmitter {
    static getAllWindows(): readonly StandInWindow[] {
      return [...windows];
    }

    readonly webContents = new StandInWebContents();
    readonly #opened: Promise<Page>;

    constructor(options: WindowOptions) {
      super();
      windows.add(this);
      record('window', options);
      dependencies.app.emit('web-contents-created', {}, this.webContents);
      this.#opened = this.#open(options.webPreferences?.preload ?? null);
    }

    async #open(preloadFile: string | null): Promise<Page> {
      const browser = await openBrowser();
      dependencies.app.whenExiting(browser.close);
      const [page = await browser.context.newPage()] = browser.context.pages();
      this.webContents.attach(page);
      await prepare(browser.context, page, this.webContents, dependencies);
      if (preloadFile !== null) await page.addInitScript(preloadScript(preloadFile));
      page.once('close', () => this.#closed());
      record('browser', browser.debuggerUrl);
      return page;
    }

    #closed(): void {
      windows.delete(this);
      this.emit('closed');
      if (windows.size === 0) dependencies.app.emit('window-all-closed');
    }

    async loadURL(url: string): Promise<void> {
      const page = await this.#opened;
      this.webContents.expectLoad(url);
      await page.goto(toPageUrl(url));
      this.emit('ready-to-show');
      record('loaded', url);
    }

    show(): void {
      record('shown', true);
    }

    focus(): void {
      record('focused', true);
    }

    isMinimized(): boolean {
      return false;
    }

    restore(): void {}
  }

  return StandInWindow;
}

async function prepare(
  context: BrowserContext,
  page: Page,
  contents: StandInWebContents,
  { ipcMain, session, protocolHandler }: WindowDependencies,
): Promise<void> {
  await context.route('**/*', (route: Route) =>
    answerRoute(route, page, contents, protocolHandler),
  );
  await page.exposeBinding(
    CALL_BINDING,
    async (source, call: { readonly channel: string; readonly args: readonly unknown[] }) => {
      const event = { senderFrame: contents.frameOf(source.frame), sender: contents };
      const reply = await ipcMain.call(call.channel, event, call.args);
      record('reply', reply);
      return reply;
    },
  );
  for (const [permission, name] of PERMISSIONS) {
    if (!(await session.isGranted(permission, 'app://desk/'))) continue;
    await context.grantPermissions([name], { origin: toPageUrl('app://desk') });
  }
}

/** As Electron names them, and as the browser does. */
const PERMISSIONS = [
  ['clipboard-sanitized-write', 'clipboard-write'],
  ['notifications', 'notifications'],
  ['geolocation', 'geolocation'],
] as const;
