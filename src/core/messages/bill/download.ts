import http from 'node:http';
import type net from 'node:net';

import { type Failure, failure } from '#shared/domain/failure.ts';
import { type Result, err, ok } from '#shared/domain/result.ts';

const MAX_HEADER_BYTES = 16 * 1024;

export type DownloadOptions = {
  readonly url: URL;
  readonly userAgent: string;
  readonly mostBytes: number;
  /** Ends it, answered or not. */
  readonly signal: AbortSignal;
};

/** One GET on a connection that is already open: whole bytes or a reason. Follows no redirect and sends no cookies. */
export function download(
  socket: net.Socket,
  { url, userAgent, mostBytes, signal }: DownloadOptions,
): Promise<Result<Buffer, Failure>> {
  return new Promise((resolve) => {
    const request = http.request({
      createConnection: () => socket,
      method: 'GET',
      path: `${url.pathname}${url.search}`,
      headers: {
        Host: url.host,
        'User-Agent': userAgent,
        Accept: 'image/png, image/jpeg, image/gif, image/webp',
        // What unpacks to gigabytes is never unpacked here.
        'Accept-Encoding': 'identity',
        Connection: 'close',
      },
      insecureHTTPParser: false,
      maxHeaderSize: MAX_HEADER_BYTES,
    });
    const finish = (result: Result<Buffer, Failure>): void => {
      signal.removeEventListener('abort', onAbort);
      request.destroy();
      socket.destroy();
      resolve(result);
    };
    const notFetched = (detail: string): void => finish(err(failure('bill_not_fetched', detail)));
    const notSafe = (detail: string): void => finish(err(failure('bill_not_safe', detail)));
    const onAbort = (): void => notFetched('not in time');
    signal.addEventListener('abort', onAbort);

    request.on('error', (error) => notFetched(error.message));
    request.on('close', () => notFetched('the connection ended without an answer'));
    request.on('upgrade', () => notFetched('the server switched protocols'));
    request.on('response', (response) => {
      const refusal = refusalOf(response, mostBytes);
      if (refusal !== null) {
        finish(err(refusal));
        return;
      }
      const chunks: Buffer[] = [];
      let size = 0;
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk);
        size += chunk.length;
        if (size > mostBytes) notSafe(`more than ${mostBytes} bytes`);
      });
      response.on('error', (error) => notFetched(error.message));
      response.on('close', () => {
        if (response.complete) finish(ok(Buffer.concat(chunks)));
        else notFetched('the answer ended early');
      });
    });
    if (signal.aborted) onAbort();
    else request.end();
  });
}

/** What can be said before a byte of it was read; null: it may come. */
function refusalOf(response: http.IncomingMessage, mostBytes: number): Failure | null {
  const { statusCode = 0, headers } = response;
  if (statusCode >= 300 && statusCode < 400) {
    return failure('bill_not_safe', `a redirect (HTTP ${statusCode})`);
  }
  if (statusCode !== 200) return failure('bill_not_fetched', `HTTP ${statusCode}`);
  const encoding = headers['content-encoding'] ?? 'identity';
  if (encoding.toLowerCase() !== 'identity') {
    return failure('bill_not_safe', 'packed, which was not asked for');
  }
  return Number(headers['content-length'] ?? 0) > mostBytes
    ? failure('bill_not_safe', `more than ${mostBytes} bytes`)
    : null;
}
