import type { RequestListener, Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { getRequestListener } from '@hono/node-server';

import { type AppOptions, type Place, createApp } from './app.ts';
import { type PortReport, createAdmin } from './faults/admin.ts';
import { type Connections, createConnections } from './faults/connections.ts';
import type { FaultDesk } from './faults/intercept.ts';
import { createSetFaults } from './faults/setFaults.ts';
import { type FormatOptions, createFormat } from './format.ts';
import { createGuardedServer } from './guardedServer.ts';
import type { LedgerEntry } from './ledgerLine.ts';
import { type Paying, type PayingOptions, openPaying } from './paying.ts';

export type SandboxOptions = FormatOptions &
  PayingOptions & {
    /** 0: any free one. */
    readonly port: number;
    /** Opens /admin, by which faults are set. Left out: there is no such thing, and this provider is sound. */
    readonly adminToken?: string;
    /** Whoever started it may make it misbehave, without any door to that over the network. */
    readonly canBeArmed?: boolean;
    /** How long a connection may take to send its headers; three times as long for all of a request. Shorter in tests. */
    readonly headersMs?: number;
  };

/** What the connection faults need of a sandbox; see faults/faultySandbox.ts. */
type FaultHooks = FaultDesk & {
  /** The whole sandbox, as it is found under another origin. */
  readonly listenerFor: (place: Place) => RequestListener;
  readonly showPorts: (ports: () => readonly PortReport[]) => void;
};

export type RunningSandbox = {
  readonly origin: string;
  readonly port: number;
  readonly ledger: () => readonly LedgerEntry[];
  /** How often this order was POSTed, refused arrivals included: signed ones, and with an admin token all of them. */
  readonly arrivalsOf: (orderId: string) => number;
  /** Every signed POST; with an admin token every POST, those included whose order could not be read. */
  readonly arrivals: () => number;
  /** What reloading the ledger had to leave out, in words; null when there was nothing. */
  readonly complaint: string | null;
  /** null: started without an admin token, and not to be armed. */
  readonly faultHooks: FaultHooks | null;
  /** The address in the merchant's account: called back to where a request names none. Null: nowhere. */
  readonly setAccountUrl: (url: string | null) => void;
  readonly close: () => Promise<void>;
};

const HOSTNAME = '127.0.0.1';
/** Against guessing over loopback, where nothing slows it down. */
const SHORTEST_TOKEN = 16;
/** Answers under way get this long when the sandbox closes. */
const CLOSE_GRACE_MS = 2000;
/** Destroyed sockets are gone at once. Should one not be, closing goes on without it. */
const CLOSE_LIMIT_MS = CLOSE_GRACE_MS + 1000;
/** Requests that were cut hear of it in the loop's next turns, and still count as arrivals. */
const CUT_IS_HEARD_MS = 20;

/**
 * Rejects with the listen error (EADDRINUSE…) when the port cannot be had, and in words when the provider format cannot be
 * spoken with the secrets given.
 */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const { merchants, adminToken } = options;
  const format = createFormat(options);
  const connections = createConnections();
  const faultDesk = createFaultDesk(options, connections);
  const { server, keepSeat } = createGuardedServer(options.headersMs);
  connections.watch(server);
  // The port comes first: whoever has it also writes this ledger, and opening tidies a torn last line away.
  const port = await listen(server, options.port);
  const origin = `http://${HOSTNAME}:${port}`;
  const here: Place = { origin, port, hostnames: [HOSTNAME, 'localhost'] };
  const opening = openPaying(options, format);
  let ports: () => readonly PortReport[] = () => [];
  // Tests count what arrived, signed or not. Embedded, whoever finds the port could fill the operator's disk with it.
  const shared = {
    merchants,
    format,
    faultDesk,
    keepSeat,
    recordsUnsigned: adminToken !== undefined,
  };
  const listener = opening.then((paying) => {
    const asked = { ...paying, token: adminToken, ports: () => ports() };
    const admin = faultDesk === null ? null : adminOf({ ...faultDesk, ...asked });
    return listenerOf({ ...shared, ...paying, ...here, admin });
  });
  answerBy(server, listener);
  let paying: Paying;
  try {
    paying = await opening;
  } catch (error) {
    server.close();
    connections.destroyAll(server);
    throw error;
  }

  const { ledger } = paying;
  return {
    origin,
    port,
    ledger: ledger.entries,
    arrivalsOf: ledger.arrivalsOf,
    arrivals: ledger.arrivals,
    complaint: ledger.complaint,
    faultHooks:
      faultDesk === null
        ? null
        : {
            ...faultDesk,
            // /admin stays where it is: one door to it is enough.
            listenerFor: (place) => listenerOf({ ...shared, ...paying, ...place, admin: null }),
            showPorts: (shown) => {
              ports = shown;
            },
          },
    setAccountUrl: paying.callbacks.setAccountUrl,
    async close() {
      connections.close();
      await closeServer(server, connections);
      await paying.close();
    },
  };
}

async function closeServer(server: Server, connections: Connections): Promise<void> {
  let isCut = false;
  await new Promise<void>((done) => {
    const cut = setTimeout(() => {
      isCut = true;
      connections.destroyAll(server);
    }, CLOSE_GRACE_MS);
    const limit = setTimeout(done, CLOSE_LIMIT_MS);
    server.close(() => {
      clearTimeout(cut);
      clearTimeout(limit);
      done();
    });
    server.closeIdleConnections();
  });
  if (isCut) await wait(CUT_IS_HEARD_MS);
}

function createFaultDesk(
  { adminToken, canBeArmed = false }: SandboxOptions,
  connections: Connections,
): FaultDesk | null {
  if (adminToken === undefined && !canBeArmed) return null;
  if (adminToken !== undefined && adminToken.length < SHORTEST_TOKEN) {
    throw new Error(`An admin token has at least ${SHORTEST_TOKEN} characters`);
  }
  return { faults: createSetFaults(), connections };
}

type AdminOptions = Parameters<typeof createAdmin>[0];

/** null: nobody has a token for it. */
function adminOf({
  token,
  ...asked
}: Omit<AdminOptions, 'token'> & { readonly token: string | undefined }): ReturnType<
  typeof createAdmin
> | null {
  return token === undefined ? null : createAdmin({ ...asked, token });
}

function listenerOf(options: AppOptions): RequestListener {
  // Embedded, this runs inside the desk's own process, whose globals are not ours to replace.
  const answer = getRequestListener(createApp(options).fetch, { overrideGlobalObjects: false });
  return (request, response) => void answer(request, response);
}

/** Requests that come while the ledger is being read wait for it. */
function answerBy(server: Server, listener: Promise<RequestListener>): void {
  // Told by `startSandbox` itself. Unheard, it would end the desk that this runs in.
  listener.catch(() => undefined);
  server.on('request', (request, response) => {
    listener.then(
      (answer) => answer(request, response),
      () => response.destroy(),
    );
  });
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen({ port, host: HOSTNAME, exclusive: true }, () => {
      server.off('error', failed);
      // Such as accept EMFILE: whoever was to connect tries again. Unheard, it would end this process.
      server.on('error', () => undefined);
      const address = server.address();
      if (address === null || typeof address === 'string') {
        failed(new Error('The sandbox listens without a port'));
      } else {
        listening(address.port);
      }
    });
  });
}
