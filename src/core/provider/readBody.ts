import type { IncomingMessage } from 'node:http';
import type { Transform } from 'node:stream';
import zlib from 'node:zlib';

import type { AnswerCharset } from '#shared/dialect/schema.ts';

import { decodeText } from './charset.ts';

/** issuing.md: after decompression. */
const MAX_BODY_BYTES = 1024 * 1024;
/** What travels can be a little larger than what it decodes to, and must end too. */
const MAX_WIRE_BYTES = MAX_BODY_BYTES + 64 * 1024;

export type BodyReader = {
  /** What has arrived and been decoded so far, at most so many bytes of it. */
  readonly text: (mostBytes?: number) => string;
  /** Why `text` is not what the provider meant; null where it is. */
  readonly problem: () => string | null;
  readonly stop: () => void;
};

export type BodyEvents = {
  /** Of the provider format: for bytes that are not UTF-8. */
  readonly charset: AnswerCharset;
  readonly onWhole: () => void;
  readonly onTooLarge: (detail: string) => void;
  /** The connection ended before the body did. */
  readonly onCut: (error: Error | null) => void;
};

/** Reads and decodes as it comes, and stops at the cap: a small answer may decode to gigabytes. */
export function readBody(response: IncomingMessage, events: BodyEvents): BodyReader {
  const encoding = response.headers['content-encoding'];
  const found = decoderFor(encoding);
  const decoder = found === 'unreadable' ? null : found;
  const chunks: Buffer[] = [];
  let problem = found === 'unreadable' ? `the answer is encoded as ${encoding}` : null;
  let wireBytes = 0;
  let keptBytes = 0;
  let isWhole = false;
  const tooLarge = (): void => events.onTooLarge(`more than ${MAX_BODY_BYTES} bytes`);

  function keep(chunk: Buffer): void {
    chunks.push(chunk);
    keptBytes += chunk.length;
    if (keptBytes > MAX_BODY_BYTES) tooLarge();
  }

  decoder?.on('data', keep);
  decoder?.on('end', events.onWhole);
  decoder?.on('error', (error) => {
    problem = `the ${encoding} answer cannot be unpacked: ${error.message}`;
    if (isWhole) events.onWhole();
  });
  response.on('data', (chunk: Buffer) => {
    wireBytes += chunk.length;
    if (wireBytes > MAX_WIRE_BYTES) tooLarge();
    else if (decoder === null) keep(chunk);
    else if (!decoder.destroyed) decoder.write(chunk);
  });
  response.on('error', events.onCut);
  response.on('close', () => {
    if (!response.complete) events.onCut(null);
  });
  response.on('end', () => {
    if (!response.complete) return;
    isWhole = true;
    if (decoder === null || problem !== null) events.onWhole();
    // Nothing at all is nothing in every encoding.
    else if (wireBytes === 0) events.onWhole();
    else decoder.end();
  });

  const decoded = (mostBytes: number) =>
    decodeText(
      Buffer.concat(chunks).subarray(0, mostBytes),
      response.headers['content-type'],
      events.charset,
    );
  return {
    text: (mostBytes = MAX_BODY_BYTES) => decoded(mostBytes).text,
    problem: () => problem ?? decoded(Infinity).problem,
    stop: () => decoder?.destroy(),
  };
}

/** What undoes a Content-Encoding; null where there is nothing to undo, 'unreadable' where we cannot. */
function decoderFor(contentEncoding: string | undefined): Transform | null | 'unreadable' {
  switch ((contentEncoding ?? 'identity').trim().toLowerCase()) {
    case '':
    case 'identity':
      return null;
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip();
    case 'deflate':
      return zlib.createInflate();
    case 'br':
      return zlib.createBrotliDecompress();
    default:
      return 'unreadable';
  }
}
