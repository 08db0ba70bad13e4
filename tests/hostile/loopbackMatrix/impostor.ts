import { createHmac } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { text } from 'node:stream/consumers';

import { z } from 'zod';

import { until } from '../waiting.ts';

/** What a program says to a tab that wants a proof, having taken the port of the desk that ended. */
export const IMPOSTURES = [
  'knows nothing of it',
  'says yes',
  'repeats what the desk once said',
  'guesses a key',
  'points elsewhere',
  'says that it failed',
  'says nothing',
] as const;
export type Imposture = (typeof IMPOSTURES)[number];

type Caught = {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: string;
};

export type Impostor = {
  readonly caught: readonly Caught[];
  readonly close: () => Promise<void>;
};

const askedSchema = z.object({ id: z.string(), nonce: z.string() });

/** `impostureOf`: how it treats the tab whose proof has this id. */
export async function startImpostor(
  port: number,
  impostureOf: (proofId: string) => Imposture,
  overheard: string,
): Promise<Impostor> {
  const caught: Caught[] = [];
  const hear = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = await text(request);
    const { method = '', url: path = '', headers } = request;
    caught.push({ method, path, authorization: headers.authorization, body });
    const asked = path === '/api/prove' ? askedSchema.safeParse(parsed(body)).data : undefined;
    if (asked === undefined) response.writeHead(401).end('{"ok":false}');
    else deceive(request, response, impostureOf(asked.id), { ...asked, overheard });
  };
  const server = createServer((request, response) => void hear(request, response));
  await until('the port is free', () => takesPort(server, port));
  return {
    caught,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** The desk's process takes a moment to end. */
function takesPort(server: Server, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const settle = (isTaken: boolean) => (): void => {
      server.removeAllListeners('error').removeAllListeners('listening');
      resolve(isTaken);
    };
    server.once('error', settle(false)).once('listening', settle(true));
    server.listen(port, '127.0.0.1');
  });
}

type Asked = { readonly id: string; readonly nonce: string; readonly overheard: string };

function deceive(
  request: IncomingMessage,
  response: ServerResponse,
  imposture: Imposture,
  { id, nonce, overheard }: Asked,
): void {
  const origin = request.headers.origin ?? '';
  const guess = createHmac('sha256', Buffer.alloc(32))
    .update(`deposit-desk proof 1\n${origin}\n${id}\n${nonce}`)
    .digest('base64url');
  const said: Readonly<Record<Imposture, readonly [status: number, body: string] | null>> = {
    'knows nothing of it': [401, '{"ok":false}'],
    'says yes': [200, '{"ok":true,"proof":true}'],
    'repeats what the desk once said': [200, overheard],
    'guesses a key': [200, JSON.stringify({ proof: guess })],
    'points elsewhere': [307, ''],
    'says that it failed': [500, ''],
    'says nothing': null,
  };
  const answer = said[imposture];
  if (answer === null) return;
  response.writeHead(answer[0], { location: '/api/op/app.info' }).end(answer[1]);
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}
