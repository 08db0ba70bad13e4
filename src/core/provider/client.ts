import { isUtf8 } from 'node:buffer';
import http from 'node:http';
import type net from 'node:net';

import type { TravelledAnswer } from '#shared/domain/history.ts';
import type { UNKNOWN_REASONS } from '#shared/domain/request.ts';

export type Outgoing = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
};

/** What came of writing the bytes: a whole answer, or the reason why there is none (with what did arrive). */
export type Exchange =
  | {
      readonly kind: 'answered';
      readonly answer: TravelledAnswer;
      /** The recorded body is text; of other bytes it is only an approximation. */
      readonly isUtf8: boolean;
    }
  | {
      readonly kind: 'lost';
      readonly code: (typeof UNKNOWN_REASONS)[number];
      readonly detail: string;
      readonly answer: TravelledAnswer | null;
    };

export type ExchangeOptions = { readonly deadlineMs: number; readonly signal: AbortSignal };

const MAX_ANSWER_BYTES = 1024 * 1024;
/** Of an answer that is refused for its size, enough to see what it was. */
const KEPT_OF_TOO_LARGE = 16 * 1024;

/**
 * Writes the request on a connection that is already open and reads the answer. Never repeats, never follows a redirect, never
 * rejects: from the first byte on, every way out is either an answer or `unknown`.
 */
export function exchange(
  socket: net.Socket,
  outgoing: Outgoing,
  options: ExchangeOptions,
): Promise<Exchange> {
  const startedMs = performance.now();
  return new Promise((resolve) => {
    let arrived: Arrived | null = null;
    const request = requestOn(socket, outgoing);
    const finish = (result: Exchange): void => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
      request.destroy();
      socket.destroy();
      resolve(result);
    };
    const lost = (code: LostCode, detail: string): void => {
      const answer = arrived === null ? null : answerOf(arrived, startedMs, KEPT_OF_TOO_LARGE);
      finish({ kind: 'lost', code, detail, answer });
    };
    const onAbort = (): void => lost('interrupted_after_sending', 'the desk was closed');
    const timer = setTimeout(
      () => lost('no_answer_in_time', `no answer within ${options.deadlineMs} ms`),
      options.deadlineMs,
    );
    options.signal.addEventListener('abort', onAbort);

    request.on('close', () => {
      // A connection that was already dead can end without a word. With an answer begun, its own events tell the end.
      if (arrived === null) lost('connection_lost', 'the connection ended without an answer');
    });
    request.on('error', (error) => lost(lostCodeOf(error), error.message));
    // An upgrade has no listener in Node's default and would leave the request hanging.
    request.on('upgrade', () => lost('not_http', 'the provider switched protocols'));
    request.on('response', (response) => {
      const seen: Arrived = { response, chunks: [] };
      arrived = seen;
      readBody(seen, lost, () =>
        finish({
          kind: 'answered',
          answer: answerOf(seen, startedMs, MAX_ANSWER_BYTES),
          isUtf8: isUtf8(Buffer.concat(seen.chunks)),
        }),
      );
    });
    if (options.signal.aborted) onAbort();
    else request.end(outgoing.body);
  });
}

function requestOn(socket: net.Socket, outgoing: Outgoing): http.ClientRequest {
  return http.request({
    createConnection: () => socket,
    method: outgoing.method,
    path: `${outgoing.url.pathname}${outgoing.url.search}`,
    // A flat list travels exactly as given: what W2 recorded is what is sent.
    headers: outgoing.headers.flat(),
    insecureHTTPParser: false,
  });
}

type LostCode = (typeof UNKNOWN_REASONS)[number];
type Arrived = { readonly response: http.IncomingMessage; readonly chunks: Buffer[] };

function readBody(
  { response, chunks }: Arrived,
  lost: (code: LostCode, detail: string) => void,
  done: () => void,
): void {
  let size = 0;
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > MAX_ANSWER_BYTES) lost('answer_too_large', `more than ${MAX_ANSWER_BYTES} bytes`);
  });
  response.on('error', (error) => lost(lostCodeOf(error), error.message));
  response.on('close', () => {
    if (!response.complete) lost('connection_lost', 'the answer ended early');
  });
  response.on('end', () => {
    if (response.complete) done();
  });
}

function answerOf({ response, chunks }: Arrived, startedMs: number, kept: number): TravelledAnswer {
  return {
    httpStatus: response.statusCode ?? 0,
    headers: pairs(response.rawHeaders),
    body: Buffer.concat(chunks).subarray(0, kept).toString('utf8'),
    elapsedMs: Math.round(performance.now() - startedMs),
  };
}

function pairs(flat: readonly string[]): [string, string][] {
  const result: [string, string][] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) result.push([flat[at] ?? '', flat[at + 1] ?? '']);
  return result;
}

function lostCodeOf(error: Error): LostCode {
  const code = 'code' in error ? String(error.code) : '';
  return code.startsWith('HPE_') && code !== 'HPE_INVALID_EOF_STATE'
    ? 'not_http'
    : 'connection_lost';
}
