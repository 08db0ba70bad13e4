import { expect, it } from 'vitest';

import { DEFAULT_DIALECT } from '#shared/dialect/presets.ts';
import { profileIdSchema } from '#shared/domain/ids.ts';

import type { VaultFault } from '../ports.ts';
import { removeTemporaryDirs, temporaryDir } from '../testing/builders.ts';
import { createFailingKeychain, createTestKeychain } from '../testing/keychain.ts';
import { openedDesk } from '../testing/openedDesk.ts';
import { setUpWith } from '../testing/setUp.ts';

it('a secret is not made known by an edit of its profile, nor by the profile file', async () => {
  let fault: VaultFault | null = null;
  const working = createTestKeychain();
  const desk = await openedDesk(temporaryDir(), 'http://127.0.0.1:9', {
    ...working,
    read: (account) => (fault === null ? working : createFailingKeychain(fault)).read(account),
  });
  try {
    const { client } = desk;
    const made = await client.call('profile.save', { id: null, setUp: setUpWith() });
    if (!made.ok) throw new Error(made.error.code);
    const id = profileIdSchema.parse(made.value.id);
    const merchant = '12121212-3434-4565-8787-909090909090';
    const slot = { kind: 'signing' } as const;
    for (const secret of [merchant, 'shop-number-1']) {
      await client.call('profile.setSecret', { profileId: id, slot, secret, keep: 'stored' });
    }
    const refused = (detail: string) => ({
      ok: false,
      error: { code: 'known_value_is_secret', detail },
    });
    const save = (other: Parameters<typeof setUpWith>[0]) =>
      client.call('profile.save', { id, setUp: setUpWith(other) });
    // The one before is still held, too.
    expect(await save({ merchant: merchant.toUpperCase() })).toEqual(refused('merchant'));
    const companionHeaders = [{ kind: 'fixed', name: 'X-Shop', value: 'shop-number-1' }];
    const dialect = { ...DEFAULT_DIALECT, companionHeaders };
    expect(await save({ dialect })).toEqual(refused('header'));
    const exported = await client.call('profileFile.export', { profileIds: [id] });
    if (!exported.ok) throw new Error(exported.error.code);
    const text = exported.value.text.replaceAll(setUpWith().merchant, merchant);
    expect(await client.call('profileFile.import', { text })).toEqual(refused('merchant'));
    // Without the keychain a profile can still be set up.
    fault = 'locked';
    expect(await save({ merchant: '99999999-3434-4565-8787-909090909090' })).toMatchObject({
      ok: true,
    });
  } finally {
    await desk.services.close();
    removeTemporaryDirs();
  }
});
