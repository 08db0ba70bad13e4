import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** One connection through the relay. */
export type Relayed = {
  /** How often the direction has changed: a TLS handshake with its tickets takes 4 turns, a CONNECT before it 2 more. */
  readonly turns: () => number;
  readonly close: () => void;
  readonly reset: () => void;
  /** The client receives this, as if the other side had sent it. */
  readonly say: (text: string) => void;
  /** From here on no byte passes, and neither side is told. */
  readonly silence: () => void;
};

/** Bytes to and from another port, until a test interferes. */
export type Relay = {
  readonly host: string;
  readonly port: number;
  readonly count: () => number;
  /** The newest connection, once there have been more than `before` and its handshake has come this far. */
  readonly next: (before: number, turns: number) => Promise<Relayed>;
  /** New connections are accepted and led no further. */
  readonly hold: () => void;
  readonly open: () => void;
  readonly close: () => Promise<void>;
};

export const TLS_TURNS = 4;
export const TLS_BEHIND_PROXY_TURNS = 6;
const PATIENCE_MS = 60_000;

/** `host` may be any loopback address; the port of another address keeps a provider's Host header valid. */
export async function startRelay(
  toPort: number,
  host: string,
  port = 0,
  onConnection: (relayed: Relayed) => void = () => undefined,
): Promise<Relay> {
  const connections: Relayed[] = [];
  const sockets = new Set<net.Socket>();
  const held = new Set<() => void>();
  let isHeld = false;

  function take(near: net.Socket): void {
    const far = new net.Socket().setNoDelay();
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.once('close', () => sockets.delete(socket));
    }
    near.once('close', () => far.destroy());
    far.once('close', () => near.destroy());
    let turns = 0;
    let last: net.Socket | null = null;
    const lead = (from: net.Socket, to: net.Socket): void => {
      from.pipe(to);
      from.on('data', () => {
        if (last !== from) turns += 1;
        last = from;
      });
    };
    const begin = (): void => {
      far.connect(toPort, '127.0.0.1');
      lead(near, far);
      lead(far, near);
    };
    const relayed: Relayed = {
      turns: () => turns,
      close: () => void near.end(),
      reset: () => void near.resetAndDestroy(),
      say: (text) => void near.write(text),
      silence() {
        near.removeAllListeners('data').unpipe().pause();
        far.removeAllListeners('data').unpipe().pause();
      },
    };
    connections.push(relayed);
    onConnection(relayed);
    if (isHeld) held.add(begin);
    else begin();
  }

  // Without it Nagle's algorithm keeps back what `say` writes until the client has acknowledged the handshake.
  const server = net.createServer({ noDelay: true }, take);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The relay has no port');
  return {
    host,
    port: address.port,
    count: () => connections.length,
    async next(before, turns) {
      const endMs = performance.now() + PATIENCE_MS;
      while (performance.now() < endMs) {
        const newest = connections.length > before ? connections.at(-1) : undefined;
        if (newest !== undefined && newest.turns() >= turns) return newest;
        await sleep(5);
      }
      throw new Error(`No connection came through ${host}:${address.port}`);
    },
    hold: () => {
      isHeld = true;
    },
    open: () => {
      isHeld = false;
      for (const begin of held) begin();
      held.clear();
    },
    close: () =>
      new Promise((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
}
