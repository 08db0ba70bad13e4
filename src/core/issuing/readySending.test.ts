import net from 'node:net';

import { afterAll, afterEach, expect, it } from 'vitest';
import { z } from 'zod';

import {
  OPERATOR,
  createDraftOf,
  createRecordOf,
  intent,
  profileOf,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { openTestDesk } from '../testing/issuing.ts';
import { startTestProvider } from '../testing/provider.ts';
import type { LogPort } from '../log/openLog.ts';

afterAll(removeTemporaryDirs);
const fieldsSchema = z.record(z.string(), z.unknown());
const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

/** A relay in between, so that a test can cut what the provider holds open. */
async function setUp(wrapLog?: (log: LogPort, cut: () => void) => LogPort) {
  const provider = await startTestProvider((call, response) => {
    response.end(JSON.stringify(createRecordOf(fieldsSchema.parse(JSON.parse(call.body)))));
  });
  const inner = new URL(provider.baseUrl);
  const open = new Set<net.Socket>();
  const relay = net.createServer((socket) => {
    const onward = net.connect(Number(inner.port), inner.hostname);
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    for (const end of [socket, onward]) end.on('error', () => undefined);
    socket.pipe(onward).pipe(socket);
  });
  await new Promise<void>((resolve) => relay.listen(0, '127.0.0.1', resolve));
  const address = relay.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const cut = (): void => {
    for (const socket of open) socket.resetAndDestroy();
  };
  const desk = await openTestDesk(
    wrapLog === undefined ? {} : { wrapLog: (log) => wrapLog(log, cut) },
  );
  closers.push(
    async () => void relay.close(),
    async () => {
      for (const socket of open) socket.destroy();
    },
    provider.close,
    desk.close,
  );
  const profile = profileOf({ baseUrl: `http://127.0.0.1:${port}`, proxy: { mode: 'none' } });
  await desk.secrets.write(profile, { kind: 'signing' }, 'a-secret', 'stored');
  const issue = async (name = 'A-1') => {
    const draft = createDraftOf({ order_id: name });
    const result = await desk.issue({
      intentId: intent(name),
      profile,
      operator: OPERATOR,
      draft,
      reissue: null,
    });
    if (!result.ok) throw new Error(JSON.stringify(result.error));
    return await result.value.settled;
  };
  return { desk, profile, provider, open, cut, issue };
}

it('goes by the connection that was opened while the operator typed', async () => {
  const { desk, profile, provider, open, issue } = await setUp();
  desk.connections.prepare(profile);
  await expect.poll(() => open.size).toBe(1);
  const [ready] = open;
  expect(await issue()).toMatchObject({ outcome: 'accepted' });
  expect(provider.posts().length).toBe(1);
  expect(ready?.bytesRead).toBeGreaterThan(200);
});

it('connects anew where the ready connection has died before W2', async () => {
  const { desk, profile, provider, open, cut, issue } = await setUp();
  desk.connections.prepare(profile);
  await expect.poll(() => open.size).toBe(1);
  cut();
  expect(await issue()).toMatchObject({ outcome: 'accepted' });
  expect(provider.posts().length).toBe(1);
});

it('is not_sent, durably, where the connection dies between W2 and the first byte', async () => {
  const { desk, profile, provider, open, issue } = await setUp((log, cut) => ({
    ...log,
    async markSending(intentId, sent) {
      const marked = await log.markSending(intentId, sent);
      cut();
      return marked;
    },
  }));
  desk.connections.prepare(profile);
  await expect.poll(() => open.size).toBe(1);
  expect(await issue()).toMatchObject({
    outcome: 'not_sent',
    reason: { code: 'connection_failed' },
  });
  expect(provider.posts()).toEqual([]);
  const history = await desk.log.history(intent('A-1'));
  expect(history?.events.map(({ kind }) => kind)).toEqual(['prepared', 'sending', 'settled']);
});
