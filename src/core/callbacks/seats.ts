import type { Socket } from 'node:net';

/**
 * So many connections at once. Where all seats are taken the one that has been speaking longest makes room: whoever says what it
 * has to say is done in a moment, so those that hold their seats without coming to an end cannot keep the others out.
 */
export type Seats = {
  readonly take: (socket: Socket) => void;
  /** It has said all: it keeps its seat until it is answered. */
  readonly heard: (socket: Socket) => void;
};

export function createSeats(most: number): Seats {
  // In the order of their coming.
  const speaking = new Set<Socket>();
  const waiting = new Set<Socket>();
  return {
    take(socket) {
      speaking.add(socket);
      socket.once('close', () => {
        speaking.delete(socket);
        waiting.delete(socket);
      });
      if (speaking.size + waiting.size <= most) return;
      const [longest = socket] = speaking;
      speaking.delete(longest);
      longest.destroy();
    },
    heard(socket) {
      if (speaking.delete(socket)) waiting.add(socket);
    },
  };
}
