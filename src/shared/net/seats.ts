/** What a seat needs of a connection: `net.Socket` without Node, which shared does not know. */
type Connection = {
  readonly once: (event: 'close', listener: () => void) => unknown;
  readonly destroy: () => unknown;
};

/**
 * At most `most` connections at once. When all seats are taken, the connection that has been sending longest is closed: a normal
 * request is sent in a moment, so slow connections cannot keep others out. Connections that have not yet named a known path are
 * closed first: a provider on a slow line must not give way to a sender that only knows the port.
 */
export type Seats<Socket extends Connection = Connection> = {
  readonly take: (socket: Socket) => void;
  /** It has named a path of ours. */
  readonly known: (socket: Socket) => void;
  /** It has said all: it keeps its seat until it is answered. */
  readonly heard: (socket: Socket) => void;
};

export function createSeats<Socket extends Connection>(most: number): Seats<Socket> {
  // Each in the order of their coming.
  const strangers = new Set<Socket>();
  const speaking = new Set<Socket>();
  const waiting = new Set<Socket>();
  return {
    take(socket) {
      strangers.add(socket);
      socket.once('close', () => {
        for (const seats of [strangers, speaking, waiting]) seats.delete(socket);
      });
      if (strangers.size + speaking.size + waiting.size <= most) return;
      const [longest = socket] = strangers.size > 1 ? strangers : [...speaking, socket];
      for (const seats of [strangers, speaking]) seats.delete(longest);
      longest.destroy();
    },
    known(socket) {
      if (strangers.delete(socket)) speaking.add(socket);
    },
    heard(socket) {
      if (speaking.delete(socket)) waiting.add(socket);
    },
  };
}
