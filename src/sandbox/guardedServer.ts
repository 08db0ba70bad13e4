import { type Server, createServer } from 'node:http';
import type { Socket } from 'node:net';

import { createSeats } from '#shared/net/seats.ts';

/** Enough for the cookies that other programs of this machine have set for 127.0.0.1: browsers send them to every port. */
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 100;
const HEADERS_MS = 10_000;
const WHOLE_REQUEST_MS = 30_000;
/** Between two requests. */
const KEEP_ALIVE_MS = 5000;
/** The desk issues some dozens at once at most. Past it the oldest connection that has signed nothing makes room. */
const MAX_CONNECTIONS = 128;

export type GuardedServer = {
  readonly server: Server;
  /** A connection that has carried a signed request is not closed to make room. */
  readonly keepSeat: (socket: Socket) => void;
  /** Every socket that is still open, in any state. */
  readonly destroyAll: () => void;
};

/** Embedded, its connections and their bytes are the desk's own: both are bounded. */
export function createGuardedServer(headersMs: number = HEADERS_MS): GuardedServer {
  const seats = createSeats<Socket>(MAX_CONNECTIONS);
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headersMs,
    requestTimeout: headersMs * (WHOLE_REQUEST_MS / HEADERS_MS),
    connectionsCheckingInterval: headersMs / 4,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.maxHeadersCount = MAX_HEADERS;
  server.on('connection', seats.take);
  const open = new Set<Socket>();
  server.on('connection', (socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  return {
    server,
    keepSeat(socket) {
      seats.known(socket);
      seats.heard(socket);
    },
    destroyAll() {
      for (const socket of open) socket.destroy();
    },
  };
}
