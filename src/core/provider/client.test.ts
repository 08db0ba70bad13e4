import net from 'node:net';

import { afterEach, expect, it } from 'vitest';

import { type TestProvider, startTestProvider } from '../testing/provider.ts';
import { exchange } from './client.ts';

let provider: TestProvider | null = null;
afterEach(() => provider?.close());

it('is lost, and never throws, where Node refuses to write it: W2 is already there', async () => {
  provider = await startTestProvider((_, response) => response.end('{}'));
  const url = new URL(provider.baseUrl);
  const socket = net.connect(Number(url.port), url.hostname);
  const outcome = await exchange(
    socket,
    {
      method: 'POST',
      url,
      headers: [
        ['Host', url.host],
        ['Content-Length', '2'],
        ['Trailer', 'x'],
      ],
      body: '{}',
    },
    { deadlineMs: 60_000, signal: new AbortController().signal },
  );
  expect(outcome).toMatchObject({ kind: 'lost', code: 'connection_lost', answer: null });
  expect(socket.destroyed).toBe(true);
  expect(provider.posts()).toEqual([]);
});
