import { readFileSync, readdirSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import { basename, dirname, join } from 'node:path';

import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { DEFAULT_LISTENER } from '#shared/domain/callback.ts';
import { merchantIdSchema } from '#shared/domain/ids.ts';

import { SCHEMA } from '../../log/store/schema.ts';
import { readDirectory } from '../../exports/testing/readXlsx.ts';
import {
  createDraftOf,
  createRecordOf,
  intent,
  removeTemporaryDirs,
  temporaryDir,
} from '../../testing/builders.ts';
import { type OpenedDesk, SANDBOX, openedDesk } from '../../testing/openedDesk.ts';
import { type TestProvider, startTestProvider } from '../../testing/provider.ts';
import { setUpOf } from '../../profiles/profileFile.ts';

/** Each of its own kind, so that whichever gets out says where it came from. */
const CANARIES = {
  customer: 'canary-customer-Ivanova',
  order: 'canary-order-77',
  phone: '+79991234567',
  amount: '4815162',
  number: '2200700812345678',
  holder: 'CANARY HOLDER',
  link: 'pay-canary.example',
  providerWords: 'canary words of the provider',
  secret: 'canary-secret-value',
  operator: 'Canary Operator',
  profileName: 'Canary Merchant Ltd',
  merchant: '99999999-8888-4777-8666-555555555555',
  note: 'canary note about somebody',
  path: 'canary-path',
  bugMessage: 'canary bug message',
  publicUrl: 'callbacks-canary.example',
  word: 'canary-state-word',
} as const;

let provider: TestProvider;
let desk: OpenedDesk;
let dataDir: string;

beforeEach(async () => {
  dataDir = join(temporaryDir(), 'data');
  provider = await startTestProvider(({ body }, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(body));
    if (fields['order_id'] === 'refuse') {
      response.writeHead(422).end(JSON.stringify({ message: CANARIES.providerWords }));
      return;
    }
    const { number, holder, link } = CANARIES;
    const payment_data = { number, name: holder, url: `https://${link}/1` };
    response.end(JSON.stringify(createRecordOf(fields, { payment_data })));
  });
  desk = await openedDesk(dataDir, provider.baseUrl);
});
afterEach(async () => {
  await desk.services.close();
  await provider.close();
});
afterAll(removeTemporaryDirs);

/** A desk with something of everything in it. */
async function useIt(): Promise<void> {
  const { client } = desk;
  // A listener that fails: what it says goes to its author, and not into a file.
  const unsubscribe = desk.services.onEvent(() => {
    throw new Error(CANARIES.bugMessage);
  });
  await client.call('settings.update', { operatorName: CANARIES.operator });
  unsubscribe();
  const fields = createDraftOf({
    customer: CANARIES.customer,
    order_id: CANARIES.order,
    cents: Number(CANARIES.amount),
    customer_phone_number: CANARIES.phone,
  }).fields;
  const ask = { profileId: SANDBOX, reissue: null };
  await client.call('issue.create', { ...ask, intentId: intent('canary'), fields });
  await desk.rested('canary');
  const refused = { ...fields, order_id: 'refuse', cents: 1 };
  await client.call('issue.create', { ...ask, intentId: intent('refused'), fields: refused });
  await desk.rested('refused');
  await client.call('request.note', { intentId: intent('canary'), text: CANARIES.note });
  await client.call('limits.read', { profileId: SANDBOX, refresh: true });
  await client.call('callback.setListener', {
    profileId: SANDBOX,
    settings: { ...DEFAULT_LISTENER, enabled: true, publicUrl: `https://${CANARIES.publicUrl}` },
    newPath: false,
  });
  const listed = await client.call('profile.list', {});
  const [sandbox] = listed.ok ? listed.value : [];
  if (sandbox === undefined) throw new Error('no sandbox');
  const made = await client.call('profile.save', {
    id: null,
    setUp: {
      ...setUpOf(sandbox),
      name: CANARIES.profileName,
      mode: 'live',
      baseUrl: 'https://provider.example/canary-path/',
      merchant: merchantIdSchema.parse(CANARIES.merchant),
      dialect: DEFAULT_DIALECT,
      stateWords: [{ word: CANARIES.word, colour: 'red', meaning: CANARIES.word }],
    },
  });
  if (!made.ok) throw new Error(JSON.stringify(made.error));
  await client.call('profile.setSecret', {
    profileId: made.value.id,
    keep: 'stored',
    slot: { kind: 'signing' },
    secret: CANARIES.secret,
  });
  // What a host writes down goes through the redactor too.
  desk.services.note('host_failed', { detail: `with ${CANARIES.secret} inside` });
}

