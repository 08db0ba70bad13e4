import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, afterEach, expect, it } from 'vitest';
import { z } from 'zod';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { isQuarantined } from '#shared/domain/request.ts';

import {
  MERCHANT,
  OPERATOR,
  createDraftOf,
  createRecordOf,
  intent,
  profileOf,
  removeTemporaryDirs,
} from '../testing/builders.ts';
import { type TestDesk, openTestDesk } from '../testing/issuing.ts';
import { startTestProvider } from '../testing/provider.ts';

afterAll(removeTemporaryDirs);

const SECRET = 'a-very-secret-key';
const API_KEY = { kind: 'header', name: 'X-Api-Key' } as const;
const recordSchema = z.record(z.string(), z.unknown());

const closers: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

type Said = { readonly status?: number; readonly text: string };

/** Issues one request whose answer is made from the record that a provider would give. */
async function issued(say: (record: Readonly<Record<string, unknown>>) => Said, apiKey: string) {
  const server = await startTestProvider((call, response) => {
    const fields = recordSchema.parse(JSON.parse(call.body));
    const { status = 200, text } = say(createRecordOf(fields));
    response.writeHead(status).end(text);
  });
  const companionHeaders = [{ kind: 'secret', name: 'X-Api-Key', prefix: '' }];
  const dialect = { ...DEFAULT_DIALECT, companionHeaders };
  const profile = profileOf({ baseUrl: server.baseUrl, dialect });
  const desk = await openTestDesk();
  closers.push(server.close, desk.close);
  await desk.secrets.write(profile, { kind: 'signing' }, SECRET, 'stored');
  await desk.secrets.write(profile, API_KEY, apiKey, 'stored');
  const input = { intentId: intent('A-1'), profile, operator: OPERATOR, reissue: null };
  const result = await desk.issue({ ...input, draft: createDraftOf() });
  if (!result.ok) throw new Error(JSON.stringify(result.error));
  const request = await result.value.settled;
  return { desk, request };
}

/** Whatever the desk leaves: its files, what it tells the page, what the page can ask for. */
async function everythingOf(desk: TestDesk): Promise<string> {
  const history = await desk.log.history(intent('A-1'));
  const files = readdirSync(desk.dataDir, { withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ name }) => readFileSync(join(desk.dataDir, name), 'latin1'));
  return JSON.stringify([history, desk.events, files]);
}

it('a secret that is the merchant id does not change the record that echoes it', async () => {
  const { desk, request } = await issued((record) => ({ text: JSON.stringify(record) }), MERCHANT);
  expect(request).toMatchObject({
    outcome: 'accepted',
    answer: { record: { merchant: MERCHANT, payment_data: { number: '0000000000000000' } } },
  });
  expect(await desk.log.find(intent('A-1'))).toEqual(request);
  const history = await desk.log.history(intent('A-1'));
  const settled = history?.events.find((event) => event.kind === 'settled');
  expect(settled?.kind === 'settled' && settled.answer?.body).toContain(`"merchant":"${MERCHANT}"`);
});

it.each([
  [
    'a link',
    (record: object) => ({
      text: JSON.stringify({ ...record, payment_data: { url: `https://pay.example/${SECRET}` } }),
    }),
    'payment_data.url',
  ],
  [
    'a number',
    (record: object) => ({
      text: JSON.stringify({ ...record, payment_data: { number: '2200 zq7777 7001' } }),
    }),
    'payment_data.number',
  ],
  [
    'a name that nobody knows',
    (record: object) => ({ text: JSON.stringify({ ...record, [`x-${SECRET}`]: 1 }) }),
    'x-••••••',
  ],
  [
    'a refusal',
    () => ({ status: 400, text: JSON.stringify({ message: `bad key ${SECRET}` }) }),
    'message',
  ],
  ['a page', () => ({ status: 403, text: `<p>bad key ${SECRET}</p>` }), ''],
  [
    'escapes',
    (record: object) => ({
      text: JSON.stringify({ ...record, note: 'a-very-secret-key' }).replace(
        'a-very-secret-key',
        String.raw`\u0061-very-secret-key`,
      ),
    }),
    'note',
  ],
])('a secret in %s makes it unknown, quarantined, and stored without it', async (_, say, place) => {
  const { desk, request } = await issued(say, 'zq7777');
  expect(request).toMatchObject({
    outcome: 'unknown',
    reason: { code: 'secret_in_answer', detail: place },
  });
  expect(isQuarantined(request)).toBe(true);
  const everything = await everythingOf(desk);
  expect(everything).not.toContain(SECRET);
  expect(everything).not.toContain('zq7777');
  expect(everything).not.toContain('u0061-very-secret-key');
  expect(everything).toContain('••••••');
});

it('the place of a secret is told in a few words, however long the provider made its key', async () => {
  const key = 'k'.repeat(50_000);
  const { request } = await issued(
    (record) => ({ text: JSON.stringify({ ...record, [key]: SECRET }) }),
    'another-key',
  );
  expect(request).toMatchObject({ outcome: 'unknown', reason: { code: 'secret_in_answer' } });
  expect(JSON.stringify(request).length).toBeLessThan(2500);
});
