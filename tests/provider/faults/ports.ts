import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type Server, connect, createServer } from 'node:net';

import type { Place } from '#sandbox/app.ts';

import type { PortReport } from '../admin.ts';
import { type Certificates, NAME_BEHIND_PROXY, makeCertificates } from '../tls/certificates.ts';
import { CONNECTION_FAULTS } from './connectionFaults.ts';
import type { Connections } from './connections.ts';
import type { Listening } from './fault.ts';
import { createProxy } from './proxy.ts';
import { openStalledPort } from './stalledPort.ts';

export type FaultPorts = {
  /** A base URL or a proxy's address, by fault name. A fault that this system cannot commit is absent (README.md). */
  readonly urls: ReadonlyMap<string, string>;
  readonly report: () => readonly PortReport[];
  /** The test CA that signed `tls-ok`. */
  readonly caPem: string;
  readonly close: () => Promise<void>;
};

export type FaultPortsOptions = {
  /** The sandbox's own port, which the working proxy may reach. */
  readonly port: number;
  /** The whole sandbox, as it is found at this place. */
  readonly listenerFor: (place: Place) => RequestListener;
  readonly connections: Connections;
  readonly now: Date;
};

type Opened = {
  readonly url: string;
  readonly port: number | null;
  readonly connections?: () => number;
  readonly tunnels?: () => number;
  readonly close: () => Promise<void>;
};

const HOSTNAME = '127.0.0.1';

/** One listener for each connection fault, on ports of their own. */
export async function startFaultPorts(options: FaultPortsOptions): Promise<FaultPorts> {
  const certificates = makeCertificates(options.now);
  const reachable = new Set([options.port]);
  const opener = { ...options, certificates, mayReach: (port: number) => reachable.has(port) };
  const settled = await Promise.allSettled(
    CONNECTION_FAULTS.map(async (fault) => [fault, await open(fault.listening, opener)] as const),
  );
  const opened = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const close = async (): Promise<void> => {
    await Promise.all(opened.flatMap(([, one]) => (one === null ? [] : [one.close()])));
  };
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed !== undefined) {
    await close();
    throw failed.reason;
  }
  const urls = new Map<string, string>();
  for (const [{ name, listening }, one] of opened) {
    if (one !== null) urls.set(name, one.url);
    if (listening.as === 'tls' && typeof one?.port === 'number') reachable.add(one.port);
    const known = listening.as === 'by-name' ? urls.get(listening.of) : undefined;
    if (known !== undefined) urls.set(name, known.replace(HOSTNAME, NAME_BEHIND_PROXY));
  }
  const report = (): readonly PortReport[] =>
    opened.flatMap(([{ name, role }, one]) => {
      if (one === null) return [];
      const { url, connections, tunnels } = one;
      return [
        { name, role, url, connections: connections?.() ?? null, tunnels: tunnels?.() ?? null },
      ];
    });
  return { urls, report, caPem: certificates.caPem, close };
}

type Opener = FaultPortsOptions & {
  readonly certificates: Certificates;
  readonly mayReach: (port: number) => boolean;
};

function open(listening: Listening, opener: Opener): Promise<Opened | null> {
  switch (listening.as) {
    case 'address':
      return Promise.resolve({ url: listening.url, port: null, close: () => Promise.resolve() });
    case 'by-name':
      return Promise.resolve(null);
    case 'refused':
      return openRefused(opener.connections);
    case 'stalled':
      return openStalled();
    case 'tls':
      return openTls(listening.certificate, opener);
    case 'tls-broken':
      return openBrokenTls(listening.by, opener.connections);
    case 'proxy': {
      const { server, tunnels } = createProxy(
        listening.answer,
        opener.mayReach,
        opener.connections.hold,
      );
      return serve(server, 'http', opener.connections, tunnels);
    }
  }
}

/**
 * A port cannot be kept for oneself without listening, except by a connection that leaves from it. So one is kept open, and
 * a client that connects to its near end is refused.
 */
async function openRefused(connections: Connections): Promise<Opened> {
  const far = createServer();
  connections.watch(far);
  const farPort = await listen(far);
  const holding = connect({ port: farPort, host: HOSTNAME });
  await once(holding, 'connect');
  const port = holding.localPort ?? 0;
  return {
    url: `http://${HOSTNAME}:${port}`,
    port,
    close: async () => {
      holding.destroy();
      await closed(far, connections);
    },
  };
}

async function openStalled(): Promise<Opened | null> {
  const stalled = await openStalledPort();
  return stalled === null ? null : { ...stalled, url: `http://${HOSTNAME}:${stalled.port}` };
}

async function openTls(
  which: Extract<Listening, { as: 'tls' }>['certificate'],
  { certificates, connections, listenerFor }: Opener,
): Promise<Opened> {
  const credentials = {
    good: certificates.good,
    expired: certificates.expired,
    'self-signed': certificates.selfSigned,
    'wrong-host': certificates.wrongHost,
  }[which];
  const server = createHttpsServer(credentials);
  // Behind a bad certificate is the whole sandbox: a client that goes on in spite of it is found out by the ledger.
  const opened = await serve(server, 'https', connections);
  server.on(
    'request',
    listenerFor({
      origin: opened.url,
      port: opened.port,
      hostnames: [HOSTNAME, 'localhost', NAME_BEHIND_PROXY],
    }),
  );
  return opened;
}

function openBrokenTls(
  by: Extract<Listening, { as: 'tls-broken' }>['by'],
  connections: Connections,
): Promise<Opened> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    connections.hold(socket);
    socket.once('data', () => {
      if (by === 'reset') connections.reset(socket);
      if (by === 'plain-answer')
        socket.end('HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n');
    });
    socket.resume();
  });
  return serve(server, 'https', connections);
}

async function serve(
  server: Server,
  scheme: 'http' | 'https',
  connections: Connections,
  tunnels?: () => number,
): Promise<Opened & { readonly port: number }> {
  connections.watch(server);
  let taken = 0;
  server.on('connection', () => {
    taken += 1;
  });
  const port = await listen(server);
  const opened = {
    url: `${scheme}://${HOSTNAME}:${port}`,
    port,
    connections: () => taken,
    close: () => closed(server, connections),
  };
  return tunnels === undefined ? opened : { ...opened, tunnels };
}

async function listen(server: Server): Promise<number> {
  server.listen({ port: 0, host: HOSTNAME, exclusive: true });
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string')
    throw new Error('A fault listens without a port');
  return address.port;
}

/** No grace here: nothing on these ports is worth waiting for. A handshake that never began would be waited for for minutes. */
function closed(server: Server, connections: Connections): Promise<void> {
  return new Promise((done) => {
    server.close(() => {
      done();
    });
    connections.destroyAll(server);
  });
}
