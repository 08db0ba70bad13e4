import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import { recordOf as depositRecord } from '#sandbox/deposits.ts';
import type { Faulted } from '#sandbox/faults.ts';
import type { ProviderFormat } from '#sandbox/format.ts';
import { refusal, refusalBody } from '#sandbox/refusal.ts';
import { wrapped } from '#sandbox/voice.ts';

import {
  type Answer,
  type TrueAnswer,
  changeRecord,
  paddedText,
  trickText,
} from './changeRecord.ts';
import type { Connections } from './connections.ts';
import type { Act } from './fault.ts';

type Performance = {
  readonly act: Act;
  /** null: nothing was created. */
  readonly truth: TrueAnswer | null;
  readonly format: ProviderFormat;
  /** Where this POST came to, and its order: what a redirect leads back to. */
  readonly url: string;
  readonly orderId: string;
  readonly outgoing: ServerResponse;
  readonly connections: Connections;
  readonly closing: AbortSignal;
};

/** Long enough for bytes to have been read on the other side before a reset, which throws away what is still under way. */
const BEFORE_RESET_MS = 50;
const JSON_TYPE = 'application/json';
/** Asked for by a redirected client, which may come back with another method and without a body. */
export const REDIRECTED = 'redirected';

/** Does what the fault says. The response is null where the socket itself was spoken to. */
export async function perform(
  act: Act,
  connections: Connections,
  met: Faulted,
): Promise<Response | null> {
  const { url, orderId, outgoing, closing } = met;
  const { format } = met.desk;
  const truth = truthAbout(met);
  const performance = { act, truth, format, url, orderId, outgoing, connections, closing };
  const { socket } = outgoing;
  switch (act.how) {
    case 'late':
      await wait(act.ms, undefined, { signal: closing }).catch(() => undefined);
      return recordAnswer(performance, recordOf(performance));
    case 'status':
      return statusAnswer(performance, act);
    case 'redirect':
      return redirect(performance, act.status);
    case 'text':
      return answer(Buffer.from(act.text), { 'Content-Type': act.type });
    case 'trick':
      return answer(enveloped(performance, trickText(truthOf(performance), act.trick)));
    case 'padded': {
      const text = enveloped(performance, paddedText(recordOf(performance), act.bytes));
      return act.gzip ? answer(gzipSync(text), GZIPPED) : answer(text);
    }
    case 'gzip': {
      const packed = gzipSync(recordText(performance));
      return answer(act.isCut ? packed.subarray(0, packed.length / 2) : packed, GZIPPED);
    }
    case 'record': {
      const changed = changeRecord(truthOf(performance), act.change);
      return changed === null ? noEarlierRecord() : recordAnswer(performance, changed);
    }
    default:
      // Gone already: then nothing is left to misbehave towards.
      if (socket !== null) await misbehave(socket, act, performance);
      return null;
  }
}

function truthAbout({ desk, flow, entry }: Faulted): TrueAnswer | null {
  if (entry === null) return null;
  const others = desk.ledger
    .entries()
    .filter(
      (other) =>
        other.id !== entry.id && other.merchant.toLowerCase() === entry.merchant.toLowerCase(),
    );
  return {
    flow,
    record: { ...depositRecord(desk, entry) },
    otherId: (ofOrderId) =>
      others.findLast(({ order_id: order }) => ofOrderId === null || order === ofOrderId)?.id ??
      null,
  };
}

type SocketAct = Extract<
  Act,
  { how: 'reset' | 'silence' | 'close' | 'raw' | 'header-overflow' | 'cut' }
>;

async function misbehave(socket: Socket, act: SocketAct, performance: Performance): Promise<void> {
  const { connections } = performance;
  switch (act.how) {
    case 'reset':
      connections.reset(socket);
      return;
    case 'silence':
      connections.hold(socket);
      return;
    case 'close':
      socket.end();
      return;
    case 'raw':
      socket.end(act.text);
      return;
    case 'header-overflow': {
      const line = `X-Padding: ${'x'.repeat(1000)}\r\n`;
      const padding = line.repeat(Math.ceil(act.bytes / line.length));
      socket.end(`HTTP/1.1 200 OK\r\n${padding}Content-Length: 2\r\n\r\n{}`);
      return;
    }
    case 'cut':
      await sendCut(socket, act, performance);
      return;
  }
}

