import type { RequestListener, Server } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';

import { getRequestListener } from '@hono/node-server';
import type { Hono } from 'hono';

import { type AppOptions, type Place, createApp } from './app.ts';
import type { Faults } from './faults.ts';
import { type FormatOptions, createFormat } from './format.ts';
import { type GuardedServer, createGuardedServer } from './guardedServer.ts';
import type { LedgerEntry } from './ledgerLine.ts';
import { type Paying, type PayingOptions, openPaying } from './paying.ts';
import type { OnNode } from './readBody.ts';

export type SandboxOptions = FormatOptions &
  PayingOptions & {
    /** 0: any free one. */
    readonly port: number;
    /** Left out: every request is answered as it should be. */
    readonly faults?: Faults;
    readonly extension?: Extension;
    /** How long a connection may take to send its headers; three times as long for all of a request. Shorter in tests. */
    readonly headersMs?: number;
  };

/** What tests add to this provider (tests/provider/adminSandbox.ts). The one inside the desk has none of it. */
type Extension = {
  readonly watch: (server: Server) => void;
  readonly addRoutes: (app: Hono<OnNode>, place: Place, paying: Paying) => void;
};

export type RunningSandbox = {
  readonly origin: string;
  readonly port: number;
  readonly ledger: () => readonly LedgerEntry[];
  /** How often this order was POSTed, refused arrivals included: signed ones, and with an extension all of them. */
  readonly arrivalsOf: (orderId: string) => number;
  /** Every signed POST; with an extension every POST, those included whose order could not be read. */
  readonly arrivals: () => number;
  /** What reloading the ledger had to leave out, in words; null when there was nothing. */
  readonly complaint: string | null;
  /** The whole sandbox, as it is found under another origin. */
  readonly listenerFor: (place: Place) => RequestListener;
  /** The address in the merchant's account: called back to where a request names none. Null: nowhere. */
  readonly setAccountUrl: (url: string | null) => void;
  readonly rewriteLedger: () => Promise<void>;
  readonly close: () => Promise<void>;
};

const HOSTNAME = '127.0.0.1';
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
  const { merchants, faults, extension } = options;
  const format = createFormat(options);
  const guarded = createGuardedServer(options.headersMs);
  const { server, keepSeat } = guarded;
  extension?.watch(server);
  const closing = new AbortController();
  // The port comes first: the process that has it also writes this ledger, and opening tidies a torn last line away.
  const port = await listen(server, options.port);
  const origin = `http://${HOSTNAME}:${port}`;
  const opening = openPaying(options, format);
  const listenerAt = (place: Place, paying: Paying): RequestListener =>
    listenerOf({
      ...paying,
      ...place,
      merchants,
      format,
      keepSeat,
      closing: closing.signal,
      ...(faults === undefined ? {} : { faults }),
      // Tests count what arrived, signed or not. Embedded, any program that finds the port could fill the disk with it.
      recordsUnsigned: extension !== undefined,
      addRoutes: (app) => extension?.addRoutes(app, place, paying),
    });
  const here: Place = { origin, port, hostnames: [HOSTNAME, 'localhost'] };
  answerBy(
    server,
    opening.then((paying) => listenerAt(here, paying)),
  );
  let paying: Paying;
  try {
    paying = await opening;
  } catch (error) {
    server.close();
    guarded.destroyAll();
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
    listenerFor: (place) => listenerAt(place, paying),
    setAccountUrl: paying.callbacks.setAccountUrl,
    rewriteLedger: ledger.rewrite,
    async close() {
      closing.abort();
      await closeServer(guarded);
      await paying.close();
    },
  };
}

async function closeServer({ server, destroyAll }: GuardedServer): Promise<void> {
  let isCut = false;
  await new Promise<void>((done) => {
    const cut = setTimeout(() => {
      isCut = true;
      destroyAll();
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
      // Such as accept EMFILE: the client tries again. Unheard, it would end this process.
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
