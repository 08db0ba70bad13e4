import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type RequestListener, createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { getRequestListener } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createApp } from '#sandbox/app.ts';
import { createFormat } from '#sandbox/format.ts';
import { type Ledger, openLedger } from '#sandbox/ledger.ts';
import { stringToSign } from '#sandbox/signature.ts';
import { ALGORITHMS } from '#shared/dialect/schema.ts';

import { signatureOf, verifies } from '../provider/voice/signatures.ts';
import { EVERY_VOICE } from '../provider/voice/voice.ts';
import { type FormatCase, cases, dialectOf, merchant, secretOf } from './formats.ts';

const folder = mkdtempSync(join(tmpdir(), 'desk-vectors-'));
let ledger: Ledger;
/** Of the vector that is asked about. */
let listener: RequestListener;
const server = createServer((request, response) => listener(request, response));
let port: number;
beforeAll(async () => {
  ledger = await openLedger(join(folder, 'ledger.jsonl'));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterAll(async () => {
  server.close();
  await ledger.close();
  rmSync(folder, { recursive: true });
});

/** The vector's own bytes to a provider that speaks its format. */
async function answerTo(vector: FormatCase): Promise<string> {
  const merchants = [{ merchant, secret: secretOf(vector) }];
  const origin = `http://127.0.0.1:${port}`;
  const app = createApp({
    merchants,
    format: createFormat({ merchants, dialect: dialectOf(vector), voice: EVERY_VOICE }),
    ledger,
    origin,
    port,
    hostnames: ['127.0.0.1'],
    closing: new AbortController().signal,
    recordsUnsigned: false,
    validMs: 60_000,
    keepSeat: () => undefined,
  });
  const answer = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  listener = (request, response) => void answer(request, response);
  const type = vector.body === 'json' ? 'application/json' : 'application/x-www-form-urlencoded';
  const response = await fetch(`${origin}${vector.target}`, {
    method: 'POST',
    headers: [['Content-Type', type], ...(vector.header === null ? [] : [vector.header])],
    body: vector.sent,
  });
  return response.ok ? 'accepted' : `${vector.name}: ${response.status} ${await response.text()}`;
}

/** Its own field order, HMAC and RSA: where it agrees with the file, the file is not core's word alone. */
describe.each(ALGORITHMS)('the sandbox, by %s', (algorithm) => {
  const own = cases.filter(({ signature }) => signature.algorithm === algorithm);

  it('signs as the vectors do', () => {
    for (const vector of own) {
      const { name, flow, fields, stringToSign: text, signature, signed } = vector;
      expect(stringToSign(flow, fields), name).toBe(text);
      expect(signatureOf(text, secretOf(vector), signature), name).toBe(signed);
    }
  });

  it('takes what the vectors sign, and nothing else', () => {
    for (const vector of own) {
      const secret = secretOf(vector);
      const { stringToSign: text, signature, signed, name } = vector;
      expect(verifies(text, secret, signature, signed), name).toBe(true);
      expect(verifies(`${text}x`, secret, signature, signed), name).toBe(false);
    }
  });

  it('accepts each request, wherever its signature stands and however it is written', async () => {
    const answers: string[] = [];
    for (const vector of own) answers.push(await answerTo(vector));
    expect(answers.filter((answer) => answer !== 'accepted')).toEqual([]);
  });
});
