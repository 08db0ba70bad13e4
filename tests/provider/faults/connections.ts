import type { Server, Socket } from 'node:net';

/** The sockets below HTTP and TLS, for faults that no HTTP server would commit by itself, and to be rid of them all. */
export type Connections = {
  /** From here on this server's sockets are known. */
  readonly watch: (server: Server) => void;
  /** RST rather than FIN. A TLS socket cannot do that itself, so the one beneath it does. */
  readonly reset: (socket: Socket) => void;
  /** Left open and silent until the client or the sandbox goes. */
  readonly hold: (socket: Socket) => void;
  /** Ends what was held. Answers under way may still be finished. */
  readonly close: () => void;
  /** Every socket of this server that is still there, in whatever state. */
  readonly destroyAll: (server: Server) => void;
};

export function createConnections(): Connections {
  const beneath = new Map<string, Socket>();
  const held = new Set<Socket>();
  const known = new WeakMap<Server, Set<Socket>>();
  let isClosed = false;
  return {
    watch(server) {
      const ofServer = new Set<Socket>();
      known.set(server, ofServer);
      server.on('connection', (socket) => {
        const key = ends(socket);
        beneath.set(key, socket);
        ofServer.add(socket);
        socket.once('close', () => {
          ofServer.delete(socket);
          if (beneath.get(key) === socket) beneath.delete(key);
        });
      });
    },
    reset(socket) {
      const tcp = beneath.get(ends(socket)) ?? socket;
      whenNotShuttingDown([socket, tcp], () => {
        tcp.resetAndDestroy();
        if (tcp !== socket) socket.destroy();
      });
    },
    hold(socket) {
      held.add(socket);
      socket.once('close', () => held.delete(socket));
      if (isClosed) socket.destroy();
    },
    close() {
      isClosed = true;
      for (const socket of held) socket.destroy();
    },
    destroyAll(server) {
      for (const socket of known.get(server) ?? []) socket.destroy();
    },
  };
}

/** The same for a socket that is no server's, such as a tunnel's far end. */
export function resetSocket(socket: Socket): void {
  whenNotShuttingDown([socket], () => socket.resetAndDestroy());
}

/**
 * libuv refuses to reset a socket whose FIN was asked for in this turn of the loop and not sent yet (EINVAL), and Node then
 * forgets the handle without closing it: the client waits for ever, and the process never ends. An HTTP server ends its side as
 * soon as the client has, so a client that goes at the wrong moment is enough. The FIN is out one turn later.
 */
function whenNotShuttingDown(sockets: readonly Socket[], reset: () => void): void {
  const ending = sockets.find(isShuttingDown);
  if (ending === undefined) reset();
  else ending.once('finish', reset);
}

/** Bytes that wait to be written keep the FIN from being asked for. */
function isShuttingDown(socket: Socket): boolean {
  return (
    socket.writableEnded &&
    !socket.writableFinished &&
    socket.writableLength === 0 &&
    !socket.destroyed
  );
}

function ends(socket: Socket): string {
  return `${socket.localPort ?? 0} ${socket.remotePort ?? 0}`;
}
