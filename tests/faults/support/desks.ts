import { setTimeout as sleep } from 'node:timers/promises';

import { type Page, chromium } from '@playwright/test';
import { z } from 'zod';

import type { Client } from '../../../src/shared/contract/client.ts';
import { createClient } from '../../../src/shared/contract/testing/createClient.ts';
import type { IntentId } from '../../../src/shared/domain/ids.ts';
import { type DepositRequest, isInFlight } from '../../../src/shared/domain/request.ts';
import { bridgeTransport, startFeed } from '../../contract/support/hosts.ts';
import { startLoopbackProcess } from '../../contract/support/launchLoopback.ts';
import { chromiumFlags, findChromium } from '../../support/chromium.ts';
import { launchStandIn } from '../../support/electronStandIn/launch.ts';
import { endProcess } from '../../support/endProcess.ts';
import { ownFetch } from '../../support/ownFetch.ts';

export type HostName = 'loopback' | 'electron';

export type DeskOptions = {
  readonly dataDir: string;
  readonly env: Readonly<Record<string, string>>;
  /** See `StandInOptions.under`. */
  readonly under?: readonly string[];
  /** Modules that are loaded into the host before everything else. */
  readonly imports?: readonly string[];
};

/** A running host, spoken to through its own transport. */
export type Desk = {
  readonly host: HostName;
  readonly client: Client;
  readonly pid: number;
  /** Waits for a state of a request, as the events tell it. */
  readonly when: (
    intentId: IntentId,
    isIt: (request: DepositRequest) => boolean,
  ) => Promise<DepositRequest>;
  readonly settled: (intentId: IntentId) => Promise<DepositRequest>;
  /** The app as the operator has it before them. */
  readonly openPage: () => Promise<OpenPage>;
  /** Electron is told by the system. Null: this host notices by itself. */
  readonly suspend: (() => void) | null;
  /** SIGKILL. */
  readonly kill: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

export type OpenPage = { readonly page: Page; readonly close: () => Promise<void> };

export function startDesk(host: HostName, options: DeskOptions): Promise<Desk> {
  return host === 'loopback' ? startLoopbackDesk(options) : startElectronDesk(options);
}

async function startElectronDesk(options: DeskOptions): Promise<Desk> {
  const app = await launchStandIn(options);
  const transport = bridgeTransport(app.page);
  const feed = await startFeed(app.page, transport);
  const client = createClient({ invoke: transport.callRaw, subscribe: feed.subscribe });
  return {
    host: 'electron',
    client,
    pid: pidOf(app.child.pid),
    ...followed(client),
    openPage: async () => ({ page: app.page, close: async () => {} }),
    suspend: () => app.power('suspend'),
    async kill() {
      await feed.stop();
      await endProcess(app.child, 'SIGKILL');
      await closeOrphan(app.page);
    },
    async stop() {
      await feed.stop();
      await app.close();
    },
  };
}

/** A killed app's browser mostly ends with it; where it does not, it would stay. */
async function closeOrphan(page: Page): Promise<void> {
  try {
    const session = await page.context().browser()?.newBrowserCDPSession();
    await session?.send('Browser.close');
  } catch {
    // It is gone already.
  }
}

const sessionSchema = z.object({
  token: z.string(),
  proof: z.object({ id: z.string(), key: z.string() }),
});
type Session = z.infer<typeof sessionSchema>;

async function startLoopbackDesk(options: DeskOptions): Promise<Desk> {
  const desk = await startLoopbackProcess(options);
  const { origin, hash } = new URL(desk.oneTimeUrl);
  const post = async (target: string, body: unknown, headers: Record<string, string>) => {
    const answered = await ownFetch(`${origin}${target}`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    const reply: unknown = await answered.json();
    return reply;
  };
  const code = hash.replace('#code=', '');
  const session = sessionSchema.parse(await post('/api/session', { code }, {}));
  const bearer = { authorization: `Bearer ${session.token}` };
  const feed = followEvents(origin, bearer);
  const client = createClient({
    invoke: (name, input) => post(`/api/op/${name}`, input, bearer),
    subscribe: feed.subscribe,
  });
  return {
    host: 'loopback',
    client,
    pid: pidOf(desk.child.pid),
    ...followed(client),
    openPage: () => openInBrowser(origin, session),
    suspend: null,
    async kill() {
      feed.stop();
      await endProcess(desk.child, 'SIGKILL');
    },
    async stop() {
      feed.stop();
      await desk.stop();
    },
  };
}

async function openInBrowser(origin: string, session: Session): Promise<OpenPage> {
  const executablePath = findChromium();
  if (executablePath === null) throw new Error('No Chromium was found');
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(({ token, proof }) => {
    sessionStorage.setItem('desk-session', token);
    sessionStorage.setItem('desk-proof', JSON.stringify(proof));
  }, session);
  await page.goto(origin);
  return { page, close: () => browser.close() };
}

function followEvents(origin: string, bearer: Record<string, string>) {
  const listeners = new Set<(event: unknown) => void>();
  const stopping = new AbortController();
  const follow = async (): Promise<void> => {
    const { body } = await fetch(`${origin}/api/events`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json', ...bearer },
      body: '{}',
      signal: stopping.signal,
    });
    let rest = '';
    for await (const piece of body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const lines = (rest + piece).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter((text) => text !== '')) {
        const event: unknown = JSON.parse(line);
        for (const listener of listeners) listener(event);
      }
    }
  };
  // It ends with the host or with us; what it did not tell is asked for.
  follow().catch(() => undefined);
  return {
    subscribe: (listener: (event: unknown) => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    stop: () => stopping.abort(),
  };
}

/** Longer than the longest thing that is waited for: a keychain that hangs for 20 seconds. */
const PATIENCE_MS = 180_000;
const ASK_EVERY_MS = 1000;

function followed(client: Client): Pick<Desk, 'when' | 'settled'> {
  const newest = new Map<IntentId, DepositRequest>();
  const waiting = new Set<() => void>();
  client.onEvent((event) => {
    if (event.name !== 'request.changed') return;
    newest.set(event.request.intentId, event.request);
    for (const look of waiting) look();
  });

  /** Events may be lost; the log is asked now and then. */
  async function ask(intentId: IntentId): Promise<void> {
    const asked = await client.call('log.history', { intentId });
    if (asked.ok) newest.set(intentId, asked.value.request);
  }

  const when: Desk['when'] = async (intentId, isIt) => {
    const endMs = performance.now() + PATIENCE_MS;
    for (;;) {
      const found = newest.get(intentId);
      if (found !== undefined && isIt(found)) return found;
      if (performance.now() > endMs) {
        throw new Error(`${intentId} is ${found?.outcome ?? 'not there'} and stays so`);
      }
      const told = await changed(waiting);
      if (!told) await ask(intentId);
    }
  };
  return { when, settled: (intentId) => when(intentId, (request) => !isInFlight(request)) };
}

/** True: an event came. False: none did for a while. */
async function changed(waiting: Set<() => void>): Promise<boolean> {
  const stop = new AbortController();
  let look: () => void = () => undefined;
  const told = new Promise<boolean>((resolve) => {
    look = () => resolve(true);
    waiting.add(look);
  });
  const late = sleep(ASK_EVERY_MS, false, { signal: stop.signal }).catch(() => false);
  const came = await Promise.race([told, late]);
  waiting.delete(look);
  stop.abort();
  return came;
}

function pidOf(pid: number | undefined): number {
  if (pid === undefined) throw new Error('The host did not start');
  return pid;
}
