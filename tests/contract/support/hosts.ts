import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { Page } from '@playwright/test';

import type { Client } from '../../../src/shared/contract/client.ts';
import { createClient } from '../../../src/shared/contract/testing/createClient.ts';
import { type RunningStandIn, launchStandIn } from '../../support/electronStandIn/launch.ts';
import { type RunningLoopback, launchLoopback } from './launchLoopback.ts';

const WATCH_KEYS = new URL('watchKeys.ts', import.meta.url).href;

/** The name and the input of a call. */
type RawCall = readonly [name: string, input: unknown];

/** One host with one open page of the real app, seen from both ends. */
export type RunningHost = {
  readonly page: Page;
  /** The contract's own client; every call and event travels through the page. */
  readonly client: Client;
  /** Any name and any input, as a script inside the page could try. */
  readonly callRaw: (name: string, input: unknown) => Promise<unknown>;
  /** Several of them, one after another, by one script inside the page. */
  readonly callEachRaw: (calls: readonly RawCall[]) => Promise<readonly unknown[]>;
  /** Everything that went to the page so far. */
  readonly sentToPage: () => string;
  /** Every key that signed something inside the host's process. */
  readonly signingKeys: () => readonly string[];
  /** Loads the app anew; from then on no events are fetched. */
  readonly reload: () => Promise<void>;
  readonly dataDir: string;
  /** What its process wrote to stdout and stderr. */
  readonly output: () => string;
  /** Ends it and leaves its files. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
};

type HostOptions = {
  readonly env: Readonly<Record<string, string>>;
  /** One that an earlier host has left; else a fresh one. */
  readonly dataDir?: string;
};
export type HostUnderTest = {
  readonly name: string;
  readonly start: (options: HostOptions) => Promise<RunningHost>;
};

export const HOSTS: readonly HostUnderTest[] = [
  { name: 'Electron host (stand-in)', start: startElectron },
  { name: 'loopback host', start: startLoopback },
];

type PageTransport = Pick<RunningHost, 'callRaw' | 'callEachRaw'> & {
  /** Lets the page collect events from now on. */
  readonly listen: () => Promise<void>;
};

async function startElectron({ env, dataDir = freshDir() }: HostOptions): Promise<RunningHost> {
  const app: RunningStandIn = await launchStandIn({ dataDir, env, imports: [WATCH_KEYS] });
  const towardsPage = new Set(['reply', 'event', 'served']);
  return await assemble(app.page, bridgeTransport(app.page), {
    dataDir,
    sentToPage: () =>
      app
        .journal()
        .filter(({ kind }) => towardsPage.has(kind))
        .map(({ value }) => JSON.stringify(value))
        .join('\n'),
    signingKeys: () => keysOf(app.journal()),
    output: app.output,
    close: async () => {
      await app.close();
    },
  });
}

async function startLoopback({ env, dataDir = freshDir() }: HostOptions): Promise<RunningHost> {
  const desk: RunningLoopback = await launchLoopback({ dataDir, env, imports: [WATCH_KEYS] });
  return await assemble(desk.page, httpTransport(desk.page), {
    dataDir,
    sentToPage: desk.sentToPage,
    signingKeys: () => keysOf(desk.journal()),
    output: desk.output,
    close: desk.close,
  });
}

function freshDir(): string {
  return mkdtempSync(path.join(tmpdir(), 'contract-'));
}

