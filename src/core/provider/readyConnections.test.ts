import net from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import tls from 'node:tls';

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { profileOf } from '../testing/builders.ts';
import { TEST_CERTIFICATE, TEST_KEY } from '../testing/certificate.ts';
import { listen } from '../testing/provider.ts';
import { exchange } from './client.ts';
import { createConnect } from './connect.ts';
import { type ReadyConnections, createReadyConnections } from './readyConnections.ts';
import { createTrust } from './trust.ts';

const sources = { environment: {}, resolveProxy: async () => 'DIRECT' };
const DIRECT = { mode: 'none' } as const;
const ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}';

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0).toReversed()) end();
});

/** Keeps every connection, and answers the first bytes of each. */
async function server(onConnection: (socket: net.Socket) => void = () => undefined) {
  const sockets: net.Socket[] = [];
  let received = '';
  const listening = net.createServer((socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      received += bytes.toString();
      socket.write(ANSWER);
    });
    onConnection(socket);
  });
  const port = await listen(listening);
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    listening.close();
  });
  return {
    profile: profileOf({ baseUrl: `http://127.0.0.1:${port}`, mode: 'sandbox', proxy: DIRECT }),
    sockets,
    received: () => received,
  };
}

type Given = Partial<Parameters<typeof createReadyConnections>[0]>;

function made(now: () => Date = () => new Date(), given: Given = {}): ReadyConnections {
  const trust = createTrust();
  const connections = createReadyConnections({
    connect: createConnect(sources, trust),
    trust,
    clock: { now },
    ...given,
  });
  ends.push(connections.close);
  return connections;
}

/** What a socket was sent before has arrived after it. */
async function nextPoll(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await nextTurn();
}

const options = () => ({
  timeoutMs: 60_000,
  signal: new AbortController().signal,
  isTyped: true,
});

type Profile = ReturnType<typeof profileOf>;

async function opened(connections: ReadyConnections, profile: Profile) {
  const result = await connections.open(profile, new URL(profile.baseUrl), options());
  if (!result.ok) throw new Error(result.error.detail);
  ends.push(result.value.close);
  return result.value;
}

async function answerOn(connections: ReadyConnections, profile: Profile): Promise<number | string> {
  const idle = await opened(connections, profile);
  expect(idle.fault()).toBeNull();
  idle.release();
  const url = new URL(profile.baseUrl);
  const headers = [['Host', url.host]] as const;
  const outgoing = { method: 'GET', url, headers, body: '' } as const;
  const got = await exchange(idle.connection.socket, outgoing, {
    ...options(),
    deadlineMs: 60_000,
  });
  return got.kind === 'answered' ? got.answer.httpStatus : got.code;
}

describe('a connection that is opened beforehand', () => {
  it('carries the request, and not one byte before it', async () => {
    const { profile, sockets, received } = await server();
    const connections = made();
    connections.prepare(profile);
    await expect.poll(() => sockets.length).toBe(1);
    expect(received()).toBe('');
    expect(await answerOn(connections, profile)).toBe(200);
    expect(sockets.length).toBe(1);
  });

  it('carries one request alone: the next one gets its own', async () => {
    const { profile, sockets } = await server();
    const connections = made();
    connections.prepare(profile);
    const both = await Promise.all([
      answerOn(connections, profile),
      answerOn(connections, profile),
    ]);
    expect(both).toEqual([200, 200]);
    expect(sockets.length).toBe(2);
  });

  it('is one for each profile, however much is typed', async () => {
    const { profile, sockets } = await server();
    const connections = made();
    for (let key = 0; key < 20; key += 1) connections.prepare(profile);
    await opened(connections, profile);
    expect(sockets.length).toBe(1);
  });

  it('is waited for where it is still being opened', async () => {
    const { profile, sockets } = await server();
    const connections = made();
    connections.prepare(profile);
    expect(await answerOn(connections, profile)).toBe(200);
    expect(sockets.length).toBe(1);
  });

  it('is opened ahead of every request, however many are issued in a minute', async () => {
    const { profile, sockets } = await server();
    const connections = made();
    for (let request = 1; request <= 9; request += 1) {
      connections.prepare(profile);
      await expect.poll(() => sockets.length).toBe(request);
      expect(await answerOn(connections, profile)).toBe(200);
    }
    expect(sockets.length).toBe(9);
  });

  it('is replaced with the next key once it was closed', async () => {
    const { profile, sockets } = await server();
    const connections = made();
    connections.prepare(profile);
    await expect.poll(() => sockets.length).toBe(1);
    sockets[0]?.end();
    await expect
      .poll(() => {
        connections.prepare(profile);
        return sockets.length;
      })
      .toBe(2);
  });

  it('does not use up the time of a request when it hangs', async () => {
    const { profile, sockets } = await server();
    const connect = createConnect(sources);
    let calls = 0;
    const connections = made(undefined, {
      connect: (url, how) => {
        calls += 1;
        return calls === 1 ? new Promise(() => undefined) : connect(url, how);
      },
    });
    connections.prepare(profile);
    await opened(connections, profile);
    expect(sockets.length).toBe(1);
  });

  it('is opened at most six times a minute without being used', async () => {
    const { profile, sockets } = await server();
    const connections = made();
    for (let time = 0; time < 10; time += 1) {
      connections.prepare(profile);
      connections.drop();
    }
    connections.prepare(profile);
    await opened(connections, profile);
    // Those six may be cut before they are accepted; the last one is the request's own.
    expect(sockets.length).toBeLessThanOrEqual(7);
  });
});

