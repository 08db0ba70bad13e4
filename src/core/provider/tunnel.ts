import http from 'node:http';
import type net from 'node:net';

import { type Result, err, ok } from '#shared/domain/result.ts';

export type TunnelOptions = {
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  readonly authorization: string | null;
};

/**
 * CONNECT, for every address: the proxy learns the provider's name and port and nothing of the request, whose bytes leave
 * only after W2. Never the absolute form (`POST http://…`), which would show a proxy the signature.
 */
export function openTunnel(
  socket: net.Socket,
  authority: string,
  { timeoutMs, signal, authorization }: TunnelOptions,
): Promise<Result<net.Socket, string>> {
  return new Promise((resolve) => {
    const request = http.request({
      createConnection: () => socket,
      method: 'CONNECT',
      path: authority,
      headers: [
        'Host',
        authority,
        'Connection',
        'keep-alive',
        ...(authorization === null ? [] : ['Proxy-Authorization', authorization]),
      ],
      insecureHTTPParser: false,
    });
    let isFinished = false;
    const finish = (result: Result<net.Socket, string>): void => {
      // The request closes after a good answer too, and the tunnel must outlive that.
      if (isFinished) return;
      isFinished = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      // A socket error without a listener would end the process.
      socket.on('error', () => undefined);
      if (!result.ok) {
        request.destroy();
        socket.destroy();
      }
      resolve(result);
    };
    const onAbort = (): void => finish(err('interrupted'));
    const timer = setTimeout(() => finish(err('the proxy does not answer')), timeoutMs);

    request.on('error', (error) => finish(err(`the proxy ended the connection: ${error.message}`)));
    request.on('close', () => finish(err('the proxy ended the connection')));
    request.on('connect', ({ statusCode = 0, statusMessage = '' }, tunnel: net.Socket, head) => {
      if (statusCode < 200 || statusCode >= 300) {
        finish(err(`the proxy answered ${statusCode} ${statusMessage}`.trim()));
        return;
      }
      if (head.length > 0) tunnel.unshift(head);
      finish(ok(tunnel));
    });
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else request.end();
  });
}
