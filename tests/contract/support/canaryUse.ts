import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { expect } from '@playwright/test';

import { type RunningSandbox, startSandbox } from '../../../src/sandbox/server.ts';
import { DEFAULT_DIALECT, PRESETS } from '../../../src/shared/dialect/presets.ts';
import type { Dialect } from '../../../src/shared/dialect/schema.ts';
import type { Client } from '../../../src/shared/contract/client.ts';
import { depositBodySchema } from '../../../src/shared/domain/deposit.ts';
import {
  type ProfileId,
  intentIdSchema,
  merchantIdSchema,
  profileIdSchema,
} from '../../../src/shared/domain/ids.ts';
import { searchOf } from '../../../src/core/testing/searching.ts';
import { buildInput, createInput } from '../../support/builders.ts';
import { withCompanions } from '../../provider/companions.ts';
import { headerCanary, pemCanary, textCanary } from '../../support/canary.ts';
import { SIGNING, profileSetUp } from '../../support/profileSetUp.ts';
import { type EchoProvider, startEchoProvider } from './echoProvider.ts';
import { exportOf } from './exporting.ts';
import type { RunningHost } from './hosts.ts';
import { settledRequest, valueOf } from './outcomes.ts';
import { openProfileTab, searchInLab, secretSlot, typeSecret } from './secretScreen.ts';

/** Whatever an integrator does with secrets, done with secrets that are looked for afterwards. */

export const SIGNING_CANARY = textCanary('signing secret');
const OLDER = textCanary('the secret before it');
/** Never sent off. */
export const TYPED = textCanary('what is in the field');
const HEADER = headerCanary('secret header');
const PEM = pemCanary('private key');
const EXAMPLE = textCanary('example of the lab');
export const CANARIES = [SIGNING_CANARY, OLDER, TYPED, HEADER, PEM, EXAMPLE] as const;

export const MERCHANT = merchantIdSchema.parse('99999999-8888-4777-8666-555555555555');
const WITH_HEADER: Dialect = {
  ...DEFAULT_DIALECT,
  limitRequest: 'signed',
  companionHeaders: [{ kind: 'secret', name: 'X-Api-Key', prefix: 'Key ' }],
};
const MD5: Dialect = { ...PRESETS['md5-form'], companionHeaders: WITH_HEADER.companionHeaders };

export type Providers = {
  readonly plain: RunningSandbox;
  readonly rsa: RunningSandbox;
  readonly echo: EchoProvider;
  readonly close: () => Promise<void>;
};

export async function startProviders(): Promise<Providers> {
  const dir = mkdtempSync(path.join(tmpdir(), 'provider-'));
  const sandbox = (name: string, secret: string, dialect: Dialect) =>
    startSandbox(
      withCompanions(
        {
          port: 0,
          ledgerFile: path.join(dir, name),
          merchants: [{ merchant: MERCHANT, secret }],
          dialect,
        },
        { 'X-Api-Key': HEADER.secret },
      ),
    );
  const plain = await sandbox('plain.jsonl', SIGNING_CANARY.secret, WITH_HEADER);
  const rsa = await sandbox('rsa.jsonl', PEM.secret, PRESETS['rsa-header']);
  const echo = await startEchoProvider([SIGNING_CANARY.secret, HEADER.secret, PEM.secret]);
  return {
    plain,
    rsa,
    echo,
    async close() {
      await Promise.all([plain.close(), rsa.close(), echo.close()]);
      rmSync(dir, { recursive: true });
    },
  };
}

export async function useSandboxProfile({ client }: RunningHost): Promise<void> {
  const profileId = profileIdSchema.parse('sandbox');
  expect((await issueCreate(client, profileId)).outcome).toBe('accepted');
  const input = buildInput();
  const intentId = intentIdSchema.parse(input.intentId);
  valueOf(await client.call('issue.build', { ...input, intentId, profileId }));
  expect((await settledRequest(client, intentId)).outcome).toBe('accepted');
}

/** A merchant's secrets, typed where an integrator types them. */
export async function enterOnScreen(
  { client, page }: RunningHost,
  providers: Providers,
  hasKeychain: boolean,
): Promise<ProfileId> {
  const id = await saved(client, 'Plain', providers.plain.origin, WITH_HEADER);
  await openProfileTab(page, 'Plain', 'Secret');
  // One before it, which is kept beside it until the provider has accepted the new one.
  await typeSecret(page, 'Signing secret', OLDER.secret, hasKeychain);
  await typeSecret(page, 'Signing secret', SIGNING_CANARY.secret, hasKeychain);
  await typeSecret(page, 'X-Api-Key', HEADER.secret, hasKeychain);
  return id;
}

export async function usePlain({ client }: RunningHost, id: ProfileId): Promise<void> {
  expect((await issueCreate(client, id)).outcome).toBe('accepted');
  valueOf(await client.call('profile.secrets', { profileId: id }));
  valueOf(await client.call('limits.read', { profileId: id, refresh: true }));
  const checkId = crypto.randomUUID();
  const { steps } = valueOf(await client.call('connection.check', { profileId: id, checkId }));
  expect(steps.at(-1)?.code).toBe('signature_accepted');
}