async function assemble(
  page: Page,
  transport: PageTransport,
  host: Pick<RunningHost, 'dataDir' | 'sentToPage' | 'signingKeys' | 'output' | 'close'>,
): Promise<RunningHost> {
  const feed = await startFeed(page, transport);
  let stopped: Promise<void> | null = null;
  const stop = async (): Promise<void> => {
    await feed.stop();
    stopped ??= host.close();
    await stopped;
  };
  const client = createClient({ invoke: transport.callRaw, subscribe: feed.subscribe });
  return {
    ...host,
    page,
    client,
    callRaw: transport.callRaw,
    callEachRaw: transport.callEachRaw,
    async reload() {
      await feed.stop();
      await page.reload();
      await page.getByRole('heading', { level: 1 }).waitFor();
    },
    stop,
    async close() {
      await stop();
      rmSync(host.dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Fetched, not pushed: a page that is loaded anew would need to be told of a listener again. */
export async function startFeed(page: Page, transport: PageTransport) {
  const listeners = new Set<(event: unknown) => void>();
  const stop = new AbortController();
  const stopped = new Promise<readonly unknown[]>((resolve) => {
    stop.signal.addEventListener('abort', () => resolve([]));
  });
  const fetchEvents = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const asked = page.evaluate(nextEvents).catch((error: unknown) => {
        // The last question is still open when the page is loaded anew or closed.
        if (stop.signal.aborted) return [];
        throw error;
      });
      const heard = await Promise.race([asked, stopped]);
      for (const event of heard) for (const listener of listeners) listener(event);
    }
  };
  await transport.listen();
  const fetching = fetchEvents();
  return {
    subscribe: (listener: (event: unknown) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      stop.abort();
      await fetching;
    },
  };
}

/** Runs in the page: answers once it has heard something. */
async function nextEvents(): Promise<readonly unknown[]> {
  const feed = window.contractFeed;
  if (feed === undefined) throw new Error('The page was loaded anew and does not listen');
  if (feed.heard.length === 0) {
    await new Promise<void>((resolve) => {
      feed.wake = resolve;
    });
  }
  return feed.heard.splice(0);
}

declare global {
  interface Window {
    /** BRIDGE_KEY, as the preload shows it. */
    readonly depositDesk?: {
      readonly invoke: Readonly<Record<string, (input: unknown) => Promise<unknown>>>;
      readonly onEvent: (listener: (event: unknown) => void) => () => void;
    };
    /** Events the page has heard and the test has not yet fetched; `wake` ends the wait for the next one. */
    contractFeed?: { readonly heard: unknown[]; wake: () => void };
  }
}

export function bridgeTransport(page: Page): PageTransport {
  const callEachRaw: RunningHost['callEachRaw'] = (calls) =>
    page.evaluate(async (all) => {
      const replies: unknown[] = [];
      for (const [operation, value] of all) {
        const call = window.depositDesk?.invoke[operation];
        if (typeof call !== 'function') throw new Error(`The bridge has no ${operation}`);
        replies.push(await call(value));
      }
      return replies;
    }, calls);
  return {
    callEachRaw,
    callRaw: alone(callEachRaw),
    listen: () =>
      page.evaluate(() => {
        const heard: unknown[] = [];
        const feed = { heard, wake: () => {} };
        window.contractFeed = feed;
        window.depositDesk?.onEvent((event) => {
          heard.push(event);
          feed.wake();
        });
      }),
  };
}

/** With the bearer that the app itself got for its one-time code. */
function httpTransport(page: Page): PageTransport {
  const callEachRaw: RunningHost['callEachRaw'] = (calls) =>
    page.evaluate(async (all) => {
      const replies: unknown[] = [];
      for (const [operation, value] of all) {
        const response = await fetch(`/api/op/${operation}`, {
          method: 'POST',
          headers: {
            authorization: `Bearer ${sessionStorage.getItem('desk-session')}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(value),
        });
        replies.push(await response.json());
      }
      return replies;
    }, calls);
  return {
    callEachRaw,
    callRaw: alone(callEachRaw),
    listen: () =>
      page.evaluate(async () => {
        const heard: unknown[] = [];
        const feed = { heard, wake: () => {} };
        window.contractFeed = feed;
        const { body } = await fetch('/api/events', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${sessionStorage.getItem('desk-session')}`,
            'content-type': 'application/json',
          },
          body: '{}',
        });
        const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
        const follow = async (rest: string): Promise<void> => {
          const piece = await reader?.read();
          if (piece?.value === undefined) return;
          const lines = (rest + piece.value).split('\n');
          const open = lines.pop() ?? '';
          for (const line of lines) if (line !== '') heard.push(JSON.parse(line));
          if (heard.length > 0) feed.wake();
          await follow(open);
        };
        void follow('');
      }),
  };
}

function alone(callEachRaw: RunningHost['callEachRaw']): RunningHost['callRaw'] {
  return async (name, input) => (await callEachRaw([[name, input]]))[0];
}

function keysOf(journal: readonly { readonly kind: string; readonly value: unknown }[]) {
  const keys = journal.flatMap(({ kind, value }) => (kind === 'signingKey' ? String(value) : []));
  return [...new Set(keys)];
}
