import path from 'node:path';
import { parentPort } from 'node:worker_threads';

import { openEmbeddedSandbox } from '#sandbox/embedded.ts';
import type { Host } from '#shared/contract/host.ts';
import { openDesk } from '#core/desk/openDesk.ts';
import type { Services, Vault } from '#core/ports.ts';
import { PAGE } from '#core/testing/builders.ts';
import { createTestKeychain } from '#core/testing/keychain.ts';
import { LOG_WORKER } from '#core/testing/log.ts';
import { logInThisThread } from '#core/testing/logInThisThread.ts';

import type { Answer, Ask } from './messages.ts';

/**
 * Runs whole desks (core, SQLite, the embedded provider over HTTP) in a thread of their own, because the globals of a DOM
 * environment replace some of Node's. One thread serves every test of a worker, one desk after the other.
 */
if (parentPort === null) throw new Error('deskThread.ts is a worker thread');
const port = parentPort;
const say = (message: Answer): void => port.postMessage(message);
const desks = new Map<number, Services>();
/** The computer's keychain keeps its secrets while a desk is closed and opened again. */
const keychains = new Map<number, Vault>();

async function open(desk: number, dataDir: string, host: Host): Promise<void> {
  const keychain = keychains.get(desk) ?? createTestKeychain();
  keychains.set(desk, keychain);
  const opened = await openDesk({
    dataDir,
    host,
    appVersion: '0.0.0',
    systemLanguage: 'en-US',
    keychains: { keyring: keychain, keytar: keychain },
    resolveProxy: async () => 'DIRECT',
    clipboard: null,
    logWorkerUrl: LOG_WORKER,
    startLogWorker: logInThisThread(LOG_WORKER),
    exportsDir: path.join(dataDir, 'exports'),
    ownOrigins: () => [],
    openSandbox: openEmbeddedSandbox,
    // A copy at every close is a thread more for each desk; a test that needs a backup asks for it.
    backupEveryMs: null,
    // A desk's own cost is half a second for each PIN.
    pinCost: { N: 2, r: 1, p: 1 },
  });
  if (!opened.ok) throw new Error(`${dataDir} is in use`);
  opened.value.onEvent((event) => say({ kind: 'event', desk, event }));
  desks.set(desk, opened.value);
}

async function answer(ask: Ask): Promise<unknown> {
  switch (ask.kind) {
    case 'open':
      return await open(ask.desk, ask.dataDir, ask.host);
    case 'call':
      return await desks.get(ask.desk)?.dispatch(PAGE, ask.name, ask.input);
    case 'close':
      await desks.get(ask.desk)?.close();
      desks.delete(ask.desk);
      return null;
  }
}

port.on('message', (ask: Ask) => {
  void answer(ask).then(
    (value) => say({ kind: 'answer', id: ask.id, value }),
    (error: unknown) => say({ kind: 'failed', id: ask.id, error: String(error) }),
  );
});
