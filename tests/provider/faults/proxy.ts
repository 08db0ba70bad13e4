import { type Server, createServer } from 'node:http';
import { type Socket, connect } from 'node:net';

import { NAME_BEHIND_PROXY } from '../tls/certificates.ts';
import { resetSocket } from './connections.ts';
import type { Listening } from './fault.ts';

export type Proxy = {
  readonly server: Server;
  /** CONNECTs that became a tunnel. */
  readonly tunnels: () => number;
};

/** Whatever name the client gives this machine, the tunnel ends at 127.0.0.1. */
const TARGET = /^(?<host>[^:]+):(?<port>[0-9]{1,5})$/u;
const HOSTS: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', NAME_BEHIND_PROXY]);

/** A CONNECT proxy. It tunnels only to ports it is told of: on a developer's machine it must not be a way to anywhere else. */
export function createProxy(
  answer: Extract<Listening, { as: 'proxy' }>['answer'],
  mayReach: (port: number) => boolean,
  hold: (socket: Socket) => void,
): Proxy {
  let tunnels = 0;
  const server = createServer((_, response) => {
    response.writeHead(405, { Allow: 'CONNECT', 'Content-Length': '0' }).end();
  });
  server.on('connect', (request, _, head) => {
    const client = request.socket;
    client.on('error', () => undefined);
    if (answer === 'silence') {
      hold(client);
      return;
    }
    if (answer === 'close') {
      client.end();
      return;
    }
    const target = TARGET.exec(request.url ?? '')?.groups;
    const port = Number(target?.['port'] ?? Number.NaN);
    if (answer !== 'tunnel' || !HOSTS.has(target?.['host'] ?? '') || !mayReach(port)) {
      refuse(client, answer === 'tunnel' ? 403 : answer);
      return;
    }
    tunnels += 1;
    hold(client);
    openTunnel(client, head, port);
  });
  return { server, tunnels: () => tunnels };
}

function refuse(client: Socket, status: number): void {
  const challenge = status === 407 ? 'Proxy-Authenticate: Basic realm="sandbox"\r\n' : '';
  client.end(
    `HTTP/1.1 ${status} Refused\r\n${challenge}Content-Length: 0\r\nConnection: close\r\n\r\n`,
  );
}

function openTunnel(client: Socket, head: Buffer, port: number): void {
  const provider = connect({ port, host: '127.0.0.1' });
  // What ends one side ends the other the same way, resets included.
  provider.on('error', () => resetSocket(client));
  client.on('error', () => resetSocket(provider));
  client.on('close', () => provider.destroy());
  provider.on('close', () => client.destroySoon());
  provider.on('connect', () => {
    client.write('HTTP/1.1 200 Connection established\r\n\r\n');
    provider.write(head);
    client.pipe(provider);
    provider.pipe(client);
  });
}
