import { randomBytes } from 'node:crypto';
import type { Server } from 'node:http';
import { type AddressInfo, type Server as NetServer, createServer } from 'node:net';

import { getRequestListener } from '@hono/node-server';

import type { AppPage } from '#core/desk/page/appPage.ts';
import { forPages } from '#core/desk/pageEvents.ts';
import type { Services } from '#core/ports.ts';
import { createAccess } from './access.ts';
import type { OwnAddress } from './door.ts';
import { createEventStreams } from './eventStream.ts';
import { createGuardedServer } from './guardedServer.ts';
import { createRoutes } from './routes.ts';

const LOOPBACK_ADDRESS = '127.0.0.1';
const LOOPBACK_ADDRESS_IPV6 = '::1';
/** What binding to ::1 fails with where the machine has no IPv6: then no other program can bind to it either. */
const NO_IPV6: ReadonlySet<unknown> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT']);
const HEARTBEAT_MS = 10_000;
/** Enough for answers under way to be written out; open pages would hold their connections for ever. */
const CLOSE_GRACE_MS = 250;

export type HttpHostOptions = {
  /** 0: any free one. */
  readonly port: number;
  /**
   * Serve at a random name under `.localhost`, which no earlier program can have left a service worker or a cached page for. The browser
   * must resolve such names by itself: a name server could answer with another machine.
   */
  readonly wantsFreshName: boolean;
  readonly page: AppPage;
  readonly services: Pick<Services, 'dispatch' | 'onEvent' | 'mayHear'>;
  readonly nowMs: () => number;
  /** How long a connection may take to send its headers. Shorter in tests. */
  readonly headersMs?: number;
};

export type HttpHost = {
  readonly origin: string;
  /** False where a fresh name was not wanted, or our port on ::1 is not to be had. */
  readonly hasFreshName: boolean;
  /** An address that opens the desk in one tab, once. */
  readonly oneTimeUrl: () => string;
  readonly close: () => Promise<void>;
};

export async function startHttpHost(options: HttpHostOptions): Promise<HttpHost> {
  const access = createAccess(options.nowMs);
  const streams = createEventStreams(HEARTBEAT_MS);
  // Remembered: a server that is closing has no address any more, but may still be asked something.
  let known: OwnAddress | null = null;
  let hostname = options.wantsFreshName ? freshName() : LOOPBACK_ADDRESS;
  const own = (): OwnAddress => (known ??= ownAddress(guarded.server, hostname));
  const guarded = createGuardedServer({
    own,
    onRequest: (request, response) => void answer(request, response),
    ...(options.headersMs === undefined ? {} : { headersMs: options.headersMs }),
  });
  const routes = createRoutes({
    access,
    streams,
    page: options.page,
    services: options.services,
    own,
    keepSeat: guarded.keepSeat,
  });
  const answer = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  const { server } = guarded;
  await listen(server, options.port, LOOPBACK_ADDRESS);
  const onIpv6 = options.wantsFreshName ? await listenOnIpv6(server) : null;
  if (onIpv6 === 'refused') {
    hostname = LOOPBACK_ADDRESS;
    known = null;
  }
  const listeners = onIpv6 === null || onIpv6 === 'refused' ? [server] : [server, onIpv6];
  const unsubscribe = options.services.onEvent(forPages(streams.push));
  const { origin } = own();
  return {
    origin,
    hasFreshName: hostname !== LOOPBACK_ADDRESS,
    oneTimeUrl: () => `${origin}/#code=${access.issueCode()}`,
    async close() {
      unsubscribe();
      streams.closeAll();
      await closeServer(server, listeners);
    },
  };
}

/** A DNS label of 128 random bits; labels begin with a letter. */
function freshName(): string {
  return `d${randomBytes(16).toString('hex')}.localhost`;
}

function ownAddress(server: Server, hostname: string): OwnAddress {
  const { port } = addressOf(server);
  // Browsers leave the port out of Host and Origin where it is http's own.
  const host = port === 80 ? hostname : `${hostname}:${port}`;
  return { host, origin: `http://${host}` };
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The host is not listening');
  return address;
}

/**
 * Chromium tries ::1 before 127.0.0.1 for a name under `.localhost`: a program that listened there at our port would be asked for the
 * page, and its page would read the code. So the same server answers there too. Null: this machine has no ::1. `refused`: it has, but
 * our port there is another program's.
 */
async function listenOnIpv6(server: Server): Promise<NetServer | 'refused' | null> {
  const options = { allowHalfOpen: true, noDelay: true };
  const ipv6 = createServer(options, (socket) => server.emit('connection', socket));
  try {
    await listen(ipv6, addressOf(server).port, LOOPBACK_ADDRESS_IPV6);
    return ipv6;
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    return NO_IPV6.has(code) ? null : 'refused';
  }
}

async function listen(server: NetServer, port: number, address: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, address, () => {
      server.off('error', reject);
      // Such as accept EMFILE: the client tries again. Unheard, it would end this process.
      server.on('error', () => undefined);
      resolve();
    });
  });
}

async function closeServer(server: Server, listeners: readonly NetServer[]): Promise<void> {
  const closed = listeners.map(
    (listener) =>
      new Promise<void>((resolve, reject) => {
        listener.close((error) => (error === undefined ? resolve() : reject(error)));
      }),
  );
  const timer = setTimeout(() => {
    server.closeAllConnections();
  }, CLOSE_GRACE_MS);
  await Promise.all(closed);
  clearTimeout(timer);
}
