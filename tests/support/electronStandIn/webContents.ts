import { EventEmitter } from 'node:events';

import type { Frame, Page } from '@playwright/test';

import { RefusableEvent } from './app.ts';
import { toAppUrl } from './appAddress.ts';
import { type StandInFrame, cloned } from './ipcMain.ts';
import { record } from './journal.ts';
import { DELIVERY_EVENT } from './preloadWorld.ts';

type WindowOpenHandler = (details: { readonly url: string }) => { readonly action: string };

export class StandInWebContents extends EventEmitter {
  #page: Page | null = null;
  #expected: string | null = null;
  #windowOpen: WindowOpenHandler = () => ({ action: 'allow' });
  /** Events keep their order. */
  #delivered: Promise<unknown> = Promise.resolve();

  attach(page: Page): void {
    this.#page = page;
  }

  getURL(): string {
    return toAppUrl(this.#page?.url() ?? '');
  }

  isDestroyed(): boolean {
    return this.#page?.isClosed() ?? false;
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#windowOpen = handler;
  }

  openWindow(url: string): void {
    record('windowOpen', { url, ...this.#windowOpen({ url }) });
  }

  /** What the app itself loads asks no guard, as in Electron. */
  expectLoad(url: string): void {
    this.#expected = url;
  }

  mayNavigate(url: string, isMainFrame: boolean): boolean {
    if (isMainFrame && url === this.#expected) {
      this.#expected = null;
      return true;
    }
    const event = new RefusableEvent({ url, isMainFrame });
    this.emit('will-frame-navigate', event);
    if (isMainFrame) this.emit('will-navigate', event);
    record('navigation', { url, isMainFrame, prevented: event.defaultPrevented });
    return !event.defaultPrevented;
  }

  send(channel: string, ...args: readonly unknown[]): void {
    const copies = cloned(args);
    record('event', { channel, args: copies });
    this.#delivered = this.#delivered.then(() => this.#deliver(channel, copies));
  }

  async #deliver(channel: string, args: unknown): Promise<void> {
    try {
      await this.#page?.evaluate(
        ([key, to, values]) => {
          globalThis.dispatchEvent(new CustomEvent(key, { detail: { channel: to, args: values } }));
        },
        [DELIVERY_EVENT, channel, args] as const,
      );
    } catch (error) {
      // A page that is going away hears nothing more, as in Electron.
      record('undelivered', String(error));
    }
  }

  frameOf(frame: Frame): StandInFrame {
    const parent = frame.parentFrame();
    return { url: toAppUrl(frame.url()), parent: parent === null ? null : this.frameOf(parent) };
  }
}
