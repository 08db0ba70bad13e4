import type net from 'node:net';

import { type Result, err, ok } from '#shared/domain/result.ts';

export type Stage = 'connect' | 'secureConnect';

export class SocketFault extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }
}

/** Waits for the stage's event; whatever comes first instead of it ends the socket. */
export function openSocket(
  socket: net.Socket,
  stage: Stage,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<Result<net.Socket, Error>> {
  return new Promise((resolve) => {
    const finish = (result: Result<net.Socket, Error>): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      socket.off(stage, onOpen);
      socket.off('close', onClose);
      socket.off('error', onError);
      // A socket error without a listener would end the process.
      socket.on('error', () => undefined);
      if (!result.ok) socket.destroy();
      resolve(result);
    };
    const onOpen = (): void => finish(ok(socket));
    const onError = (error: Error): void => finish(err(error));
    const onClose = (): void => finish(err(new SocketFault('CLOSED', 'closed by the other side')));
    const onAbort = (): void => finish(err(new SocketFault('ABORTED', 'interrupted')));
    const timer = setTimeout(() => {
      const waited = `no answer to ${stage} within ${timeoutMs} ms`;
      finish(err(new SocketFault('ETIMEDOUT', waited)));
    }, timeoutMs);

    socket.once(stage, onOpen);
    socket.once('error', onError);
    socket.once('close', onClose);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
  });
}
