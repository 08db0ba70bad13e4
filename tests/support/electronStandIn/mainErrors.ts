import { isMainThread } from 'node:worker_threads';

import { record } from './journal.ts';
import { inMode } from './modes.ts';

const BOX_TITLE = 'A JavaScript error occurred in the main process';

/**
 * Electron's own listeners (lib/browser/init.ts): an error that nobody hears, also one of the entry itself, is shown in a box,
 * and the process stays. A promise that nobody hears is warned about (`--unhandled-rejections=warn-with-error-code`).
 */
export function keepAfterErrors(): void {
  // Threads load what the process was started with, too.
  if (!isMainThread || (!inMode('entry-error') && !inMode('uncaught'))) return;
  // Chromium's message loop.
  setInterval(() => undefined, 60_000);
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return;
    const stack = error.stack ?? `${error.name}: ${error.message}`;
    record('errorBox', { title: BOX_TITLE, content: `Uncaught Exception:\n${stack}` });
  });
  process.on('unhandledRejection', (reason) => {
    if (process.listenerCount('unhandledRejection') > 1) return;
    process.exitCode = 1;
    record('rejectionWarning', String(reason));
  });
}

/**
 * In the mode `stderr-closed` the app writes all the time, whether or not the test still reads. The first line of each stream that
 * fails is recorded: from then on the mode is what its name says.
 */
export function writeToClosedStreams(): void {
  if (!inMode('stderr-closed')) return;
  const failed = new Set<'stdout' | 'stderr'>();
  const write = (): void => {
    for (const name of ['stdout', 'stderr'] as const) {
      process[name].write('a line of the mode stderr-closed\n', (error) => {
        if (error === null || error === undefined || failed.has(name)) return;
        failed.add(name);
        const code: unknown = Reflect.get(error, 'code');
        record('lineFailed', { stream: name, code });
      });
    }
  };
  write();
  setInterval(write, 50).unref();
}
