import { once } from 'node:events';
import { type Server, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SilentProvider = {
  readonly port: number;
  readonly close: () => Promise<void>;
};

/** Takes every POST and never answers it; other requests, such as limits, it refuses at once. */
export async function startSilentProvider(): Promise<SilentProvider> {
  const server: Server = createServer((request, response) => {
    request.resume();
    if (request.method !== 'POST') response.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = addressOf(server);
  return {
    port,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function addressOf(server: Server): AddressInfo {
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return address;
}
