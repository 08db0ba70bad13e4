import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type LimitRow = {
  readonly currency: string;
  readonly payment_type: string;
  readonly min: number;
  readonly max: number;
};

/** A provider whose limits a test decides. Anything but GET limit counts as something sent. */
export type LimitsServer = {
  readonly origin: string;
  readonly setLimits: (rows: readonly LimitRow[]) => void;
  readonly posts: () => number;
  readonly close: () => Promise<void>;
};

export async function startLimitsServer(first: readonly LimitRow[]): Promise<LimitsServer> {
  let rows = first;
  let posts = 0;
  const server = createServer((request, response) => {
    const isLimits = request.method === 'GET' && request.url?.startsWith('/api/v1/requests/limit');
    if (isLimits !== true) posts += 1;
    response.writeHead(isLimits === true ? 200 : 500, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(isLimits === true ? rows : { error: 'this provider only has limits' }),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = addressOf(server.address());
  return {
    origin: `http://127.0.0.1:${port}`,
    setLimits: (next) => {
      rows = next;
    },
    posts: () => posts,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function addressOf(address: AddressInfo | string | null): AddressInfo {
  if (address === null || typeof address === 'string') throw new Error('not listening');
  return address;
}