it('stays with the operator while rows of a batch open their own', async () => {
  const { profile, sockets } = await server();
  const connections = made();
  connections.prepare(profile);
  await expect.poll(() => sockets.length).toBe(1);
  const url = new URL(profile.baseUrl);
  const row = await connections.open(profile, url, { ...options(), isTyped: false });
  expect(row).toMatchObject({ ok: true });
  if (row.ok) ends.push(row.value.close);
  await expect.poll(() => sockets.length).toBe(2);
  expect(await answerOn(connections, profile)).toBe(200);
  expect(sockets.length).toBe(2);
});

describe('a ready connection is not used', () => {
  it.each([
    ['closed by the server', (socket: net.Socket) => socket.end()],
    ['reset by the server', (socket: net.Socket) => socket.resetAndDestroy()],
    [
      'spoken to before it was asked',
      (socket: net.Socket) => socket.write('HTTP/1.1 408 \r\n\r\n'),
    ],
  ])('once it was %s while idle', async (_, harm) => {
    const { profile, sockets } = await server();
    const connections = made();
    connections.prepare(profile);
    await expect.poll(() => sockets.length).toBe(1);
    const [first] = sockets;
    if (first !== undefined) harm(first);
    await nextPoll();
    expect(await answerOn(connections, profile)).toBe(200);
    expect(sockets.length).toBe(2);
  });

  it('after ten seconds of the calendar, whatever the other clock says', async () => {
    const { profile, sockets } = await server();
    let at = 0;
    const connections = made(() => new Date(at));
    connections.prepare(profile);
    await expect.poll(() => sockets.length).toBe(1);
    at = 10_001;
    await opened(connections, profile);
    expect(sockets.length).toBe(2);
  });

  it('after ten seconds: it is closed, without a key or a request', async () => {
    const { profile, sockets } = await server();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      made().prepare(profile);
      // Polling would turn the clock on.
      while (sockets.length === 0) await nextTurn();
      await nextPoll();
      vi.advanceTimersByTime(9999);
      await nextPoll();
      expect(sockets[0]?.readyState).toBe('open');
      vi.advanceTimersByTime(1);
    } finally {
      vi.useRealTimers();
    }
    await expect.poll(() => sockets[0]?.readyState).not.toBe('open');
  });

  it('but left open after ten seconds where a request has taken it', async () => {
    const { profile, sockets } = await server();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const connections = made();
      connections.prepare(profile);
      await opened(connections, profile);
      vi.advanceTimersByTime(10_000);
    } finally {
      vi.useRealTimers();
    }
    await nextPoll();
    expect(sockets.map(({ readyState }) => readyState)).toEqual(['open']);
  });

  it('by another proxy, at another address, or after a sleep', async () => {
    const { profile, sockets } = await server();
    const connections = made();
    connections.prepare(profile);
    await expect.poll(() => sockets.length).toBe(1);
    await opened(connections, { ...profile, proxy: { mode: 'system' } });
    expect(sockets.length).toBe(2);

    const other = await server();
    connections.prepare(profile);
    await expect.poll(() => sockets.length).toBe(3);
    await opened(connections, { ...profile, baseUrl: other.profile.baseUrl });
    expect(other.sockets.length).toBe(1);

    connections.prepare(profile);
    await expect.poll(() => sockets.length).toBe(4);
    connections.drop();
    await opened(connections, profile);
    expect(sockets.length).toBe(5);
  });
});

