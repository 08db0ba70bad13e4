import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { afterEach, describe, expect, it } from 'vitest';

import { DEFAULT_LISTENER } from '#shared/domain/callback.ts';

import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { type OpenedDesk, SANDBOX, openedDesk } from '../testing/openedDesk.ts';
import { setUpWith } from '../testing/setUp.ts';

const NO_PROVIDER = 'http://127.0.0.1:9';

const opened: OpenedDesk[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map(({ services }) => services.close()));
  removeTemporaryDirs();
});

async function start(dataDir: string): Promise<OpenedDesk> {
  const desk = await openedDesk(dataDir, NO_PROVIDER);
  opened.push(desk);
  return desk;
}

async function close(desk: OpenedDesk): Promise<void> {
  opened.splice(opened.indexOf(desk), 1);
  await desk.services.close();
}

async function listenerOf(desk: OpenedDesk) {
  const reply = await desk.client.call('callback.listener', { profileId: SANDBOX });
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value;
}

describe('the listener of the Sandbox', () => {
  it('is on from the first start, at a port that it keeps', async () => {
    const dataDir = temporaryDir();
    const first = await start(dataDir);
    const { state, address, settings, movedFrom } = await listenerOf(first);
    expect([state, settings.host, movedFrom]).toEqual(['listening', '127.0.0.1', null]);
    expect(first.accountUrls.at(-1)).toBe(address);
    const said = await fetch(address ?? '', { method: 'POST', body: '{"order_id":"x"}' });
    expect(said.status).toBe(200);
    await close(first);
    const second = await start(dataDir);
    expect(await listenerOf(second)).toMatchObject({ state: 'listening', address });
  });

  it('takes another port when its own is taken, and says which it had', async () => {
    const dataDir = temporaryDir();
    const first = await start(dataDir);
    const { settings } = await listenerOf(first);
    await close(first);
    const other = createServer();
    await new Promise<void>((resolve) => {
      other.listen(settings.port ?? 0, settings.host, resolve);
    });
    try {
      const second = await start(dataDir);
      const moved = await listenerOf(second);
      expect(moved).toMatchObject({ state: 'listening', problem: null, movedFrom: settings.port });
      expect(moved.settings.port).not.toBe(settings.port);
      expect(second.accountUrls.at(-1)).toBe(moved.address);
    } finally {
      other.close();
    }
  });

  it('stays off once the operator has switched it off', async () => {
    const dataDir = temporaryDir();
    const first = await start(dataDir);
    const off = { profileId: SANDBOX, settings: DEFAULT_LISTENER, newPath: false };
    await first.client.call('callback.setListener', off);
    await close(first);
    expect(await listenerOf(await start(dataDir))).toMatchObject({ state: 'off' });
  });

  it('waits, on a desk that works with another profile, until the Sandbox is chosen', async () => {
    const dataDir = temporaryDir();
    const first = await start(dataDir);
    const shop = await first.client.call('profile.save', { id: null, setUp: setUpWith() });
    if (!shop.ok) throw new Error(shop.error.code);
    await first.client.call('profile.choose', { profileId: shop.value.id });
    await close(first);
    rmSync(join(dataDir, 'listeners.json'));
    const second = await start(dataDir);
    expect(await listenerOf(second)).toMatchObject({ state: 'off', address: null });
    await second.client.call('profile.choose', { profileId: SANDBOX });
    await expect.poll(async () => (await listenerOf(second)).state).toBe('listening');
  });
});
