import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

import { createSeats } from '#shared/net/seats.ts';
import { type OwnAddress, API_HEADERS, refusalAtDoor, refusalBody } from './door.ts';

/** Enough for the cookies that other programs of this machine have set for 127.0.0.1: browsers send them to every port. */
const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 100;
const HEADERS_MS = 10_000;
const WHOLE_REQUEST_MS = 30_000;
/** Between two requests; the browser opens another one when it needs it. */
const KEEP_ALIVE_MS = 5000;
/** Not a byte either way. Streams have their heartbeat; the longest operation, verifying a large log, is far below. */
const SILENT_MS = 10 * 60_000;
/** A tab takes a handful. Past it the oldest connection without a bearer makes room. */
const MAX_CONNECTIONS = 128;

export type GuardedServer = {
  readonly server: Server;
  /** A connection that has shown a bearer is not closed to make room. */
  readonly keepSeat: (socket: Socket) => void;
};

export type GuardedOptions = {
  readonly own: () => OwnAddress;
  /** Only what has passed the door. */
  readonly onRequest: (request: IncomingMessage, response: ServerResponse) => void;
  /** Shorter in tests. */
  readonly headersMs?: number;
};

/** Everything that Node reads from a connection passes the door, or ends there: requests, upgrades, tunnels, and bytes that are no HTTP. */
export function createGuardedServer(options: GuardedOptions): GuardedServer {
  const { own, onRequest, headersMs = HEADERS_MS } = options;
  const seats = createSeats(MAX_CONNECTIONS);
  const server = createServer({
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: headersMs,
    requestTimeout: headersMs * (WHOLE_REQUEST_MS / HEADERS_MS),
    connectionsCheckingInterval: headersMs / 4,
    keepAliveTimeout: KEEP_ALIVE_MS,
  });
  server.maxHeadersCount = MAX_HEADERS;
  server.timeout = SILENT_MS;
  server.on('connection', seats.take);
  // What else such a connection says in the same breath is not heard, however good it sounds: it is being ended.
  const refused = new WeakSet<Socket>();
  server.on('request', (request, response) => {
    if (refused.has(request.socket)) return;
    const { method = '', url: target = '', headersDistinct: headers } = request;
    const refusal = refusalAtDoor({ method, target, headers }, own());
    if (refusal === null) {
      onRequest(request, response);
      return;
    }
    refused.add(request.socket);
    answerRefusal(response, refusal.status, refusal.detail);
  });
  // This host speaks no other protocol, and no page may make it: not even our own asks for it.
  server.on('upgrade', (_request, socket) => endSocket(socket, '403 Forbidden'));
  server.on('connect', (_request, socket) => endSocket(socket, '403 Forbidden'));
  // Browsers never wait for leave to send their body. Without these Node would give it, before the door was asked.
  const expects = (request: IncomingMessage, response: ServerResponse): void => {
    refused.add(request.socket);
    answerRefusal(response, 417, 'Nothing is promised before it is sent');
  };
  server.on('checkContinue', expects);
  server.on('checkExpectation', expects);
  server.on('clientError', (error, socket) => endSocket(socket, statusOf(error)));
  return {
    server,
    keepSeat(socket) {
      seats.known(socket);
      seats.heard(socket);
    },
  };
}

function answerRefusal(response: ServerResponse, status: number, detail: string): void {
  response.writeHead(status, {
    ...API_HEADERS,
    'Content-Type': 'application/json',
    Connection: 'close',
  });
  response.end(JSON.stringify(refusalBody('not_authorised', detail)));
}

function endSocket(socket: Duplex, status: string): void {
  // Node has taken its own listeners off, and an error without a listener would end the desk.
  socket.on('error', () => socket.destroy());
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  const head = `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`;
  socket.end(head, () => socket.destroy());
}

function statusOf(error: Error): string {
  const code: unknown = Reflect.get(error, 'code');
  if (code === 'HPE_HEADER_OVERFLOW') return '431 Request Header Fields Too Large';
  return code === 'ERR_HTTP_REQUEST_TIMEOUT' ? '408 Request Timeout' : '400 Bad Request';
}
