import { mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { app, dialog, protocol } from 'electron';

import { cannotStartMessage } from '#core/cannotStart.ts';
import { defaultDataDir } from '#core/dataDir.ts';
import { heldMessage } from '#core/heldMessage.ts';

import { refusedSwitches } from './appGuards.ts';
import { giveUp, refusalMessage } from './giveUp.ts';
import { APP_SCHEME_PRIVILEGES } from './protocol.ts';
import { runDesk } from './runDesk.ts';

/** Under it Windows groups the app's windows and shows its notices; the installer's shortcut carries the same (scripts/package/product.ts). */
const APP_ID = 'desk.deposit.DepositDesk';
const EXIT_FAILED = 1;
const EXIT_REFUSED = 2;
const EXIT_HELD = 3;

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

async function run(dataDir: string): Promise<void> {
  await app.whenReady();
  const held = await runDesk(dataDir, say);
  if (held !== null) await giveUp(ending, heldMessage(dataDir, held), EXIT_HELD);
}

/** The desk lives on in the dock on macOS, as apps do there; elsewhere the last window ends it. */
function quitWhenAsked(): void {
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit();
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => app.quit());
}

const dataDir = chosenDataDir();
const userDataDir = path.join(dataDir, 'electron');
mkdirSync(userDataDir, { recursive: true, mode: 0o700 });
app.setPath('userData', userDataDir);
if (process.platform === 'win32') app.setAppUserModelId(APP_ID);
app.enableSandbox();
protocol.registerSchemesAsPrivileged([APP_SCHEME_PRIVILEGES]);

const refused = app.isPackaged ? refusedSwitches(app.commandLine) : [];
if (refused.length > 0) {
  // Nothing else is done: there is no window and no page, and no debugging port while the message stands.
  for (const name of refused) app.commandLine.removeSwitch(name);
  void giveUp(ending, refusalMessage(process.platform, refused), EXIT_REFUSED);
  // Keyed by userData, so this asks for another Electron host on the same data directory.
} else if (app.requestSingleInstanceLock()) {
  quitWhenAsked();
  run(dataDir).catch((error: unknown) =>
    giveUp(ending, cannotStartMessage(dataDir, error), EXIT_FAILED),
  );
} else {
  say('Deposit Desk is already open with this data directory; its window comes forward.');
  app.exit(0);
}
