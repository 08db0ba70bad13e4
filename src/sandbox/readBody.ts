import type { IncomingMessage } from 'node:http';

import type { HttpBindings } from '@hono/node-server';

import type { Body } from './fields.ts';
import { type Refusal, refusal } from './refusal.ts';

const MAX_BODY_BYTES = 64 * 1024;
/** Of a body that is sent in more the connection is closed: each costs more than its bytes. */
const MAX_PIECES = 1024;
/** Routes that are served by Node, and so have its request beneath Hono's. */
export type OnNode = { readonly Bindings: HttpBindings };

export type ReadBody =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly refusal: Refusal }
  /** The client went away, or `isEnough` said stop. */
  | { readonly ok: false; readonly refusal: null; readonly soFar: Buffer };

/** How a body is written: its declared type, and what its bytes mean. */
export type BodyReader = {
  readonly type: RegExp;
  /** The answer to every other type. */
  readonly other: Refusal;
  readonly parsed: (bytes: Buffer) => ReadBody;
  /** From a body that is not whole; null where it has not come that far. */
  readonly peekOrderId: (soFar: Buffer) => string | null;
};

/**
 * Only what its declared type says. Where that is JSON a web page cannot send it to another origin without asking first, and this
 * server never answers such a question; a form it can send, but not sign.
 */
export async function readBody(
  request: IncomingMessage,
  reader: BodyReader = JSON_BODY,
  isEnough: ((soFar: Buffer) => boolean) | null = null,
): Promise<ReadBody> {
  if (!reader.type.test(request.headers['content-type'] ?? '')) return no(reader.other);
  const { bytes, ended } = await readUpTo(request, MAX_BODY_BYTES, isEnough);
  if (ended === 'too-large') {
    return no(refusal(413, 'body_too_large', `A body has at most ${MAX_BODY_BYTES} bytes`));
  }
  if (ended === 'cut') return { ok: false, refusal: null, soFar: bytes };
  return reader.parsed(bytes);
}

function parsedJson(bytes: Buffer): ReadBody {
  try {
    const value: unknown = JSON.parse(textOf(bytes));
    if (isBody(value)) return { ok: true, body: value };
    return no(refusal(400, 'malformed_json', 'The body must be a JSON object'));
  } catch {
    return no(refusal(400, 'malformed_json', 'The body is not JSON in UTF-8'));
  }
}

function textOf(bytes: Buffer): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}

function no(given: Refusal): ReadBody {
  return { ok: false, refusal: given };
}

export function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Bytes = { readonly bytes: Buffer; readonly ended: 'whole' | 'too-large' | 'cut' };

/**
 * A declared length is believed only where it says too much; the bytes are counted anyway. They are copied as they come, from
 * Node's own request: every chunk that waits, or passes Hono's web stream, costs hundreds of bytes, and a body can be sent in
 * chunks of one.
 */
function readUpTo(
  request: IncomingMessage,
  maxBytes: number,
  isEnough: ((soFar: Buffer) => boolean) | null,
): Promise<Bytes> {
  const declared = Number(request.headers['content-length'] ?? maxBytes);
  const whole = Buffer.allocUnsafe(Math.min(declared, maxBytes));
  let [length, pieces] = [0, 0];
  return new Promise((resolve) => {
    const end = (ended: Bytes['ended']): void => {
      request.off('data', take);
      request.pause();
      resolve({ bytes: whole.subarray(0, length), ended });
    };
    const take = (piece: Buffer): void => {
      pieces += 1;
      if (length + piece.length > whole.length) {
        end('too-large');
        return;
      }
      length += piece.copy(whole, length);
      if (pieces > MAX_PIECES) request.socket.destroy();
      // Not closed here: the caller that said "enough" decides how.
      if (isEnough?.(whole.subarray(0, length)) === true) end('cut');
    };
    request.on('end', () => end('whole'));
    request.on('error', () => end('cut'));
    request.on('close', () => end('cut'));
    if (declared > maxBytes) end('too-large');
    else if (request.destroyed) end('cut');
    else request.on('data', take);
  });
}

const ORDER_ID = /"order_id"\s*:\s*(?<text>"(?:[^"\\]|\\.)*")/u;

function peekOrderId(soFar: Buffer): string | null {
  const text = ORDER_ID.exec(soFar.toString('utf8'))?.groups?.['text'];
  if (text === undefined) return null;
  try {
    return String(JSON.parse(text));
  } catch {
    return null;
  }
}

export const JSON_BODY: BodyReader = {
  type: /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/iu,
  other: refusal(415, 'json_only', 'Content-Type must be application/json in UTF-8'),
  parsed: parsedJson,
  peekOrderId,
};
