import { once } from 'node:events';
import { createServer } from 'node:http';

export type EchoProvider = {
  readonly origin: string;
  /** POSTs that it answered. */
  readonly posts: () => number;
  readonly close: () => Promise<void>;
};

/** The careless kind: whatever went wrong, it repeats what it was sent and what it has on file. */
export async function startEchoProvider(onFile: readonly string[]): Promise<EchoProvider> {
  let posts = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      if (request.method === 'POST') posts += 1;
      const spelt = onFile.flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        new URLSearchParams({ secret }).toString(),
        Buffer.from(secret).toString('base64'),
        Buffer.from(secret).toString('hex'),
        ...secret.split('\n'),
      ]);
      const answer = {
        error: { message: `Bad key ${spelt.join(' ')}` },
        headers: request.rawHeaders,
        body: Buffer.concat(chunks).toString('utf8'),
        expected: spelt,
      };
      const asJson = {
        'content-type': 'application/json',
        'x-debug': onFile.map(encodeURIComponent).join(),
      };
      response.writeHead(request.method === 'POST' ? 401 : 200, asJson);
      response.end(JSON.stringify(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    posts: () => posts,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