async function saved() {
  const reply = await desk.client.call('diagnostics.save', {});
  if (!reply.ok) throw new Error(JSON.stringify(reply.error));
  const bytes = readFileSync(reply.value.file);
  expect(reply.value.bytes).toBe(bytes.length);
  const parts = readDirectory(bytes);
  const text = [...parts.values()].map((part) => part.toString('utf8')).join('\n');
  return { ...reply.value, parts, text };
}

const spellings = (canary: string): readonly string[] => [
  canary,
  encodeURIComponent(canary),
  Buffer.from(canary).toString('base64').replace(/=+$/u, ''),
  Buffer.from(canary).toString('hex'),
];

/** What a person who helps asks for. */
function expectHelp(parts: ReadonlyMap<string, Buffer>): void {
  const json = (name: string): unknown => JSON.parse(parts.get(name)?.toString('utf8') ?? '');
  expect(json('about.json')).toMatchObject({
    version: '0.0.0',
    host: { kind: 'loopback' },
    updates: { state: 'off' },
    machine: { platform: process.platform },
  });
  expect(json('profiles.json')).toMatchObject([
    { id: 'sandbox', mode: 'sandbox', format: 'own', listener: { state: 'listening' } },
    { mode: 'live', format: 'documented', host: 'provider.example' },
  ]);
  expect(json('log.json')).toMatchObject({
    health: { state: 'ok' },
    file: { schema: SCHEMA, rows: { requests: 2 }, quickCheck: 'ok' },
    unanswered: 0,
  });
  const lines = (parts.get('desk.log')?.toString('utf8') ?? '').trim().split('\n');
  expect(lines.map((line): unknown => JSON.parse(line))).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ what: 'started', version: '0.0.0' }),
      expect.objectContaining({ what: 'provider_call', outcome: 'accepted' }),
      expect.objectContaining({ what: 'provider_call', outcome: 'rejected', status: 422 }),
      expect.objectContaining({ what: 'limits_read', outcome: 'HTTP 404' }),
      expect.objectContaining({ what: 'bug', error: 'Error' }),
    ]),
  );
}

describe('diagnostics', () => {
  it('tell what runs and how it stands, and nothing of customers, money or secrets', async () => {
    await useIt();
    const { parts, text, file } = await saved();
    expect([...parts.keys()].toSorted()).toEqual([
      'README.txt',
      'about.json',
      'desk.log',
      'log.json',
      'profiles.json',
      'settings.json',
    ]);
    const journal = readFileSync(join(dataDir, 'logs/desk.log'), 'utf8');
    for (const [name, canary] of Object.entries(CANARIES)) {
      for (const spelling of spellings(canary)) {
        expect(text.includes(spelling), `${name} in the bundle`).toBe(false);
        expect(journal.includes(spelling), `${name} in the log file`).toBe(false);
      }
    }
    for (const place of [dataDir, os.hostname()]) expect(text).not.toContain(place);
    expect(basename(file)).toMatch(/^deposit-desk-diagnostics_[\d_-]+\.zip$/u);
    expectHelp(parts);
  });

  it('never replace a file, and say so where they cannot be written', async () => {
    const first = await saved();
    const second = await saved();
    expect(second.file).not.toBe(first.file);
    const folder = dirname(first.file);
    expect(readdirSync(folder)).toHaveLength(2);
    await desk.services.close();
    // A file where the folder should be.
    dataDir = join(temporaryDir(), 'data');
    desk = await openedDesk(dataDir, provider.baseUrl);
    writeFileSync(join(dataDir, 'exports'), '');
    expect(await desk.client.call('diagnostics.save', {})).toMatchObject({
      ok: false,
      error: { code: 'diagnostics_not_saved' },
    });
  });
});
