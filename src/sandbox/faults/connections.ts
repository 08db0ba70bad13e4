import type { Server, Socket } from 'node:net';

/** The sockets below HTTP and TLS, for faults that no HTTP server would commit by itself. */
export type Connections = {
  /** From here on this server's sockets are known. */
  readonly watch: (server: Server) => void;
  /** RST rather than FIN. A TLS socket cannot do that itself, so the one beneath it does. */
  readonly reset: (socket: Socket) => void;
  /** Left open and silent until the client or the sandbox goes. */
  readonly hold: (socket: Socket) => void;
  readonly closing: AbortSignal;
  readonly close: () => void;
};

export function createConnections(): Connections {
  const beneath = new Map<string, Socket>();
  const held = new Set<Socket>();
  const closing = new AbortController();
  return {
    watch(server) {
      server.on('connection', (socket) => {
        const key = ends(socket);
        beneath.set(key, socket);
        socket.once('close', () => {
          if (beneath.get(key) === socket) beneath.delete(key);
        });
      });
    },
    reset(socket) {
      const tcp = beneath.get(ends(socket)) ?? socket;
      tcp.resetAndDestroy();
      if (tcp !== socket) socket.destroy();
    },
    hold(socket) {
      held.add(socket);
      socket.once('close', () => held.delete(socket));
      if (closing.signal.aborted) socket.destroy();
    },
    closing: closing.signal,
    close() {
      closing.abort();
      for (const socket of held) socket.destroy();
    },
  };
}

function ends(socket: Socket): string {
  return `${socket.localPort ?? 0} ${socket.remotePort ?? 0}`;
}
