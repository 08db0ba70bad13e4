import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';

import type { Client } from '#shared/contract/client.ts';
import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { type ProfileId, profileIdSchema } from '#shared/domain/ids.ts';

import type { Vault, VaultFault } from '../ports.ts';
import {
  createDraftOf,
  createRecordOf,
  intent,
  removeTemporaryDirs,
  temporaryDir,
} from '../testing/builders.ts';
import { createFailingKeychain, createTestKeychain } from '../testing/keychain.ts';
import { type OpenedDesk, SANDBOX, openedDesk } from '../testing/openedDesk.ts';
import { type TestProvider, startTestProvider } from '../testing/provider.ts';
import { setUpWith } from '../testing/setUp.ts';

const signing = { kind: 'signing' } as const;
const SOME_TIME: unknown = expect.any(String);

/** One desk for all: opening it takes longer than what is tested. */
let dataDir: string;
let provider: TestProvider;
let desk: OpenedDesk;
let working: Vault;
let fault: VaultFault | null = null;

const inForce = (): Vault => (fault === null ? working : createFailingKeychain(fault));
const keychain: Vault = {
  store: 'keychain',
  name: 'Test keychain',
  read: (account) => inForce().read(account),
  write: (account, secret) => inForce().write(account, secret),
  delete: (account) => inForce().delete(account),
};

beforeAll(async () => {
  dataDir = temporaryDir();
  working = createTestKeychain();
  provider = await startTestProvider((call, response) => {
    const fields = z.record(z.string(), z.unknown()).parse(JSON.parse(call.body));
    response.end(JSON.stringify(createRecordOf(fields)));
  });
  desk = await openedDesk(dataDir, provider.baseUrl, keychain);
});

afterAll(async () => {
  await desk.services.close();
  await provider.close();
  removeTemporaryDirs();
});

async function reopen(profilesFile: string | null = null): Promise<Client> {
  await desk.services.close();
  if (profilesFile !== null) writeFileSync(join(dataDir, 'profiles.json'), profilesFile);
  desk = await openedDesk(dataDir, provider.baseUrl, keychain);
  return desk.client;
}

async function listed(id: ProfileId) {
  const profiles = await desk.client.call('profile.list', {});
  return profiles.ok ? profiles.value.find((profile) => profile.id === id) : undefined;
}

async function saved(overrides: Parameters<typeof setUpWith>[0] = {}): Promise<ProfileId> {
  const setUp = setUpWith({ baseUrl: provider.baseUrl, proxy: { mode: 'none' }, ...overrides });
  const reply = await desk.client.call('profile.save', { id: null, setUp });
  if (!reply.ok) throw new Error(reply.error.code);
  return reply.value.id;
}

function enter(profileId: ProfileId, secret: string, keep: 'stored' | 'run' = 'stored') {
  return desk.client.call('profile.setSecret', { profileId, slot: signing, secret, keep });
}

async function issue(profileId: ProfileId, name: string) {
  await desk.client.call('profile.confirmLive', { profileId });
  const { fields } = createDraftOf({ order_id: name, customer: `cust-${name}` });
  return desk.client.call('issue.create', {
    intentId: intent(name),
    profileId,
    fields,
    reissue: null,
  });
}

async function outcomeOf(profileId: ProfileId, name: string) {
  const issued = await issue(profileId, name);
  return issued.ok ? (await desk.rested(name)).outcome : issued.error.code;
}

