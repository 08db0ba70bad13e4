import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { getRequestListener } from '@hono/node-server';

import type { AppPage } from '#core/page/appPage.ts';
import type { Services } from '#core/ports.ts';
import { createAccess } from './access.ts';
import type { OwnAddress } from './door.ts';
import { createEventStreams } from './eventStream.ts';
import { createGuardedServer } from './guardedServer.ts';
import { createRoutes } from './routes.ts';

/** By number: a name could be made to point elsewhere. */
const LOOPBACK_ADDRESS = '127.0.0.1';
const HEARTBEAT_MS = 10_000;
/** Enough for answers under way to be written out; open pages would hold their connections for ever. */
const CLOSE_GRACE_MS = 250;

export type HttpHostOptions = {
  /** 0: any free one. */
  readonly port: number;
  readonly page: AppPage;
  readonly services: Pick<Services, 'dispatch' | 'onEvent'>;
  readonly nowMs: () => number;
  /** How long whoever has connected may take to say what it wants. Shorter in tests. */
  readonly headersMs?: number;
};

export type HttpHost = {
  readonly origin: string;
  /** An address that opens the desk in one tab, once. */
  readonly oneTimeUrl: () => string;
  readonly close: () => Promise<void>;
};

export async function startHttpHost(options: HttpHostOptions): Promise<HttpHost> {
  const access = createAccess(options.nowMs);
  const streams = createEventStreams(HEARTBEAT_MS);
  // Remembered: a server that is closing has no address any more, but may still be asked something.
  let known: OwnAddress | null = null;
  const own = (): OwnAddress => (known ??= ownAddress(guarded.server));
  const guarded = createGuardedServer({
    own,
    onRequest: (request, response) => void answer(request, response),
    ...(options.headersMs === undefined ? {} : { headersMs: options.headersMs }),
  });
  const routes = createRoutes({
    access,
    streams,
    page: options.page,
    dispatch: options.services.dispatch,
    own,
    keepSeat: guarded.keepSeat,
  });
  const answer = getRequestListener(routes.fetch, { overrideGlobalObjects: false });
  const { server } = guarded;
  await listen(server, options.port);
  const unsubscribe = options.services.onEvent(streams.push);
  const { origin } = own();
  return {
    origin,
    oneTimeUrl: () => `${origin}/#code=${access.issueCode()}`,
    async close() {
      unsubscribe();
      streams.closeAll();
      await closeServer(server);
    },
  };
}

function ownAddress(server: Server): OwnAddress {
  const { port } = addressOf(server);
  // Browsers leave the port out of Host and Origin where it is http's own.
  const host = port === 80 ? LOOPBACK_ADDRESS : `${LOOPBACK_ADDRESS}:${port}`;
  return { host, origin: `http://${host}` };
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The host is not listening');
  return address;
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK_ADDRESS, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
  });
  const timer = setTimeout(() => {
    server.closeAllConnections();
  }, CLOSE_GRACE_MS);
  await closed;
  clearTimeout(timer);
}
