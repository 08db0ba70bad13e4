import type { Clock } from '../ports.ts';
import type { Connection } from './connect.ts';

/** An open connection that has carried no byte of a request, and is watched until it does. */
export type IdleConnection = {
  readonly connection: Connection;
  /** Why it cannot carry a request any more; null: it can. */
  readonly fault: () => string | null;
  /** Called right before the first byte is written: from then on the exchange listens. */
  readonly release: () => void;
  readonly close: () => void;
};

/**
 * Whatever the server sends before a request was written makes the connection unusable: an end, an error, or data such as a 408.
 * TLS session tickets are not data and do not count.
 */
export function watchIdle(connection: Connection, clock: Clock): IdleConnection {
  const { socket, certificate } = connection;
  let ended: string | null = null;
  const end = (why: string) => (): void => {
    ended ??= why;
  };
  // An end of the stream is told as `readable`, too, once everything before it was read.
  const onReadable = end('the other side spoke first, or closed');
  const onEnd = end('closed by the other side before anything was sent');
  const onClose = onEnd;
  const onError = (error: Error): void => end(error.message)();
  socket.on('readable', onReadable);
  socket.on('end', onEnd);
  socket.on('close', onClose);
  socket.on('error', onError);
  return {
    connection,
    fault() {
      if (ended !== null) return ended;
      if (socket.destroyed) return 'closed by the other side before anything was sent';
      if (certificate !== null && certificate.validUntil <= clock.now()) {
        return `the certificate expired at ${certificate.validUntil.toISOString()}`;
      }
      return null;
    },
    release() {
      socket.off('readable', onReadable);
      socket.off('end', onEnd);
      socket.off('close', onClose);
      socket.off('error', onError);
    },
    close: () => void socket.destroy(),
  };
}