async function sendCut(
  socket: Socket,
  act: Extract<Act, { how: 'cut' }>,
  performance: Performance,
): Promise<void> {
  const { connections } = performance;
  const whole = recordText(performance);
  const body = act.sent === 'half' ? whole.subarray(0, whole.length / 2) : whole;
  const promised = act.sent === 'half' ? whole.length : whole.length + 10;
  const framing = {
    length: `Content-Length: ${promised}\r\n`,
    chunked: 'Transfer-Encoding: chunked\r\n',
    'until-close': '',
  }[act.framing];
  socket.write(
    `HTTP/1.1 200 OK\r\nContent-Type: ${JSON_TYPE}\r\nConnection: close\r\n${framing}\r\n`,
  );
  const isChunked = act.framing === 'chunked';
  const bytes = isChunked
    ? Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n')])
    : body;
  if (act.end === 'close') {
    socket.end(bytes);
    return;
  }
  socket.write(bytes);
  if (act.end === 'never') {
    connections.hold(socket);
    return;
  }
  await wait(BEFORE_RESET_MS);
  connections.reset(socket);
}

const GZIPPED = { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'gzip' };

function answer(
  body: Buffer,
  headers: Readonly<Record<string, string>> = { 'Content-Type': JSON_TYPE },
  status = 200,
): Response {
  // Its length is declared: only faults of framing are to be found in the framing.
  return new Response(Uint8Array.from(body), {
    status,
    headers: { ...headers, 'Content-Length': String(body.length) },
  });
}

function recordAnswer(performance: Performance, record: Answer, status = 200): Response {
  const text = enveloped(performance, encodedRecord(performance, record));
  return answer(text, { 'Content-Type': JSON_TYPE }, status);
}

function enveloped({ format }: Performance, text: string | Buffer): Buffer {
  return wrapped(format.envelope, text);
}

function encodedRecord({ format }: Performance, record: Answer): Buffer {
  return format.voice.encoded(JSON.stringify(record), format.dialect.answerCharset);
}

function recordText(performance: Performance): Buffer {
  return enveloped(performance, encodedRecord(performance, recordOf(performance)));
}

function statusAnswer(performance: Performance, act: Extract<Act, { how: 'status' }>): Response {
  const { status, headers, body } = act;
  switch (body) {
    case 'none':
      return new Response(null, { status, headers });
    case 'html': {
      const page = `<html><body><h1>${status}</h1><hr>gateway</body></html>`;
      return answer(Buffer.from(page), { ...headers, 'Content-Type': 'text/html' }, status);
    }
    case 'record':
      return recordAnswer(performance, recordOf(performance), status);
    case 'error': {
      const message = `The sandbox was told to answer ${status}`;
      const { errorPaths } = performance.format.dialect;
      const told = { code: `told_${status}`, message, field: null };
      const text = JSON.stringify(refusalBody(told, errorPaths));
      return answer(Buffer.from(text), { ...headers, 'Content-Type': JSON_TYPE }, status);
    }
  }
}

function redirect({ url, orderId }: Performance, status: number): Response {
  const back = new URL(url);
  back.searchParams.set(REDIRECTED, orderId);
  return new Response(null, { status, headers: { Location: back.href, 'Content-Length': '0' } });
}

/** A test that set the fault too early has to notice. */
function noEarlierRecord(): Response {
  const message = 'There is no other record whose id to reuse';
  const text = JSON.stringify(refusalBody(refusal(500, 'no_earlier_record', message)));
  return answer(Buffer.from(text), { 'Content-Type': JSON_TYPE }, 500);
}

function truthOf({ truth, act }: Performance): TrueAnswer {
  if (truth === null) throw new Error(`${act.how} needs a record, and nothing was created`);
  return truth;
}

function recordOf(performance: Performance): Answer {
  return truthOf(performance).record;
}
