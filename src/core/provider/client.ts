import http from 'node:http';
import type net from 'node:net';

import type { AnswerCharset } from '#shared/dialect/schema.ts';
import type { TravelledAnswer } from '#shared/domain/history.ts';
import type { UNKNOWN_REASONS } from '#shared/domain/request.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

import { type BodyReader, readBody } from './readBody.ts';

export type Outgoing = {
  readonly method: 'GET' | 'POST';
  readonly url: URL;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
};

export type Answered = {
  readonly kind: 'answered';
  readonly answer: TravelledAnswer;
  /** Why the recorded body is not what the provider meant: an encoding, bytes that are no text. */
  readonly problem: string | null;
};

/** What came of writing the bytes: a whole answer, or the reason why there is none (with what did arrive). */
export type Exchange =
  | Answered
  | {
      readonly kind: 'lost';
      readonly code: LostCode;
      readonly detail: string;
      readonly answer: TravelledAnswer | null;
    };

export type ExchangeOptions = {
  readonly deadlineMs: number;
  readonly signal: AbortSignal;
  /** Of the provider format. Left out: as the answer declares. */
  readonly charset?: AnswerCharset;
  /** The last byte was handed to the system. */
  readonly onWritten?: () => void;
  /**
   * Called when the deadline has passed or the operator has cancelled, and the whole request was sent: the connection is then read
   * on. Left out, or false: it is closed.
   */
  readonly readOn?: (late: LateReading) => boolean;
};

/** A connection whose answer does not count any more, but is evidence of what became of the request. */
export type LateReading = {
  /** Null: none came, or not a whole one. */
  readonly answered: Promise<Answered | null>;
  /** Closes the connection. */
  readonly stop: () => void;
};

/** Of an answer that is refused for its size or was cut, enough to see what it was. */
const KEPT_OF_LOST = 16 * 1024;
const MAX_HEADER_BYTES = 16 * 1024;

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
  const made = requestOn(socket, outgoing);
  if (!made.ok) {
    socket.destroy();
    return Promise.resolve(notWritten(made.error));
  }
  const request = made.value;
  return new Promise((resolve) => {
    let arrived: Arrived | null = null;
    let deliver: (result: Exchange) => void = resolve;
    const unwatch = (): void => {
      clearTimeout(timer);
      options.signal.removeEventListener('abort', onAbort);
    };
    const finish = (result: Exchange): void => {
      unwatch();
      arrived?.body.stop();
      request.destroy();
      socket.destroy();
      deliver(result);
    };
    const lostAs = (code: LostCode, detail: string): Exchange => {
      const answer = arrived === null ? null : answerOf(arrived, startedMs, KEPT_OF_LOST);
      return { kind: 'lost', code, detail, answer };
    };
    const lost = (code: LostCode, detail: string): void => finish(lostAs(code, detail));
    /** The outcome is decided; the connection may be read on. A request that has not left whole must not go on leaving. */
    const giveUp = (code: LostCode, detail: string): void => {
      const result = lostAs(code, detail);
      const late = lateReading((takeLate) => {
        deliver = takeLate;
        return () => lost('connection_lost', 'closed by this desk');
      });
      if (request.writableFinished && options.readOn?.(late) === true) unwatch();
      else late.stop();
      resolve(result);
    };
    const onAbort = (): void => giveUp('interrupted_after_sending', 'given up by this desk');
    const timer = setTimeout(
      () => giveUp('no_answer_in_time', `no answer within ${options.deadlineMs} ms`),
      options.deadlineMs,
    );
    options.signal.addEventListener('abort', onAbort);

    request.once('finish', () => options.onWritten?.());
    listen(request, startedMs, {
      charset: options.charset ?? 'declared',
      onArrived: (begun) => {
        arrived = begun;
      },
      onWhole: finish,
      onLost: lost,
    });
    if (options.signal.aborted) onAbort();
    else request.end(outgoing.body);
  });
}

/** Nothing has left, but W2 says that it may have: the cautious reading holds. */
function notWritten(error: string): Exchange {
  const detail = `it could not be written: ${error}`;
  return { kind: 'lost', code: 'connection_lost', detail, answer: null };
}

type Heard = {
  readonly charset: NonNullable<ExchangeOptions['charset']>;
  readonly onArrived: (arrived: Arrived) => void;
  readonly onWhole: (answered: Answered) => void;
  readonly onLost: (code: LostCode, detail: string) => void;
};

function listen(request: http.ClientRequest, startedMs: number, heard: Heard): void {
  const lost = heard.onLost;
  let hasArrived = false;
  request.on('close', () => {
    // A connection that was already dead can end without a word. With an answer begun, its own events tell the end.
    if (!hasArrived) lost('connection_lost', 'the connection ended without an answer');
  });
  request.on('error', (error) => lost(lostCodeOf(error), error.message));
  // An upgrade has no listener in Node's default and would leave the request hanging.
  request.on('upgrade', () => lost('not_http', 'the provider switched protocols'));
  request.on('response', (response) => {
    const body = readBody(response, {
      charset: heard.charset,
      onWhole: () =>
        heard.onWhole({
          kind: 'answered',
          answer: answerOf({ response, body }, startedMs),
          problem: body.problem(),
        }),
      onTooLarge: (detail) => lost('answer_too_large', detail),
      onCut: (error) =>
        error === null
          ? lost('connection_lost', 'the answer ended early')
          : lost(lostCodeOf(error), error.message),
    });
    hasArrived = true;
    heard.onArrived({ response, body });
  });
}

function lateReading(
  begin: (deliver: (result: Exchange) => void) => LateReading['stop'],
): LateReading {
  let take: (answered: Answered | null) => void = () => undefined;
  const answered = new Promise<Answered | null>((resolve) => {
    take = resolve;
  });
  const stop = begin((result) => take(result.kind === 'answered' ? result : null));
  return { answered, stop };
}

/** Node throws where headers contradict each other. The provider format forbids those that are known to. */
function requestOn(socket: net.Socket, outgoing: Outgoing): Result<http.ClientRequest, string> {
  try {
    const request = http.request({
      createConnection: () => socket,
      method: outgoing.method,
      path: `${outgoing.url.pathname}${outgoing.url.search}`,
      // A flat list travels exactly as given: what W2 recorded is what is sent.
      headers: outgoing.headers.flat(),
      // Said out loud: Node's options and environment can move both.
      insecureHTTPParser: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    return ok(request);
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error));
  }
}

type LostCode = (typeof UNKNOWN_REASONS)[number];
type Arrived = { readonly response: http.IncomingMessage; readonly body: BodyReader };

function answerOf(
  { response, body }: Arrived,
  startedMs: number,
  mostBytes?: number,
): TravelledAnswer {
  return {
    httpStatus: response.statusCode ?? 0,
    headers: pairs(response.rawHeaders),
    body: body.text(mostBytes),
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
