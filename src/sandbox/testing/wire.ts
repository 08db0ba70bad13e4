import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { type Socket, connect } from 'node:net';

import { type Fields, buildBody, createBody, sign } from './support.ts';

export type Flow = 'create' | 'build';

/** Only what hangs takes so long. */
const PATIENCE_MS = 30_000;

export const ADMIN_TOKEN = 'admin-token-of-tests';

export function bodyFor(flow: Flow, order_id: string): Fields {
  return flow === 'create' ? createBody({ order_id }) : buildBody({ order_id });
}

/** What a client of node:http makes of the answer. `ended`: whole, or the error that came instead of the rest. */
export type Seen = {
  readonly status: number | null;
  readonly ended: string;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Buffer;
  readonly interim: readonly number[];
};

export type Asking = {
  readonly ca?: string;
  readonly waitMs?: number;
  /** Gives up this long after the last byte of an answer that has begun. */
  readonly stuckMs?: number;
  readonly path?: string;
  /** Already open and secured, for instance through a tunnel. */
  readonly socket?: Socket;
};

/** One POST, never repeated, on a connection of its own. */
export function ask(
  origin: string,
  flow: Flow,
  fields: Fields,
  asking: Asking = {},
): Promise<Seen> {
  const url = new URL(asking.path ?? `/api/v1/requests/deposit/${flow}`, origin);
  const text = JSON.stringify(fields);
  return new Promise((settle) => {
    const interim: number[] = [];
    const chunks: Buffer[] = [];
    let status: number | null = null;
    let headers: Seen['headers'] = {};
    const { socket } = asking;
    const isSecure = url.protocol === 'https:' && socket === undefined;
    const send = isSecure ? requestHttps : requestHttp;
    const request = send({
      protocol: isSecure ? 'https:' : 'http:',
      host: url.hostname,
      port: url.port,
      path: url.pathname + url.search,
      ...(socket === undefined ? { agent: false } : { createConnection: () => socket }),
      method: 'POST',
      ...(asking.ca === undefined ? {} : { ca: asking.ca }),
      headers: {
        'Content-Type': 'application/json',
        'Content-Length': String(Buffer.byteLength(text)),
        'X-Signature': sign(fields),
      },
    });
    const finish = (ended: string): void => {
      clearTimeout(timer);
      request.destroy();
      settle({ status, ended, headers, body: Buffer.concat(chunks), interim });
    };
    const timer = setTimeout(finish, asking.waitMs ?? PATIENCE_MS, 'silence');
    request.on('error', (error) => finish(codeOf(error)));
    request.on('information', (info) => interim.push(info.statusCode));
    request.on('upgrade', (response) => {
      status = response.statusCode ?? null;
      finish('upgrade');
    });
    request.on('response', (response) => {
      status = response.statusCode ?? null;
      ({ headers } = response);
      response.setTimeout(asking.stuckMs ?? 0, () => finish('silence'));
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', (error) => finish(codeOf(error)));
      response.on('end', () => finish('whole'));
    });
    request.end(text);
  });
}

export type Wire = { readonly bytes: string; readonly ended: string };

/** The bytes themselves, as they are, and how the connection ended: FIN, RST, or silence. */
export function talk(origin: string, sent: string, waitMs = PATIENCE_MS): Promise<Wire> {
  const { port } = new URL(origin);
  return new Promise((settle) => {
    const chunks: Buffer[] = [];
    const socket = connect({ port: Number(port), host: '127.0.0.1' });
    const finish = (ended: string): void => {
      clearTimeout(timer);
      socket.destroy();
      settle({ bytes: Buffer.concat(chunks).toString('latin1'), ended });
    };
    const timer = setTimeout(finish, waitMs, 'silence');
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('end', () => finish('FIN'));
    socket.on('error', (error) => finish(codeOf(error) === 'ECONNRESET' ? 'RST' : codeOf(error)));
    socket.on('connect', () => socket.write(sent));
  });
}

export function requestText(
  origin: string,
  flow: Flow,
  fields: Fields,
  bodyBytes?: number,
): string {
  const text = JSON.stringify(fields);
  return [
    `POST /api/v1/requests/deposit/${flow} HTTP/1.1`,
    `Host: ${new URL(origin).host}`,
    'Content-Type: application/json',
    `Content-Length: ${bodyBytes ?? Buffer.byteLength(text)}`,
    `X-Signature: ${sign(fields)}`,
    '',
    text,
  ].join('\r\n');
}

export function codeOf(error: Error): string {
  return 'code' in error ? String(error.code) : error.message;
}

/** The admin endpoint, answer and all. */
export async function admin(
  origin: string,
  path: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<{ readonly status: number; readonly body: Fields }> {
  const response = await fetch(`${origin}/admin${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      Authorization: `Bearer ${ADMIN_TOKEN}`,
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const answered: unknown = await response.json();
  if (typeof answered !== 'object' || answered === null) throw new TypeError('Not an object');
  return { status: response.status, body: Object.fromEntries(Object.entries(answered)) };
}

/** What really happened to an order, by the ledger. */
export async function truth(
  origin: string,
  orderId: string,
): Promise<{ readonly entries: number; readonly arrivals: unknown }> {
  const query = `?order_id=${encodeURIComponent(orderId)}`;
  const [ledger, arrivals] = await Promise.all([
    admin(origin, `/ledger${query}`),
    admin(origin, `/arrivals${query}`),
  ]);
  const { entries } = ledger.body;
  if (!Array.isArray(entries)) throw new TypeError('Not a list');
  return { entries: entries.length, arrivals: arrivals.body['arrivals'] };
}
