import { afterAll, beforeEach, describe, expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import type { Profile } from '#shared/domain/profile.ts';
import { err, ok } from '#shared/domain/result.ts';
import type { KeychainLibrary } from '#shared/domain/settings.ts';

import { createJsonFiles } from '../files/jsonFile.ts';
import type { Clock, Vault } from '../ports.ts';
import { type Redactor, createRedactor } from '../journal/redact.ts';
import { manualClock, profileOf, removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createFailingKeychain, createTestKeychain } from '../testing/keychain.ts';
import { createSecretPlaces } from './secretPlaces.ts';
import { type Secrets, createSecrets } from './secrets.ts';

afterAll(removeTemporaryDirs);

const signing = { kind: 'signing' } as const;
const header = { kind: 'header', name: 'X-Api-Key' } as const;
const profile = profileOf({ id: 'live-1' });
const withHeader = profileOf({
  id: 'live-1',
  dialect: {
    ...DEFAULT_DIALECT,
    companionHeaders: [{ kind: 'secret', name: 'X-Api-Key', prefix: '' }],
  },
});
const AT = '2026-11-15T10:00:00.000Z';

let dataDir: string;
let redactor: Redactor;
let library: KeychainLibrary;
let keyring: Vault;
let keytar: Vault;

beforeEach(() => {
  dataDir = temporaryDir();
  redactor = createRedactor();
  library = 'keyring';
  keyring = createTestKeychain();
  keytar = createTestKeychain();
});

/** As after a start: what was entered for a run is gone. */
function started(clock: Clock = manualClock(AT)): Secrets {
  return createSecrets({
    keychains: { keyring, keytar },
    library: () => library,
    places: createSecretPlaces(
      dataDir,
      createJsonFiles(new Date(), () => undefined),
    ),
    redactor,
    clock,
  });
}

async function stateOf(secrets: Secrets, of: Profile = profile) {
  const states = await secrets.states(of);
  return states.ok ? states.value[0] : states.error;
}

async function signingOf(secrets: Secrets, of: Profile = profile) {
  const read = await secrets.read(of);
  return read.ok ? (read.value?.signing ?? null) : read.error;
}

describe('a secret', () => {
  it('is missing until it is entered, and there after a start', async () => {
    expect(await stateOf(started())).toEqual({
      slot: signing,
      state: 'missing',
      store: 'keychain',
      replacedAt: null,
    });
    await started().write(profile, signing, 'first-secret', 'stored');
    expect(await signingOf(started())).toBe('first-secret');
  });

  it('is bound to the host of the address it was entered for', async () => {
    const secrets = started();
    await secrets.write(profile, signing, 'first-secret', 'stored');
    const elsewhere = { ...profile, baseUrl: 'https://evil.example' };
    expect(await stateOf(secrets, elsewhere)).toMatchObject({ state: 'other_host' });
    expect(await signingOf(secrets, elsewhere)).toBeNull();
    expect(await signingOf(secrets, { ...profile, baseUrl: `${profile.baseUrl}/path` })).toBe(
      'first-secret',
    );
    await secrets.write(elsewhere, signing, 'other-secret', 'stored');
    // The one for the other host is not one to go back to.
    expect(await stateOf(secrets, elsewhere)).toMatchObject({ state: 'stored', replacedAt: null });
  });

  it('is learnt by the redactor, and so is the one beside it', async () => {
    await started().write(profile, signing, 'first-secret', 'stored');
    await started().write(profile, signing, 'second-secret', 'stored');
    redactor = createRedactor();
    await started().read(profile);
    expect(redactor.text('first-secret second-secret')).not.toContain('secret');
  });

  it('of a header has its own place and its own state', async () => {
    const secrets = started();
    await secrets.write(withHeader, signing, 'sign-secret', 'stored');
    expect(await secrets.states(withHeader)).toMatchObject({
      value: [
        { slot: signing, state: 'stored' },
        { slot: header, state: 'missing' },
      ],
    });
    expect(await secrets.read(withHeader)).toEqual(
      ok({ signing: 'sign-secret', headers: new Map() }),
    );
    await secrets.write(withHeader, header, 'header-secret', 'stored');
    const headers = new Map([['x-api-key', 'header-secret']]);
    expect(await secrets.read(withHeader)).toEqual(ok({ signing: 'sign-secret', headers }));
    // Not asked for where the provider format does not need it.
    expect(await secrets.read(profile)).toEqual(ok({ signing: 'sign-secret', headers: new Map() }));
  });

  it('goes with its profile, whatever the provider format needs by now', async () => {
    const secrets = started();
    await secrets.write(withHeader, signing, 'sign-secret', 'stored');
    await secrets.write(withHeader, header, 'header-secret', 'stored');
    expect(await secrets.deleteAll(profile)).toEqual(ok(undefined));
    expect(await keyring.read('live-1')).toEqual(ok(null));
    expect(await keyring.read('live-1/x-api-key')).toEqual(ok(null));
  });

  it('of one profile stays when another goes whose name it begins with', async () => {
    const secrets = started();
    const longer = profileOf({ id: 'live-10' });
    await secrets.write(longer, signing, 'longer-secret', 'stored');
    await secrets.deleteAll(profile);
    expect(await signingOf(secrets, longer)).toBe('longer-secret');
  });
});

describe('a rotated secret', () => {
  it('keeps the last one that worked, also after two mistyped ones', async () => {
    const secrets = started();
    for (const secret of ['good-secret', 'mistyped-1', 'mistyped-2']) {
      await secrets.write(profile, signing, secret, 'stored');
    }
    expect(await stateOf(secrets)).toMatchObject({ state: 'stored', replacedAt: AT });
    await secrets.takeBack(profile, signing);
    expect(await signingOf(secrets)).toBe('good-secret');
    expect(await secrets.takeBack(profile, signing)).toEqual(err('none_kept'));
  });

  it('is proven only by what was signed with it', async () => {
    const secrets = started();
    await secrets.write(profile, signing, 'old-secret', 'stored');
    await secrets.write(profile, signing, 'new-secret', 'stored');
    await secrets.proven(profile, { signing: 'old-secret', headers: new Map() });
    expect(await stateOf(secrets)).toMatchObject({ replacedAt: AT });
    await secrets.proven(profile, { signing: 'new-secret', headers: new Map() });
    expect(await stateOf(secrets)).toMatchObject({ state: 'stored', replacedAt: null });
    const kept = await keyring.read(profile.id);
    expect(kept.ok ? kept.value : '').not.toContain('old-secret');
  });

  it('is back where it was when the keychain does not read it back', async () => {
    const secrets = started();
    await secrets.write(profile, signing, 'good-secret', 'stored');
    const { write } = keyring;
    let writes = 0;
    keyring = {
      ...keyring,
      async write(account, secret) {
        writes += 1;
        if (writes > 1) return write(account, secret);
        await write(account, 'garbage');
        return err('wrong_read_back');
      },
    };
    const failing = started();
    expect(await failing.write(profile, signing, 'new-secret', 'stored')).toEqual(
      err('wrong_read_back'),
    );
    expect(await signingOf(failing)).toBe('good-secret');
  });
});

describe('a secret for this run', () => {
  it('needs no keychain, is used before the stored one, and is gone after a start', async () => {
    await started().write(profile, signing, 'stored-secret', 'stored');
    const working = keyring;
    keyring = createFailingKeychain('unavailable');
    const secrets = started();
    expect(await stateOf(secrets)).toBe('unavailable');
    await secrets.write(profile, signing, 'run-secret', 'run');
    expect(await stateOf(secrets)).toMatchObject({ state: 'stored', store: 'memory' });
    expect(await signingOf(secrets)).toBe('run-secret');
    keyring = working;
    expect(await signingOf(started())).toBe('stored-secret');
  });

  it('gives way to one that is stored later, and both are deleted', async () => {
    const secrets = started();
    await secrets.write(profile, signing, 'run-secret', 'run');
    await secrets.write(profile, signing, 'stored-secret', 'stored');
    expect(await signingOf(secrets)).toBe('stored-secret');
    await secrets.write(profile, signing, 'run-secret', 'run');
    expect(await secrets.delete(profile, signing)).toMatchObject({ value: { state: 'missing' } });
    expect(await signingOf(secrets)).toBeNull();
  });
});

describe('another keychain', () => {
  it('by another library is said, and never asked in the stead of the first', async () => {
    const secrets = started();
    await secrets.write(profile, signing, 'first-secret', 'stored');
    await keytar.write(profile.id, 'something else');
    library = 'keytar';
    expect(await stateOf(secrets)).toMatchObject({ state: 'store_changed' });
    expect(await signingOf(secrets)).toBe('store_changed');
    library = 'keyring';
    expect(await signingOf(secrets)).toBe('first-secret');
  });

  it('takes over when the secret is entered again, and the first is cleared once that is proven', async () => {
    const secrets = started();
    await secrets.write(profile, signing, 'first-secret', 'stored');
    library = 'keytar';
    await secrets.write(profile, signing, 'second-secret', 'stored');
    expect(await signingOf(secrets)).toBe('second-secret');
    expect(await keyring.read(profile.id)).not.toEqual(ok(null));
    await started().proven(profile, { signing: 'second-secret', headers: new Map() });
    expect(await keyring.read(profile.id)).toEqual(ok(null));
    expect(await signingOf(started())).toBe('second-secret');
  });

  it('under the same library is said where the secret is not in it', async () => {
    await started().write(profile, signing, 'first-secret', 'stored');
    keyring = createTestKeychain();
    expect(await stateOf(started())).toMatchObject({ state: 'store_changed' });
    expect(await signingOf(started())).toBe('store_changed');
    await started().write(profile, signing, 'second-secret', 'stored');
    expect(await signingOf(started())).toBe('second-secret');
  });
});

describe('a keychain that fails', () => {
  it.each(['locked', 'denied', 'unavailable', 'timed_out'] as const)(
    'says %s and is told as that',
    async (fault) => {
      keyring = createFailingKeychain(fault);
      const secrets = started();
      expect(await secrets.read(profile)).toEqual(err(fault));
      expect(await secrets.states(profile)).toEqual(err(fault));
      expect(await secrets.write(profile, signing, 'some-secret', 'stored')).toEqual(err(fault));
      // A profile that never had a secret can go all the same.
      expect(await secrets.deleteAll(profile)).toEqual(ok(undefined));
    },
  );

  it('keeps a profile from losing track of a secret that could not be deleted', async () => {
    await started().write(profile, signing, 'some-secret', 'stored');
    const working = keyring;
    keyring = { ...createFailingKeychain('locked') };
    expect(await started().deleteAll(profile)).toEqual(err('locked'));
    keyring = working;
    expect(await signingOf(started())).toBe('some-secret');
  });
});

describe('a callback’s signature', () => {
  const signed = { ...DEFAULT_DIALECT.signature, over: { kind: 'raw-body' } } as const;
  const callback = (secret: 'shared' | 'own') =>
    profileOf({
      id: 'live-1',
      dialect: {
        ...DEFAULT_DIALECT,
        callback: { ...DEFAULT_DIALECT.callback, signature: { ...signed, secret } },
      },
    });

  const NONE = ok({ secrets: [], signRequests: false });

  it('is of a secret that signs requests where the same one was entered as the callbacks’ own', async () => {
    const secrets = started();
    const shop = callback('own');
    await secrets.write(shop, { kind: 'callback' }, 'the-same-secret', 'stored');
    for (const signs of ['the-same-secret', 'another-secret']) {
      await secrets.write(shop, signing, signs, 'stored');
      // The one before signed requests too.
      expect(await secrets.readForCallbacks(shop)).toEqual(
        ok({ secrets: ['the-same-secret'], signRequests: true }),
      );
    }
  });

  it('may be of the secret before this one for a day', async () => {
    const clock = manualClock(AT);
    const secrets = started(clock);
    const shop = callback('shared');
    await secrets.write(shop, signing, 'the-first-secret', 'stored');
    await secrets.write(shop, signing, 'the-second-secret', 'stored');
    clock.advance(24 * 60 * 60 * 1000 - 1);
    const both = ['the-second-secret', 'the-first-secret'];
    expect(await secrets.readForCallbacks(shop)).toEqual(ok({ secrets: both, signRequests: true }));
    clock.advance(1);
    expect(await secrets.readForCallbacks(shop)).toEqual(
      ok({ secrets: ['the-second-secret'], signRequests: true }),
    );
  });

  it('is of the callbacks’ own secret where the format says so, which no request needs', async () => {
    const secrets = started();
    const shop = callback('own');
    await secrets.write(shop, signing, 'signs-requests', 'stored');
    expect(await secrets.readForCallbacks(shop)).toEqual(NONE);
    expect(await secrets.read(shop)).toMatchObject({
      ok: true,
      value: { signing: 'signs-requests' },
    });
    await secrets.write(shop, { kind: 'callback' }, 'checks-callbacks', 'stored');
    expect(await secrets.readForCallbacks(shop)).toEqual(
      ok({ secrets: ['checks-callbacks'], signRequests: false }),
    );
    expect(await secrets.states(shop)).toMatchObject({
      value: [{ slot: signing }, { slot: { kind: 'callback' }, state: 'stored' }],
    });
    await secrets.deleteAll(shop);
    expect(await secrets.readForCallbacks(shop)).toEqual(NONE);
  });
});
