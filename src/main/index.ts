import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { app, dialog, protocol } from 'electron';

import { cannotStartMessage, heldMessage } from '#core/desk/cannotStart.ts';
import { defaultDataDir } from '#core/files/defaultDataDir.ts';

import { refusedSwitches } from './appGuards.ts';
import { displayProblem } from './display.ts';
import { registerLinks, watchFormLinks } from './formLinks.ts';
import { giveUp, refusalMessage } from './giveUp.ts';
import { createLastResort } from './lastResort.ts';
import { APP_SCHEME_PRIVILEGES } from './protocol.ts';

/** Under it Windows groups the app's windows and shows its notices; the installer's shortcut carries the same (scripts/package/product.ts). */
const APP_ID = 'desk.deposit.DepositDesk';
const EXIT_FAILED = 1;
const EXIT_REFUSED = 2;
const EXIT_HELD = 3;
/** How long a desk may take from Electron's lock to its hold on the data directory. */
const HOLD_PATIENCE_MS = 3000;

function chosenDataDir(): string {
  // Chromium's own switches stand beside ours, so unknown ones pass here; `npm start` checks them strictly.
  const { values } = parseArgs({
    args: process.argv.slice(1),
    options: { 'data-dir': { type: 'string' } },
    strict: false,
  });
  const given = values['data-dir'];
  const chosen = typeof given === 'string' && given !== '' ? given : null;
  return path.resolve(chosen ?? defaultDataDir(process.platform, process.env, homedir()));
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

const ending = {
  app,
  showErrorBox: (title: string, content: string) => dialog.showErrorBox(title, content),
  say,
};

let dataDir = '';
const cannotStart = (error: unknown): void =>
  void giveUp(ending, cannotStartMessage(dataDir, error), EXIT_FAILED);
// macOS may hand a link over before the app is ready.
const links = watchFormLinks(app, process.argv);
const lastResort = createLastResort({ say, cannotStart, exit: () => app.exit(EXIT_FAILED) });

/** The desk lives on in the dock on macOS, as apps do there; elsewhere the last window ends it. */
function quitWhenAsked(): void {
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  // Electron sets its own before it is ready, over those that are there; and its own leave a second signal to the system.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => app.quit());
}

/** What Electron wants before it is ready. */
function prepare(): void {
  app.enableSandbox();
  protocol.registerSchemesAsPrivileged([APP_SCHEME_PRIVILEGES]);
  if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
  dataDir = chosenDataDir();
  const userDataDir = path.join(dataDir, 'electron');
  mkdirSync(userDataDir, { recursive: true, mode: 0o700 });
  app.setPath('userData', userDataDir);
}

async function run(): Promise<void> {
  // Keyed by userData, so this asks for another Electron host on the same data directory, and brings its window forward.
  const hasLock = app.requestSingleInstanceLock();
  if (!hasLock && (await isOpenElsewhere())) return;
  markHearing(hasLock);
  await app.whenReady();
  quitWhenAsked();
  registerLinks(app, process.platform);
  // Loaded here, so that a part of it that cannot be is told as every other failure to start.
  const { runDesk } = await import('./runDesk.ts');
  const held = await runDesk(dataDir, say, lastResort.runs, links);
  if (held !== null) await giveUp(ending, heldMessage(dataDir, held), EXIT_HELD);
}

/**
 * Electron's lock is refused for another instance's sake, and also where the file system takes none (exFAT, some shares, a
 * folder that may not be written). The desk's own hold tells which.
 */
async function isOpenElsewhere(): Promise<boolean> {
  const { heldBy } = await import('#core/files/heldBy.ts');
  const held = await heldBy(dataDir, 'electron', HOLD_PATIENCE_MS);
  if (held === null) return false;
  if (held.holder?.host === 'electron' && !existsSync(unheardFile())) {
    say('Deposit Desk is already open with this data directory; its window comes forward.');
    app.exit(0);
  } else {
    await giveUp(ending, heldMessage(dataDir, held), EXIT_HELD);
  }
  return true;
}

/** There while a desk runs that Electron gave no lock: it does not hear of a second start, which has to speak for itself. */
function unheardFile(): string {
  return path.join(dataDir, 'electron', 'unheard');
}

function markHearing(hasLock: boolean): void {
  if (hasLock) rmSync(unheardFile(), { force: true });
  else writeFileSync(unheardFile(), '');
}

/** Not by `giveUp`: where there is no display the app is never ready. */
function endWithoutDisplay(problem: string): void {
  say(cannotStartMessage(dataDir, problem));
  app.exit(EXIT_FAILED);
}

function start(): void {
  const platform = app.commandLine.getSwitchValue('ozone-platform');
  const problem = displayProblem({ platform, env: process.env, exists: existsSync });
  if (problem !== null) {
    endWithoutDisplay(problem);
    return;
  }
  // Before the sandbox is enabled: that takes --no-sandbox off the command line.
  const refused = app.isPackaged ? refusedSwitches(app.commandLine, process.env) : [];
  prepare();
  if (refused.length === 0) {
    run().catch(cannotStart);
    return;
  }
  // Nothing else is done: there is no window and no page, and no debugging port while the message stands.
  for (const name of refused) app.commandLine.removeSwitch(name);
  void giveUp(ending, refusalMessage(process.platform, refused, process.env), EXIT_REFUSED);
}

// Without a listener each line to a terminal that was closed (EPIPE) would be an uncaught error.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
process.on('uncaughtException', lastResort.onException);
process.on('unhandledRejection', lastResort.onRejection);
try {
  start();
} catch (error) {
  cannotStart(error);
}