describe('a profile', () => {
  it('of sandbox mode keeps its secret in the keychain too, and issues', async () => {
    const id = await saved({ mode: 'sandbox' });
    expect(await outcomeOf(id, 'S-1')).toBe('not_sent');
    expect(await enter(id, 'sandbox-mode-secret')).toMatchObject({ value: { store: 'keychain' } });
    expect(await outcomeOf(id, 'S-2')).toBe('accepted');
  });

  it('is duplicated with all but its name and its secrets', async () => {
    const id = await saved({ orderPattern: 'X{counter}' });
    await enter(id, 'first-secret');
    const copied = await desk.client.call('profile.duplicate', { profileId: id, name: 'Second' });
    if (!copied.ok) throw new Error(copied.error.code);
    expect(copied.value).toMatchObject({ name: 'Second', orderPattern: 'X{counter}' });
    expect(copied.value.id).not.toBe(id);
    const secrets = await desk.client.call('profile.secrets', { profileId: copied.value.id });
    expect(secrets).toMatchObject({ value: { secrets: [{ state: 'missing' }] } });
  });

  it('that is archived issues nothing, cannot be chosen, and stays in the list until it is back', async () => {
    const id = await saved();
    await enter(id, 'first-secret');
    const { client } = desk;
    await client.call('profile.choose', { profileId: id });
    const archived = { profileId: id, archived: true };
    expect(await client.call('profile.archive', archived)).toMatchObject({
      value: { archivedAt: SOME_TIME },
    });
    // A page that opens now begins in the Sandbox; no other page is moved.
    expect(await client.call('people.session', {})).toMatchObject({
      value: { profileId: SANDBOX },
    });
    expect(desk.events.at(-1)).toEqual({ name: 'profile.changed', profileId: id });
    expect(await outcomeOf(id, 'A-1')).toBe('profile_archived');
    expect(await client.call('profile.choose', { profileId: id })).toMatchObject({
      error: { code: 'profile_archived' },
    });
    const again = await reopen();
    expect(await listed(id)).toMatchObject({ archivedAt: SOME_TIME });
    await again.call('profile.save', { id, setUp: setUpWith({ baseUrl: provider.baseUrl }) });
    expect(await outcomeOf(id, 'A-2')).toBe('profile_archived');
    await again.call('profile.archive', { ...archived, archived: false });
    expect(await outcomeOf(id, 'A-3')).toBe('accepted');
  });

  it('that has issued live requests is not made a sandbox one, by hand or by a file', async () => {
    const id = await saved();
    const sandbox = setUpWith({ baseUrl: provider.baseUrl, mode: 'sandbox' });
    const save = () => desk.client.call('profile.save', { id, setUp: sandbox });
    expect(await save()).toMatchObject({ value: { mode: 'sandbox' } });
    await desk.client.call('profile.save', { id, setUp: { ...sandbox, mode: 'live' } });
    await outcomeOf(id, 'M-1');
    const refused = { error: { code: 'profile_stays_live' } };
    expect(await save()).toMatchObject(refused);
    const file = { kind: 'deposit-desk-profiles', version: 1, profiles: [{ id, setUp: sandbox }] };
    const text = JSON.stringify(file);
    expect(await desk.client.call('profileFile.import', { text })).toMatchObject(refused);
    expect(await listed(id)).toMatchObject({ mode: 'live' });
  });

  it('that has issued cannot be deleted', async () => {
    const id = await saved();
    await outcomeOf(id, 'U-1');
    expect(await desk.client.call('profile.delete', { profileId: id })).toMatchObject({
      error: { code: 'profile_in_use' },
    });
  });

  it('that has issued nothing is deleted with its secret', async () => {
    const id = await saved();
    await enter(id, 'first-secret');
    await desk.client.call('profile.choose', { profileId: id });
    expect(await desk.client.call('profile.delete', { profileId: id })).toEqual({
      ok: true,
      value: {},
    });
    expect(await keychain.read(id)).toEqual({ ok: true, value: null });
    expect(await listed(id)).toBeUndefined();
    expect(await desk.client.call('people.session', {})).toMatchObject({
      value: { profileId: SANDBOX },
    });
    expect(await desk.client.call('profile.delete', { profileId: id })).toMatchObject({
      error: { code: 'profile_not_found' },
    });
  });

  it('that is being deleted issues nothing, so that a refused deletion has cost no secret', async () => {
    const id = await saved();
    await enter(id, 'first-secret');
    const kept = working;
    let issued: string | null = null;
    const remove = () => desk.client.call('profile.delete', { profileId: id });
    try {
      working = {
        ...kept,
        async delete(account) {
          issued ??= await outcomeOf(id, 'D-1');
          return kept.delete(account);
        },
      };
      expect(await remove()).toEqual({ ok: true, value: {} });
    } finally {
      working = kept;
    }
    expect(issued).toBe('profile_archived');
    expect(await listed(id)).toBeUndefined();
  });

  it('whose secret cannot be deleted stays as it is, in use', async () => {
    const id = await saved();
    await enter(id, 'first-secret');
    fault = 'locked';
    try {
      expect(await desk.client.call('profile.delete', { profileId: id })).toMatchObject({
        error: { code: 'vault_locked' },
      });
    } finally {
      fault = null;
    }
    expect(await listed(id)).toMatchObject({ archivedAt: null });
    expect(await outcomeOf(id, 'D-2')).toBe('accepted');
  });

  it('file that is broken is told, not only set aside', async () => {
    await reopen('{"version":1');
    const info = await desk.client.call('app.info', {});
    const [aside] = info.ok ? info.value.setAside : [];
    expect(aside?.file).toBe(join(dataDir, 'profiles.json'));
    expect(readFileSync(aside?.movedTo ?? '', 'utf8')).toBe('{"version":1');
  });
});

