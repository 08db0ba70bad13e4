import { homedir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';

import { defaultDataDir } from '#core/dataDir.ts';
import { heldMessage } from '#core/heldMessage.ts';
import { openDesk } from '#core/openDesk.ts';
import { loadAppPage } from '#core/page/appPage.ts';
import type { Services } from '#core/ports.ts';
import { createKeyringVault } from '#core/vault/keyring.ts';
import { startEmbeddedSandbox } from '#sandbox/embedded.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { type OpenedBrowser, hasDisplay, openBrowser } from './browser.ts';
import type { LoopbackFlags } from './flags.ts';
import { type HttpHost, startHttpHost } from './httpHost.ts';

const RENDERER_DIR = path.resolve(import.meta.dirname, '../../out/renderer');

const EXIT_FAILED = 1;
export const EXIT_USAGE = 2;
const EXIT_HELD = 3;

/** Runs until a signal ends it. The value is the process's exit code. */
export async function runLoopback(flags: LoopbackFlags): Promise<number> {
  const dataDir = path.resolve(
    flags.dataDir ?? defaultDataDir(process.platform, process.env, homedir()),
  );
  const page = await loadAppPage(RENDERER_DIR);
  const opened = await openDesk({
    dataDir,
    host: { kind: 'loopback', live: flags.live },
    appVersion: packageFile.version,
    systemLanguage: Intl.DateTimeFormat().resolvedOptions().locale,
    keychain: createKeyringVault(),
    startSandbox: startEmbeddedSandbox,
  });
  if (!opened.ok) {
    say(process.stderr, heldMessage(dataDir, opened.error));
    return EXIT_HELD;
  }
  const services = opened.value;
  const stopped = nextStopSignal();
  try {
    return await serve(flags, dataDir, services, page, stopped);
  } finally {
    await services.close();
  }
}

async function serve(
  flags: LoopbackFlags,
  dataDir: string,
  services: Services,
  page: Awaited<ReturnType<typeof loadAppPage>>,
  stopped: Promise<void>,
): Promise<number> {
  const host = await startOrExplain(flags, services, page);
  if (host === null) return EXIT_FAILED;
  say(process.stdout, `Deposit Desk is ready at ${host.oneTimeUrl()}`);
  const terminal = createInterface({ input: process.stdin });
  terminal.on('line', () => say(process.stdout, `A fresh one-time address: ${host.oneTimeUrl()}`));
  const browser = await openWhereWanted(flags, host, dataDir);
  await stopped;
  terminal.close();
  await browser?.close();
  await host.close();
  return 0;
}

async function startOrExplain(
  flags: LoopbackFlags,
  services: Services,
  page: Awaited<ReturnType<typeof loadAppPage>>,
): Promise<HttpHost | null> {
  try {
    return await startHttpHost({ port: flags.port, page, services, nowMs: Date.now });
  } catch (error) {
    // A taken or forbidden port is the operator's to change; anything else is a bug and keeps its stack.
    if (!(error instanceof Error && 'syscall' in error && error.syscall === 'listen')) throw error;
    say(process.stderr, `Port ${flags.port} on 127.0.0.1 cannot be used: ${error.message}`);
    return null;
  }
}

async function openWhereWanted(
  flags: LoopbackFlags,
  host: HttpHost,
  dataDir: string,
): Promise<OpenedBrowser | null> {
  const machine = { platform: process.platform, env: process.env };
  if (!flags.open || !hasDisplay(machine)) return null;
  return await openBrowser(machine, host.oneTimeUrl(), path.join(dataDir, 'browser'));
}

/** Asked once: the first signal closes in order, a second one ends at once, as the system does by itself. */
function nextStopSignal(): Promise<void> {
  return new Promise((resolve) => {
    const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
    const stop = () => {
      for (const signal of signals) process.off(signal, stop);
      resolve();
    };
    for (const signal of signals) process.on(signal, stop);
  });
}

function say(stream: NodeJS.WritableStream, line: string): void {
  stream.write(`${line}\n`);
}
