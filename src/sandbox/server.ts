import { createServer } from 'node:http';

import { getRequestListener } from '@hono/node-server';

import { createApp } from './app.ts';
import type { Merchant } from './deposits.ts';
import { type Ledger, openLedger } from './ledger.ts';
import type { LedgerEntry } from './ledgerLine.ts';

export type SandboxOptions = {
  /** 0: any free one. */
  readonly port: number;
  readonly ledgerFile: string;
  readonly merchants: readonly Merchant[];
};

export type RunningSandbox = {
  readonly origin: string;
  readonly port: number;
  readonly ledger: () => readonly LedgerEntry[];
  /** How often this order was POSTed, refused arrivals included. */
  readonly arrivalsOf: (orderId: string) => number;
  /** What reloading the ledger had to leave out, in words; null when there was nothing. */
  readonly complaint: string | null;
  readonly close: () => Promise<void>;
};

const HOSTNAME = '127.0.0.1';
/** Answers under way get this long when the sandbox closes. */
const CLOSE_GRACE_MS = 2000;

/** Rejects with the listen error (EADDRINUSE…) when the port cannot be had. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const server = createServer();
  // The port comes first: whoever has it also writes this ledger, and opening tidies a torn last line away.
  const port = await listen(server, options.port);
  const origin = `http://${HOSTNAME}:${port}`;
  const opening = openLedger(options.ledgerFile);
  const listener = opening.then((ledger) => {
    const app = createApp({ merchants: options.merchants, ledger, origin, port });
    // Embedded, this runs inside the desk's own process, whose globals are not ours to replace.
    return getRequestListener(app.fetch, { overrideGlobalObjects: false });
  });
  server.on('request', (request, response) => {
    listener.then(
      (answer) => answer(request, response),
      () => response.destroy(),
    );
  });
  let ledger: Ledger;
  try {
    ledger = await opening;
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }

  return {
    origin,
    port,
    ledger: ledger.entries,
    arrivalsOf: ledger.arrivalsOf,
    complaint: ledger.complaint,
    async close() {
      const closed = new Promise<void>((done) => {
        server.close(() => {
          done();
        });
      });
      server.closeIdleConnections();
      const cut = setTimeout(() => {
        server.closeAllConnections();
      }, CLOSE_GRACE_MS);
      await closed;
      clearTimeout(cut);
      await ledger.close();
    },
  };
}

function listen(server: ReturnType<typeof createServer>, port: number): Promise<number> {
  return new Promise((listening, failed) => {
    server.once('error', failed);
    server.listen({ port, host: HOSTNAME, exclusive: true }, () => {
      server.off('error', failed);
      const address = server.address();
      if (address === null || typeof address === 'string') {
        failed(new Error('The sandbox listens without a port'));
      } else {
        listening(address.port);
      }
    });
  });
}
