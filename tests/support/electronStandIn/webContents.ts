import { EventEmitter } from 'node:events';

import { toAppUrl, toPageUrl } from './appAddress.ts';
import { RefusableEvent } from './emitter.ts';
import { type StandInFrame, cloned } from './ipcMain.ts';
import { record, testSide } from './journal.ts';
import type { PageRequest, Verdict } from './questions.ts';
import type { StandInSession } from './session.ts';

type WindowOpenDetails = {
  readonly url: string;
  readonly frameName: string;
  readonly features: string;
  readonly disposition: string;
};
type WindowOpenHandler = (details: WindowOpenDetails) => { readonly action: string };

const MOST_REDIRECTS = 20;
const CRASHED = { reason: 'crashed', exitCode: 11 } as const;

export class StandInWebContents extends EventEmitter {
  readonly id: number;
  readonly session: StandInSession;
  #url = '';
  #expected: string | null = null;
  #isDestroyed = false;
  #isCrashed = false;
  #zoomFactor = 1;
  #windowOpen: WindowOpenHandler = () => ({ action: 'allow' });

  constructor(id: number, session: StandInSession, zoomFactor: number) {
    super();
    this.id = id;
    this.session = session;
    this.#zoomFactor = zoomFactor;
  }

  get mainFrame(): StandInFrame {
    return { url: this.#url, parent: null, detached: false };
  }

  getURL(): string {
    return this.#url;
  }

  getType(): string {
    return 'window';
  }

  isDestroyed(): boolean {
    return this.#isDestroyed;
  }

  isCrashed(): boolean {
    return this.#isCrashed;
  }

  getZoomFactor(): number {
    return this.#zoomFactor;
  }

  setZoomFactor(factor: number): void {
    this.#zoomFactor = factor;
    record('zoomFactor', factor);
  }

  async setVisualZoomLevelLimits(least: number, most: number): Promise<void> {
    record('visualZoomLimits', [least, most]);
  }

  setWebRTCIPHandlingPolicy(policy: string): void {
    record('webRtcPolicy', policy);
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#windowOpen = handler;
  }

  isDevToolsOpened(): boolean {
    return false;
  }

  closeDevTools(): void {}

  async loadURL(url: string): Promise<void> {
    this.#expected = withoutHash(url);
    await this.#ask('window.load', { url: toPageUrl(url) });
  }

  reload(): void {
    this.#expected = withoutHash(this.#url);
    // A page that cannot be loaded tells by itself.
    void this.#ask('window.reload', {}).catch((error: unknown) =>
      record('notLoaded', String(error)),
    );
  }

  forcefullyCrashRenderer(): void {
    void this.#ask('window.crash', {}).then(() => this.gone({ reason: 'killed', exitCode: 9 }));
  }

  send(channel: string, ...args: readonly unknown[]): void {
    const copies = cloned(args);
    record('event', { channel, args: copies });
    // A page that is going away hears nothing more, as in Electron.
    void this.#ask('window.send', { channel, args: copies }).catch((error: unknown) =>
      record('undelivered', String(error)),
    );
  }

  #ask(name: string, value: object): Promise<unknown> {
    return testSide.ask(name, { windowId: this.id, ...value });
  }

  /** What the page did, told by the test's end. */
  navigated(pageUrl: string, isInPage: boolean, isMainFrame: boolean): void {
    const url = toAppUrl(pageUrl);
    if (isMainFrame) this.#url = url;
    const event = new RefusableEvent();
    if (isInPage) this.emit('did-navigate-in-page', event, url, isMainFrame, 1, 1);
    else if (isMainFrame) this.emit('did-navigate', event, url, 200, 'OK');
  }

  loaded(): void {
    this.#isCrashed = false;
    this.emit('did-finish-load', new RefusableEvent());
  }

  destroyed(): void {
    this.#isDestroyed = true;
    this.emit('destroyed');
  }

  gone(details: { readonly reason: string; readonly exitCode: number } = CRASHED): void {
    this.#isCrashed = true;
    record('renderProcessGone', details);
    this.emit('render-process-gone', new RefusableEvent(), details);
  }

  openWindow(details: WindowOpenDetails): void {
    const url = toAppUrl(details.url);
    record('windowOpen', { ...details, url, ...this.#windowOpen({ ...details, url }) });
  }

  /** Everything the page asks for: the app's own scheme is answered by its handler, anything else is refused and noted. */
  async request(asked: PageRequest): Promise<Verdict> {
    const url = toAppUrl(asked.url);
    if (asked.isNavigation && !this.#mayNavigate(url, asked.isMainFrame)) return { action: 'stay' };
    const details = { id: 1, url, method: asked.method, resourceType: resourceOf(asked) };
    if (await this.session.webRequest.isCancelled(details)) {
      record('cancelledRequest', url);
      return { action: 'block' };
    }
    const response = await this.#answer(url, asked);
    if (response === null || response === 'stay') {
      return { action: response === null ? 'block' : 'stay' };
    }
    const own = Object.fromEntries(response.headers.entries());
    const headers = await this.session.webRequest.headersOf(details, own);
    if (headers === null) return { action: 'block' };
    const body = new Uint8Array(await response.arrayBuffer());
    return { action: 'respond', status: response.status, headers, body };
  }

  /** Redirects are put to the app's guards and followed here: the page's own address does not change by them. */
  async #answer(first: string, asked: PageRequest): Promise<Response | 'stay' | null> {
    let url = first;
    for (let hops = 0; hops <= MOST_REDIRECTS; hops += 1) {
      const handler = this.session.protocol.handlerOf(new URL(url).protocol.slice(0, -1));
      if (handler === null) {
        record('foreignRequest', url);
        return null;
      }
      const response = await handler(new Request(url, { method: asked.method }));
      const location = response.headers.get('location');
      if (response.status < 300 || response.status > 399 || location === null) return response;
      const target = new URL(location, url).href;
      if (asked.isNavigation && !this.#mayRedirect(target, asked.isMainFrame)) return 'stay';
      url = target;
    }
    return null;
  }

  #mayNavigate(url: string, isMainFrame: boolean): boolean {
    if (isMainFrame && withoutHash(url) === this.#expected) {
      // What the app itself loads asks no guard, as in Electron.
      this.#expected = null;
      return true;
    }
    const event = new RefusableEvent({ url, isMainFrame, isSameDocument: false });
    this.emit('will-frame-navigate', event);
    if (isMainFrame) this.emit('will-navigate', event, url);
    record('navigation', { url, isMainFrame, prevented: event.defaultPrevented });
    return !event.defaultPrevented;
  }

  #mayRedirect(url: string, isMainFrame: boolean): boolean {
    const event = new RefusableEvent({ url, isMainFrame, isSameDocument: false });
    this.emit('will-redirect', event, url, false, isMainFrame);
    record('redirect', { url, isMainFrame, prevented: event.defaultPrevented });
    return !event.defaultPrevented;
  }
}

function withoutHash(url: string): string {
  return url.split('#', 1)[0] ?? url;
}

/** As Electron names them. */
function resourceOf({ isNavigation, isMainFrame, resourceType }: PageRequest): string {
  if (isNavigation) return isMainFrame ? 'mainFrame' : 'subFrame';
  return resourceType === 'fetch' ? 'xhr' : resourceType;
}
