import { once } from 'node:events';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { json } from 'node:stream/consumers';

import { z } from 'zod';

import { answerJson, answerPicture } from '../support/answers.ts';

export const EVIL_MERCHANT = '66666666-5555-4444-8333-222222222222';

const bodySchema = z.looseObject({
  order_id: z.string(),
  cents: z.number(),
  currency: z.string(),
});

type Said = {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: object;
};

/** A provider that says whatever it is told to, of each order: its requisites, its errors and its limits are an attacker's. */
export type EvilProvider = {
  readonly origin: string;
  readonly port: number;
  /** Laid over a good answer; with a status it is the whole answer. */
  readonly say: (orderId: string, said: Said) => void;
  readonly sayLimits: (limits: unknown) => void;
  /** `/redirect/<key>` leads there. */
  readonly redirect: (key: string, to: string) => void;
  /** `/picture/<key>` is these bytes. */
  readonly picture: (key: string, bytes: Buffer) => void;
  /** Paths that were asked for by GET, limits aside. */
  readonly fetched: () => readonly string[];
  readonly close: () => Promise<void>;
};

export async function startEvilProvider(): Promise<EvilProvider> {
  const said = new Map<string, Said>();
  const redirects = new Map<string, string>();
  const pictures = new Map<string, Buffer>();
  const fetched: string[] = [];
  let limits: unknown = [];
  let made = 0;
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = bodySchema.parse(await json(request));
    const own = said.get(body.order_id) ?? { body: {} };
    made += 1;
    const record = {
      id: `99999999-1111-4111-8111-${String(made).padStart(12, '0')}`,
      merchant: EVIL_MERCHANT,
      external_id: body.order_id,
      state: 'created',
      kind: 'deposit',
      amount_cents: body.cents,
      amount_currency: body.currency,
      payment_data: {},
    };
    const answer = own.status === undefined ? { ...record, ...own.body } : own.body;
    answerJson(response, own.status ?? 200, answer, own.headers);
  };
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    if (request.method === 'POST') {
      void take(request, response);
      return;
    }
    const picture = pictures.get(path.replace(/^\/picture\//u, ''));
    if (picture !== undefined) {
      response.writeHead(200, { 'content-type': 'image/jpeg' });
      response.end(picture);
      return;
    }
    const key = /^\/redirect\/(?<key>.+)$/u.exec(path)?.groups?.['key'];
    const isPicture = path.endsWith('.png');
    if (key !== undefined || isPicture) fetched.push(path);
    if (isPicture) answerPicture(response);
    else if (key === undefined) answerJson(response, 200, limits);
    else {
      // A header carries bytes: what it cannot is spelt in per cent.
      const to = redirects.get(key) ?? '';
      const location = to.replaceAll(/[^\x21-\x7e]/gu, (letter) => encodeURIComponent(letter));
      response.writeHead(302, { location });
      response.end();
    }
  });
  const port = await listen(server);
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    say: (orderId, answer) => void said.set(orderId, answer),
    sayLimits: (answer) => {
      limits = answer;
    },
    picture: (key, bytes) => void pictures.set(key, bytes),
    redirect: (key, to) => void redirects.set(key, to),
    fetched: () => fetched,
    close: () => end(server),
  };
}

/** Somebody on this machine whom no address may reach; knocks are counted. */
export type Catcher = {
  readonly port: number;
  readonly knocks: () => number;
  readonly close: () => Promise<void>;
};

export async function startCatcher(): Promise<Catcher> {
  let knocks = 0;
  const server = createServer((_request, response) => response.end('caught'));
  server.on('connection', () => {
    knocks += 1;
  });
  // Every address of this machine, by whichever name and family it is called.
  const port = await listen(server, '::');
  return { port, knocks: () => knocks, close: () => end(server) };
}

async function listen(server: Server, host = '127.0.0.1'): Promise<number> {
  server.listen(0, host);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('It does not listen');
  return address.port;
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
}
