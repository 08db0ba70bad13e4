import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';

import {
  type ListenerState,
  MAX_CALLBACK_BYTES,
  type RawCallback,
} from '#shared/domain/callback.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';
import { type Seats, createSeats } from '#shared/net/seats.ts';

import { type Pace, type Rate, createPace, createRate } from './pace.ts';

/** What is said back. `retry`: not kept, so it must come again. */
export type Taken =
  | { readonly kind: 'kept'; readonly acknowledgement: string }
  | { readonly kind: 'retry' };

export type ListenerOptions = {
  readonly host: string;
  readonly port: number;
  /** Null for an unknown path. Looked up before a byte of the body is read. */
  readonly doorOf: (token: string) => ((raw: RawCallback) => Promise<Taken>) | null;
  readonly onBug: (error: unknown) => void;
  /** Shorter in tests. */
  readonly wholeRequestMs?: number;
  /** What the rate of callbacks is measured by; set by hand in tests. */
  readonly nowMs?: () => number;
};

type Limits = { readonly rate: Rate; readonly pace: Pace; readonly seats: Seats };

export type RunningListener = { readonly port: number; readonly close: () => Promise<void> };
type Problem = NonNullable<ListenerState['problem']>;

const MOST_CONNECTIONS = 64;
/** A provider's busiest minute is far below; a flood must not take the desk's time from issuing. */
const BURST = 200;
const PER_SECOND = 50;
/** A provider does not notice 50 ms, and twenty flushes a second are few. */
const BREATH_MS = 50;
const WHOLE_REQUEST_MS = 10_000;
const CLOSE_GRACE_MS = 2000;
const RETRY_AFTER_S = '10';
/** The journal is for other things, too. */
const TOLD_EVERY_MS = 60_000;
/** Whatever stands before it: a proxy in front may add a path of its own. */
const PATH = /\/callbacks\/(?<token>[\w-]{16,64})\/?$/u;

/** A server of its own, apart from the app's: it knows callbacks and nothing else. */
export async function openListener(
  options: ListenerOptions,
): Promise<Result<RunningListener, Problem>> {
  const limits = {
    rate: createRate(BURST, PER_SECOND, options.nowMs ?? (() => performance.now())),
    pace: createPace(BREATH_MS),
    seats: createSeats(MOST_CONNECTIONS),
  };
  const running = new Set<Promise<void>>();
  const { wholeRequestMs = WHOLE_REQUEST_MS } = options;
  const server = createServer({
    headersTimeout: wholeRequestMs / 2,
    requestTimeout: wholeRequestMs,
    connectionsCheckingInterval: wholeRequestMs / 10,
    keepAlive: false,
  });
  server.on('connection', limits.seats.take);
  server.on('request', (request, response) => {
    const answered = answer(request, response, options, limits).catch((error: unknown) => {
      options.onBug(error);
      end(response, 503);
    });
    running.add(answered);
    void answered.finally(() => running.delete(answered));
  });
  const listening = await listen(server, options);
  if (!listening.ok) return listening;
  server.on('error', tellSeldom(options.onBug));
  return ok({
    port: listening.value,
    async close() {
      await closeServer(server);
      await Promise.all(running);
    },
  });
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  { doorOf }: ListenerOptions,
  { rate, pace, seats }: Limits,
): Promise<void> {
  const [path = '', query = ''] = split(request.url ?? '');
  const token = PATH.exec(path)?.groups?.['token'] ?? null;
  const door = token === null ? null : doorOf(token);
  if (door === null) return end(response, 404);
  seats.known(request.socket);
  const { method } = request;
  if (method !== 'POST' && method !== 'GET') return end(response, 405, { Allow: 'POST, GET' });
  if (request.headers['content-encoding'] !== undefined) return end(response, 415);
  if (Number(request.headers['content-length'] ?? 0) > MAX_CALLBACK_BYTES) {
    return end(response, 413);
  }
  if (!rate.take()) return end(response, 429, { 'Retry-After': RETRY_AFTER_S });
  const bytes = await bodyOf(request);
  if (bytes === 'cut') return void response.destroy();
  if (bytes === 'too_large') return end(response, 413);
  seats.heard(request.socket);
  await pace.enter();
  const taken = await door({ method, query, headers: headersOf(request), ...textOf(bytes) });
  if (taken.kind === 'retry') return end(response, 503, { 'Retry-After': RETRY_AFTER_S });
  end(response, 200, {}, taken.acknowledgement);
}

/** Every connection carries one callback: none is kept open for a next one, and unread bytes go with it. */
function end(
  response: ServerResponse,
  status: number,
  headers: Readonly<Record<string, string>> = {},
  text = '',
): void {
  if (response.headersSent || response.destroyed) return;
  response.writeHead(status, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text, 'utf8'),
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
    Connection: 'close',
    ...headers,
  });
  response.end(text);
}

async function bodyOf(request: IncomingMessage): Promise<Buffer | 'too_large' | 'cut'> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of request) {
      if (!Buffer.isBuffer(piece)) continue;
      length += piece.length;
      if (length > MAX_CALLBACK_BYTES) return 'too_large';
      pieces.push(piece);
    }
  } catch {
    return 'cut';
  }
  return request.complete ? Buffer.concat(pieces) : 'cut';
}

const UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function textOf(bytes: Buffer): Pick<RawCallback, 'body' | 'encoding'> {
  try {
    return { body: UTF8.decode(bytes), encoding: 'utf8' };
  } catch {
    return { body: bytes.toString('base64'), encoding: 'base64' };
  }
}

/** As they came, in order and with their own spelling. */
function headersOf({ rawHeaders }: IncomingMessage): RawCallback['headers'] {
  const names = rawHeaders.filter((_, at) => at % 2 === 0);
  return names.map((name, at) => [name, rawHeaders[at * 2 + 1] ?? '']);
}

function split(url: string): readonly string[] {
  const mark = url.indexOf('?');
  return mark === -1 ? [url] : [url.slice(0, mark), url.slice(mark + 1)];
}

function listen(server: Server, { host, port }: ListenerOptions): Promise<Result<number, Problem>> {
  return new Promise((resolve) => {
    const failed = (error: Error): void => resolve(err(problemOf(error)));
    server.once('error', failed);
    server.listen({ host, port, exclusive: true }, () => {
      server.off('error', failed);
      const address = server.address();
      resolve(ok(typeof address === 'object' && address !== null ? address.port : port));
    });
  });
}

/**
 * While the process has no file descriptor left, each connection that cannot be accepted is an `error` event of the server, which
 * goes on listening. Without a listener for it the event would end the desk.
 */
function tellSeldom(onBug: (error: unknown) => void): (error: Error) => void {
  let toldAtMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (performance.now() - toldAtMs < TOLD_EVERY_MS) return;
    toldAtMs = performance.now();
    onBug(error);
  };
}

function problemOf(error: Error): Problem {
  const code = 'code' in error ? String(error.code) : '';
  const detail = error.message;
  if (code === 'EADDRINUSE') return { code: 'port_taken', detail };
  if (code === 'EADDRNOTAVAIL') return { code: 'address_not_here', detail };
  if (code === 'EACCES' || code === 'EPERM') return { code: 'not_allowed', detail };
  return { code: 'cannot_listen', detail };
}

async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const cut = setTimeout(() => server.closeAllConnections(), CLOSE_GRACE_MS);
  await closed;
  clearTimeout(cut);
}
