import type { AddressInfo } from 'node:net';

import { type ServerType, createAdaptorServer } from '@hono/node-server';

import type { AppPage } from '#core/page/appPage.ts';
import type { Services } from '#core/ports.ts';
import { createAccess } from './access.ts';
import { createEventStreams } from './eventStream.ts';
import { type OwnAddress, createRoutes } from './routes.ts';

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
  const routes = createRoutes({
    access,
    streams,
    page: options.page,
    dispatch: options.services.dispatch,
    own: () => ownAddress(server),
  });
  const server = createAdaptorServer({ fetch: routes.fetch, overrideGlobalObjects: false });
  await listen(server, options.port);
  const unsubscribe = options.services.onEvent(streams.push);
  const { origin } = ownAddress(server);
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

function ownAddress(server: ServerType): OwnAddress {
  const { port } = addressOf(server);
  // Browsers leave the port out of Host and Origin where it is http's own.
  const host = port === 80 ? LOOPBACK_ADDRESS : `${LOOPBACK_ADDRESS}:${port}`;
  return { host, origin: `http://${host}` };
}

function addressOf(server: ServerType): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The host is not listening');
  return address;
}

async function listen(server: ServerType, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, LOOPBACK_ADDRESS, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

async function closeServer(server: ServerType): Promise<void> {
  const closed = new Promise<void>((resolve, reject) => {
    server.close((error) => (error === undefined ? resolve() : reject(error)));
  });
  const timer = setTimeout(() => {
    if ('closeAllConnections' in server) server.closeAllConnections();
  }, CLOSE_GRACE_MS);
  await closed;
  clearTimeout(timer);
}
