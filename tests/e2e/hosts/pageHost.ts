import type { Page } from '@playwright/test';

import type { HostName } from './host.ts';
import { loopbackPage } from './loopbackPage.ts';

/** A call of an operation on its way from the page to the host; named as Playwright names what can be done with a request. */
export type HeldCall = {
  readonly name: string;
  readonly input: unknown;
  readonly continue: () => Promise<void>;
  /** The page hears that there was no answer. */
  readonly abort: () => Promise<void>;
  /** The host's answer, which the page does not have yet. */
  readonly fetch: () => Promise<unknown>;
  readonly fulfill: (reply: unknown) => Promise<void>;
};

/** `isSaved`: the host let it end in a file. */
type SavedFile = { readonly name: string; readonly file: string; readonly isSaved: boolean };

export type OnCall = (call: HeldCall) => Promise<void>;

/** What a test does beside the page, where each host has a place of its own for it. */
export type PageHost = {
  readonly name: HostName;
  readonly readClipboard: () => Promise<string>;
  readonly writeClipboard: (text: string) => Promise<void>;
  /** MIME types of what is there. */
  readonly clipboardTypes: () => Promise<readonly string[]>;
  /** What an act hands over to be saved, as the host saved it. */
  readonly savedFile: (page: Page, act: () => Promise<void>) => Promise<SavedFile>;
  /** As far as that is the test's to decide: an Electron app decides for itself. */
  readonly allowNotifications: () => Promise<void>;
  /** `export.*` stands for all of them. */
  readonly onOperation: (pattern: string, onCall: OnCall) => Promise<void>;
  readonly offOperation: (pattern: string) => Promise<void>;
  /** Once the page has been answered. */
  readonly answered: (name: string, isIt: (input: unknown) => boolean) => Promise<void>;
};

const known = new WeakMap<Page, PageHost>();

export function setPageHost(page: Page, host: PageHost): void {
  known.set(page, host);
}

/** A page that nobody has claimed is the browser host's. */
export function hostOf(page: Page): PageHost {
  return known.get(page) ?? loopbackPage(page);
}
