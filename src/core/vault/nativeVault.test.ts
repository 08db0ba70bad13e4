import { describe, expect, it } from 'vitest';

import { err, ok } from '#shared/domain/result.ts';

import { createNativeVault } from './nativeVault.ts';

describe('a vault over a keychain library', () => {
  it('says stored only when it reads back the very same', async () => {
    const forgetful = createNativeVault(
      { ask: async ({ name }) => ok(name === 'get' ? 'cut' : null) },
      'keyring',
      'Test',
    );
    expect(await forgetful.write('a', 'cut off')).toEqual(err('wrong_read_back'));
    expect(await forgetful.write('a', 'cut')).toEqual(ok(undefined));
  });
});