it('closes what is idle when the desk closes, and opens no more', async () => {
  const { profile, sockets } = await server();
  const connections = made();
  connections.prepare(profile);
  await expect.poll(() => sockets.length).toBe(1);
  connections.close();
  await expect.poll(() => sockets[0]?.readyState).not.toBe('open');
  connections.prepare(profile);
  await nextPoll();
  expect(sockets.length).toBe(1);
});

it('leaves it to the request to say what is wrong with a provider that cannot be reached', async () => {
  const profile = profileOf({ baseUrl: 'http://127.0.0.1:1', mode: 'sandbox', proxy: DIRECT });
  const connections = made();
  connections.prepare(profile);
  const result = await connections.open(profile, new URL(profile.baseUrl), options());
  expect(result).toMatchObject({ ok: false, error: { code: 'connection_failed' } });
});

describe('by TLS', () => {
  const trusted = tls.getCACertificates('default');
  let port = 0;
  let accepted = 0;
  beforeEach(async () => {
    accepted = 0;
    tls.setDefaultCACertificates([...trusted, TEST_CERTIFICATE]);
    const listening = tls.createServer({ key: TEST_KEY, cert: TEST_CERTIFICATE }, (socket) => {
      accepted += 1;
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(ANSWER));
    });
    port = await listen(listening);
    ends.push(() => {
      tls.setDefaultCACertificates(trusted);
      listening.close();
    });
  });

  it('stays fit although the server sends session tickets', async () => {
    const profile = profileOf({ baseUrl: `https://localhost:${port}`, proxy: DIRECT });
    const connections = made();
    connections.prepare(profile);
    const idle = await opened(connections, profile);
    const { socket } = idle.connection;
    await expect
      .poll(() => socket instanceof tls.TLSSocket && socket.getTLSTicket())
      .toBeInstanceOf(Buffer);
    expect(idle.fault()).toBeNull();
    expect(accepted).toBe(1);
  });

  it('never resumes a session, which early data would need', async () => {
    const profile = profileOf({ baseUrl: `https://localhost:${port}`, proxy: DIRECT });
    const connections = made();
    for (let time = 1; time <= 2; time += 1) {
      connections.prepare(profile);
      await expect.poll(() => accepted).toBe(time);
      const { connection } = await opened(connections, profile);
      const { socket } = connection;
      expect(socket instanceof tls.TLSSocket && socket.isSessionReused()).toBe(false);
    }
  });

  it('is closed while idle once other certificates are trusted', async () => {
    let arrive: (read: readonly string[]) => void = () => undefined;
    const trust = createTrust(
      () =>
        new Promise((resolve) => {
          arrive = resolve;
        }),
    );
    const profile = profileOf({
      baseUrl: `https://localhost:${port}`,
      proxy: DIRECT,
      connectDeadlineMs: 1000,
    });
    let closed = 0;
    const connect = createConnect(sources, trust);
    const connections = made(undefined, {
      trust,
      async connect(url, how) {
        const connected = await connect(url, how);
        if (connected.ok) connected.value.socket.once('close', () => (closed += 1));
        return connected;
      },
    });
    connections.prepare(profile);
    // Judged by Node's own certificates: the system's have not come within the deadline.
    await expect.poll(() => accepted).toBe(1);
    await nextPoll();
    expect(closed).toBe(0);
    arrive([TEST_CERTIFICATE]);
    await expect.poll(() => closed).toBe(1);
    await opened(connections, profile);
    await expect.poll(() => accepted).toBe(2);
  });

  it('is unfit once its certificate has expired', async () => {
    const profile = profileOf({ baseUrl: `https://localhost:${port}`, proxy: DIRECT });
    let at = new Date('2119-12-31T23:59:59Z');
    const connections = made(() => at);
    connections.prepare(profile);
    await expect.poll(() => accepted).toBe(1);
    const idle = await opened(connections, profile);
    expect(idle.fault()).toBeNull();
    at = new Date('2120-01-01T00:00:00Z');
    expect(idle.fault()).toContain('expired');
  });
});
