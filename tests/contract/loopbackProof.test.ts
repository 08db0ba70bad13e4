import { createHmac } from 'node:crypto';
import { type IncomingMessage, type Server, type ServerResponse, createServer } from 'node:http';
import { json } from 'node:stream/consumers';

import { afterEach, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';

import { askForProof } from '../../src/renderer/client/proof.ts';

const KEY = 'k'.repeat(43);
const PROOF = { id: 'i'.repeat(43), key: KEY };
const bodySchema = z.strictObject({ id: z.string(), nonce: z.string().length(43) });
type Body = z.infer<typeof bodySchema>;

let server: Server;
let origin = '';
let asked: { readonly body: Body; readonly headers: string }[] = [];
let reply: (body: Body) => readonly [status: number, text: string];

function proofOf(body: Body, key = KEY, at = origin): string {
  const said = `deposit-desk proof 1\n${at}\n${body.id}\n${body.nonce}`;
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(said).digest('base64url');
}

beforeEach(async () => {
  asked = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = bodySchema.parse(await json(request));
    asked.push({ body, headers: JSON.stringify(request.headers) });
    const [status, text] = reply(body);
    response.writeHead(status, { location: '/elsewhere' }).end(text);
  };
  server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

test('the desk that gave the key proves itself, with a fresh nonce every time', async () => {
  reply = (body) => [200, JSON.stringify({ proof: proofOf(body) })];
  expect(await askForProof(origin, PROOF)).toBe('proven');
  expect(await askForProof(origin, PROOF)).toBe('proven');
  expect(new Set(asked.map(({ body }) => body.nonce)).size).toBe(2);
  expect(JSON.stringify(asked)).not.toContain(KEY);
});

test('an answer that was overheard earlier proves nothing', async () => {
  let overheard = '';
  reply = (body) => [200, JSON.stringify({ proof: (overheard ||= proofOf(body)) })];
  expect(await askForProof(origin, PROOF)).toBe('proven');
  expect(await askForProof(origin, PROOF)).toBe('stranger');
});

const strangers: readonly (readonly [string, (body: Body) => readonly [number, string]])[] = [
  ['another key', (body) => [200, JSON.stringify({ proof: proofOf(body, 'x'.repeat(43)) })]],
  ['another address', (body) => [200, JSON.stringify({ proof: proofOf(body, KEY, 'http://x') })]],
  ['the nonce itself', ({ nonce }) => [200, JSON.stringify({ proof: nonce })]],
  ['a proof cut short', (body) => [200, JSON.stringify({ proof: proofOf(body).slice(1) })]],
  ['no proof', () => [200, '{}']],
  ['no JSON', () => [200, '<!doctype html>']],
  ['nothing', () => [200, '']],
  ['an unknown session', () => [401, '{"ok":false}']],
  ['no such address', () => [404, 'Not found']],
];
test.each(strangers)('%s is a stranger’s', async (_what, said) => {
  reply = said;
  expect(await askForProof(origin, PROOF)).toBe('stranger');
});

test.each([
  ['a failure', 500],
  ['a request read too slowly', 408],
  ['too many requests', 429],
  ['too large headers', 431],
  ['a pointer elsewhere', 307],
])('%s is no answer', async (_what, status) => {
  reply = () => [status, ''];
  expect(await askForProof(origin, PROOF)).toBe('unreachable');
  expect(asked).toHaveLength(1);
});

test('nobody is nobody', async () => {
  server.close();
  expect(await askForProof(origin, PROOF)).toBe('unreachable');
});
