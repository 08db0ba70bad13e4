import type { Body } from './fields.ts';
import { type Refusal, refusal } from './refusal.ts';

const MAX_BODY_BYTES = 64 * 1024;
const JSON_TYPE = /^application\/json(?:\s*;\s*charset="?utf-8"?)?\s*$/iu;

export type ReadBody =
  | { readonly ok: true; readonly body: Body }
  | { readonly ok: false; readonly refusal: Refusal };

/**
 * Only JSON, by its declared type: a web page cannot send that to another origin without asking first, and this server
 * never answers such a question.
 */
export async function readBody(request: Request): Promise<ReadBody> {
  if (!JSON_TYPE.test(request.headers.get('content-type') ?? '')) {
    return no(refusal(415, 'json_only', 'Content-Type must be application/json in UTF-8'));
  }
  const bytes = await readUpTo(request, MAX_BODY_BYTES);
  if (bytes === null) {
    return no(refusal(413, 'body_too_large', `A body has at most ${MAX_BODY_BYTES} bytes`));
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const value: unknown = JSON.parse(text);
    if (isBody(value)) return { ok: true, body: value };
    return no(refusal(400, 'malformed_json', 'The body must be a JSON object'));
  } catch {
    return no(refusal(400, 'malformed_json', 'The body is not JSON in UTF-8'));
  }
}

function no(given: Refusal): ReadBody {
  return { ok: false, refusal: given };
}

function isBody(value: unknown): value is Body {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** null: there is more. A declared length is believed only where it says too much; the bytes are counted anyway. */
async function readUpTo(request: Request, maxBytes: number): Promise<Buffer | null> {
  if (Number(request.headers.get('content-length') ?? '0') > maxBytes) return null;
  if (request.body === null) return Buffer.alloc(0);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const stream: AsyncIterable<Uint8Array> = request.body;
  for await (const chunk of stream) {
    size += chunk.length;
    if (size > maxBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
