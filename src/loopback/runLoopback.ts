import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { cannotStartMessage, heldMessage } from '#core/desk/cannotStart.ts';
import { defaultDataDir } from '#core/files/defaultDataDir.ts';
import { openDesk } from '#core/desk/openDesk.ts';
import { type AppPage, loadAppPage } from '#core/desk/page/appPage.ts';
import { DESK, type Keychains, type Services } from '#core/ports.ts';
import { noteAbandoned, openKeychains, plainHelper } from '#core/vault/keychains.ts';
import { openEmbeddedSandbox } from '#sandbox/embedded.ts';
import { protectionSchema } from '#shared/domain/protection.ts';
import packageFile from '../../package.json' with { type: 'json' };
import {
  type Machine,
  type OpenedBrowser,
  hasDisplay,
  openBrowser,
  resolvesLocalhost,
} from './browser.ts';
import type { LoopbackFlags } from './flags.ts';
import { startHttpHost } from './httpHost.ts';
import { nextStopSignal, untilMayStop } from './stopping.ts';

const EXIT_FAILED = 1;
const EXIT_HELD = 3;

/** What stands beside the host's own file in the build. */
export type BuiltParts = {
  readonly logWorkerUrl: URL;
  readonly keychainHelperUrl: URL;
  readonly rendererDir: string;
};

/** Runs until a signal ends it. The value is the process's exit code. */
export async function runLoopback(flags: LoopbackFlags, built: BuiltParts): Promise<number> {
  const dataDir = path.resolve(
    flags.dataDir ?? defaultDataDir(process.platform, process.env, homedir()),
  );
  const stopped = nextStopSignal().came;
  try {
    const page = await loadAppPage(built.rendererDir);
    const ownOrigins: string[] = [];
    const keychain = openKeychains(plainHelper(built.keychainHelperUrl));
    const { keychains } = keychain;
    const { logWorkerUrl } = built;
    const opened = await open(flags, dataDir, { ownOrigins, logWorkerUrl, keychains });
    if (!opened.ok) {
      say(process.stderr, heldMessage(dataDir, opened.error));
      return EXIT_HELD;
    }
    noteAbandoned(keychain, opened.value);
    try {
      return await serve(flags, dataDir, opened.value, page, stopped, ownOrigins);
    } finally {
      keychain.hurry();
      try {
        await opened.value.close();
      } finally {
        await keychain.close();
        await opened.value.noted();
      }
    }
  } catch (error) {
    say(process.stderr, cannotStartMessage(dataDir, error));
    return EXIT_FAILED;
  }
}

type OwnParts = {
  readonly ownOrigins: readonly string[];
  readonly logWorkerUrl: URL;
  readonly keychains: Keychains;
};

function open(
  flags: LoopbackFlags,
  dataDir: string,
  { ownOrigins, logWorkerUrl, keychains }: OwnParts,
) {
  return openDesk({
    dataDir,
    host: { kind: 'loopback', live: flags.live },
    appVersion: packageFile.version,
    systemLanguage: Intl.DateTimeFormat().resolvedOptions().locale,
    keychains,
    // Node knows no system settings; core looks at HTTPS_PROXY by itself.
    resolveProxy: async () => 'DIRECT',
    logWorkerUrl,
    exportsDir: path.join(dataDir, 'exports'),
    ownOrigins: () => ownOrigins,
    clipboard: null,
    openSandbox: openEmbeddedSandbox,
  });
}

async function serve(
  flags: LoopbackFlags,
  dataDir: string,
  services: Services,
  page: AppPage,
  stopped: Promise<void>,
  ownOrigins: string[],
): Promise<number> {
  const { port } = flags;
  const machine = { platform: process.platform, env: process.env };
  const opens = flags.open && hasDisplay(machine);
  const noName = await noFreshNameBecause(machine, opens, flags);
  const wantsFreshName = noName === null;
  const host = await startHttpHost({ port, wantsFreshName, page, services, nowMs: Date.now });
  if (wantsFreshName && port !== 0 && !host.hasFreshName) {
    await host.close();
    throw new Error(`port ${port} on ::1 is taken by another program: choose another port`);
  }
  ownOrigins.push(host.origin);
  say(process.stdout, `Deposit Desk is ready at ${host.oneTimeUrl()}`);
  if (!host.hasFreshName) {
    say(process.stdout, byNumberMessage(noName ?? 'its port cannot be held on ::1', port));
  }
  if (await isLogLocked(services)) say(process.stdout, LOCKED);
  if (process.stdin.isTTY) say(process.stdout, 'Enter brings a fresh one-time address.');
  const terminal = createInterface({ input: process.stdin });
  const browserDir = path.join(dataDir, 'browser');
  const openAgain = async (): Promise<OpenedBrowser | null> => {
    if (!opens) return null;
    const isPrivate = await isProtected(services);
    return openBrowser(machine, host.oneTimeUrl(), browserDir, isPrivate);
  };
  // Also those that are still being opened when the desk ends.
  const browsers: Promise<OpenedBrowser | null>[] = [];
  terminal.on('line', () => {
    say(process.stdout, `A fresh one-time address: ${host.oneTimeUrl()}`);
    // An operator who closed the window has no address bar to put it in. Where it cannot be opened the printed one is there.
    browsers.push(openAgain().catch(() => null));
  });
  const first = openAgain();
  browsers.push(first);
  await first;
  await untilMayStop(stopped, services, nextStopSignal, (line) => say(process.stderr, line));
  terminal.close();
  await Promise.all(browsers.map(async (browser) => await (await browser)?.close()));
  await host.close();
  return 0;
}

const LOCKED = 'The log is locked: the page says why, and what opens it.';

async function isLogLocked({ dispatch }: Services): Promise<boolean> {
  const reply = await dispatch(DESK, 'app.info', {});
  return !reply.ok && reply.error.code === 'log_locked';
}

async function isProtected({ dispatch }: Services): Promise<boolean> {
  const reply = await dispatch(DESK, 'protection.state', {});
  return reply.ok && protectionSchema.parse(reply.value).state === 'on';
}

/** Null: the name is fresh. The browser that is opened resolves it; with a port of one's own that is the person's part. */
async function noFreshNameBecause(
  machine: Machine,
  opens: boolean,
  { port, isAddressFixed }: LoopbackFlags,
): Promise<string | null> {
  if (isAddressFixed) return 'of --insecure-fixed-port';
  // At 127.0.0.1 a program that had this port before may have left a service worker, which would get the bearer.
  if (port !== 0) return null;
  if (!opens) return 'no browser is opened';
  if (await resolvesLocalhost(machine)) return null;
  return 'the usual browser may not resolve names under .localhost';
}

function byNumberMessage(because: string, port: number): string {
  const said = `The address is 127.0.0.1 and not a fresh name, because ${because}.`;
  if (port === 0) return said;
  return `${said} Use a browser profile that has shown no other program’s page at port ${port}.`;
}

function say(stream: NodeJS.WritableStream, line: string): void {
  stream.write(`${line}\n`);
}
