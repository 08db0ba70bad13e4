import { appendFileSync, existsSync } from 'node:fs';
import fs from 'node:fs/promises';
import { Server } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { isMainThread } from 'node:worker_threads';

/**
 * Loaded into Electron's own main process before the app (`mainChange.ts`): what a system, another program or a fault would do to
 * it, one variable each. The app's threads load this file too, and change nothing.
 */
const given = (name: string): string | null => process.env[`DESK_TEST_${name}`] ?? null;

if (isMainThread && Reflect.get(process, 'type') === 'browser') {
  closeSlowly(Number(given('CLOSING_MS') ?? '0'));
  if (given('LEDGER') === 'hangs') hangAtLedger();
  const { app, dialog } = await import('electron');
  if (given('PACKAGED') !== null) Object.defineProperty(app, 'isPackaged', { value: true });
  // As where the file system takes no lock.
  if (given('LOCK') === 'refused') app.requestSingleInstanceLock = () => false;
  recordBoxes(dialog);
  app.on('browser-window-created', (_event, window) => {
    window.once('show', () => told('window', {}));
    window.on('focus', () => told('focus', {}));
  });
  if (given('STREAMS') === 'written') void app.whenReady().then(writeAllTheTime);
  breakWhenAsked();
}

/** Every server of the app's, the embedded sandbox among them: closing takes as long as this. */
function closeSlowly(ms: number): void {
  if (ms === 0) return;
  const close: unknown = Reflect.get(Server.prototype, 'close');
  Server.prototype.close = function slowClose(callback) {
    setTimeout(() => {
      if (typeof close === 'function') Reflect.apply(close, this, [callback]);
    }, ms);
    return this;
  };
}

/** The sandbox's ledger lies on a disk that does not answer any more when it is closed. */
function hangAtLedger(): void {
  const { open } = fs;
  fs.open = async (file, flags, mode) => {
    const handle = await open(file, flags, mode);
    if (flags === 'a' && String(file).endsWith('ledger.jsonl')) {
      handle.close = () => new Promise(() => undefined);
    }
    return handle;
  };
  syncBuiltinESMExports();
}

/** What was seen, and whether the data directory was held then. */
function told(kind: string, seen: object): void {
  const isHeld = existsSync(path.join(given('DATA_DIR') ?? '', 'holder.json'));
  appendFileSync(given('NOTES') ?? '', `${JSON.stringify({ kind, ...seen, isHeld })}\n`);
}

/** The operator before the system's boxes: presses the first button. */
function recordBoxes(dialog: Electron.Dialog): void {
  dialog.showErrorBox = (title, content) => told('box', { title, content });
  dialog.showMessageBox = async (...args: readonly object[]) => {
    told('box', { ...args.at(-1) });
    return { response: 0, checkboxChecked: false };
  };
}

/** Until each stream has failed once, which is told. */
function writeAllTheTime(): void {
  for (const name of ['stdout', 'stderr'] as const) {
    const timer = setInterval(() => {
      process[name].write('a line of the test\n', (error) => {
        if (!(error instanceof Error)) return;
        clearInterval(timer);
        const code: unknown = Reflect.get(error, 'code');
        told('line failed', { stream: name, code });
      });
    }, 50);
  }
}

/** An error that nothing in the app catches. */
function breakWhenAsked(): void {
  const words = given('SECRET') ?? 'broken';
  process.on('SIGUSR2', () => {
    if (given('BREAKS') === 'rejection') void Promise.reject(new TypeError(words));
    else throw new TypeError(words);
  });
}
