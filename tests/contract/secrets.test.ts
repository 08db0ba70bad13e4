import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { type RunningSandbox, startSandbox } from '../../src/sandbox/server.ts';
import {
  type ProfileId,
  intentIdSchema,
  merchantIdSchema,
  profileIdSchema,
} from '../../src/shared/domain/ids.ts';
import { buildInput, createInput } from '../support/builders.ts';
import { SIGNING, profileSetUp } from '../support/profileSetUp.ts';
import { HOSTS, type RunningHost } from './support/hosts.ts';
import { settledRequest, valueOf } from './support/outcomes.ts';
import { type TestKeychain, startTestKeychain } from './support/secretService.ts';

const CANARY = `canary-${randomBytes(18).toString('hex')}`;
const MERCHANT = merchantIdSchema.parse('99999999-8888-4777-8666-555555555555');

let keychain: TestKeychain;
let provider: RunningSandbox;
let providerDir = '';

beforeAll(async () => {
  keychain = await startTestKeychain();
  providerDir = mkdtempSync(path.join(tmpdir(), 'provider-'));
  provider = await startSandbox({
    port: 0,
    ledgerFile: path.join(providerDir, 'ledger.jsonl'),
    merchants: [{ merchant: MERCHANT, secret: CANARY }],
  });
});

afterAll(async () => {
  await provider.close();
  await keychain.close();
  rmSync(providerDir, { recursive: true });
});

/** As it is, and in the shapes in which it might slip through. */
function shapesOf(secret: string): readonly string[] {
  const bytes = Buffer.from(secret, 'utf8');
  return [secret, bytes.toString('hex'), bytes.toString('base64').replace(/=+$/u, '')];
}

function hits(text: string, secret: string): number {
  return shapesOf(secret).filter((shape) => text.includes(shape)).length;
}

/** A live merchant whose provider is ours, set up and used as an integrator would. */
async function useLiveProfile({ client }: RunningHost): Promise<void> {
  const setUp = profileSetUp({ name: 'Live', baseUrl: provider.origin, merchant: MERCHANT });
  const { id } = valueOf(await client.call('profile.save', { id: null, setUp }));
  const entered = { slot: SIGNING, secret: CANARY, keep: 'stored' } as const;
  // One before it, which is kept beside it until the provider has accepted the new one.
  await client.call('profile.setSecret', { profileId: id, ...entered, secret: `${CANARY}-old` });
  const stored = await client.call('profile.setSecret', { profileId: id, ...entered });
  expect(stored.ok).toBe(keychain.available);
  await client.call('profile.secrets', { profileId: id });
  await client.call('profileFile.export', { profileIds: [id] });
  await client.call('limits.read', { profileId: id, refresh: true });
  // A sandbox profile takes no secret from outside: the refusal must not repeat it.
  const sandbox = profileIdSchema.parse('sandbox');
  await client.call('profile.setSecret', { profileId: sandbox, ...entered });
  const created = await issueCreate(client, id);
  expect(created.outcome).toBe(keychain.available ? 'accepted' : 'not_sent');
}

async function issueCreate(client: RunningHost['client'], profileId: ProfileId) {
  const input = createInput();
  const intentId = intentIdSchema.parse(input.intentId);
  valueOf(await client.call('issue.create', { ...input, intentId, profileId }));
  return await settledRequest(client, intentId);
}

async function useSandboxProfile({ client }: RunningHost): Promise<void> {
  const profileId = profileIdSchema.parse('sandbox');
  expect((await issueCreate(client, profileId)).outcome).toBe('accepted');
  const input = buildInput();
  const intentId = intentIdSchema.parse(input.intentId);
  valueOf(await client.call('issue.build', { ...input, intentId, profileId }));
  expect((await settledRequest(client, intentId)).outcome).toBe('accepted');
}

describe.each(HOSTS)('$name', ({ start }) => {
  let host: RunningHost;

  beforeAll(async () => {
    host = await start({ env: keychain.env });
    await useSandboxProfile(host);
    await useLiveProfile(host);
    const page = await host.client.call('log.page', { before: null, pageSize: 50 });
    for (const { intentId } of valueOf(page).requests) {
      valueOf(await host.client.call('log.history', { intentId }));
    }
    // Once more from the start: what a page is told when it opens counts too.
    await host.reload();
  });

  afterAll(() => host.close());

  test('the recorder sees what does travel to the page, so that it would see a secret too', () => {
    const sent = host.sentToPage();
    expect(hits(sent, 'any_bank')).toBeGreaterThan(0);
    expect(hits(sent, MERCHANT)).toBeGreaterThan(0);
    expect(sent).toContain('request.changed');
    expect(sent).toContain('<meta name=');
    expect(hits(`${sent}${CANARY}`, CANARY)).toBe(1);
  });

  test('requests really were signed with the secrets looked for', () => {
    const keys = host.signingKeys();
    expect(keys.includes(CANARY)).toBe(keychain.available);
    // The embedded sandbox's own, new with every start.
    expect(keys.filter((key) => key !== CANARY)).toHaveLength(1);
  });

  test('no secret travels towards the renderer', () => {
    const sent = host.sentToPage();
    for (const secret of [CANARY, ...host.signingKeys()]) expect(hits(sent, secret)).toBe(0);
  });

  test('no secret lies in the data directory', () => {
    const files = readdirSync(host.dataDir, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name));
    const content = files.map((file) => readFileSync(file, 'latin1')).join('\n');
    expect(content).toContain('any_bank');
    for (const secret of [CANARY, ...host.signingKeys()]) expect(hits(content, secret)).toBe(0);
  });
});