export async function useLab({ client, page }: RunningHost, profileId: ProfileId): Promise<void> {
  const body = depositBodySchema.parse({
    flow: 'create',
    fields: {
      merchant: MERCHANT,
      order_id: 'A-1',
      cents: 312,
      currency: 'RUB',
      customer: 'cust-1',
      payment_type: 'any_bank',
    },
  });
  for (const dialect of [WITH_HEADER, MD5, PRESETS['rsa-header']]) {
    const explained = valueOf(await client.call('lab.explain', { profileId, dialect, body }));
    expect(explained.stringToSign).toContain('312::RUB');
    const search = { profileId, dialect, body, expected: explained.signature ?? 'none' };
    for (const exampleSecret of [null, EXAMPLE.secret]) {
      valueOf(await client.call('lab.search', { ...search, exampleSecret }));
    }
  }
  await openProfileTab(page, 'Plain', 'Provider format');
  await searchInLab(page, EXAMPLE.secret);
}

/** Typed and not sent off: what is in the field must not be kept either. */
export async function typeOnly({ page }: RunningHost): Promise<void> {
  await secretSlot(page, 'Signing secret').getByLabel('Secret', { exact: true }).fill(TYPED.secret);
}

/** A key of many lines has a box of many lines, which browsers like to remember. */
export async function useRsa(
  { client, page }: RunningHost,
  providers: Providers,
  hasKeychain: boolean,
): Promise<void> {
  const id = await saved(client, 'Key', providers.rsa.origin, PRESETS['rsa-header']);
  await openProfileTab(page, 'Key', 'Secret');
  await typeSecret(page, 'Signing secret', PEM.secret, hasKeychain);
  expect((await issueCreate(client, id)).outcome).toBe('accepted');
}

/** The provider's answers are kept in the log as they came, except for what must not be kept. */
export async function useEcho(
  { client }: RunningHost,
  { echo }: Providers,
  keep: 'stored' | 'run',
) {
  for (const [dialect, secret] of [
    [MD5, SIGNING_CANARY.secret],
    [PRESETS['rsa-header'], PEM.secret],
  ] as const) {
    const id = await saved(client, 'Echo', echo.origin, dialect);
    valueOf(await client.call('profile.setSecret', { profileId: id, slot: SIGNING, secret, keep }));
    const slotOfHeader = { kind: 'header', name: 'X-Api-Key' } as const;
    const header = { profileId: id, slot: slotOfHeader, secret: HEADER.secret, keep } as const;
    if (dialect === MD5) valueOf(await client.call('profile.setSecret', header));
    const before = echo.posts();
    expect((await issueCreate(client, id)).outcome).toBe('unknown');
    expect(echo.posts()).toBe(before + 1);
    valueOf(await client.call('limits.read', { profileId: id, refresh: true }));
    const checkId = crypto.randomUUID();
    valueOf(await client.call('connection.check', { profileId: id, checkId }));
  }
}

/** A refusal must not repeat what it refuses. */
export async function beRefused({ client, callRaw }: RunningHost, id: ProfileId): Promise<void> {
  const sandbox = profileIdSchema.parse('sandbox');
  const entered = { slot: SIGNING, secret: SIGNING_CANARY.secret, keep: 'stored' } as const;
  const { secret } = entered;
  expect((await client.call('profile.setSecret', { profileId: sandbox, ...entered })).ok).toBe(
    false,
  );
  const nowhere = { profileId: id, ...entered, keep: 'nowhere' };
  expect(await callRaw('profile.setSecret', nowhere)).toMatchObject({ ok: false });
  const elsewhere = { profileId: id, slot: secret, secret: { secret }, keep: secret, [secret]: 1 };
  expect(await callRaw('profile.setSecret', elsewhere)).toMatchObject({ ok: false });
}

/** Everything that is told of it afterwards. */
export async function askForEverything({ client }: RunningHost): Promise<string> {
  const profiles = valueOf(await client.call('profile.list', {}));
  const profileIds = profiles.map(({ id }) => id).filter((id) => id !== 'sandbox');
  const { text } = valueOf(await client.call('profileFile.export', { profileIds }));
  valueOf(await client.call('profileFile.preview', { text }));
  for (const profileId of profileIds) {
    const refusal = {
      status: 401,
      path: 'code',
      value: 'X',
      meaning: 'refused',
      wording: '',
    } as const;
    valueOf(await client.call('format.pastAnswers', { profileId, refusal }));
  }
  const found = await client.call('log.search', searchOf());
  for (const { intentId } of valueOf(found).rows) {
    valueOf(await client.call('log.history', { intentId }));
  }
  for (const name of ['app.info', 'settings.get', 'log.health', 'log.heldAnswers'] as const) {
    valueOf(await client.call(name, {}));
  }
  valueOf(await client.call('settings.update', { operatorName: 'Canary keeper' }));
  valueOf(await client.call('log.facets', {}));
  const order = exportOf({ format: 'jsonl', requisites: 'whole' });
  valueOf(await client.call('export.start', order));
  const { exportId } = order;
  const state = async () => valueOf(await client.call('export.state', { exportId })).state;
  await expect.poll(state, { timeout: 20_000 }).toBe('done');
  valueOf(await client.call('log.backUp', {}));
  valueOf(await client.call('log.verify', {}));
  valueOf(await client.call('diagnostics.save', {}));
  return text;
}

async function saved(client: Client, name: string, baseUrl: string, dialect: Dialect) {
  const setUp = profileSetUp({ name, baseUrl, merchant: MERCHANT, dialect });
  return valueOf(await client.call('profile.save', { id: null, setUp })).id;
}

async function issueCreate(client: Client, profileId: ProfileId) {
  const input = createInput();
  const intentId = intentIdSchema.parse(input.intentId);
  valueOf(await client.call('profile.confirmLive', { profileId }));
  valueOf(await client.call('issue.create', { ...input, intentId, profileId }));
  return await settledRequest(client, intentId);
}