describe('a secret of a profile', () => {
  it('that was replaced is kept until the first accepted request', async () => {
    const id = await saved();
    await enter(id, 'first-secret');
    expect(await enter(id, 'second-secret')).toMatchObject({
      value: { replacedAt: SOME_TIME },
    });
    expect(await outcomeOf(id, 'R-1')).toBe('accepted');
    await expect
      .poll(() => desk.client.call('profile.secrets', { profileId: id }))
      .toMatchObject({ value: { secrets: [{ state: 'stored', replacedAt: null }] } });
    const takenBack = await desk.client.call('profile.takeBackSecret', {
      profileId: id,
      slot: signing,
    });
    expect(takenBack).toMatchObject({ error: { code: 'secret_missing' } });
  });

  it('that everybody knows is refused, and not stored', async () => {
    const companionHeaders = [{ kind: 'fixed' as const, name: 'X-Shop', value: 'shop-number-1' }];
    const id = await saved({ dialect: { ...DEFAULT_DIALECT, companionHeaders } });
    const refused = (detail: string) => ({
      ok: false,
      error: { code: 'secret_not_secret', detail },
    });
    expect(await enter(id, setUpWith({}).merchant.toUpperCase())).toEqual(refused('merchant'));
    expect(await enter(id, 'shop-number-1')).toEqual(refused('header'));
    expect(await keychain.read(id)).toEqual({ ok: true, value: null });
  });

  it('in a keychain that fails has a failure of its own for each fault, and goes for this run', async () => {
    const codes = {
      locked: 'vault_locked',
      denied: 'vault_denied',
      unavailable: 'vault_unavailable',
      timed_out: 'vault_timed_out',
      wrong_read_back: 'secret_not_stored',
      store_changed: 'vault_store_changed',
    } as const satisfies Record<VaultFault, string>;
    const faults = ['locked', 'denied', 'unavailable', 'timed_out', 'wrong_read_back'] as const;
    for (const one of [...faults, 'store_changed'] as const) {
      const id = await saved();
      fault = one;
      expect(await enter(id, 'run-secret')).toMatchObject({ error: { code: codes[one] } });
      expect(await enter(id, 'run-secret', 'run')).toMatchObject({ value: { store: 'memory' } });
      expect(await outcomeOf(id, `V-${one}`)).toBe('accepted');
      fault = null;
    }
  });

  it('is said to be elsewhere when the other library is chosen', async () => {
    const id = await saved();
    await enter(id, 'first-secret');
    await desk.client.call('settings.update', { keychainLibrary: 'keytar' });
    expect(desk.events).toContainEqual({ name: 'profile.changed', profileId: SANDBOX });
    expect(await desk.client.call('profile.secrets', { profileId: id })).toMatchObject({
      value: { secrets: [{ state: 'store_changed' }] },
    });
    expect(await outcomeOf(id, 'K-1')).toBe('not_sent');
    // Other settings stay what they are when one is changed.
    await desk.client.call('settings.update', { theme: 'dark' });
    expect(await desk.client.call('settings.get', {})).toMatchObject({
      value: { theme: 'dark', keychainLibrary: 'keytar' },
    });
    await desk.client.call('settings.update', { keychainLibrary: 'keyring' });
  });
});

