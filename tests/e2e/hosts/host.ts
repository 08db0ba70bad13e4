import type { Page } from '@playwright/test';

/** What the desk lives in. A project of playwright.config.ts names one. */
export type HostName = 'loopback' | 'electron-standin' | 'electron';

export type HostOptions = {
  readonly dataDir: string;
  /** Of the command line: the browser host's own; for an Electron app Chromium's switches, or a link that another program opened. */
  readonly flags?: readonly string[];
  /** `undefined` takes a variable out of the environment. */
  readonly env?: Readonly<Record<string, string | undefined>>;
};

/** One process of the desk. */
export type RunningHost = {
  /** Shows the desk: in the page that is given, or in the window that Electron opens by itself. */
  readonly open: (page: Page) => Promise<Page>;
  readonly output: () => string;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
  /** In order; the second time nothing. */
  readonly stop: () => Promise<void>;
};

export type StartHost = (options: HostOptions) => Promise<RunningHost>;
