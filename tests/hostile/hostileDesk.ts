import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

import { type BrowserContext, type Page, chromium } from '@playwright/test';
import { z } from 'zod';

import { DEFAULT_DIALECT } from '../../src/shared/dialect/presets.ts';
import { profileSchema } from '../../src/shared/domain/profile.ts';
import { startLoopbackProcess } from '../contract/support/launchLoopback.ts';
import { callFromPage, chooseProfile } from '../e2e/steps.ts';
import { type CreateDraft, createInput } from '../support/builders.ts';
import { chromiumFlags, findHeadlessChromium } from '../support/chromium.ts';
import { type Dialogs } from '../support/electronStandIn/dialogs.ts';
import { launchStandIn } from '../support/electronStandIn/launch.ts';
import { EVIL_MERCHANT, type EvilProvider } from './evilProvider.ts';
import { until } from './waiting.ts';

export const EVIL_PROFILE = 'evil';

/** A desk whose active profile's provider is an attacker, seen from outside: what it opened, and what its page asked for. */
export type HostileDesk = {
  readonly host: string;
  readonly isElectron: boolean;
  /** Of the process that the desk runs in. */
  readonly pid: number | undefined;
  readonly page: Page;
  /** The operation's value; throws what it failed with. */
  readonly ask: (name: string, input: unknown) => Promise<unknown>;
  readonly call: (name: string, input: unknown) => Promise<unknown>;
  /** What left by the one way out (Electron), or as a page besides the desk's (browser). */
  readonly opened: () => readonly string[];
  /** Requests of the page's to anywhere but the desk. None of them gets anywhere. */
  readonly left: () => readonly string[];
  /** Null: the page asks by itself. */
  readonly dialogs: Dialogs | null;
  /** Ports at which the desk itself answers. */
  readonly ownPort: number | null;
  readonly close: () => Promise<void>;
};

type DeskSetUp = {
  readonly dataDir: string;
  readonly provider: EvilProvider;
  readonly profileName: string;
};

const STARTS: readonly ((setUp: DeskSetUp) => Promise<HostileDesk>)[] = [
  startElectron,
  startLoopback,
];

type OnHost = (start: (typeof STARTS)[number], host: number) => Promise<void>;

/** Both hosts at once. Where one fails, the other still ends and closes what it started. */
export async function onBothHosts(work: OnHost): Promise<void> {
  const ended = await Promise.allSettled(STARTS.map(work));
  const failed = ended.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  if (failed.length > 0) throw new AggregateError(failed, failed.map(String).join('\n'));
}

async function startElectron(setUp: DeskSetUp): Promise<HostileDesk> {
  writeProfile(setUp);
  const app = await launchStandIn({ dataDir: setUp.dataDir });
  const { page } = app;
  const watched = watchPage(page, 'http://desk.localhost');
  const opened = (): readonly string[] =>
    app.journal().flatMap(({ kind, value }) => (kind === 'openExternal' ? [String(value)] : []));
  return await readied(page, {
    host: 'Electron host (stand-in)',
    isElectron: true,
    pid: app.child.pid,
    opened,
    left: watched.left,
    dialogs: app.dialogs,
    ownPort: null,
    close: async () => {
      await app.close();
    },
  });
}

async function startLoopback(setUp: DeskSetUp): Promise<HostileDesk> {
  writeProfile(setUp);
  const host = await startLoopbackProcess({ dataDir: setUp.dataDir });
  const executablePath = findHeadlessChromium();
  if (executablePath === null) throw new Error('No Chromium was found');
  const browser = await chromium.launch({ executablePath, args: [...chromiumFlags()] });
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const { origin, port } = new URL(host.oneTimeUrl);
  const watched = watchPage(page, origin);
  await context.route(
    (url) => url.origin !== origin,
    (route) => route.abort(),
  );
  const pages: string[] = [];
  context.on('page', (other) => {
    pages.push(other.url());
    void other.close().catch(() => undefined);
  });
  await page.goto(host.oneTimeUrl);
  return await readied(page, {
    host: 'loopback host',
    isElectron: false,
    pid: host.child.pid,
    opened: () => pages,
    left: watched.left,
    dialogs: null,
    ownPort: Number(port),
    close: async () => {
      await browser.close();
      await host.stop();
    },
  });
}

/** What the browser itself says of every request; nothing of the page's could hide one. */
function watchPage(page: Page, own: string): { readonly left: () => readonly string[] } {
  const left: string[] = [];
  const context: BrowserContext = page.context();
  context.on('request', (request) => {
    const url = request.url();
    // Where a page is led, and which pages are opened, is looked at by itself: here it is what a page asks for.
    if (request.isNavigationRequest()) return;
    if (!url.startsWith(`${own}/`) && !/^(?:data|blob):/u.test(url)) left.push(url);
  });
  return { left: () => left };
}

function writeProfile({ dataDir, provider, profileName }: DeskSetUp): void {
  const profile = profileSchema.parse({
    id: EVIL_PROFILE,
    name: profileName,
    mode: 'sandbox',
    baseUrl: provider.origin,
    merchant: EVIL_MERCHANT,
    dialect: DEFAULT_DIALECT,
    archivedAt: null,
    duplicateWindowMin: 0,
    proxy: { mode: 'none' },
  });
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(
    path.join(dataDir, 'profiles.json'),
    JSON.stringify({ version: 1, profiles: [profile] }),
  );
}

const replySchema = z.union([
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: z.unknown() }),
]);

async function readied(
  page: Page,
  desk: Omit<HostileDesk, 'page' | 'ask' | 'call'>,
): Promise<HostileDesk> {
  await page.getByRole('heading', { level: 1 }).waitFor();
  const call = (name: string, input: unknown): Promise<unknown> => callFromPage(page, name, input);
  const ask = async (name: string, input: unknown): Promise<unknown> => {
    const reply = replySchema.parse(await call(name, input));
    if (!reply.ok) throw new Error(`${name}: ${JSON.stringify(reply.error)}`);
    return reply.value;
  };
  const secret = { slot: { kind: 'signing' }, secret: 'of this run only', keep: 'run' };
  await ask('profile.setSecret', { profileId: EVIL_PROFILE, ...secret });
  await chooseProfile(page, EVIL_PROFILE);
  return { ...desk, page, ask, call };
}

export type Issued = { readonly orderId: string; readonly intentId: string };

const AT_ONCE = 10;

export type Ordered = {
  readonly orderId: string;
  readonly customer: string;
  readonly fields?: Partial<CreateDraft>;
};

/** Through the contract, as the form does, and waits until all are answered. */
export async function issueAll(
  desk: HostileDesk,
  orders: readonly Ordered[],
): Promise<readonly Issued[]> {
  const inputs = orders.map(({ orderId, customer, fields = {} }) => ({
    ...createInput({ ...fields, order_id: orderId, customer }),
    profileId: EVIL_PROFILE,
  }));
  for (let from = 0; from < inputs.length; from += AT_ONCE) {
    const some = inputs.slice(from, from + AT_ONCE);
    await Promise.all(some.map((input) => desk.ask('issue.create', input)));
  }
  await until('all are answered', async () => {
    const stages = z.array(z.unknown()).parse(await desk.ask('request.stages', {}));
    return stages.length === 0;
  });
  return inputs.map(({ intentId, fields }) => ({ intentId, orderId: fields.order_id }));
}
