import { once } from 'node:events';
import http from 'node:http';
import { ownFetch } from '../support/ownFetch.ts';

/** The way to the provider, which can end anywhere. */
export type GateMood =
  /** Everything passes. */
  | 'open'
  /** The request is read whole and goes no further. */
  | 'swallow'
  /** The provider answers, and the answer stays here. */
  | 'keep answer';

export type Gate = {
  readonly origin: string;
  readonly setMood: (mood: GateMood) => void;
  readonly connected: () => Promise<void>;
  /** The request has arrived whole, or with `keep answer` its answer has. */
  readonly holding: () => Promise<void>;
  /** Lets the kept answer go, and comes back when the other side has been sent all of it. */
  readonly letAnswerGo: () => Promise<void>;
  readonly close: () => Promise<void>;
};

export async function startGate(toOrigin: string): Promise<Gate> {
  let mood: GateMood = 'open';
  const connected = createBell();
  const holding = createBell();
  let kept: (() => Promise<void>) | null = null;

  const server = http.createServer((request, response) => {
    void (async () => {
      const body = await bodyOf(request);
      if (request.method === 'POST' && mood === 'swallow') {
        holding.ring();
        return;
      }
      const answer = await forward(toOrigin, request, body);
      const give = (): Promise<void> =>
        new Promise((resolve) => {
          response.writeHead(answer.status, { 'content-type': answer.type });
          response.end(answer.text, resolve);
        });
      if (request.method === 'POST' && mood === 'keep answer') {
        kept = give;
        holding.ring();
      } else await give();
    })().catch(() => response.destroy());
  });
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy());
    connected.ring();
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The gate has no port');
  return {
    origin: `http://127.0.0.1:${address.port}`,
    setMood: (next) => {
      mood = next;
      connected.reset();
      holding.reset();
    },
    connected: () => connected.heard(),
    holding: () => holding.heard(),
    letAnswerGo: async () => {
      await kept?.();
    },
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

function createBell(): {
  readonly ring: () => void;
  readonly heard: () => Promise<void>;
  readonly reset: () => void;
} {
  let hasRung = false;
  const listeners = new Set<() => void>();
  return {
    ring() {
      hasRung = true;
      for (const listener of listeners) listener();
      listeners.clear();
    },
    heard: () =>
      new Promise((resolve) => {
        if (hasRung) resolve();
        else listeners.add(resolve);
      }),
    reset() {
      hasRung = false;
    },
  };
}

async function bodyOf(request: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  await once(request, 'end');
  return Buffer.concat(chunks).toString('utf8');
}

/** The provider answers to its own name only, so the gate's is not passed on. */
async function forward(
  toOrigin: string,
  request: http.IncomingMessage,
  body: string,
): Promise<{ readonly status: number; readonly type: string; readonly text: string }> {
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string' && !['host', 'connection', 'content-length'].includes(name)) {
      headers[name] = value;
    }
  }
  const response = await ownFetch(`${toOrigin}${request.url ?? ''}`, {
    method: request.method ?? 'GET',
    headers,
    ...(body === '' ? {} : { body }),
  });
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text: await response.text(),
  };
}
