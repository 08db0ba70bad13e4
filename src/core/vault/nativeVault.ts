import type { KeychainLibrary } from '#shared/domain/settings.ts';
import { err, ok } from '#shared/domain/result.ts';

import type { Vault } from '../ports.ts';
import type { KeychainCalls } from './helper/calls.ts';

/** The operating system's keychain by one library: the same reading back and the same faults, whichever it is. */
export function createNativeVault(
  { ask }: Pick<KeychainCalls, 'ask'>,
  library: KeychainLibrary,
  name: string,
): Vault {
  const get = (account: string) => ask({ name: 'get', args: [library, account] });
  return {
    store: 'keychain',
    name,
    read: get,
    async write(account, secret) {
      const written = await ask({ name: 'set', args: [library, account, secret] });
      if (!written.ok) return written;
      const back = await get(account);
      if (!back.ok) return back;
      return back.value === secret ? ok(undefined) : err('wrong_read_back');
    },
    async delete(account) {
      const deleted = await ask({ name: 'delete', args: [library, account] });
      return deleted.ok ? ok(undefined) : deleted;
    },
  };
}
