import { EventEmitter } from 'node:events';

import { toAppUrl, toPageUrl } from './appAddress.ts';
import { cloned } from './ipcMain.ts';
import { record, testSide } from './journal.ts';
import type { PageRequest, Verdict } from './questions.ts';
import type { StandInSession } from './session.ts';
import { RefusableEvent } from './strict.ts';

type WindowOpenHandler = (details: { readonly url: string }) => { readonly action: string };

const MOST_REDIRECTS = 20;

export class StandInWebContents extends EventEmitter {
  /** No frame that a test makes up is this one. */
  readonly mainFrame = {};
  readonly id: number;
  readonly #session: StandInSession;
  #url = '';
  #expected: string | null = null;
  #isDestroyed = false;
  #windowOpen: WindowOpenHandler = () => ({ action: 'allow' });

  constructor(id: number, session: StandInSession) {
    super();
    this.id = id;
    this.#session = session;
  }

  getURL(): string {
    return this.#url;
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  getZoomFactor(): number {
    return 1;
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#windowOpen = handler;
  }

  async loadURL(url: string): Promise<void> {
    this.#expected = withoutHash(url);
    await this.#ask('window.load', { url: toPageUrl(url) });
  }

  send(channel: string, ...args: readonly unknown[]): void {
    const copies = cloned(args);
    record('event', { channel, args: copies });
    // A page that is going away hears nothing more, as in Electron.
    void this.#ask('window.send', { channel, args: copies }).catch(() => undefined);
  }

  #ask(name: string, value: object): Promise<unknown> {
    return testSide.ask(name, { windowId: this.id, ...value });
  }

  /** What the page did, told by the test's end. */
  navigated(pageUrl: string, isInPage: boolean): void {
    this.#url = toAppUrl(pageUrl);
    const name = isInPage ? 'did-navigate-in-page' : 'did-navigate';
    this.emit(name, new RefusableEvent(), this.#url, true);
  }

  destroyed(): void {
    this.#isDestroyed = true;
    this.emit('destroyed');
  }

  openWindow(pageUrl: string): void {
    const url = toAppUrl(pageUrl);
    record('windowOpen', { url, ...this.#windowOpen({ url }) });
  }

  /** Everything the page asks for: the app's own scheme is answered by its handler, anything else is refused and noted. */
  async request(asked: PageRequest): Promise<Verdict> {
    const url = toAppUrl(asked.url);
    if (asked.isNavigation && !this.#mayNavigate(url, asked.isMainFrame)) return { action: 'stay' };
    if (await this.#session.webRequest.isCancelled(url)) return { action: 'block' };
    const response = await this.#answer(url, asked);
    if (response === null) return { action: 'block' };
    if (response === 'stay') return { action: 'stay' };
    const headers = Object.fromEntries(response.headers.entries());
    const body = new Uint8Array(await response.arrayBuffer());
    return { action: 'respond', status: response.status, headers, body };
  }

  /** Redirects are put to the app's guards and followed here: the page's own address does not change by them. */
  async #answer(first: string, asked: PageRequest): Promise<Response | 'stay' | null> {
    let url = first;
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      const handler = this.#session.protocol.handlerOf(new URL(url).protocol.slice(0, -1));
      if (handler === null) {
        record('foreignRequest', url);
        return null;
      }
      const response = await handler(new Request(url, { method: asked.method }));
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) return response;
      url = new URL(location, url).href;
      if (asked.isNavigation && !this.#allows('will-redirect', url, asked.isMainFrame)) {
        return 'stay';
      }
    }
    return null;
  }

  #mayNavigate(url: string, isMainFrame: boolean): boolean {
    if (isMainFrame && withoutHash(url) === this.#expected) {
      // What the app itself loads asks no guard, as in Electron.
      this.#expected = null;
      return true;
    }
    const isFrameAllowed = this.#allows('will-frame-navigate', url, isMainFrame);
    const isAllowed =
      isFrameAllowed && (!isMainFrame || this.#allows('will-navigate', url, isMainFrame));
    record('navigation', { url, isMainFrame, prevented: !isAllowed });
    return isAllowed;
  }

  #allows(name: string, url: string, isMainFrame: boolean): boolean {
    const event = new RefusableEvent({ url, isMainFrame, isSameDocument: false });
    this.emit(name, event, url);
    return !event.defaultPrevented;
  }
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? url;
}
