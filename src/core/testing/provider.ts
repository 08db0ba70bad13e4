import http from 'node:http';
import net from 'node:net';

export type ReceivedCall = {
  readonly method: string;
  readonly url: string;
  readonly rawHeaders: readonly string[];
  readonly body: string;
};

export type TestProvider = {
  readonly baseUrl: string;
  /** Every POST that arrived, whole. */
  readonly posts: () => readonly ReceivedCall[];
  readonly gets: () => readonly ReceivedCall[];
  /** Every connection that was opened, whether a call came on it or not. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
};

export type Answer = (call: ReceivedCall, response: http.ServerResponse) => void;

/** A real HTTP server that answers as the test says. No sandbox: core must not lean on it. */
export async function startTestProvider(
  onPost: Answer,
  onGet: Answer = (_, response) => response.writeHead(404).end(),
): Promise<TestProvider> {
  const calls: ReceivedCall[] = [];
  let connections = 0;
  const server = http.createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = {
        method: request.method ?? '',
        url: request.url ?? '',
        rawHeaders: request.rawHeaders,
        body: Buffer.concat(chunks).toString('utf8'),
      };
      calls.push(call);
      (call.method === 'POST' ? onPost : onGet)(call, response);
    });
  });
  server.on('connection', () => {
    connections += 1;
  });
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    connections: () => connections,
    posts: () => calls.filter((call) => call.method === 'POST'),
    gets: () => calls.filter((call) => call.method === 'GET'),
    close: () => {
      server.closeAllConnections();
      return closed(server);
    },
  };
}

export type RawServer = {
  readonly baseUrl: string;
  readonly connections: () => number;
  /** Every byte that arrived, on any connection. */
  readonly received: () => string;
  readonly close: () => Promise<void>;
};

/** Below HTTP: for what a server can do to a connection. `onBytes` is called with the first bytes of each. */
export async function startRawServer(onBytes: (socket: net.Socket) => void): Promise<RawServer> {
  const sockets = new Set<net.Socket>();
  let connections = 0;
  let received = '';
  const server = net.createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (bytes) => {
      received += bytes.toString();
    });
    socket.once('data', () => onBytes(socket));
  });
  const port = await listen(server);
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    connections: () => connections,
    received: () => received,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return closed(server);
    },
  };
}

/** An address with no listener. */
export async function closedPort(): Promise<number> {
  const server = net.createServer();
  const port = await listen(server);
  await closed(server);
  return port;
}

export function listen(server: net.Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
}

function closed(server: net.Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
  });
}
