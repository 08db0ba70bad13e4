import type { Clock } from '../ports.ts';
import type { Connection } from './connect.ts';

/** An open connection that has carried no byte of a request, and is watched until it does. */
export type IdleConnection = {
  readonly connection: Connection;
  /** Why it can carry no request any more; null while it can. */
  readonly fault: () => string | null;
  /** Called right before the first byte is written: from then on the exchange has its own listeners. */
  readonly release: () => void;
  readonly close: () => void;
};

/**
 * Anything that arrives before a request was written ends the connection: FIN, an error, or data such as a 408. TLS session
 * tickets are no data to the socket's reader and leave it usable.
 */
export function watchIdle(connection: Connection, clock: Clock): IdleConnection {
  const { socket, certificate } = connection;
  let ended: string | null = null;
  const end = (why: string) => (): void => {
    ended ??= why;
    socket.destroy();
  };
  // A FIN is first emitted as `readable`; `end` would follow only once the stream was read.
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
