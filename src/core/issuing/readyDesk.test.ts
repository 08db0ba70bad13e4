import net from 'node:net';

import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createTestKeychain } from '../testing/keychain.ts';
import { type OpenedDesk, SANDBOX, openedDesk } from '../testing/openedDesk.ts';
import { listen } from '../testing/provider.ts';

/** What a whole desk does with a connection that was opened while the operator typed. */

afterAll(removeTemporaryDirs);

const keychain = createTestKeychain();
const read = vi.spyOn(keychain, 'read');
let sockets: net.Socket[];
let received: number;
let server: net.Server;
let desk: OpenedDesk;

beforeEach(async () => {
  sockets = [];
  received = 0;
  server = net.createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received += bytes.length;
    });
  });
  const port = await listen(server);
  desk = await openedDesk(temporaryDir(), `http://127.0.0.1:${port}`, keychain);
});
afterEach(async () => {
  await desk.services.close();
  for (const socket of sockets) socket.destroy();
  server.close();
});

async function prepare(): Promise<void> {
  const before = sockets.length;
  expect(await desk.client.call('issue.prepare', { profileId: SANDBOX })).toMatchObject({
    ok: true,
  });
  await expect.poll(() => sockets.length).toBe(before + 1);
}

const isClosed = (): boolean => sockets.at(-1)?.readyState !== 'open';

it('reads no secret, sends no byte, and closes it when the machine sleeps', async () => {
  // The log's key is read at the start.
  await desk.client.call('log.verify', {});
  read.mockClear();
  await prepare();
  expect(read).not.toHaveBeenCalled();
  expect(received).toBe(0);
  expect(isClosed()).toBe(false);
  desk.services.machineSlept();
  await expect.poll(isClosed).toBe(true);
});

it('closes it when its profile changes', async () => {
  await prepare();
  await desk.client.call('settings.update', { keychainLibrary: 'keytar' });
  await expect.poll(isClosed).toBe(true);
});

it('closes it when the desk closes', async () => {
  await prepare();
  await desk.services.close();
  await expect.poll(isClosed).toBe(true);
});
