import http from 'node:http';
import net from 'node:net';

import { listen } from './provider.ts';

export type TestProxy = {
  readonly port: number;
  /** Every CONNECT: what was asked for, and with which headers. */
  readonly asked: () => readonly {
    readonly authority: string;
    readonly headers: readonly string[];
  }[];
  readonly close: () => Promise<void>;
};

/** A real CONNECT proxy. Whatever name is asked for, the tunnel ends at this port: tests resolve no names. */
export async function startTestProxy(
  answer: number | 'silence' | 'close',
  tunnelTo = 0,
): Promise<TestProxy> {
  const asked: { authority: string; headers: readonly string[] }[] = [];
  const sockets = new Set<net.Socket>();
  const server = http.createServer();
  server.on('connection', (socket: net.Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.on('connect', (request, client: net.Socket) => {
    asked.push({ authority: request.url ?? '', headers: request.rawHeaders });
    if (answer === 'silence') return;
    if (answer === 'close') {
      client.end();
      return;
    }
    if (answer !== 200) {
      client.end(`HTTP/1.1 ${answer} No\r\nContent-Length: 4\r\n\r\nsorry`);
      return;
    }
    const target = net.connect(tunnelTo, '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      target.pipe(client).pipe(target);
    });
    sockets.add(target);
    target.on('error', () => client.destroy());
  });
  const port = await listen(server);
  return {
    port,
    asked: () => asked,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => {
        server.close(resolve);
      });
    },
  };
}
