import { type IncomingMessage, createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

type Heard = {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
};

/** A merchant's server. */
export type TestMerchant = {
  readonly origin: string;
  readonly heard: readonly Heard[];
  /** The bodies as JSON has them. */
  readonly said: () => readonly unknown[];
  /** Statuses of the next answers; after them 200. `hang`: never answered. */
  readonly answerNext: (...statuses: readonly (number | 'hang')[]) => void;
  readonly until: (count: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function startMerchant(): Promise<TestMerchant> {
  const heard: Heard[] = [];
  const next: (number | 'hang')[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece) => {
      body += String(piece);
    });
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      heard.push({ method, url, headers, body });
      const status = next.shift() ?? 200;
      if (status === 'hang') return;
      const more = status >= 300 && status < 400 ? { Location: '/elsewhere' } : {};
      response.writeHead(status, more).end('OK');
    });
  });
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound !== null ? bound.port : 0);
    });
  });
  const until = async (count: number): Promise<void> => {
    if (heard.length >= count) return;
    await sleep(2);
    await until(count);
  };
  return {
    origin: `http://127.0.0.1:${port}`,
    heard,
    said: () => heard.map(({ body }): unknown => JSON.parse(body)),
    answerNext: (...statuses) => void next.push(...statuses),
    until,
    async close() {
      server.closeAllConnections();
      await new Promise((closed) => {
        server.close(closed);
      });
    },
  };
}
