import tls from 'node:tls';
import { Worker } from 'node:worker_threads';

import { within } from '../within.ts';

/** Whom TLS trusts: Node's own authorities and the operating system's, for an office may have one of its own. */
export type Trust = {
  /** Reads the system's certificates ahead of the first connection that needs them. */
  readonly warmUp: () => void;
  /** Waits for them at most `waitMs`: after that fewer are trusted, which is the safe side. */
  readonly context: (waitMs: number, signal: AbortSignal) => Promise<tls.SecureContext>;
  /** Called when a context was given before and other certificates are trusted from now on. */
  readonly onChange: (listener: () => void) => void;
};

/** Windows and macOS may take seconds, in which the window would hang: in Electron this thread is the one that draws it. */
const READ_IN_THREAD = `
  const { parentPort } = require('node:worker_threads');
  parentPort.postMessage(require('node:tls').getCACertificates('system'));
`;

export function createTrust(readSystem: () => Promise<readonly string[]> = readInThread): Trust {
  let reading: Promise<void> | null = null;
  let context: tls.SecureContext | null = null;
  let hasGivenFewer = false;
  const listeners: (() => void)[] = [];

  async function read(): Promise<void> {
    // A runtime or system that cannot list them has none.
    const system = await readSystem().catch(() => []);
    context = contextOf(system);
    if (hasGivenFewer) for (const listener of listeners) listener();
  }
  function start(): Promise<void> {
    reading ??= read();
    return reading;
  }

  return {
    warmUp: () => void start(),
    async context(waitMs, signal) {
      if (context === null) await within(start(), { ms: waitMs, signal }, () => undefined);
      if (context !== null) return context;
      hasGivenFewer = true;
      return contextOf([]);
    },
    onChange: (listener) => void listeners.push(listener),
  };
}

function contextOf(system: readonly string[]): tls.SecureContext {
  const ca = [...tls.getCACertificates('default'), ...system];
  return tls.createSecureContext({ ca, minVersion: 'TLSv1.2' });
}

/** The thread ends by itself and does not keep the process alive. */
function readInThread(): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(READ_IN_THREAD, {
      eval: true,
      execArgv: [],
      name: 'system certificates',
    });
    worker.once('message', (read: readonly string[]) => resolve(read));
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('the thread has ended')));
    worker.unref();
  });
}