describe('a profile file', () => {
  it('sets up another desk that only needs the secret', async () => {
    const id = await saved({ name: 'Shop', orderPattern: 'F-{counter}' });
    await enter(id, 'first-secret');
    const exported = await desk.client.call('profileFile.export', { profileIds: [id, id] });
    if (!exported.ok) throw new Error(exported.error.code);
    const { text } = exported.value;
    expect(text).not.toContain('first-secret');
    await desk.services.close();

    dataDir = temporaryDir();
    working = createTestKeychain();
    desk = await openedDesk(dataDir, provider.baseUrl, keychain);
    const changes: unknown = expect.arrayContaining([
      { path: 'baseUrl', before: '', after: provider.baseUrl },
    ]);
    expect(await desk.client.call('profileFile.preview', { text })).toEqual({
      ok: true,
      value: { profiles: [{ id, name: 'Shop', action: 'add', changes, needsSecret: true }] },
    });
    expect(await desk.client.call('profile.list', {})).toMatchObject({ value: [{ id: SANDBOX }] });
    await desk.client.call('profileFile.import', { text });
    await enter(id, 'first-secret');
    expect(await outcomeOf(id, 'A-1')).toBe('accepted');
    expect(await desk.client.call('profileFile.preview', { text })).toMatchObject({
      value: { profiles: [{ action: 'same', changes: [], needsSecret: false }] },
    });
  });

  it('shows what it would change, knob by knob, and changes that', async () => {
    const id = await saved();
    await enter(id, 'first-secret');
    const setUp = setUpWith({ baseUrl: 'https://other.example', proxy: { mode: 'none' } });
    const text = JSON.stringify({
      kind: 'deposit-desk-profiles',
      version: 1,
      profiles: [{ id, setUp: { ...setUp, dayCut: '06:00' } }],
    });
    expect(await desk.client.call('profileFile.preview', { text })).toMatchObject({
      value: {
        profiles: [
          {
            id,
            action: 'change',
            changes: [
              { path: 'baseUrl', before: provider.baseUrl, after: 'https://other.example' },
              { path: 'dayCut', before: '00:00', after: '06:00' },
            ],
            // It is bound to the address.
            needsSecret: true,
          },
        ],
      },
    });
    await desk.client.call('profileFile.import', { text });
    expect(await listed(id)).toMatchObject({ baseUrl: 'https://other.example', dayCut: '06:00' });
  });

  it.each(['sandbox', 'log-anchor', 'people-pepper', `log-key-${'4445534b'.repeat(4)}`])(
    'with the id %s, which belongs to the desk itself, changes nothing, and says why',
    async (id) => {
      const one = { id: 'brought', setUp: setUpWith() };
      const text = JSON.stringify({
        kind: 'deposit-desk-profiles',
        version: 1,
        profiles: [one, { ...one, id }],
      });
      for (const name of ['profileFile.preview', 'profileFile.import'] as const) {
        expect(await desk.client.call(name, { text })).toEqual({
          ok: false,
          error: {
            code: 'profile_file_unreadable',
            detail: `profiles.1.id: "${id}" belongs to the desk itself`,
          },
        });
      }
      const brought = profileIdSchema.parse('brought');
      expect(await desk.client.call('profile.secrets', { profileId: brought })).toMatchObject({
        error: { code: 'profile_not_found' },
      });
    },
  );
});
