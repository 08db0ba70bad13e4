import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';

/** Everything that goes through it towards the browser, byte for byte. */
export type RecordingProxy = {
  readonly address: string;
  readonly recorded: () => string;
  readonly close: () => Promise<void>;
};

export async function startRecordingProxy(): Promise<RecordingProxy> {
  const chunks: Buffer[] = [];
  const server = createServer((asked, answer) => forward(asked, answer, chunks));
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen');
  return {
    address: `http://127.0.0.1:${address.port}`,
    recorded: () => Buffer.concat(chunks).toString('latin1'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function forward(asked: IncomingMessage, answer: ServerResponse, chunks: Buffer[]): void {
  const { 'proxy-connection': _hop, ...headers } = asked.headers;
  const onward = request(asked.url ?? '', { method: asked.method, headers }, (reply) => {
    chunks.push(
      Buffer.from(`\n${asked.url} ${reply.statusCode}\n${reply.rawHeaders.join('\n')}\n\n`),
    );
    reply.on('data', (chunk: Buffer) => chunks.push(chunk));
    answer.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
    answer.flushHeaders();
    reply.pipe(answer);
    reply.on('error', () => answer.destroy());
  });
  onward.on('error', () => answer.destroy());
  answer.on('close', () => onward.destroy());
  asked.pipe(onward);
}
